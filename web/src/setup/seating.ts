/** Who sits where to begin with: you on one side, on the others the computer to begin with. Pure. */

import type { GameFacts, ScenarioFact } from '../messages';
import { HUMAN } from '../words';

/** Whom a newcomer meets first: the weakest that plans, where there is one. */
export const EASY = 'recruit';

/** A battle as seats need it; a game alone is for nobody in particular. */
export type Laid = Pick<ScenarioFact, 'sides'> & Partial<Pick<ScenarioFact, 'learner'>>;

/** You on the side that a battle is for, or on its first. Who sits on a side already stays there. */
export function seating(
  game: Pick<GameFacts, 'generals'>,
  { sides, learner = '' }: Laid,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [other, mine] = [easy(game), learner || sides[0]?.key];
  return Object.fromEntries(sides.map(({ key }) => [key, before[key] ?? (key === mine ? HUMAN : other)]));
}

/** Whom a newcomer should meet; where there is no such general, the last that is listed. */
const easy = ({ generals }: Pick<GameFacts, 'generals'>) =>
  generals.find((one) => one.key === EASY)?.key ?? generals.filter((one) => one.key !== HUMAN).at(-1)?.key ?? HUMAN;
