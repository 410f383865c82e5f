/** The editor's addresses on the server. */

import { ask } from '../api';
import type { AskDraft, BattleLinks, DraftFact, EditorGame, PlayDraft, SharedFact } from '../messages';

export const menuOf = (game: string) => ask<EditorGame>(`/api/editor/games/${encodeURIComponent(game)}`);
export const look = (draft: AskDraft) => ask<DraftFact>(`/api/editor/look`, draft);
export const share = (game: string, text: string) => ask<SharedFact>('/api/editor/share', { game, text });
export const sharedAt = (id: string) => ask<SharedFact>(`/api/editor/shared/${encodeURIComponent(id)}`);
export const positionOf = (token: string, step: number | null) =>
  ask<SharedFact>('/api/editor/position', { token, step });
/** The table of a puzzle, as it is asked about. */
export const puzzleTable = (game: string, key: string) =>
  ask<SharedFact>(`/api/editor/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(key)}`);
export const play = (draft: PlayDraft) => ask<BattleLinks>('/api/editor/play', draft);
