/** Numbers along the table's frame: round ones, as notation counts. */

const ROUND = [1, 2, 5];

/** Where a number stands along an edge, and what it says. */
export interface Tick {
  at: number;
  text: string;
}

/**
 * Numbers along an edge `length` bases long, at least `apart` bases from one another, both ends included where they are
 * round. `span`: the width of a base in the game's unit, in which the numbers count.
 */
export function ticks(length: number, span: number, apart: number): Tick[] {
  const least = apart * span;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * (ROUND.find((one) => one * power >= least * (1 - 1e-9)) ?? 10);
  const last = Math.floor((length * span) / step + 1e-6);
  return Array.from({ length: last + 1 }, (_, n) => ({ at: (n * step) / span, text: `${+(n * step).toFixed(6)}` }));
}
