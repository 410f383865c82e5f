/** Who sits where to begin with: you on the first side, the best computer on the others. Pure. */

import type { GameFacts, SideFact } from '../messages';
import { HUMAN } from '../words';

/** Whom a newcomer meets first: the weakest that plans, where there is one; else whoever is seated by itself. */
export const EASY = 'recruit';

/** Generals are listed from the simplest to the best. Who sits on a side already stays there. */
export function seating(
  game: GameFacts,
  sides: readonly SideFact[] = game.sides,
  before: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const best = game.generals.filter((general) => general.key !== HUMAN).at(-1)?.key ?? HUMAN;
  return Object.fromEntries(sides.map((side, index) => [side.key, before[side.key] ?? (index === 0 ? HUMAN : best)]));
}
