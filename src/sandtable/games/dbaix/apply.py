"""What a side may decide, step by step, and what then happens: the verbs judge and apply of DBAix."""

from __future__ import annotations

from sandtable.games.dbaix import camp, captives, combat, movement, music, potion, tokens
from sandtable.games.dbaix.bounds import begin_combat, lose_unused_pips, run_on
from sandtable.games.dbaix.clauses import Clause, Code
from sandtable.games.dbaix.positions import side_of_bound
from sandtable.games.dbaix.record import Phase, Verb
from sandtable.kernel.actors import are_figures
from sandtable.kernel.compiling import clause, kernel
from sandtable.kernel.log import reason, side_event
from sandtable.kernel.records import NONE
from sandtable.kernel.verbs import Verdict


@kernel
def _fits_phase(phase, verb):
    """The step of the bound in which each verb may be used (BND-7)."""
    if phase == Phase.MOVEMENT:
        return verb == Verb.MOVE or verb == Verb.MUSTER or verb == Verb.HAND_OVER or verb == Verb.END
    if phase == Phase.FLIGHT or phase == Phase.CALL:
        return verb == Verb.CHOOSE
    if phase == Phase.DRINKING:
        return verb == Verb.DRINK or verb == Verb.END
    if phase == Phase.COMBAT:
        return verb == Verb.FIGHT
    if phase == Phase.SPOILS or phase == Phase.TOKENS:
        return verb == Verb.TAKE or verb == Verb.END
    return False


@kernel
def _judge_end(b, log):
    """Ending a step is free, but the movement phase may not end while the bard's helpers can still obey."""
    if b.phase == Phase.MOVEMENT and not music.may_end_movement(b, log):
        return Verdict(0, 0)
    return Verdict(1, 0)


@clause("DBAIX-BND-7")
@kernel
def judge(b, action, log):
    """May the side to decide do this now, and at what cost? Returns a Verdict; reasons and prices go to the log."""
    if not _fits_phase(b.phase, action.verb) or not are_figures(b, action):
        reason(log, Code.NOT_NOW, Clause.BND_7, NONE, NONE, 0)
        return Verdict(0, 0)
    if action.verb == Verb.MOVE:
        return movement.judge_move(b, action, log)
    if action.verb == Verb.MUSTER:
        return camp.judge_muster(b, action, log)
    if action.verb == Verb.HAND_OVER:
        return captives.judge_hand_over(b, action, log)
    if action.verb == Verb.DRINK:
        return potion.judge_drink(b, action, log)
    if action.verb == Verb.FIGHT:
        return combat.judge_fight(b, action, log)
    if action.verb == Verb.TAKE:
        return tokens.judge_take(b, action, log)
    if action.verb == Verb.CHOOSE:
        return music.judge_choice(b, action, log)
    return _judge_end(b, log)


@kernel
def apply(b, action, dice, log):
    """Carry out a legal action and run on to the next decision. Legality is the caller's promise (see judge)."""
    if action.verb == Verb.MOVE:
        movement.make_move(b, action, log)
    elif action.verb == Verb.MUSTER:
        camp.make_muster(b, action, log)
    elif action.verb == Verb.HAND_OVER:
        captives.make_hand_over(b, action, log)
    elif action.verb == Verb.DRINK:
        potion.drink(b, action, log)
        begin_combat(b)
    elif action.verb == Verb.FIGHT:
        combat.fight(b, action, dice, log)
    elif action.verb == Verb.TAKE:
        tokens.take(b, action, log)
        if b.phase == Phase.SPOILS:
            _end_spoils(b)
    elif action.verb == Verb.CHOOSE:
        music.make_choice(b, action, log)
    else:
        end_step(b, log)
    run_on(b, dice, log)


@kernel
def _end_spoils(b):
    """Back from the spoils to the step they interrupted."""
    b.spoils_taker = NONE
    b.spoils_token = NONE
    b.phase = b.resume


@clause("DBAIX-BND-6", "DBAIX-BND-7")
@kernel
def end_step(b, log):
    """End the step that asks, and go on to the next of BND-7."""
    if b.phase == Phase.MOVEMENT:
        music.end_of_movement(b, log)
        lose_unused_pips(b, log)
        b.phase = Phase.FACING
    elif b.phase == Phase.DRINKING:
        side_event(log, Code.NOBODY_DRINKS, Clause.POT_2, side_of_bound(b), 0)
        begin_combat(b)
    elif b.phase == Phase.SPOILS:
        _end_spoils(b)
    elif b.phase == Phase.TOKENS:
        b.phase = Phase.BOUND_END
