"""A game measured in paces of which one half is deployed: the server's side of the line, spoken by the test."""

from __future__ import annotations

import json
import math
from typing import Any

from playwright.sync_api import WebSocketRoute
from pydantic import TypeAdapter

from sandtable.server.messages.actions import ActionForm
from sandtable.server.messages.protocol import CLIENT_MESSAGE, ServerMessage

SERVER_MESSAGE: TypeAdapter[Any] = TypeAdapter(ServerMessage)

BASE = 160.0
"""Paces in the width of a base."""

LOOK = {"colour": "#a8261f", "dark": "#6d120e", "trim": "#fbf3df", "shield": "round", "device": 1.0}


def figure(name: str, x: float, y: float, depth: float = 80.0) -> dict[str, Any]:
    place = {"x": x, "y": y, "facing": 0.0, "width": BASE, "depth": depth, "marks": [], "carries": [], "facts": []}
    kind = {"side": "red", "emblem": "legionary", "letter": name[0], "may_act": True}
    more = {"shape": "rectangle", "grid": None, "riders": [], "cards": [], "signs": [], "unseen_by": [], "unit": ""}
    return {"id": name, "name": f"Spears {name}", **place, **kind, **more}


def form(action: dict[str, Any]) -> dict[str, Any]:
    """An action with all the fields that one can have."""
    return ActionForm.model_validate(action).model_dump(mode="json")


def deploy(name: str) -> dict[str, Any]:
    action = form({"verb": "deploy", "figures": [name], "to": [1500.0, 300.0], "facing": 0.0})
    return {
        "action": action, "text": f"deploy {name}", "label": f"Spears {name}: deploy", "verb": "deploy",
        "figures": [name], "cost": None, "ghost": [{"id": name, "x": 1500.0, "y": 300.0, "facing": 0.0}], "puts": [],
        "place": 0, "likely": False, "sweeping": False,
    }  # fmt: skip


def step(number: int, label: str, events: list[str], why: str = "") -> dict[str, Any]:
    """What the log tells of a deed of the Reds, event by event."""
    plain = {"kind": "event", "code": "", "clause": None, "side": None, "actor": None, "other": None, "amount": 0,
             "value": None, "geometry": None, "die": None, "turned": None, "lines": []}  # fmt: skip
    return {
        "number": number, "side": "red", "by": "greedy", "player": "", "action": "", "label": label, "way": "",
        "events": [{**plain, "text": text} for text in events], "shifts": [], "why": why, "account": None,
    }  # fmt: skip


def said(message: dict[str, Any]) -> str:
    """The message as the server would send it: a field too many, too few or of another kind is an error."""
    text = json.dumps(message)
    assert SERVER_MESSAGE.dump_python(SERVER_MESSAGE.validate_json(text), mode="json") == json.loads(text)
    return text


class Table:
    """A game of which one half is deployed, as the server would speak of it."""

    def __init__(self) -> None:
        self.version = 1
        self.on_table = [figure("A1", 1200.0, 200.0)]
        self.reserve = [figure("A2", 0.0, 0.0), figure("A3", 0.0, 0.0)]
        self.heard: list[dict[str, Any]] = []
        self.more_seats: list[dict[str, Any]] = []
        self.steps: list[dict[str, Any]] = []
        self.line: WebSocketRoute | None = None

    def state(self) -> dict[str, Any]:
        score = {
            "side": "red",
            "name": "Reds",
            "points": 0,
            "figures": len(self.on_table),
            "stand": "",
            "broken": False,
            "lines": [],
        }
        wood = {
            "id": "wood", "kind": "wood", "label": "Wood", "shape": "disc", "points": [[800.0, 1500.0]],
            "radius": 300.0, "width": 0.0, "clause": "", "level": None,
        }  # fmt: skip
        scene = {
            "game": "paces", "title": "In paces", "unit": "pace", "width": 3000.0, "height": 3000.0,
            "features": [wood], "figures": self.on_table, "order": [], "markers": [], "overlays": [], "sights": [],
            "facts": [], "over": False,
            "boxes": [{"id": "reserve", "title": "To deploy", "side": "red", "figures": self.reserve}],
            "scores": [score], "sides": [{"key": "red", "name": "Reds", "look": LOOK}],
        }  # fmt: skip
        decision = {
            "side": "red",
            "side_name": "Reds",
            "text": "Deploy.",
            "phase": "deploy",
            "clause": None,
            "yours": True,
            "by": "human",
            "at_once": [],
        }
        return {
            "type": "state", "version": self.version, "cause": {"kind": "play", "side": None, "by": None, "text": ""},
            "scene": scene, "decision": decision, "legal": [deploy(one["id"]) for one in self.reserve], "steps_from": 0,
            "steps": self.steps, "since": 0, "hash": "", "watchers": 0, "troubles": [],
            "over": False, "ended": None, "result": None, "returns": {}, "seed": None,
            "seats": [{"side": "red", "name": "Reds", "kind": "human", "kind_name": "Human", "yours": True,
                       "connected": 1, "guest": False, "invited": False, "may_invite": False, "may_reseat": False,
                       "player": ""}, *self.more_seats],
            "undo": {"possible": False, "past_dice": False, "text": "", "needs": [], "offer_to": None, "offer_text": "",
                     "proposal": None}, "pace": {"seconds": 1, "paused": False},
        }  # fmt: skip

    def last(self, kind: str) -> dict[str, Any]:
        """The action of the last message of this kind that the board has sent."""
        action: dict[str, Any] = next(one["action"] for one in reversed(self.heard) if one["type"] == kind)
        return action

    def answer(self, line: WebSocketRoute, text: str) -> None:
        message = json.loads(text)
        CLIENT_MESSAGE.validate_python(message)
        self.heard.append(message)
        action = message.get("action")
        if message["type"] == "judge":
            ghost = (
                [{"id": name, "x": action["to"][0], "y": action["to"][1], "facing": 0.0} for name in action["figures"]]
                if action.get("to")
                else []
            )
            stood = {one["id"]: (one["x"], one["y"]) for one in self.on_table}
            moved = ghost and action["figures"][0] in stood
            judged = {
                "type": "judgement", "n": message["n"], "version": self.version, "legal": bool(ghost), "cost": None,
                "prices": [], "reasons": [], "notes": [], "ghost": ghost, "snapped": False, "snapped_to": None,
                "action": form(action), "text": "", "puts": [], "pull": None, "overlays": [],
                "way": math.dist(action["to"], stood[action["figures"][0]]) if moved else None,
                "limit": 320.0 if action.get("item") == "run" else None,
            }  # fmt: skip
            line.send(said(judged))
        elif message["type"] == "play":
            self.version += 1
            for name in action["figures"]:
                self.on_table = [one for one in self.on_table if one["id"] != name]
                self.on_table.append(figure(name, *action["to"]))
                self.reserve = [one for one in self.reserve if one["id"] != name]
            line.send(said(self.state()))

    def tell(self, *steps: dict[str, Any]) -> None:
        """Say that these steps were made."""
        assert self.line is not None
        self.version += 1
        self.steps = list(steps)
        self.line.send(said(self.state()))

    def company(self, clock: dict[str, Any]) -> None:
        """Say how the clocks stand, beside the state with its seats."""
        assert self.line is not None
        self.version += 1
        self.line.send(said(self.state()))
        told = {"type": "company", "offer": None, "clock": clock, "rematch": None, "text": ""}
        self.line.send(said(told))

    def meet(self, line: WebSocketRoute) -> None:
        """The board's line is picked up here."""
        self.line = line
        line.on_message(lambda text: self.answer(line, str(text)))
        battle = {
            "id": "x", "game": "paces", "game_title": "Paces", "title": "In paces", "scenario": "", "unit": "pace",
            "sides": [{"key": "red", "name": "Reds", "die": "arabic", "look": LOOK}],
            "symbols": "", "styles": "", "house_rules": [], "commitment": None,
            "created": "", "overlays": [], "explains": False, "foresees": False, "modes": {}, "ends": False,
            "actors": 32,
            "hand": [
                {"label": "Walk", "form": {"verb": "walk"}, "stays": False, "listed": False},
                {"label": "Run", "form": {"verb": "walk", "item": "run"}, "stays": False, "listed": False},
            ],
            "dice": {"source": "server", "text": ""}, "analysis": False, "hides": False, "watch_url": "/play/x",
            "words": {}, "terms": {}, "unread": "", "headings": {}, "remedies": {}, "spectators": "anyone",
        }  # fmt: skip
        welcome = {
            "type": "welcome",
            "protocol": 2,
            "battle": battle,
            "yours": ["red"],
            "watcher": False,
            "maker": True,
        }
        line.send(said(welcome))
        line.send(said(self.state()))
