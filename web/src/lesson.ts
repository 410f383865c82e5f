/** A lesson as far as a player has come with it: which of its steps he has done. Pure. */

import { went } from './log';
import type { LessonStepFact, StepRecord } from './messages';
import { HUMAN } from './words';

/** What a player has done since a step of the lesson began. */
export interface Done {
  /** A figure is chosen. */
  chosen: boolean;
  /** A rule is open. */
  reads: boolean;
  /** Steps of the battle since then. */
  steps: readonly StepRecord[];
  /** Sides that are played here. */
  sides: ReadonlySet<string>;
  /** Figures of theirs are still to be placed, as far as is known. */
  waits: boolean;
  /** The verbs of what may be done here now; null while somebody else decides. */
  asked: readonly string[] | null;
}

/** Whether what a step of the lesson waits for has been done. */
export function isDone({ until }: LessonStepFact, { chosen, reads, steps, sides, waits, asked }: Done): boolean {
  if (until === 'choose') return chosen;
  if (until === 'read') return reads;
  if (until === 'deploy') return !waits; // neither the first that is placed ends it, nor who placed the last
  const own = steps.filter((step) => step.by === HUMAN && step.side !== null && sides.has(step.side));
  const all = until.startsWith('all ');
  const verbs = until.replace('all ', '').split(' or ');
  if (all && (!asked || verbs.some((verb) => asked.includes(verb)))) return false; // it goes on, or may
  return verbs.some((verb) => own.some((step) => does(step, verb)));
}

/** A step carries out a verb. A wheel and a march are verbs of their own in the notation, and both are moves. */
const does = (step: StepRecord, verb: string) =>
  (verb === 'move' && went(step)) || `${step.action} `.startsWith(`${verb.replaceAll('_', ' ')} `);

/** One of theirs has fought: both sides fight a fight, whoever chose it. */
const fought = ({ steps, sides }: Done) =>
  steps.some((step) => does(step, 'fight') && step.events.some(({ side }) => side !== null && sides.has(side)));

/** Somebody of these sides has done something in the battle. */
const haveActed = (steps: readonly StepRecord[], sides: ReadonlySet<string>) =>
  steps.some((step) => step.action !== '' && step.side !== null && sides.has(step.side));

/** Others go first in this battle: at its first step there is nothing to be done here yet. */
export function othersBegin(at: number, asked: boolean, steps: readonly StepRecord[], sides: ReadonlySet<string>) {
  return at === 0 && !asked && !haveActed(steps, sides);
}

/** What is so, and nobody's deed: the lesson does not jump to it. */
const STATES = ['choose', 'read', 'deploy'];

/** The step that a lesson is at after what was done: whoever does a later step's thing goes on behind that step. */
export function after(steps: readonly LessonStepFact[], at: number, done: Done): number {
  const now = steps[at];
  if (now && (isDone(now, done) || (now.until === 'fight' && fought(done)))) return at + 1;
  const later = steps.findLastIndex((step, k) => k > at && !STATES.includes(step.until) && isDone(step, done));
  return Math.max(at, later + 1);
}

/** The words of a step, and whether each piece is about keys: `{keys|, or press n}`. */
export function pieces(text: string): { words: string; keys: boolean }[] {
  return text.split(/\{keys\|([^}]*)\}/).map((words, index) => ({ words, keys: index % 2 === 1 }));
}

/** How far the lesson of a battle has come: number of the step it is at, and of the battle's step when that began. */
export interface Progress {
  at: number;
  since: number;
}

const place = (battle: string) => `lesson of ${battle}`;

/** A lesson that nobody has begun here: at its beginning, unless the battle has gone on for whoever plays `sides`. */
export function begun(steps: readonly StepRecord[], sides: ReadonlySet<string>, lesson: number): Progress {
  return { at: haveActed(steps, sides) ? lesson : 0, since: 0 };
}

/** How far it has come; null where nothing is kept of it. */
export function progressOf(battle: string, store: Pick<Storage, 'getItem'> = localStorage): Progress | null {
  try {
    const kept = JSON.parse(store.getItem(place(battle)) ?? 'null') as Progress | null;
    if (kept && Number.isInteger(kept.at) && Number.isInteger(kept.since)) return kept;
  } catch {
    // Somebody else's words under our name: begin anew.
  }
  return null;
}

export function keepProgress(battle: string, progress: Progress, store: Pick<Storage, 'setItem'> = localStorage): void {
  store.setItem(place(battle), JSON.stringify(progress));
}
