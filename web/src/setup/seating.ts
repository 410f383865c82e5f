/** Who sits where to begin with: you on the first side, the best computer on the others. Pure. */

import type { GameFacts, ScenarioFact, SideFact } from '../messages';
import { HUMAN } from '../words';

/** Whom a newcomer meets first: the weakest that plans, where there is one; else whoever is seated by itself. */
export const EASY = 'recruit';

/** Generals are listed from the simplest to the best. Who sits on a side already stays there. */
export function seating(
  game: GameFacts,
  sides: readonly SideFact[] = game.sides,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const other = best(game);
  return Object.fromEntries(sides.map((side, index) => [side.key, before[side.key] ?? (index === 0 ? HUMAN : other)]));
}

/** The best computer there is. */
const best = (game: Pick<GameFacts, 'generals'>) =>
  game.generals.filter((general) => general.key !== HUMAN).at(-1)?.key ?? HUMAN;

/** Of a guided battle: you on the side that it is for, and on the others whom a newcomer should meet. */
export function easySeats(
  game: Pick<GameFacts, 'generals' | 'sides'>,
  { sides, learner }: Pick<ScenarioFact, 'sides' | 'learner'>,
): Record<string, string> {
  const easy = game.generals.some((one) => one.key === EASY) ? EASY : best(game);
  const mine = learner || sides[0]?.key;
  return Object.fromEntries(sides.map((side) => [side.key, side.key === mine ? HUMAN : easy]));
}
