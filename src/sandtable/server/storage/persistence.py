"""Between battles and the store: what is kept of a battle, and how it is played again from that."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from sandtable.errors import InputError, SaveMismatch
from sandtable.games import game_keys, get_game
from sandtable.games.common.amounts import counted
from sandtable.games.language import all_languages
from sandtable.kernel.verbs import redact_nothing
from sandtable.server.messages.pages import NewBattle
from sandtable.server.session.computer import HUMAN
from sandtable.server.storage.database import END, PLAY, UNDO, Commit, Entry, StoredBattle, Turn
from sandtable.server.views.battle_messages import check_scenario, side_name
from sandtable.server.views.seat_state import BattleState
from sandtable.server.views.view import View
from sandtable.table import save_writer, saves
from sandtable.table.battle import Battle
from sandtable.table.endings import Ending
from sandtable.table.history import Played
from sandtable.table.new_battle import new
from sandtable.table.save_files import check_save
from sandtable.table.scenarios import own_files
from sandtable.translation import ENGLISH, gettext, gettext_word, native, speaking, spoken

MOST_ACTIONS = 10_000
"""Actions of a save that somebody may make this server play again: far more than any battle has."""


def new_battle(request: NewBattle) -> Battle:
    """The battle asked for, run to its first decision. InputError or UnknownGame says what cannot be used."""
    game = get_game(request.game)
    if request.scenario is not None:
        check_scenario(game, request.scenario)
    return new(game, request.scenario, request.options, request.seed, armies=request.armies)


def head(battle: Battle) -> dict[str, Any]:
    """What the store keeps before the actions: the save's head, its seed included."""
    with speaking(""):
        return save_writer.head_of(battle.engine, with_seed=True)


def turn_of(battle: Battle) -> Turn | None:
    """Whose turn it is, for the list of battles."""
    sides = battle.sides_to_decide
    with speaking(""):
        return Turn(sides[0], side_name(battle, sides[0]), battle.turn) if sides else None


def names_of(battle: Battle) -> dict[str, str]:
    """What the sides are called at the table, which is by their armies where these have names; in English."""
    with speaking(ENGLISH):
        return {side.key: side.name for side in battle.sides}


def play_entry(battle: Battle, number: int, by: str, player: str = "") -> Entry:
    """The last action of ``battle`` for the store: as a save holds it, and where the dice stand after it."""
    step = battle.last
    entry = {"do": save_writer.entry_of(step), "dice": dice_left(battle)}
    return Entry(number, PLAY, step.side, by, entry, step.hash, player)


Again = Sequence[tuple[Played, str | None, int, str]]
"""Actions that stand though what came before them was taken back: who made each, by which entry, and called what."""


def undo_entry(battle: Battle, number: int, side: str, kept: int, again: Again) -> Entry:
    """That ``battle`` was taken back to before action ``kept``, and that those of ``again`` stand all the same."""
    entry: dict[str, Any] = {"keep": kept - 1, "dice": dice_left(battle)}
    if again:
        entry["again"] = [
            {"do": save_writer.entry_of(step), "by": by, "number": made, **({"player": called} if called else {})}
            for step, by, made, called in again
        ]
    return Entry(number, UNDO, side, HUMAN, entry, battle.state_hash())


def end_entry(battle: Battle, number: int, ending: Ending) -> Entry:
    """That its players ended a battle."""
    return Entry(number, END, ending.side or None, HUMAN, save_writer.ended_entry(ending), battle.state_hash())


def commit(battle_id: str, entry: Entry, after: Battle) -> Commit:
    """An entry for the store, with how the battle stands ``after`` it."""
    with speaking(""):
        return Commit(battle_id, entry, after.over, result_of(after), turn_of(after))


def result_of(battle: Battle) -> str | None:
    """How a battle ended, as the store keeps it: in every language in which somebody may read it. None: it goes on."""
    if not battle.over:
        return None
    said = {}
    for language in all_languages():
        with speaking(language):
            said[language] = View(battle).result
    return json.dumps(said, ensure_ascii=False)


def result_said(kept: str | None) -> str | None:
    """The same in the language spoken; an older store keeps it in the server's alone."""
    if kept is None or not kept.startswith("{"):
        return kept if kept is None or spoken() == native() else gettext("The battle is over.")
    said: dict[str, str] = json.loads(kept)
    return said.get(spoken(), said[ENGLISH])


def dice_left(battle: Battle) -> dict[str, Any]:
    """Where the dice to come begin: throws drawn so far, since which action by this seed, and scripted ones left."""
    engine = battle.engine
    left: dict[str, Any] = {"drawn": engine.drawn} | ({"since": engine.since} if engine.since else {})
    if engine.script:
        left["script"] = save_writer.head_of(engine)["dice"]["script"]
    return left


def loaded_entries(battle: Battle) -> list[Entry]:
    """The actions of a battle that came from a save, for the store. People are taken to have made them."""
    entries = []
    last = dice_left(battle)
    for number, step in enumerate(battle.history[1:], start=1):
        entry = {"do": save_writer.entry_of(step), "dice": last}
        entries.append(Entry(number, PLAY, step.side, HUMAN, entry, step.hash))
    if battle.engine.ended is not None:
        entries.append(end_entry(battle, len(battle.history), battle.engine.ended))
    return entries


def kept_plays(stored: StoredBattle) -> list[Entry]:
    """The actions that stand, every undo carried out."""
    kept: list[Entry] = []
    for entry in stored.entries:
        if entry.kind == UNDO:
            del kept[entry.entry["keep"] :]
            for again in entry.entry.get("again", ()):
                play = {"do": again["do"], "dice": entry.entry["dice"]}
                made = again.get("number", entry.number)
                do, player = again["do"], again.get("player", "")
                kept.append(Entry(made, PLAY, do["side"], again["by"], play, do["hash"], player))
        elif entry.kind == PLAY:
            kept.append(entry)
    return kept


def ended_by(stored: StoredBattle) -> dict[str, Any] | None:
    """How its players ended a battle, and have not taken it back."""
    last = stored.entries[-1] if stored.entries else None
    return last.entry if last is not None and last.kind == END else None


def stored_save(stored: StoredBattle) -> dict[str, Any]:
    """What is stored of a battle as the data of a save, its seed included; nothing is played again."""
    kept = kept_plays(stored)
    dice = dict(stored.head["dice"])
    entries = [entry for entry in stored.entries if entry.kind != END]
    last = next((entry.entry["dice"] for entry in reversed(entries) if "dice" in entry.entry), None)
    if last is None or (entries[-1].kind == UNDO and "dice" not in entries[-1].entry):
        last = kept[-1].entry["dice"] if kept else None  # an undo of an older server: it gave the dice back
    if last is not None:
        dice |= {"script": []} | last
    if "since" in dice:  # an older server did not write down what an undo did to it
        dice["since"] = min(dice["since"], len(kept) + 1)
    ended = ended_by(stored)
    actions = [entry.entry["do"] for entry in kept]
    return stored.head | {"dice": dice, "actions": actions} | ({"ended": ended} if ended else {}) | {"result": None}


def rescued(stored: StoredBattle) -> tuple[Battle, str]:
    """The battle as far as it can be opened, and the sentence that says why not farther."""
    where = f"battle {stored.id}"
    return saves.rescue(check_save(stored_save(stored), where), where)


def text_of_stored(stored: StoredBattle) -> str:
    """The save of a battle that cannot be opened, as it is stored; with its seed only where it is over."""
    data = stored_save(stored)
    hidden = {} if stored.over else {"seed": None, "nonce": None}
    return save_writer.save_text(data | {"dice": {**data["dice"], **hidden}, "result": result_said(stored.result)})


def resume(stored: StoredBattle) -> BattleState:
    """The battle played again from the store, every state hash checked.

    SaveMismatch names the action where the present rules lead elsewhere.
    """
    kept = kept_plays(stored)
    where = f"battle {stored.id}"
    battle = saves.battle_of(stored_save(stored), where)
    if stored.entries and battle.state_hash() != stored.entries[-1].hash:
        raise SaveMismatch(f"{where}: {gettext('resumed to another state than the one stored last')}")
    return _battle_state(stored, battle, kept)


def as_far_as_read(stored: StoredBattle) -> BattleState:
    """A battle that cannot be resumed as far as it can be read; raises what ``rescued`` does."""
    battle, _ = rescued(stored)
    return _battle_state(stored, battle, kept_plays(stored)[: len(battle.actions)])


def _battle_state(stored: StoredBattle, battle: Battle, kept: Sequence[Entry]) -> BattleState:
    players, entries = [None, *(entry.by for entry in kept)], [0, *(entry.number for entry in kept)]
    called = ["", *(entry.player for entry in kept)]
    return BattleState(battle, players, len(stored.entries), entries, called)


def may_hide(stored: StoredBattle) -> bool:
    """Whether a battle that nobody can look into may hide something."""
    return not stored.over and get_game(stored.game).verbs.redact is not redact_nothing


def of_save(data: dict[str, Any], name: str = "") -> Battle:
    """The battle that a save holds. InputError or SaveMismatch says why it cannot be used; ``name``: of its file."""
    where = name or gettext_word("save")
    actions = data.get("actions")
    if isinstance(actions, list) and len(actions) > MOST_ACTIONS:
        raise InputError(
            f"{where}: "
            + gettext(
                "holds {actions}; this server plays at most {most} again",
                actions=counted(len(actions), "action"),
                most=MOST_ACTIONS,
            )
        )
    _check_files(data, where)
    with own_files(get_game(str(data.get("game")))) if data.get("game") in game_keys() else nullcontext():
        battle = saves.battle_of(data, where)
    if data["dice"].get("seed") is not None and not battle.over:
        battle.engine.chosen = True  # whoever brings the save has its seed at hand: to them these dice are no secret
    return battle


def _check_files(data: dict[str, Any], where: str) -> None:
    """InputError when laying the table of this save would open files of this machine; other faults are not its own."""
    scenario = data.get("scenario")
    content = scenario.get("content") if isinstance(scenario, dict) else None
    if data.get("game") not in game_keys() or not isinstance(content, dict):
        return
    armies = get_game(data["game"]).armies
    named = armies.files(content) if armies else ()
    if named:
        raise InputError(
            f"{where}: "
            + gettext("its army list {name!r} is a file; a save for a server names lists by their keys", name=named[0])
        )


def save_of(battle: Battle) -> str:
    """The save file's text. The seed is in it only once the battle is over."""
    return save_writer.save_text(battle.to_json())
