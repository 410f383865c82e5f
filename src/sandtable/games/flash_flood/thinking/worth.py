"""What an action is worth at first sight, by the features of data/worth.toml."""

from __future__ import annotations

from sandtable.games.common.worth import feature_enum, weigh
from sandtable.games.flash_flood.clauses import FOLDER
from sandtable.games.flash_flood.record import Side, Step, Verb
from sandtable.games.flash_flood.rules.charges import charge_of
from sandtable.games.flash_flood.rules.sequence import current_side
from sandtable.games.flash_flood.rules.walking import nearest_enemy_of
from sandtable.games.skirmish40k.record import WeaponKind
from sandtable.games.skirmish40k.rules.close_combat import attacks_of, step_of, to_hit_in_combat
from sandtable.games.skirmish40k.rules.measuring import is_of, is_on_table
from sandtable.games.skirmish40k.rules.saves import best_save, saves_from_fire, saves_in_combat
from sandtable.games.skirmish40k.rules.shooting import shots_of, strength_of, to_hit
from sandtable.games.skirmish40k.rules.wounds import models_of, to_wound
from sandtable.kernel.compiling import kernel
from sandtable.kernel.geometry import TOUCH
from sandtable.kernel.records import NONE
from sandtable.kernel.rounds import distance_of_points

Feature = feature_enum(FOLDER, __name__)

TEN = 10.0
"""Points in one unit of ``kill`` and ``loss``."""


@kernel
def chance_of(needed):
    """The chance that a die shows so much or more."""
    return min(max(7.0 - needed, 0.0), 5.0) / 6.0


@kernel
def worth_of(b, i):
    """Tens of points of one Wound of a figure; a bearer counts for more."""
    profile = b.profiles[b.figures[i].profile]
    value = max(1.0 * profile.points, 5.0) / max(1.0 * profile.wounds, 1.0) / TEN
    return value + 2.0 if charge_of(b, i) != NONE else value


@kernel
def fire_at(b, i, x, y, j):
    """Wounds that figure ``i``, standing at (x, y), may expect to inflict on figure ``j`` by its best weapon."""
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
            hits = shots_of(weapon, profile, max(gap, 0.0), b.units[b.figures[i].unit].moved)
            hits *= chance_of(to_hit(profile.ballistic_skill))
        kills = hits * chance_of(to_wound(strength_of(weapon, profile), target.toughness))
        kills *= 1.0 - chance_of(best_save(target, saves_from_fire(weapon.ap, 7)))
        best = max(best, kills)
    return best


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
    """Where models would end: nearer to the nest and the enemy, at the nest, on a gantry."""
    side = current_side(b)
    nearest = 1e9
    before = 1e9
    goal = 0.0
    for k in range(action.n_actors):
        i = action.actors[k]
        figure = b.figures[i]
        x, y = 1.0 * action.x, 1.0 * action.y
        if action.n_poses > 0:
            x, y = 1.0 * action.poses[k].x, 1.0 * action.poses[k].y
        if k < 3:
            j = nearest_enemy_of(b, side, x, y)
            if j != NONE:
                nearest = min(nearest, distance_of_points(x, y, b.figures[j].x, b.figures[j].y))
            j = nearest_enemy_of(b, side, 1.0 * figure.x, 1.0 * figure.y)
            if j != NONE:
                before = min(before, distance_of_points(figure.x, figure.y, b.figures[j].x, b.figures[j].y))
        if b.nest_radius > 0.0:
            away = distance_of_points(x, y, b.nest_x, b.nest_y)
            nearer = distance_of_points(figure.x, figure.y, b.nest_x, b.nest_y) - away
            if charge_of(b, i) != NONE:
                goal = max(goal, nearer) if nearer > 0.0 else goal + nearer
                reach = b.nest_radius + 0.5 * figure.width + TOUCH
                row[Feature.PLANT.value] += int(away <= reach)
            elif side == Side.TYRANIDS:
                goal += nearer / action.n_actors
        row[Feature.DRY.value] += int(action.mode == Step.CLIMB and b.flood.over == 0 and figure.level == 0)
    row[Feature.GOAL.value] = goal
    if before < 1e8:
        row[Feature.NEAR.value] = before - nearest


@kernel
def _weigh_shot(b, action, row):
    """What a unit's fire may be expected to take."""
    j = action.target
    for k in range(action.n_actors):
        i = action.actors[k]
        row[Feature.KILL.value] += fire_at(b, i, 1.0 * b.figures[i].x, 1.0 * b.figures[i].y, j) * worth_of(b, j)
        if _carries_to_nest(b, i):
            row[Feature.LOSS.value] += 6.0


@kernel
def _carries_to_nest(b, i):
    """Figure ``i`` is about to plant its charge: it should do nothing else."""
    if charge_of(b, i) == NONE or b.nest_radius == 0.0:
        return False
    away = distance_of_points(b.figures[i].x, b.figures[i].y, b.nest_x, b.nest_y)
    return away <= b.nest_radius + 0.5 * b.figures[i].width + TOUCH


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
    row[Feature.KILL.value] = mine * blows_at(b, i, j, 1, slowed) * worth_of(b, j)
    row[Feature.LOSS.value] = 0.8 * theirs * blows_at(b, j, i, 0, 0) * worth_of(b, i)
    one = b.units[u]
    for k in range(one.first, one.first + one.count):
        if is_of(b, k, u) and _carries_to_nest(b, k):
            row[Feature.LOSS.value] += 6.0


@kernel
def _weigh_run(b, action, row):
    """Running gives up fire, if there is somebody to fire at."""
    i = action.actors[0]
    u = b.figures[i].unit
    one = b.units[u]
    for k in range(one.first, one.first + one.count):
        if is_of(b, k, u):
            j = nearest_enemy_of(b, b.figures[k].side, 1.0 * b.figures[k].x, 1.0 * b.figures[k].y)
            if j != NONE:
                row[Feature.FIRE.value] += fire_at(b, k, 1.0 * b.figures[k].x, 1.0 * b.figures[k].y, j)
            if _carries_to_nest(b, k):
                row[Feature.LOSS.value] += 6.0
    row[Feature.NEAR.value] = 1.0
    row[Feature.GOAL.value] = 2.0


@kernel
def _weigh_wading(b, action, row):
    """Throwing for the ground: a unit that carries charges gets on by it, where it would not without."""
    i = action.actors[0]
    one = b.units[b.figures[i].unit]
    row[Feature.WHOLE.value] = 0.8
    for k in range(one.first, one.first + one.count):
        if is_of(b, k, b.figures[i].unit) and charge_of(b, k) != NONE and not _carries_to_nest(b, k):
            row[Feature.GOAL.value] = 3.0 if b.flood.over > 0 or _is_at_barrier(b, k) else 0.0
    if row[Feature.GOAL.value] == 0.0 and b.flood.over > 0:
        row[Feature.NEAR.value] = 2.0


@kernel
def _is_at_barrier(b, i):
    """A barrier is within a move of figure ``i``."""
    figure = b.figures[i]
    for k in range(b.n_barriers):
        corridor = b.corridors[b.barriers[k].corridor]
        along = 0.5 * (b.barriers[k].near + b.barriers[k].far)
        x = corridor.x + along * corridor.ux
        y = corridor.y + along * corridor.uy
        if distance_of_points(figure.x, figure.y, x, y) < 6.5:
            return True
    return False


@kernel
def _weigh_deployment(b, action, row):
    """Set up near to the nest."""
    for k in range(action.n_actors):
        x, y = 1.0 * action.poses[k].x, 1.0 * action.poses[k].y
        row[Feature.GOAL.value] += (40.0 - distance_of_points(x, y, b.nest_x, b.nest_y)) / action.n_actors


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
        elif action.verb == Verb.END or action.verb == Verb.DONE:
            row[Feature.IDLE.value] = 1.0
        elif action.verb == Verb.GIVE:
            i = action.actors[0]
            row[Feature.GOAL.value] = 0.1 * b.profiles[b.figures[i].profile].toughness
        elif is_on_table(b.figures[max(action.actors[0], 0)]):
            row[Feature.WHOLE.value] = 1.0 + 0.5 * int(action.verb == Verb.PICK_UP)
    if n > 0:
        weigh(features, b.worths[side], n, out)
