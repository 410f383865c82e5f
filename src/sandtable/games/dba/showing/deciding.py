"""Who decides what in DBA: who may act, what is asked of whom, in words, and how the battle ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from sandtable.games.common.amounts import count_words
from sandtable.games.dba.clauses import FOLDER
from sandtable.games.dba.record import Ground, Phase, Side, Topography, Type, Verb, Where
from sandtable.games.dba.rules import facing
from sandtable.games.dba.rules.contact import has_six_positions
from sandtable.games.dba.rules.later_moves import may_yet_move
from sandtable.games.dba.rules.move_context import ORDER
from sandtable.games.dba.rules.movement import judge_move
from sandtable.games.dba.rules.orders import UNPRICED, settle_order
from sandtable.games.dba.rules.placing import may_end_placing
from sandtable.games.dba.rules.positions import is_in_open, is_on_table
from sandtable.games.dba.rules.sequence import current_side
from sandtable.games.dba.rules.shooting import is_eligible, must_shoot
from sandtable.games.dba.rules.victory import losses
from sandtable.games.dba.showing.naming import called, names_now
from sandtable.games.game import Names
from sandtable.games.language import translated
from sandtable.games.rulebook import read_texts
from sandtable.kernel.action_drafts import blank
from sandtable.kernel.log import new_log
from sandtable.kernel.records import ACTION, NOBODY, NONE
from sandtable.translation import all_of, capitalized, gettext

MOVES_AGAIN = (Type.LH, Type.WB, Type.SCH)
"""Types that may move more than once in a bound (DBA-MULTI); Psiloi in their side's first bound only."""


def who_may_act(b: Any) -> set[int]:
    """The elements with which the side to decide may do something now, as far as can be told without a search."""
    test = _TESTS.get(Phase(int(b.phase)))
    return {i for i in range(int(b.n_figures)) if test is not None and test(b, b.figures[i], i)}


def _may_move(b: Any, figure: Any, i: int) -> bool:
    """It has a move left, as far as its own kind can tell; PIPs and ground are not looked at."""
    if figure.side != b.turn or figure.type == Type.CF:
        return False
    if figure["where"] == Where.HELD_BACK:
        return bool(b.landing)
    if not is_on_table(figure):
        return False
    if figure.moves == 0 or figure.type in MOVES_AGAIN:
        return True
    return bool(figure.type == Type.PS and b.own_bounds[b.turn] == 1) or _is_on_road(b)


def _is_on_road(b: Any) -> bool:
    """Some road is there to move along again (DBA-MULTI-2)."""
    return any(f.kind == Ground.ROAD for f in b.terrain.features[: int(b.terrain.n_features)])


_TESTS = {
    Phase.DEPLOYMENT: lambda b, f, i: f.side == b.pending_side and f["where"] == Where.UNDEPLOYED and f.type != Type.CF,
    Phase.SWAPS: lambda b, f, i: f.side == b.pending_side and is_in_open(f),
    Phase.MOVEMENT: _may_move,
    Phase.TURNING: lambda b, f, i: f.side == b.pending_side and is_in_open(f) and b.pending != NONE,
    Phase.SHOOTING: lambda b, f, i: bool(f.to_shoot) and bool(must_shoot(b, int(i))),
    Phase.AIM: lambda b, f, i: i == b.pending,
    Phase.COMBAT: lambda b, f, i: is_on_table(f) and f.opponent != NONE,
    Phase.MAIN_ATTACKER: lambda b, f, i: f.side == b.pending_side and is_on_table(f) and f.opponent == b.pending,
    Phase.RECOILS: lambda b, f, i: bool(f.to_recoil),
}


# ---------------------------------------------------------------- what is asked


def prompt(b: Any, names: Names) -> str:
    """What is asked of the side to decide, in plain words; how the battle ended, once it is over."""
    side = int(current_side(b))
    names = names_now(b, names)
    if side == NOBODY:
        return _say("PROMPT_OVER", actor=result_text(b, names))
    phase = Phase(int(b.phase))
    acting = sorted(who_may_act(b))
    words = {"side": names.sides[side], "actor": _list_of(names, acting), "amount": count_words(len(acting), "element")}
    if b.pending != NONE:
        words["other"] = words["actor"] if phase == Phase.AIM else _list_of(names, [int(b.pending)])
    key = f"PROMPT_{phase.name}"
    if phase == Phase.TERRAIN:
        key = _terrain_prompt(b)
        words["item"] = translated(FOLDER, Topography(int(b.topography[side])).name.lower())
        words["amount"] = count_words(int(b.placed.sum()), "piece") if b.placed.any() else gettext("nothing")
    elif phase == Phase.SWAPS:
        words["amount"] = count_words(int(b.swaps_left), "pair")
    elif phase == Phase.MOVEMENT:
        offers = list(_move_offers(b, acting))
        key = "PROMPT_MOVE" if offers else "PROMPT_MOVE_END"
        words["item"] = capitalized(", ".join(offers))
        words["amount"] = count_words(int(b.pips), "PIP")
    elif phase == Phase.TURNING:
        words["amount"] = count_words(_n_who_may_be_faced(b), "enemy")
    elif phase == Phase.SHOOTING and len(acting) == 1:
        key = "PROMPT_SHOOTING_ONE"
    elif phase == Phase.AIM and _may_be_aided(b, int(b.pending)):
        key = "PROMPT_AIM_AIDED"
    elif phase == Phase.COMBAT:
        key = _combat_prompt(b, names, acting, words)
    return _say(key, **words)


def _combat_prompt(b: Any, names: Names, acting: Sequence[int], words: dict[str, str]) -> str:
    """How many fights are to come; of one who is in it. All who fight one War Wagon are in one fight."""
    fights: dict[int, list[int]] = {}
    for i in acting:
        j = int(b.figures[i].opponent)
        wagons = [k for k in (i, j) if has_six_positions(b, int(k))]
        fights.setdefault(min(wagons or (i, j)), []).append(i)
    words["amount"] = count_words(len(fights), "fight")
    if len(fights) > 1:
        return "PROMPT_COMBAT"
    ((first, there),) = fights.items()
    words["actor"] = _pair_of(names, first, int(b.figures[first].opponent))
    if len(there) == 2 or b.figures[first].side == b.turn:
        return "PROMPT_COMBAT_ONE"
    words["other"] = called(names, first)
    return "PROMPT_COMBAT_WAGON"


def _terrain_prompt(b: Any) -> str:
    """Whether more may be placed, and whether the placing may end."""
    compulsory, optional = (int(b.placed[:, share].sum()) for share in (0, 1))
    may_end = bool(may_end_placing(b, new_log(keep=False)))
    if compulsory < b.rules.compulsory_most or optional < b.rules.optional_most:
        return "PROMPT_TERRAIN_OR_END" if may_end else "PROMPT_TERRAIN"
    return "PROMPT_TERRAIN_END" if may_end else "PROMPT_TERRAIN_ANEW"


def _move_offers(b: Any, acting: Sequence[int]) -> Iterable[str]:
    """What the PIPs and moves left allow: an element, a group, a landing. Where they could go is not asked.

    But of those who may only break off: they go straight back or nowhere.
    """
    order, draft = np.zeros(1, ORDER), np.zeros(1, ACTION)
    silent = new_log(keep=False)

    def may(*actors: int) -> bool:
        blank(draft[0], Verb.MOVE.value)
        draft[0]["n_actors"] = len(actors)
        draft[0]["actors"][: len(actors)] = actors
        settle_order(b, draft[0], UNPRICED, order[0], silent)
        return bool(order[0]["is_fit"]) and not (order[0]["breaks_off"] and not may_break_off(b.figures[actors[0]]))

    def may_break_off(figure: Any) -> bool:
        """It can go straight back as far as it must, or farther: there is nowhere else to go."""
        for back in np.linspace(float(b.rules.break_off), max(b.rules.break_off, order[0]["good"]), 5):
            draft[0]["x"], draft[0]["y"] = figure.x - back * figure.fx, figure.y - back * figure.fy
            draft[0]["fx"], draft[0]["fy"] = figure.fx, figure.fy
            if judge_move(b, draft[0], silent).legal:
                return True
        return False

    on_table = [i for i in acting if is_on_table(b.figures[i]) and may_yet_move(b, int(i))]
    reach = 2.0 * float(b.rules.base_width) + 1.0
    near = (
        (i, j)
        for i, j in combinations(on_table, 2)
        if abs(b.figures[i].x - b.figures[j].x) <= reach and abs(b.figures[i].y - b.figures[j].y) <= reach
    )
    single = any(may(i) for i in on_table)
    group = any(may(*pair) for pair in near)
    if single or group:
        both = gettext("move an element or a group")
        yield both if single and group else gettext("move an element") if single else gettext("move a group")
    if b.landing and b.pips > 0:
        yield gettext("land those held back")


def _n_who_may_be_faced(b: Any) -> int:
    """Among how many enemies the attacker chooses (DBA-CONTACT-13)."""
    draft = np.zeros(1, ACTION)
    blank(draft[0], Verb.CHOOSE.value)
    silent = new_log(keep=False)
    n = 0
    for j in range(int(b.n_figures)):
        draft[0]["target"] = j
        n += int(facing.judge_choice(b, draft[0], silent).legal)
    return n


def _may_be_aided(b: Any, i: int) -> bool:
    """Another element of its side has a shot at somebody at whom element i may shoot."""
    own = [k for k in range(int(b.n_figures)) if k != i and b.figures[k].side == b.figures[i].side]
    for j in range(int(b.n_figures)):
        if is_eligible(b, int(i), int(j)) and any(is_eligible(b, int(k), int(j)) for k in own):
            return True
    return False


def result_text(b: Any, names: Names) -> str:
    """Who won, and what both have lost."""
    won = [side for side in Side if b.winner[side]]
    side = won[0] if len(won) == 1 else Side.RED
    enemy = 1 - side
    key = "RESULT_DRAW" if len(won) != 1 else "RESULT_WIN_GENERAL" if b.general_lost[enemy] else "RESULT_WIN"
    return _say(
        key,
        side=names.sides[side],
        other=names.sides[enemy],
        amount=str(int(b.bound)),
        item=count_words(int(losses(b, side)), "element"),
        actor=count_words(int(losses(b, enemy)), "element") if key == "RESULT_DRAW" else str(int(losses(b, enemy))),
    )


def _say(key: str, **words: str) -> str:
    return read_texts(FOLDER)[key].format(**words)


def _list_of(names: Names, figures: Sequence[int]) -> str:
    """``Blades (R3), General's Cavalry (R1) and Spears (R8)``."""
    return all_of(called(names, i) for i in figures)


def _pair_of(names: Names, one: int, other: int) -> str:
    return gettext("{one} against {other}", one=_list_of(names, [one]), other=_list_of(names, [other]))
