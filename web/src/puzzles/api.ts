/** The server's pages of puzzles. */

import { ask } from '../api';
import type { PuzzleAnswer, PuzzleFact, PuzzlesOf } from '../messages';

const path = (...parts: string[]) => ['/api/puzzles', ...parts.map(encodeURIComponent)].join('/');

/** The puzzles of a game, without answers. */
export const puzzlesOf = (game: string) => ask<PuzzlesOf>(path(game));
/** One as it is set. */
export const puzzleOf = (game: string, key: string) => ask<PuzzleFact>(path(game, key));
/** What the rules say to it. */
export const answerOf = (game: string, key: string) => ask<PuzzleAnswer>(path(game, key, 'answer'));
