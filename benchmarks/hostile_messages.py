"""What a stranger may send: messages, saves and requests, right but for something, wrong altogether, or very big."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**31, -(2**31), 2**63, 2**200, 1.5, -0.0, 1e308, -1e308, 1e-320, 0.1 + 0.2),
    *(
        "",
        " ",
        "\0",
        "a" * 79,
        "a" * 81,
        "a" * 900,
        "../../etc/passwd",
        "<script>",
        "%s%n{}{0}",
        "'; drop table battles",
    ),
    *("\u202e\u0301", "💥" * 20, "end", "move", "human", "A1", "nobody", "__class__", "\r\n", "NaN", "1e999", "٣", "ﬁ"),
    *([], [[]], [None], {}, {"": {}}, [1, 2], [1e9, 1e9], ["A"] * 300, {"a": [{"a": [{}]}]}, [0.1, 0.1, 0.1]),
]
"""Values that stand where others are expected."""

MEGABYTE = 1024 * 1024


def valid(rng: random.Random, state: dict[str, Any]) -> dict[str, Any]:
    """A message that a board might send, most of them heavy questions."""
    listed = state.get("legal") or []
    text = rng.choice(listed)["action"] if listed else "end"
    figures = [each["id"] for each in state.get("scene", {}).get("figures", [])] or ["A"]
    figure, n, version = rng.choice(figures), rng.randrange(10_000), state.get("version", 0)
    place = [rng.uniform(-5, 60), rng.uniform(-5, 60)]
    form = {"verb": rng.choice(("move", "shoot", "turn", "retreat", "end")), "figures": [figure], "to": place}
    step = rng.randrange(-1, 20)
    return rng.choice(
        [
            {"type": "odds", "n": n, "action": text},
            {"type": "odds", "n": n, "action": form},
            {"type": "judge", "n": n, "action": {**form, "facing": rng.uniform(-400, 400)}},
            {"type": "judge", "n": n, "action": {**form, "each": [{"to": place}] * rng.randrange(1, 20)}},
            {"type": "legal", "n": n, "figures": rng.sample(figures, min(len(figures), rng.randrange(5)))},
            {"type": "reach", "n": n, "figures": [figure]},
            {"type": "foresee", "n": n, "action": form, "magnet": True},
            {"type": "explain", "n": n, "figure": figure, "x": place[0], "y": place[1]},
            {"type": "look", "n": n, "step": step},
            {"type": "case", "n": n, "step": step},
            {"type": "play", "version": version, "action": rng.choice((text, form))},
            {"type": "undo", "version": version, "past_dice": True},
            {"type": "play_on", "n": n, "step": step, "seats": {}, "analysis": False},
            {"type": "pace", "seconds": rng.choice((0, 0.5)), "paused": rng.choice((True, False))},
            {"type": "step"},
            {"type": "reseat", "side": "red", "kind": rng.choice(("human", "random", "quick"))},
            {"type": "invite", "n": n, "side": "red"},
            {"type": "uninvite", "side": "red"},
            {"type": "rename", "title": "x" * rng.randrange(130)},
            {"type": "ask_undo", "version": version, "keep": step},
            {"type": "answer_undo", "agree": True},
            {"type": "withdraw_undo"},
            {"type": "deploy", "version": version},
        ]
    )


def mutated(value: Any, rng: random.Random, deep: int = 0) -> Any:
    """The value with something in it changed."""
    if deep < 4 and isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        chance = rng.random()
        if chance < 0.1:
            return {name: part for name, part in value.items() if name != key}
        if chance < 0.2:
            return {**value, rng.choice(("x", "", "type", "n" * 90, "__proto__")): rng.choice(ODD)}
        return {**value, key: mutated(value[key], rng, deep + 1)}
    if deep < 4 and isinstance(value, list) and value and rng.random() < 0.7:
        at = rng.randrange(len(value))
        return [*value[:at], mutated(value[at], rng, deep + 1), *value[at + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.5:
        at = rng.randrange(len(value))
        return value[:at] + rng.choice(("", "\0", " ", "9", "é", value, '"')) + value[at + 1 :]
    if isinstance(value, float) and rng.random() < 0.5:
        return value * rng.choice((-1, 1e6, 1e-9, 1e300))
    return rng.choice(ODD)


def messages(rng: random.Random, state: dict[str, Any], most: int = 200) -> Iterator[str | bytes]:
    """What one board sends: a fifth is right, most has something changed, some is no message at all."""
    for _ in range(most):
        message = valid(rng, state)
        chance = rng.random()
        if chance < 0.2:
            yield json.dumps(message)
        elif chance < 0.8:
            for _ in range(rng.randrange(1, 3)):
                message = mutated(message, rng)
            yield json.dumps(message)
        elif chance < 0.9:
            yield changed(json.dumps(message).encode(), rng).decode("utf-8", "replace")
        else:
            yield rng.choice(
                ("", "{", "[" * 30_000, '{"a":' * 6_000, "x" * 100_000, '"\\ud800"', b"\0\xff", "9" * 5_000)
            )


def changed(text: bytes, rng: random.Random) -> bytes:
    """Bytes with some changed, left out, doubled or cut off."""
    out = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randrange(len(out) or 1)
        way = rng.randrange(5)
        if way == 0:
            out[at : at + 1] = bytes([rng.randrange(256)])
        elif way == 1:
            del out[at : at + rng.choice((1, 4, 100))]
        elif way == 2:
            out[at:at] = out[at : at + rng.choice((1, 20, 2_000))]
        elif way == 3:
            out[at : at + 1] = rng.choice((b"0", b"-1", b"1e9", b'"', b"{", b"]", b"null", b"\\u0000"))
        elif rng.random() < 0.1:
            del out[at:]
    return bytes(out)


def bodies(rng: random.Random) -> bytes:
    """A body: far too big, or as big as it may be and nonsense."""
    piece = b'{"a": [[["x", 1, {"b": "\xd0\xb9"}]]], "c": "dice"}, '
    megabytes = rng.choice((16, 16, 1.9, 1.9, 0.05))
    many = int(megabytes * MEGABYTE / len(piece))
    return rng.choice(
        (
            b'{"save": {"actions": [' + piece * many + b"1]}}",
            b'{"save": ' + b"[" * int(megabytes * MEGABYTE),
            b'{"save": {"format": "sandtable save", "actions": [' + b"{}," * many * 15 + b"{}]}}",
            b"\0" * int(megabytes * MEGABYTE),
        )
    )


PATHS = (
    *(
        "/",
        "/api/games",
        "/api/battles",
        "/api/rules/dba",
        "/api/games/dba/armies",
        "/api/openapi.json",
        "/assets/x.js",
    ),
    *(
        "/api/games/dba/scenarios/standard/scene",
        "/api/battles/{id}/save?token={token}",
        "/play/{token}",
        "/join/x",
        "/ws/x",
    ),
    *(
        "/..%2f..%2fetc/passwd",
        "/api/invitations/%00",
        "/api/rules/%ff",
        "//evil.example/",
        "/api/battles/{id}/title",
        "*",
    ),
    *("/" + "a" * 8_000, "/api/battles?" + "a=1&" * 2_000, "/api/games/dba/choose", "/api/rescue/{token}", "/%"),
)
METHODS = (
    "GET",
    "GET",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "OPTIONS",
    "PATCH",
    "TRACE",
    "CONNECT",
    "get",
    "\x16\x03\x01",
)


def odd_requests(rng: random.Random, battles: list[dict[str, Any]], host: str) -> bytes:
    """The bytes of a request, not always of a right one."""
    made = rng.choice(battles)
    path = rng.choice(PATHS).replace("{id}", made["id"]).replace("{token}", made["token"])
    lines = [f"{rng.choice(METHODS)} {path} HTTP/{rng.choice(('1.1', '1.1', '1.1', '1.0', '2', '9'))}"]
    lines.append(f"Host: {rng.choice((host, host, host, 'evil.example', '', 'a b'))}")
    extra = (
        *("Origin: https://evil.example", "X-Forwarded-For: 192.0.2.1", "Content-Length: -1", "Content-Length: 9" * 3),
        *(
            "Transfer-Encoding: chunked",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Upgrade: h2c",
            "Range: bytes=0-,5-2",
        ),
        *(
            "Accept-Encoding: gzip;q=x,,",
            "Cookie: " + "a" * 5_000,
            "Expect: 100-continue",
            "X: \x00",
            "Sec-WebSocket-Key: x",
        ),
    )
    lines += rng.sample(extra, rng.choice((0, 0, 1, 2, 4)))
    body = rng.choice((b"", b"", b"{}", b'{"game": "dba"}', b"\xff" * 100, b"5\r\nhello\r\n0\r\n\r\n"))
    if rng.random() < 0.7:
        lines.append("Connection: close")
    if body and rng.random() < 0.7:
        lines += [f"Content-Length: {len(body)}", "Content-Type: application/json"]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body
