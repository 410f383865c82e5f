"""Which actions Flash Flood lists, and one at random: units taken up, their plans, shots, charges, and what must be."""

from __future__ import annotations

import numpy as np

from sandtable.compiler.decorators import kernel
from sandtable.games.flash_flood.listing.places import list_deployment
from sandtable.games.flash_flood.listing.plans import (
    PLANS,
    Plan,
    lead_of,
    plan_along,
    plan_climb,
    plan_move,
    plan_one,
    plan_one_along,
    plan_spread,
    way_of_plan,
)
from sandtable.games.flash_flood.record import ACTION, MAX_MODELS, MAX_UNITS, Fire, Load, Phase, Verb
from sandtable.games.flash_flood.rules.charges import charge_of
from sandtable.games.flash_flood.rules.coherency import acts_normally
from sandtable.games.flash_flood.rules.fighting import has_begun, mark_all_combats
from sandtable.games.flash_flood.rules.firing import can_fire, shot_of
from sandtable.games.flash_flood.rules.mission import is_about_to_plant, judge_give
from sandtable.games.flash_flood.rules.movement_phase import first_acting, is_free, is_ready, judge_going_on
from sandtable.games.flash_flood.rules.picking_up import is_at_charge
from sandtable.games.flash_flood.rules.rejoining import WHO_MAY, first_unmoved, may_break_off, may_run_back, must_rejoin
from sandtable.games.flash_flood.rules.retreating import is_fugitive, may_rally
from sandtable.games.flash_flood.rules.rounds import judge_end, may_charge
from sandtable.games.flash_flood.rules.sequence import judge
from sandtable.games.flash_flood.rules.sewer import FAR
from sandtable.games.flash_flood.rules.walking import MAX_POINTS
from sandtable.games.skirmish40k.record import WeaponKind
from sandtable.games.skirmish40k.rules.charging import has_forgone_charge
from sandtable.games.skirmish40k.rules.measuring import is_of, is_on_table
from sandtable.games.skirmish40k.rules.morale import first_model
from sandtable.games.skirmish40k.rules.movement import can_run
from sandtable.games.skirmish40k.rules.shooting import box_of_unit, boxes_are_apart, forbids_charge, is_locked
from sandtable.games.skirmish40k.rules.weapon_choice import may_aim_at, weapon_for
from sandtable.kernel.action_drafts import add, blank, draft_for
from sandtable.kernel.bitsets import bit, count_of, lowest, without
from sandtable.kernel.copying import copy_record
from sandtable.kernel.dice import choose
from sandtable.kernel.geometry import facing_of_degrees, snap
from sandtable.kernel.log import LOG
from sandtable.kernel.records import NONE
from sandtable.kernel.scratch import keep_until_here

ROOM = 512


@kernel
def _list_end(b, draft, log, out, n):
    """The end of the phase, if it may be ended."""
    if judge_end(b, log).legal == 1:
        blank(draft, Verb.END)
        n = add(draft, out, n)
    return n


@kernel
def draft_rejoin(b, draft, squad):
    """All stragglers of a squad that have to go, or may: False if there is none."""
    blank(draft, Verb.REJOIN)
    one = b.units[squad]
    for i in range(one.first, one.first + one.count):
        if is_on_table(b.figures[i]) and b.figures[i].moved == 0 and must_rejoin(b, i) and may_run_back(b, i):
            draft.actors[draft.n_actors] = i
            draft.n_actors += 1
    return draft.n_actors > 0


@kernel
def _list_rejoining(b, draft, out, n):
    """Stragglers: all of a squad, or its first alone."""
    if first_unmoved(b, WHO_MAY) == NONE:
        return n
    for u in range(b.n_squads):
        if b.units[u].side == b.side and draft_rejoin(b, draft, u):
            n = add(draft, out, n)
            if draft.n_actors > 1:
                draft.actors[1:] = NONE
                draft.n_actors = 1
                n = add(draft, out, n)
    return n


@kernel
def _list_breaking_off(b, draft, log, out, n):
    """Places for those who may break off: in eight directions, full or half."""
    for i in range(b.n_figures):
        if b.figures[i].side != b.side or not may_break_off(b, i):
            continue
        for heading in range(8):
            way = facing_of_degrees(45.0 * heading)
            for far in range(1, 3):
                draft_for(b, draft, Verb.BREAK_OFF, i)
                draft.x = snap(draft.x + 3.0 * far * way.x)
                draft.y = snap(draft.y + 3.0 * far * way.y)
                if judge(b, draft, log).legal == 1:
                    n = add(draft, out, n)
    return n


@kernel
def _list_picking_up(b, draft, log, out, n):
    """Charges that somebody may pick up."""
    for k in range(b.n_charges):
        if b.charges[k].state != Load.LYING:
            continue
        for i in range(b.n_figures):
            if b.figures[i].side == b.side and is_at_charge(b, i, k):
                draft_for(b, draft, Verb.PICK_UP, i)
                draft.item = k
                if judge(b, draft, log).legal == 1:
                    n = add(draft, out, n)
    return n


@kernel
def _list_taking_up(b, draft, out, n):
    """The units that may be next."""
    for u in range(b.n_units):
        if is_free(b, u):
            draft_for(b, draft, Verb.TAKE_UP, _first_acting(b, u))
            n = add(draft, out, n)
    return n


@kernel
def _first_acting(b, u):
    """The first model of a unit that acts; of one in which nobody does, the first."""
    i = first_acting(b, u)
    return i if i != NONE else b.units[u].first


@kernel
def _list_plans(b, draft, log, out, n):
    """Moves of the unit taken up: as a formation by every plan, whole and half; bearer and leader alone; gantries.

    The way of a plan is looked for once for all of these: of the time of listing that saved a twenty-fifth.
    """
    u = b.active
    ways = np.empty((Plan.SPREAD, MAX_POINTS, 2))
    leads, lengths = np.empty(Plan.SPREAD, np.int64), np.empty(Plan.SPREAD, np.int64)
    for plan in range(Plan.SPREAD):
        leads[plan], lengths[plan] = way_of_plan(b, u, plan, ways[plan])
        for part in range(2 if plan <= Plan.ENEMY else 1):
            share = 1.0 if part == 0 else 0.5
            if lengths[plan] > 0 and plan_along(b, draft, leads[plan], ways[plan], lengths[plan], share, log):
                n = add(draft, out, n)
    if plan_spread(b, draft, u, 1.0, log):
        n = add(draft, out, n)
    lead = lead_of(b, u)
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, u) or not acts_normally(b, i) or b.figures[i].moved != 0:
            continue
        if charge_of(b, i) != NONE or i == lead:
            for plan in range(Plan.ENEMY + 1):
                if i == lead and i == leads[plan]:  # its way is known
                    is_planned = lengths[plan] > 0 and plan_one_along(b, draft, i, ways[plan], lengths[plan], log)
                else:
                    is_planned = plan_one(b, draft, i, plan, log)
                if is_planned:
                    n = add(draft, out, n)
        if one.ground_roll > 0 and b.phase == Phase.MOVEMENT:
            for k in range(b.n_dry):
                if plan_climb(b, draft, i, k, log):
                    n = add(draft, out, n)
    return n


@kernel
def _has_moved(b, u):
    """A model of the unit has moved in this phase."""
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if is_of(b, i, u) and acts_normally(b, i) and b.figures[i].moved != 0:
            return True
    return False


@kernel
def _list_rest_of_unit(b, draft, log, out, n):
    """Finishing the unit taken up; or taking its moves back, where it cannot be finished."""
    lead = _first_acting(b, b.active)
    if judge_going_on(b, NONE, log) == 1:
        draft_for(b, draft, Verb.DONE, lead)
        draft.n_actors = 0
        draft.actors[0] = NONE
        return add(draft, out, n)
    draft_for(b, draft, Verb.TAKE_BACK, lead)
    return add(draft, out, n)


@kernel
def _list_movement(b, draft, log, out, n):
    """The Movement phase: which unit is next, and what the one taken up may do."""
    if b.active == NONE:
        n = _list_taking_up(b, draft, out, n)
        n = _list_rejoining(b, draft, out, n)
        n = _list_breaking_off(b, draft, log, out, n)
        n = _list_picking_up(b, draft, log, out, n)
        return _list_end(b, draft, log, out, n)
    u = b.active
    n = _list_plans(b, draft, log, out, n)
    if b.units[u].ground_roll == 0 and not _has_moved(b, u):
        draft_for(b, draft, Verb.WADE, _first_acting(b, u))
        n = add(draft, out, n)
    n = _list_picking_up(b, draft, log, out, n)
    return _list_rest_of_unit(b, draft, log, out, n)


@kernel
def draft_shot(b, draft, u, target, fire):
    """All of a unit that can fire at an enemy unit do, but who is about to plant a charge; False if nobody can.

    Light fire that is no other fire is none.
    """
    if fire == Fire.LIGHT and not _has_heavy_fire(b, u):
        return False
    draft_for(b, draft, Verb.SHOOT, _first_acting(b, u))
    draft.n_actors = 0
    draft.mode = fire
    draft.target = first_model(b, target)
    differs = False
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, u) or not can_fire(b, i):
            continue
        if is_about_to_plant(b, i):
            continue
        w = shot_of(b, i, target, fire).weapon
        if w != NONE:
            draft.actors[draft.n_actors] = i
            draft.n_actors += 1
        if fire == Fire.LIGHT:
            differs = differs or w != shot_of(b, i, target, Fire.ALL).weapon
    return draft.n_actors > 0 and (fire == Fire.ALL or differs)


@kernel
def _farthest_of(b, u):
    """How far weapons of a unit could reach, templates among them."""
    farthest = b.core.template_length
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        profile = b.profiles[b.figures[i].profile]
        for slot in range(len(profile.weapons)):
            if profile.weapons[slot] != NONE:
                farthest = max(farthest, b.weapons[profile.weapons[slot]].reach)
    return farthest


@kernel
def _is_target(b, v, firers, farthest):
    """Weapons that reach so far could reach an enemy unit from the box about their unit, and it is not locked."""
    if b.units[v].side == b.side or boxes_are_apart(firers, box_of_unit(b, v), farthest):
        return False
    return not is_locked(b, v)


@kernel
def _has_heavy_fire(b, u):
    """A model of a unit has a weapon after which its unit may not charge."""
    one = b.units[u]
    for i in range(one.first, one.first + one.count):
        profile = b.profiles[b.figures[i].profile]
        for slot in range(len(profile.weapons)):
            w = profile.weapons[slot]
            if w != NONE and forbids_charge(b.weapons[w], profile, b.core.edition) and is_of(b, i, u):
                return True
    return False


@kernel
def _may_fire(b, u):
    """A unit may still shoot or run in this phase."""
    unit = b.units[u]
    if unit.side != b.side or unit.done != 0 or b.squads[u].scattered != 0 or first_model(b, u) == NONE:
        return False
    return not is_locked(b, u)


LIGHT_ONLY = True
"""Which weapons are looked at: such as leave a unit free to charge, or any."""

ANY_WEAPON = False


@kernel
def _list_aims(b, draft, u, v, log, out, n):
    """What models of a unit may be told to fire at another, where that is not what suits best anyway.

    A marker over each enemy that it may be laid over, a template towards each, and of other weapons the second best.
    """
    one, other = b.units[u], b.units[v]
    for i in range(one.first, one.first + one.count):
        if not is_of(b, i, u) or b.figures[i].fires != NONE or not _has_choice(b, i):
            continue
        profile = b.profiles[b.figures[i].profile]
        weapons = profile.weapons
        usual = light = weapon_for(b, i, v, ANY_WEAPON)
        if usual != NONE and forbids_charge(b.weapons[usual], profile, b.core.edition):
            light = weapon_for(b, i, v, LIGHT_ONLY)
        for slot in range(len(weapons)):
            w = weapons[slot]
            if w == NONE:
                continue
            is_laid = b.weapons[w].kind == WeaponKind.TEMPLATE or b.weapons[w].blast > 0.0
            if not is_laid and (w == usual or w == light):
                continue
            for j in range(other.first, other.first + other.count):
                if is_of(b, j, v) and (is_laid or may_aim_at(b, i, w, j)):
                    draft_for(b, draft, Verb.AIM, i)
                    draft.target = j
                    draft.item = w
                    if judge(b, draft, log).legal == 1:
                        n = add(draft, out, n)
                        if not is_laid:
                            break
    return n


@kernel
def _has_choice(b, i):
    """Figure ``i`` can fire, and carries several weapons, or one whose marker or template is laid."""
    weapons = b.profiles[b.figures[i].profile].weapons
    if not can_fire(b, i) or weapons[0] == NONE:
        return False
    first = b.weapons[weapons[0]]
    return weapons[1] != NONE or first.blast > 0.0 or first.kind == WeaponKind.TEMPLATE


@kernel
def _list_shooting(b, draft, log, out, n):
    """The Shooting phase: shots and runs of units, and of the unit that runs its moves."""
    if b.active != NONE and b.units[b.active].run_roll > 0:
        n = _list_plans(b, draft, log, out, n)
        return _list_rest_of_unit(b, draft, log, out, n)
    for u in range(b.n_squads):
        if not _may_fire(b, u):
            continue
        firers, farthest = box_of_unit(b, u), _farthest_of(b, u)
        for v in range(b.n_units):
            if _is_target(b, v, firers, farthest):
                for fire in range(2):
                    if draft_shot(b, draft, u, v, fire):
                        n = add(draft, out, n)
                if b.units[u].done == 0:
                    n = _list_aims(b, draft, u, v, log, out, n)
        if can_run(b, u) and is_ready(b, u):
            draft_for(b, draft, Verb.RUN, _first_acting(b, u))
            n = add(draft, out, n)
    n = _list_rejoining(b, draft, out, n)
    if b.active != NONE:
        n = _list_rest_of_unit(b, draft, log, out, n)
    return _list_end(b, draft, log, out, n)


@kernel
def _nearest_of(b, i, u):
    """The model of a unit nearest to figure ``i``, or NONE."""
    best = NONE
    shortest = FAR
    one = b.units[u]
    for j in range(one.first, one.first + one.count):
        if is_of(b, j, u):
            dx = b.figures[j].x - b.figures[i].x
            dy = b.figures[j].y - b.figures[i].y
            if dx * dx + dy * dy < shortest:
                shortest = dx * dx + dy * dy
                best = j
    return best


@kernel
def _list_charges(b, draft, log, out, n):
    """Charges, each at the nearest model of an enemy unit."""
    for u in range(b.n_units):
        if b.units[u].side != b.side or has_forgone_charge(b, u) or not is_free(b, u):
            continue
        for v in range(b.n_units):
            if may_charge(b, u, v, log):
                i = _first_acting(b, u)
                draft_for(b, draft, Verb.CHARGE, i)
                draft.target = _nearest_of(b, i, v)
                n = add(draft, out, n)
    return _list_end(b, draft, log, out, n)


@kernel
def _list_fights(b, draft, log, out, n):
    """The combats that wait, each by the first of its models."""
    combats = np.empty(MAX_UNITS, np.int64)
    mark_all_combats(b, combats)
    for u in range(b.n_units):
        first = combats[u] != NONE
        for v in range(u):
            first = first and combats[v] != combats[u]
        if first:
            draft_for(b, draft, Verb.FIGHT, first_model(b, u))
            if judge(b, draft, log).legal == 1:
                n = add(draft, out, n)
    return n


@kernel
def _list_naming(b, draft, log, out, n):
    """Who may carry the next charge."""
    for i in range(b.n_figures):
        draft_for(b, draft, Verb.GIVE, i)
        if judge_give(b, draft, log).legal == 1:
            n = add(draft, out, n)
    return n


@kernel
def _list_consolidation(b, draft, log, out, n):
    """Where winners may go: the unit that has begun, or each that may."""
    begun = has_begun(b, b.active)
    for u in range(b.n_units):
        if b.squads[u].consolidates == 0 or (begun and u != b.active):
            continue
        for plan in range(PLANS):
            if plan_move(b, draft, u, plan, 1.0, log) and judge(b, draft, log).legal == 1:
                n = add(draft, out, n)
    return _list_rest_of_unit(b, draft, log, out, n)


@kernel
def _list_rallying(b, draft, out, n):
    """Units that fall back: each may test, or go on."""
    for u in range(b.n_squads):
        if not is_fugitive(b, u):
            continue
        if may_rally(b, u):
            draft_for(b, draft, Verb.REGROUP, first_model(b, u))
            n = add(draft, out, n)
        draft_for(b, draft, Verb.FALL_BACK, first_model(b, u))
        n = add(draft, out, n)
    return n


@kernel
def legal_actions(b, out):
    """Fill ``out`` with useful legal actions; returns how many."""
    if b.phase == Phase.OVER:
        return 0
    drafts = np.empty(1, ACTION)
    logs = np.empty(1, LOG)
    log = logs[0]
    log.keep = 0
    n = _list_phase(b, drafts[0], log, out)
    keep_until_here(drafts)
    keep_until_here(logs)
    return n


@kernel
def _list_phase(b, draft, log, out):
    """The same with a draft and a log at hand."""
    if b.phase == Phase.MOVEMENT:
        return _list_movement(b, draft, log, out, 0)
    if b.phase == Phase.SHOOTING:
        return _list_shooting(b, draft, log, out, 0)
    if b.phase == Phase.CHARGING:
        return _list_charges(b, draft, log, out, 0)
    if b.phase == Phase.FIGHTING:
        return _list_fights(b, draft, log, out, 0)
    if b.phase == Phase.CONSOLIDATION:
        return _list_consolidation(b, draft, log, out, 0)
    if b.phase == Phase.RALLYING:
        return _list_rallying(b, draft, out, 0)
    if b.phase == Phase.NAMING:
        return _list_naming(b, draft, log, out, 0)
    return list_deployment(b, draft, log, out, 0)


@kernel
def sample_action(b, dice, action):
    """Fill ``action`` with one legal action at random: of the unit taken up one plan drafted, else one of the list."""
    if b.phase == Phase.SHOOTING and b.active == NONE and _sample_fire(b, dice, action):
        return
    runs = b.phase == Phase.SHOOTING and b.active != NONE and b.units[b.active].run_roll > 0
    moves = runs or (b.phase == Phase.MOVEMENT and b.active != NONE)
    if moves and b.phase == Phase.MOVEMENT and b.flood.over > 0 and b.units[b.active].ground_roll == 0:
        if not _has_moved(b, b.active) and choose(dice, 4) > 0:
            draft_for(b, action, Verb.WADE, _first_acting(b, b.active))
            return
    logs = np.empty(1, LOG)
    log = logs[0]
    log.keep = 0
    if not moves or not plan_move(b, action, b.active, choose(dice, PLANS), 1.0, log):
        _choose_listed(b, dice, action, moves, log)
    keep_until_here(logs)


@kernel
def _choose_listed(b, dice, action, moves, log):
    """Fill ``action`` with one at random of the list; ``moves``: of what is left to a unit taken up that does not."""
    out = np.empty(2 * MAX_MODELS if moves else ROOM, ACTION)
    n = _finishing(b, action, log, out) if moves else _list_phase(b, action, log, out)
    at = choose(dice, n)
    if n > 1 and out[at].verb == Verb.END and choose(dice, 4) > 0:  # who ends every phase at once does nothing
        at = choose(dice, n - 1)
    copy_record(action, out[at])
    keep_until_here(out)


@kernel
def _sample_fire(b, dice, action):
    """Draft a shot or a run of a random unit; False: let the list say, from which everything comes at times."""
    ready = 0
    for u in range(b.n_squads):
        if _may_fire(b, u):
            ready |= bit(u)
    count = count_of(ready)
    if count == 0 or choose(dice, 3 * count) == 0:
        return False
    for _ in range(choose(dice, count)):
        ready = without(ready, lowest(ready))
    firer = lowest(ready)
    first = choose(dice, b.n_units)
    if choose(dice, 4) > 0:
        firers, farthest = box_of_unit(b, firer), _farthest_of(b, firer)
        for k in range(b.n_units):
            v = (first + k) % b.n_units
            if _is_target(b, v, firers, farthest) and draft_shot(b, action, firer, v, Fire.ALL):
                return True
    if not can_run(b, firer) or not is_ready(b, firer):
        return False
    draft_for(b, action, Verb.RUN, _first_acting(b, firer))
    return True


@kernel
def _finishing(b, draft, log, out):
    """What is left to a unit taken up that does not move."""
    n = _list_picking_up(b, draft, log, out, 0)
    return _list_rest_of_unit(b, draft, log, out, n)
