/** Who sits where to begin with: you on the first side, on the others the computer to begin with. Pure. */

import type { GameFacts, ScenarioFact, SideFact } from '../messages';
import { HUMAN } from '../words';

/** Whom a newcomer meets first: the weakest that plans, where there is one. */
export const EASY = 'recruit';

/** Who sits on a side already stays there. */
export function seating(
  game: GameFacts,
  sides: readonly SideFact[] = game.sides,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const other = easy(game);
  return Object.fromEntries(sides.map((side, index) => [side.key, before[side.key] ?? (index === 0 ? HUMAN : other)]));
}

/** Of a guided battle: you on the side that it is for, and on the others whom a newcomer should meet. */
export function easySeats(
  game: Pick<GameFacts, 'generals' | 'sides'>,
  { sides, learner }: Pick<ScenarioFact, 'sides' | 'learner'>,
): Record<string, string> {
  const other = easy(game);
  const mine = learner || sides[0]?.key;
  return Object.fromEntries(sides.map((side) => [side.key, side.key === mine ? HUMAN : other]));
}

/** Whom a newcomer should meet; where there is no such general, the last that is listed. */
const easy = ({ generals }: Pick<GameFacts, 'generals'>) =>
  generals.find((one) => one.key === EASY)?.key ?? generals.filter((one) => one.key !== HUMAN).at(-1)?.key ?? HUMAN;
