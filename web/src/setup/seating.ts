/** Who sits where to begin with: you on the first side, the best computer on the others. */

import type { GameFacts } from '../messages';
import { HUMAN } from '../words';

/** Generals are listed from the simplest to the best. */
export function seating(game: GameFacts, mine = game.sides[0]?.key): Record<string, string> {
  const best = game.generals.filter((general) => general.key !== HUMAN).at(-1)?.key ?? HUMAN;
  return Object.fromEntries(game.sides.map((side) => [side.key, side.key === mine ? HUMAN : best]));
}
