"""What an action is worth at first sight, by the features of data/worth.toml."""

from __future__ import annotations

from sandtable.compiler.decorators import kernel
from sandtable.games.common.worth import feature_enum, weigh
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.flash_flood.record import Load, Side, Step, Verb
from sandtable.games.flash_flood.rules.charges import charge_of
from sandtable.games.flash_flood.rules.firing import shot_of
from sandtable.games.flash_flood.rules.mission import bears_one, is_about_to_plant, touches_nest
from sandtable.games.flash_flood.rules.movement_phase import end_of
from sandtable.games.flash_flood.rules.passing import nearest_enemy_of
from sandtable.games.flash_flood.rules.sequence import current_side
from sandtable.games.flash_flood.thinking.ways import hurry, is_barrier_ahead, way_to_nest
from sandtable.games.skirmish40k.record import WeaponKind
from sandtable.games.skirmish40k.rules.close_combat import attacks_of, step_of, to_hit_in_combat
from sandtable.games.skirmish40k.rules.measuring import is_of
from sandtable.games.skirmish40k.rules.saves import best_save, saves_from_fire, saves_in_combat
from sandtable.games.skirmish40k.rules.shooting import gap_in_sight, shots_of, strength_of, to_hit
from sandtable.games.skirmish40k.rules.sight import is_in_sight
from sandtable.games.skirmish40k.rules.weapon_choice import chance_of, wounds_expected
from sandtable.games.skirmish40k.rules.wounds import models_of, to_wound
from sandtable.kernel.discs import distance_of_points
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.records import NONE

Feature = feature_enum(FOLDER, __name__)

TEN = 10.0
"""Points in one unit of ``kill`` and ``loss``."""


@kernel
def worth_of(b, i):
    """Tens of points of one Wound of a figure; a bearer counts for more."""
    profile = b.profiles[b.figures[i].profile]
    value = max(float(profile.points), 5.0) / max(float(profile.wounds), 1.0) / TEN
    return value + 2.0 if charge_of(b, i) != NONE else value


@kernel
def fire_at(b, i, x, y, j, moved):
    """Wounds that figure ``i``, at (x, y), ``moved`` or not, may expect to inflict on ``j`` by its best weapon."""
    profile = b.profiles[b.figures[i].profile]
    target = b.profiles[b.figures[j].profile]
    gap = distance_of_points(x, y, b.figures[j].x, b.figures[j].y) - 0.5 * (b.figures[i].width + b.figures[j].width)
    best = 0.0
    for slot in range(len(profile.weapons)):
        if profile.weapons[slot] == NONE:
            continue
        weapon = b.weapons[profile.weapons[slot]]
        hits = 2.0 if weapon.kind == WeaponKind.TEMPLATE and gap < 8.0 else 0.0
        if weapon.kind != WeaponKind.TEMPLATE:
            hits = shots_of(weapon, profile, max(gap, 0.0), moved) * chance_of(to_hit(profile.ballistic_skill))
        kills = hits * chance_of(to_wound(strength_of(weapon, profile), target.toughness))
        kills *= 1.0 - chance_of(best_save(target, saves_from_fire(weapon.ap, 7)))
        best = max(best, kills)
    return best


@kernel
def prey_from(b, i, x, y, moved):
    """Tens of points that figure ``i`` may expect to shoot from (x, y) at the nearest enemy, if it sees that enemy."""
    j = nearest_enemy_of(b, b.figures[i].side, x, y)
    if j == NONE:
        return 0.0
    kills = fire_at(b, i, x, y, j, moved)
    if kills == 0.0 or not is_in_sight(b, x, y, b.figures[j].x, b.figures[j].y):
        return 0.0
    return kills * worth_of(b, j)


@kernel
def blows_at(b, i, j, charging, slowed):
    """Wounds that figure ``i`` may expect to inflict on ``j`` in a round of close combat; fewer if it strikes later."""
    profile = b.profiles[b.figures[i].profile]
    target = b.profiles[b.figures[j].profile]
    wounds = attacks_of(profile, charging, b.core.edition) * chance_of(
        to_hit_in_combat(profile.weapon_skill, target.weapon_skill)
    )
    wounds *= chance_of(to_wound(profile.strength, target.toughness))
    wounds *= 1.0 - chance_of(best_save(target, saves_in_combat(1)))
    late = step_of(profile, slowed, b.core.edition) < target.initiative
    return 0.6 * wounds if late else wounds


@kernel
def _weigh_move(b, action, row):
    """Where models would end: nearer to the nest, to a charge that lies and to the enemy, on a gantry."""
    side = current_side(b)
    u = b.figures[action.actors[0]].unit
    nearest = 1e9
    before = 1e9
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        x, y = end_of(action, k)
        if k < LOOKED_AT:
            j = nearest_enemy_of(b, side, x, y)
            if j != NONE:
                nearest = min(nearest, distance_of_points(x, y, b.figures[j].x, b.figures[j].y))
            j = nearest_enemy_of(b, side, figure.x, figure.y)
            if j != NONE:
                before = min(before, distance_of_points(figure.x, figure.y, b.figures[j].x, b.figures[j].y))
        if side == Side.TYRANIDS and k < LOOKED_AT and b.nest_radius > 0.0:
            nearer = way_to_nest(b, figure.x, figure.y) - way_to_nest(b, x, y)
            row[Feature.GOAL] += nearer / min(action.n_actors, LOOKED_AT)
        row[Feature.DRY] += int(action.mode == Step.CLIMB and b.flood.over == 0 and figure.level == 0)
    if side == Side.IMPERIALS and b.nest_radius > 0.0:
        _weigh_errand(b, action, row)
    if before < 1e8:
        row[Feature.NEAR] = before - nearest
    if b.units[u].run_roll == 0:
        i = action.actors[0]
        x, y = end_of(action, 0)
        row[Feature.AIM] = action.n_actors * prey_from(b, i, x, y, HAVING_MOVED)


HAVING_MOVED = 1
"""``moved`` of a unit that shoots after its move."""

ESCORT = 0.1
"""What an inch of one of those looked at counts who have no charge, beside an inch of a bearer."""

CROWDED = 6.0
"""Inches from the nest within which those without a charge are in the way."""

LOOKED_AT = 3
"""Models of a unit that are looked at for all of it."""


@kernel
def _weigh_errand(b, action, row):
    """How much nearer bearers come to the nest, and those without a charge to one that lies."""
    fetched = 0.0
    escorts = 0
    is_errand = bears_one(b, b.figures[action.actors[0]].squad)
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        x, y = end_of(action, k)
        bears = charge_of(b, i) != NONE
        if bears or escorts < LOOKED_AT:
            far = way_to_nest(b, figure.x, figure.y)
            share = 1.0 if bears else ESCORT * min(action.n_actors, LOOKED_AT) / LOOKED_AT
            if not is_errand and far < CROWDED:
                share = -share  # others want to get there
            row[Feature.GOAL] += share * hurry(b, far) * (far - way_to_nest(b, x, y))
            escorts += int(not bears)
        if bears:
            reach = b.nest_radius + 0.5 * figure.width + TOUCH
            row[Feature.PLANT] += int(distance_of_points(x, y, b.nest_x, b.nest_y) <= reach)
            row[Feature.PLANT] -= int(touches_nest(b, i))
            continue
        for m in range(b.n_charges):
            charge = b.charges[m]
            if charge.state == Load.LYING:
                apart = distance_of_points(figure.x, figure.y, charge.x, charge.y)
                nearer = apart - distance_of_points(x, y, charge.x, charge.y)
                fetched = max(fetched, nearer + 2.0 * int(apart - nearer < 0.5 * figure.width))
    row[Feature.GOAL] += 0.8 * fetched


@kernel
def _weigh_shot(b, action, row):
    """What a unit's fire may be expected to take, each model firing what it would."""
    j = action.target
    target = b.figures[j].unit
    kills = 0.0
    for k in range(action.n_actors):
        i = action.actors[k]
        w = shot_of(b, i, target, action.mode).weapon
        if w != NONE:
            kills += wounds_expected(b, i, w, target, gap_in_sight(b, i, target, b.weapons[w].reach))
        if is_about_to_plant(b, i):
            row[Feature.LOSS] += SPOILT
    row[Feature.KILL] = kills * worth_of(b, j)


SPOILT = 6.0
"""What it counts as a loss to let a bearer at the nest do something else."""


@kernel
def _weigh_charge(b, action, row):
    """What a charge may take in its first round, and cost."""
    i = action.actors[0]
    j = action.target
    u = b.figures[i].unit
    v = b.figures[j].unit
    mine = min(models_of(b, u), models_of(b, v) + 3)
    theirs = min(models_of(b, v), models_of(b, u) + 3)
    slowed = int(b.flood.over > 0)
    row[Feature.KILL] = mine * blows_at(b, i, j, 1, slowed) * worth_of(b, j)
    row[Feature.LOSS] = 0.8 * theirs * blows_at(b, j, i, 0, 0) * worth_of(b, i)
    one = b.units[u]
    for k in range(one.first, one.first + one.count):
        if is_of(b, k, u) and is_about_to_plant(b, k):
            row[Feature.LOSS] += SPOILT


@kernel
def _weigh_run(b, action, row):
    """Running gives up fire, if there is somebody to fire at, and brings bearers on."""
    u = b.figures[action.actors[0]].unit
    one = b.units[u]
    far = _farthest_bearer(b, u)
    for k in range(one.first, one.first + one.count):
        if is_of(b, k, u):
            row[Feature.FIRE] += prey_from(b, k, b.figures[k].x, b.figures[k].y, one.moved)
            if is_about_to_plant(b, k):
                row[Feature.LOSS] += SPOILT
    row[Feature.NEAR] = 1.0
    row[Feature.GOAL] = RUN * hurry(b, far) if far > RUN else 0.0


RUN = 3.0
"""Inches by which a run brings a unit on."""


@kernel
def _farthest_bearer(b, u):
    """Inches from the nest of the unit's bearer who has farthest to go and is not there; 0: it has none."""
    one = b.units[u]
    far = 0.0
    for k in range(one.first, one.first + one.count):
        if is_of(b, k, u) and charge_of(b, k) != NONE and not touches_nest(b, k):
            far = max(far, way_to_nest(b, b.figures[k].x, b.figures[k].y))
    return far


@kernel
def _weigh_wading(b, action, row):
    """Throwing for the ground: after a flood nobody gets on without it, before it only past a barrier."""
    i = action.actors[0]
    u = b.figures[i].unit
    one = b.units[u]
    if b.flood.over > 0:
        row[Feature.NEAR] = 2.0
        far = _farthest_bearer(b, u)
        row[Feature.GOAL] = RUN * hurry(b, far) if far > 0.0 else 0.0
        return
    row[Feature.IDLE] = 1.0
    for k in range(one.first, one.first + one.count):
        figure = b.figures[k]
        if is_of(b, k, u) and is_barrier_ahead(b, figure.x, figure.y, b.profiles[figure.profile].move - 1.0):
            row[Feature.GOAL] = RUN if charge_of(b, k) != NONE else max(row[Feature.GOAL], 0.4 * RUN)
            row[Feature.NEAR] = 2.0


@kernel
def _weigh_taking_up(b, action, row):
    """Those in front go first, so that they are not in the way of those behind."""
    figure = b.figures[action.actors[0]]
    row[Feature.WHOLE] = 1.0
    if b.side == Side.IMPERIALS and b.nest_radius > 0.0:
        row[Feature.GOAL] = -0.02 * way_to_nest(b, figure.x, figure.y)
        return
    j = nearest_enemy_of(b, b.side, figure.x, figure.y)
    if j != NONE:
        row[Feature.NEAR] = -0.02 * distance_of_points(figure.x, figure.y, b.figures[j].x, b.figures[j].y)


@kernel
def _weigh_deployment(b, action, row):
    """Set up near to the nest."""
    for k in range(action.n_actors):
        x, y = end_of(action, k)
        row[Feature.GOAL] += (40.0 - way_to_nest(b, x, y)) / action.n_actors


NEVER = 100.0
"""How idle it is to take moves back: a general does so only where nothing else is left."""


@kernel
def worth(b, actions, n, features, out):
    """The worth of each of the first ``n`` listed actions to the side to decide, and the features it is made of."""
    side = current_side(b)
    for k in range(n):
        row = features[k]
        row[:] = 0.0
        action = actions[k]
        if action.verb == Verb.MOVE:
            _weigh_move(b, action, row)
        elif action.verb == Verb.SHOOT:
            _weigh_shot(b, action, row)
        elif action.verb == Verb.CHARGE:
            _weigh_charge(b, action, row)
        elif action.verb == Verb.WADE:
            _weigh_wading(b, action, row)
        elif action.verb == Verb.RUN:
            _weigh_run(b, action, row)
        elif action.verb == Verb.DEPLOY:
            _weigh_deployment(b, action, row)
        elif action.verb == Verb.END:
            row[Feature.IDLE] = 1.0
        elif action.verb == Verb.TAKE_BACK or action.verb == Verb.AIM:  # what suits best is fired anyway
            row[Feature.IDLE] = NEVER
        elif action.verb == Verb.GIVE:
            i = action.actors[0]
            row[Feature.GOAL] = 0.1 * b.profiles[b.figures[i].profile].toughness
        elif action.verb == Verb.PICK_UP:
            row[Feature.PLANT] = 1.0
        elif action.verb == Verb.TAKE_UP:
            _weigh_taking_up(b, action, row)
        elif action.verb != Verb.DONE:
            row[Feature.WHOLE] = 1.0
    if n > 0:
        weigh(features, b.worths[side], n, out)
