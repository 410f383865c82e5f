/** The chances of a battle that was looked back on: read from the page that the server made of it (pure). */

export interface Moment {
  /** Of the action in the battle's history, from 1 on. */
  number: number;
  side: string;
  words: string;
  /** Of every side to win: before the action, over all ways in which its dice could fall, and after it. */
  before: number[];
  expected: number[];
  after: number[];
}

export interface Chances {
  sides: string[];
  start: number[];
  actions: Moment[];
  turning_points: number[];
  costliest: { number: number; cost: number; words: string[] }[];
}

/** The figures that a page of a review holds; null where it holds none. */
export function chancesIn(page: string): Chances | null {
  const held = /<script type="application\/json" id="review">(.*?)<\/script>/s.exec(page)?.[1];
  return held ? (JSON.parse(held) as Chances) : null;
}

/** The line of a side in a picture of this size: its chance at the start and after every action. */
export function lineOf(chances: Chances, side: number, width: number, height: number): string {
  const values = [chances.start[side]!, ...chances.actions.map((action) => action.after[side]!)];
  const last = Math.max(values.length - 1, 1);
  return values.map((value, k) => `${((width * k) / last).toFixed(1)},${(height * (1 - value)).toFixed(1)}`).join(' ');
}

/** Points of 100 with their sign; nothing changed: 0. */
export const points = (change: number): string => {
  const whole = Math.round(100 * change);
  return whole === 0 ? '0' : `${whole > 0 ? '+' : '−'}${Math.abs(whole)}`;
};

/** What an action changed for the side that did it. */
export function told(chances: Chances, number: number) {
  const action = chances.actions[number - 1];
  if (!action) return null;
  const side = Math.max(chances.sides.indexOf(action.side), 0);
  const [before, expected, after] = [action.before[side]!, action.expected[side]!, action.after[side]!];
  return {
    ...action,
    from: Math.round(100 * before),
    to: Math.round(100 * after),
    decision: points(expected - before),
    dice: points(after - expected),
    better: chances.costliest.find((one) => one.number === number)?.words ?? [],
  };
}
