"""What is asked of whom in a DBAix battle, who may do something, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.games.common.amounts import count_words
from sandtable.games.dbaix.clauses import FOLDER
from sandtable.games.dbaix.record import N_SIDES, Phase, Token
from sandtable.games.dbaix.rules import music
from sandtable.games.dbaix.rules.approach import is_gagging_bound, touches_bard
from sandtable.games.dbaix.rules.camp import anyone_can_come_back
from sandtable.games.dbaix.rules.captives import anyone_may_hand_over
from sandtable.games.dbaix.rules.combat import is_still_to_fight
from sandtable.games.dbaix.rules.movers import movers
from sandtable.games.dbaix.rules.obedience import may_end_movement
from sandtable.games.dbaix.rules.positions import is_on_table
from sandtable.games.dbaix.rules.potion import may_drink
from sandtable.games.dbaix.rules.sequence import current_side
from sandtable.games.dbaix.rules.tokens import may_take
from sandtable.games.dbaix.rules.victory import figures_out, points, strength
from sandtable.games.game import Names
from sandtable.games.language import translated
from sandtable.games.rulebook import read_texts
from sandtable.kernel.geometry import base_of
from sandtable.kernel.log import new_log
from sandtable.kernel.records import NOBODY
from sandtable.translation import all_of, capitalized, gettext

SIDE_NAMES = ("Romans", "Gauls", "Pirates")
SIDE_KEYS = ("romans", "gauls", "pirates")


def who_may_act(b: Any) -> set[int]:
    """The figures with which the side to decide may do something now, as far as can be told without a search."""
    if b.phase == Phase.MOVEMENT:
        able = movers(b)
        return {i for i in range(int(b.n_figures)) if (int(able.alone) | int(able.grouped)) >> i & 1}
    test = _TESTS.get(Phase(int(b.phase)))
    return {i for i in range(int(b.n_figures)) if test is not None and test(b, i)}


def _may_be_taken_by(b: Any, i: int) -> bool:
    return any(may_take(b, i, token.value) for token in Token)


_TESTS = {
    Phase.FLIGHT: music.may_flee_next,
    Phase.CALL: music.may_be_called,
    Phase.DRINKING: may_drink,
    Phase.COMBAT: is_still_to_fight,
    Phase.SPOILS: lambda b, i: i == b.spoils_taker,
    Phase.TOKENS: _may_be_taken_by,
}


def prompt(b: Any, names: Names) -> str:
    """What is asked of the side to decide, in plain words; how the battle ended, once it is over."""
    side = int(current_side(b))
    if side == NOBODY:
        return _say("PROMPT_OVER", actor=result_text(b, names))
    acting = sorted(who_may_act(b))
    words = {"side": _side(side), "actor": _list_of(names, acting), "amount": count_words(int(b.pips), "PIP")}
    phase = Phase(int(b.phase))
    if phase == Phase.MOVEMENT:
        return _prompt_movement(b, names, words)
    if phase == Phase.COMBAT:
        pairs = [(i, int(b.figures[i].opponent)) for i in acting if i < b.figures[i].opponent]
        if len(pairs) == 1:
            return _say("PROMPT_FIGHT_ONE", **{**words, "actor": _pair_of(names, *pairs[0])})
        return _say("PROMPT_FIGHT", **{**words, "amount": count_words(len(pairs), "fight")})
    if phase == Phase.SPOILS:
        return _say("PROMPT_SPOILS", item=translated(FOLDER, names.items[int(b.spoils_token)]), **words)
    if phase == Phase.TOKENS:
        lying = [token for token in Token if any(may_take(b, i, token.value) for i in acting)]
        item = f" {gettext('or the')} ".join(translated(FOLDER, names.items[token]) for token in lying)
        return _say("PROMPT_TAKE", item=item, **words)
    keys = {Phase.FLIGHT: "PROMPT_FLEE_FIRST", Phase.CALL: "PROMPT_CALLED", Phase.DRINKING: "PROMPT_DRINK"}
    return _say(keys[phase], **words)


def _prompt_movement(b: Any, names: Names, words: dict[str, str]) -> str:
    if is_gagging_bound(b):
        bard = next((base_of(f) for f in b.figures[: int(b.n_figures)] if f.bard and is_on_table(f)), None)
        called = [i for i in range(int(b.n_figures)) if b.figures[i].called]
        away = [i for i in called if bard is not None and not touches_bard(base_of(b.figures[i]), bard)]
        if away and not may_end_movement(b, new_log(keep=False)):
            key = "PROMPT_MOVE_TO_BARD" if len(away) > 1 else "PROMPT_MOVE_TO_BARD_ONE"
            return _say(key, **{**words, "actor": _list_of(names, away)})
        if away:
            return _say("PROMPT_BARD_OUT_OF_REACH", **words)
        return _say("PROMPT_BARD_REACHED" if called else "PROMPT_BARD_ALONE", **words)
    able = movers(b)
    offers = []
    if able.alone or able.grouped:
        key = "OFFER_GROUP" if not able.alone else "OFFER_FIGURE_OR_GROUP" if able.grouped else "OFFER_FIGURE"
        offers.append(_say(key))
    if anyone_can_come_back(b):
        offers.append(_say("OFFER_RETURN"))
    if anyone_may_hand_over(b):
        offers.append(_say("OFFER_HAND_OVER"))
    return _say("PROMPT_MOVEMENT", offers=_alternatives([*offers, _say("OFFER_END")]), **words)


def result_text(b: Any, names: Names) -> str:
    """Who won, with how many points or by which tie-break, and what the others have."""
    won = [side for side in range(N_SIDES) if b.winner[side]]
    lost = [side for side in range(N_SIDES) if not b.winner[side]]
    scores = [int(points(b, side)) for side in range(N_SIDES)]
    others = all_of(
        gettext("the {side} have {points}", side=_side(side), points=scores[side])
        for side in sorted(lost, key=lambda s: -scores[s])
    )
    key = "RESULT_WIN" if len(won) == 1 else "RESULT_DRAW" if others else "RESULT_DRAW_OF_ALL"
    out = ""
    if len(won) == 1 and (level := [side for side in lost if scores[side] == scores[won[0]] and strength(b, side)]):
        key = "RESULT_WIN_TIED"
        shares = [
            gettext("{out} of {all} {side}", out=figures_out(b, side), all=strength(b, side), side=_side(side))
            for side in (won[0], *level)
        ]
        against = all_of(shares[1:])
        out = gettext("{one} against {other}", one=shares[0], other=against)
    winners = all_of(map(_side, won))
    best = count_words(scores[won[0]], "point") if won else gettext("nothing")
    return _say(key, side=winners, actor=best, amount=str(int(b.round)), other=others, item=out)


def _side(side: int) -> str:
    return translated(FOLDER, SIDE_NAMES[side])


def _say(key: str, **words: str) -> str:
    return read_texts(FOLDER)[key].format(**words)


def _alternatives(offers: Sequence[str]) -> str:
    """``Move a figure or a group, hand over a captive, or end movement``."""
    said = gettext("{offers}, or {last}", offers=", ".join(offers[:-1]), last=offers[-1]) if offers[1:] else offers[0]
    return capitalized(said)


def _list_of(names: Names, figures: Sequence[int]) -> str:
    """``Villager 1 (G1), Asterix (G4) and Obelix (G6)``."""
    return all_of(f"{names.figures[i].name} ({names.figures[i].id})" for i in figures)


def _pair_of(names: Names, one: int, other: int) -> str:
    return gettext("{one} against {other}", one=_list_of(names, [one]), other=_list_of(names, [other]))
