/** The server's pages of puzzles. */

import { ask } from '../api';
import { spoken } from '../friends/settings.svelte';
import type { PuzzleAnswer, PuzzleFact, PuzzlesOf } from '../messages';

const path = (...parts: string[]) => ['/api/puzzles', ...parts.map(encodeURIComponent)].join('/');

/** The puzzles of a game, without answers. */
export const puzzlesOf = (game: string) => ask<PuzzlesOf>(path(game) + spoken());
/** One as it is set. */
export const puzzleOf = (game: string, key: string) => ask<PuzzleFact>(path(game, key) + spoken());
/** What the rules say to it. */
export const answerOf = (game: string, key: string) => ask<PuzzleAnswer>(path(game, key, 'answer') + spoken());
