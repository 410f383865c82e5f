"""SNI: snipers who choose a figure in a battalion, and assassins who cut their way to one."""

from __future__ import annotations

from sandtable.compiler.decorators import clause, kernel
from sandtable.games.batalist.clauses import Clause, Code
from sandtable.games.batalist.enums import Flat, Row, Skill, Zone
from sandtable.games.batalist.rules.chosen_targets import aim_at_character, character_on, strike_character
from sandtable.games.batalist.rules.damage import deal_damage, kills_figure, prepare_melee, prepare_shot
from sandtable.games.batalist.rules.distances import cell_of_character
from sandtable.games.batalist.rules.figures import is_covered_by_large, number_in_rank, warriors_between
from sandtable.games.batalist.rules.formations import has, ranks_of
from sandtable.games.batalist.rules.reasons import allowed, because, because_of, because_there
from sandtable.games.batalist.rules.wounded import suffer
from sandtable.games.batalist.rules.zones import attacked_from
from sandtable.games.batalist.switches import Snipers
from sandtable.kernel.log import event, outcome
from sandtable.kernel.records import NONE

BEHIND = 2
"""Taken from an assassin's attack for each rank or file to cross."""


@clause("BAT-SNI-1", "BAT-SNI-2", "BAT-SNI-4", "BAT-SKL-33c")
@kernel
def may_choose(b, i, c, shooting):
    """Battalion ``i``, Snipers or Assassins, may choose character ``c``, whom nobody large covers from a shot."""
    skill = Skill.SNIPER if shooting else Skill.ASSASSIN
    who = b.characters[c]
    if b.options.snipers != Snipers.YES or not has(b, i, skill) or who.alive == 0 or who.side == b.figures[i].side:
        return False
    if who.battalion == who.own:
        return False
    cell = cell_of_character(b, c)
    return not shooting or not is_covered_by_large(b, i, who.battalion, cell.x, cell.y)


@clause("BAT-SNI-2", "BAT-SNI-5", "BAT-DEP-2")
@kernel
def may_choose_on(b, i, j, shooting):
    """Battalion ``i`` may choose the character on battalion ``j``: it has one at most."""
    c = character_on(b, j)
    return c != NONE and may_choose(b, i, c, shooting)


@clause("BAT-SNI-1", "BAT-SNI-2", "BAT-SNI-4", "BAT-SNI-5", "BAT-SKL-33c")
@kernel
def why_not_chosen(b, i, j, shooting):
    """What keeps battalion ``i`` from choosing the character on battalion ``j``."""
    if may_choose_on(b, i, j, shooting):
        return allowed()
    if b.options.snipers != Snipers.YES:
        return because(Code.NOBODY_CHOOSES, Clause.SNI_1)
    if not has(b, i, Skill.SNIPER if shooting else Skill.ASSASSIN):
        return because(Code.NO_SNIPERS if shooting else Code.NO_ASSASSINS, Clause.SNI_1)
    c = character_on(b, j)
    if c == NONE:
        return because_of(Code.NO_CHARACTER, Clause.SNI_2 if shooting else Clause.SNI_5, j, 0)
    if b.characters[c].battalion == b.characters[c].own:
        return because_of(Code.CHARACTER_ALONE, Clause.SNI_2 if shooting else Clause.SNI_5, j, 0)
    cell = cell_of_character(b, c)
    return because_there(Code.CHARACTER_COVERED, Clause.SNI_4, j, cell.x, cell.y)


@clause("BAT-SNI-5")
@kernel
def lines_to_cross(b, i, c):
    """Whole ranks, from front or rear, or files, from a flank, between the side that is struck and character ``c``."""
    who = b.characters[c]
    target = b.figures[who.battalion]
    last = max(ranks_of(target) - 1, 0)
    rank = min(who.rank, last)
    file = min(who.file, number_in_rank(b, who.battalion, rank) - 1)
    zone = attacked_from(b, who.battalion, i)
    if zone == Zone.FRONT:
        return rank
    if zone == Zone.REAR:
        return last - rank
    return file if zone == Zone.LEFT else number_in_rank(b, who.battalion, 0) - 1 - file


@clause("BAT-CBT-20", "BAT-PRO-17", "BAT-SNI-2", "BAT-MOD-15")
@kernel
def single_out(b, a, i, c, shooting):
    """Turn an attack that is noted into one of a single figure on character ``c``; a hero has its own armour."""
    who = b.characters[c]
    a.fighters = 1
    a.extra = 0
    aim_at_character(b, c)
    if who.own != NONE:
        armour = b.profiles[b.figures[who.own].profile].armour
        own = b.profiles[b.figures[i].profile]
        if armour != NONE and armour == (own.shooting_class if shooting else own.melee_class):
            a.rows |= 1 << Row.CLASS_OF_ARMOUR


@clause("BAT-SNI-2", "BAT-SNI-3")
@kernel
def prepare_sniping(b, i, c):
    """Note the shot of a sniper in battalion ``i`` at character ``c``: 1 less for each fighter in between."""
    who = b.characters[c]
    cell = cell_of_character(b, c)
    a = prepare_shot(b, i, who.battalion, 0)
    single_out(b, a, i, c, shooting=True)
    a.flats[Flat.BETWEEN] = -warriors_between(b, i, who.battalion, cell.x, cell.y)
    return a


@clause("BAT-SNI-5")
@kernel
def prepare_assassination(b, i, c):
    """Note the attack of an assassin in battalion ``i`` on character ``c``: 2 less for each rank or file to cross."""
    a = prepare_melee(b, i, b.characters[c].battalion, ordered=True, reply=False)
    single_out(b, a, i, c, shooting=False)
    a.flats[Flat.CROSSED] = -BEHIND * lines_to_cross(b, i, c)
    return a


@clause("BAT-CBT-20")
@kernel
def strike_figure(b, c, damage, log):
    """Damage to character ``c`` alone; True: it is dead."""
    if not kills_figure(b, damage):
        own = b.characters[c].own
        if own != NONE:
            outcome(log, Code.HERO_IS_UNHURT, Clause.CBT_20, own, NONE, 0)
        else:
            outcome(log, Code.IS_UNHURT, Clause.CBT_20, b.characters[c].battalion, NONE, 0)
    strike_character(b, c, damage, log)
    return b.characters[c].alive == 0


@clause("BAT-SNI-2", "BAT-SNI-3", "BAT-CBT-20")
@kernel
def snipe(b, i, c, dice, log):
    """A sniper of battalion ``i`` shoots at character ``c``; True: it is dead."""
    target = b.characters[c].battalion
    prepare_sniping(b, i, c)
    damage = deal_damage(b, dice, log)
    b.figures[target].attacked += 1
    return strike_figure(b, c, damage, log)


@clause("BAT-SNI-5", "BAT-CBT-2", "BAT-CBT-20")
@kernel
def assassinate(b, i, c, dice, log):
    """An assassin of battalion ``i``in contact goes for character ``c``, whose battalion replies. True: it is dead."""
    target = b.characters[c].battalion
    prepare_assassination(b, i, c)
    damage = deal_damage(b, dice, log)
    prepare_melee(b, target, i, ordered=False, reply=True)
    back = deal_damage(b, dice, log)
    b.figures[target].attacked += 1
    event(log, Code.BREAKS_THROUGH, Clause.SNI_5, i, target, 0)
    dies = strike_figure(b, c, damage, log)
    suffer(b, i, back, log)
    return dies
