/** What happened since a player last acted: told in words, and drawn as ways and gaps. Pure. */

import type { Overlay } from './board/types';
import { figuresIn, itemsOf, opens, thrownBy, went, wordsOf } from './log';
import type { Fight, Item } from './log';
import { t } from './language';
import type { Decision, Pose, Seat, StepRecord } from './messages';
import { HUMAN } from './words';

/**
 * The number of the last step that whoever looks made: of the side to decide, where it is this window's. What came
 * after it is news. Who plays nobody sees the last step alone.
 */
export function sinceOf(
  steps: readonly StepRecord[],
  seats: readonly Seat[],
  decision: Decision | null | undefined,
): number {
  const own = seats.filter((seat) => seat.yours && seat.kind === HUMAN).map((seat) => seat.side);
  if (own.length === 0) return Math.max(0, steps.length - 2);
  return lastOf(steps, new Set(decision?.yours ? [decision.side] : own));
}

/** The number of the last step that a person made for one of these sides; 0, the laying of the table, before that. */
export function lastOf(steps: readonly StepRecord[], sides: ReadonlySet<string>): number {
  const index = steps.findLastIndex((step) => step.by === HUMAN && step.side !== null && sides.has(step.side));
  return Math.max(0, index);
}

/** One thing that others did: what they did in their own words, or a fight. */
export interface Deed {
  key: string;
  step: number;
  side: string | null;
  text: string | null;
  fight: Fight | null;
  /** It went somewhere by a way of its own. */
  move: boolean;
  figures: string[];
}

/**
 * What was done after step number `from`, in order, and what the turn that began in it brought. Ends of turns and the
 * like, which are about nobody, are left out. `sideName`: what a side is called.
 */
export function deeds(
  steps: readonly StepRecord[],
  from: number,
  sideName: (side: string | null) => string = String,
): Deed[] {
  const own = steps[from];
  const after = own ? own.events.slice(own.events.findIndex(opens) + 1) : [];
  const brought = own?.events.some(opens)
    ? itemsOf(own, after).filter((item) => figuresIn(item).length > 0 && !isDie(item))
    : [];
  return [
    ...brought.map((item, index) => deedOf(own!, item, index)),
    ...steps.slice(from + 1).flatMap((step) => deedsOf(step, sideName(step.side))),
  ];
}

/** A die on its own - for the order of turns, say - is nobody's deed. */
const isDie = (item: Item) => item.kind === 'throws' || (item.kind === 'said' && item.event.kind === 'die');

/** Whether a turn began since: then others had one of their own. */
export function turned(steps: readonly StepRecord[], from: number): boolean {
  return steps.slice(from).some((step) => step.events.some(opens));
}

function deedOf(step: StepRecord, item: Item, index: number): Deed {
  const said =
    item.kind === 'fight'
      ? { text: null, fight: item }
      : { text: item.kind === 'said' ? item.text : `${item.purpose}: ${thrownBy(item, (id) => id)}`, fight: null };
  return {
    key: `${step.number}.${index}`,
    step: step.number,
    side: step.side,
    move: false,
    figures: figuresIn(item),
    ...said,
  };
}

function deedsOf(step: StepRecord, side: string): Deed[] {
  const items = itemsOf(step);
  const fights = items.filter((item) => item.kind === 'fight');
  if (fights.length > 0) return fights.map((fight, index) => deedOf(step, fight, index));
  const figures = [...new Set(items.flatMap(figuresIn))];
  return went(step) || figures.length > 0
    ? [
        {
          key: `${step.number}.0`,
          step: step.number,
          side: step.side,
          text: wordsOf(step, side, figures),
          fight: null,
          move: went(step),
          figures,
        },
      ]
    : [];
}

/** Ids of the figures that stood on the table and were taken from it in these steps, and stand there no more. */
export function gone(steps: readonly StepRecord[]): string[] {
  return [...waysIn(steps)]
    .filter(([, way]) => way.at(-1) === null && way.some((pose) => pose !== null))
    .map(([id]) => id);
}

/** The ways that figures went in these steps, and the gaps that those who are gone have left. */
export function traces(steps: readonly StepRecord[], sizeOf: (id: string) => Size | undefined): Overlay[] {
  return [...waysIn(steps)].flatMap(([id, way]): Overlay[] => {
    const poses = way.filter((pose) => pose !== null);
    const last = poses.at(-1);
    if (way.at(-1) === null) {
      if (!last) return [];
      const { width, depth } = sizeOf(id) ?? { width: 1, depth: 1 };
      return [
        {
          kind: 'place',
          key: `gap ${id}`,
          base: { ...last, width, depth },
          label: `${id} ${t('stood here')}`,
          style: 'gap',
        },
      ];
    }
    const points = poses.filter(
      (pose, index) => index === 0 || pose.x !== poses[index - 1]!.x || pose.y !== poses[index - 1]!.y,
    );
    return points.length > 1 ? [{ kind: 'trail', key: `went ${id}`, points, tone: 'went' }] : [];
  });
}

type Size = { width: number; depth: number };

/** Where each figure stood before and after every step that shifted it, and where it came by; null: not on the table. */
function waysIn(steps: readonly StepRecord[]): Map<string, (Pose | null)[]> {
  const ways = new Map<string, (Pose | null)[]>();
  for (const { account, shifts } of steps) {
    for (const { id, before, after } of shifts) {
      const turns = (account?.acts ?? []).filter((act) => act.figure === id).flatMap((act) => act.way);
      const between = turns.map(([x, y]): Pose => ({ id, facing: 0, ...before, x, y }));
      ways.set(id, [...(ways.get(id) ?? []), before, ...between, after]);
    }
  }
  return ways;
}
