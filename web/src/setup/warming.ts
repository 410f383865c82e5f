/** What the first page says of rules that the server still compiles. */

import type { GameWarming } from '../messages';

export const isDone = (game: GameWarming): boolean => game.state === 'ready' || game.state === 'failed';

/** The chosen game where its rules are not ready, and the other games that are still to come. */
export function toCome(told: readonly GameWarming[], chosen: string): { own: GameWarming | undefined; others: GameWarming[] } {
  const open = told.filter((game) => !isDone(game));
  return { own: open.find((game) => game.key === chosen), others: open.filter((game) => game.key !== chosen) };
}

/** What is done with the rules of the chosen game just now. */
export function wordsFor(game: GameWarming): string {
  const rules = `the rules of ${game.title}`;
  const begin = 'Begin when you like: the table opens as soon as they are ready.';
  if (game.state === 'playable') return `A battle of ${game.title} can begin. Its generals are still being prepared, and play as soon as they are ready.`;
  if (game.state === 'waiting') return `About to compile ${rules} for this computer. ${begin}`;
  if (game.state === 'loading') return `Loading ${rules}. ${begin}`;
  return `Compiling ${rules} for this computer: once, for about a minute. ${begin}`;
}

/** The other games, each with how far it is. */
export function wordsForOthers(others: readonly GameWarming[]): string {
  const each = others.map((game) => (game.percent > 0 && game.state !== 'loading' ? `${game.title}, ${game.percent} %` : game.title));
  return each.length > 0 ? `Meanwhile, in the background: ${each.join('; ')}.` : '';
}
