/** The words of a game wherever its sentences stand: each opens the glossary, once the book has been read. */

import { getContext, setContext } from 'svelte';
import { rules } from './api';
import { Links } from './book';
import type { Piece } from './book';

export class Terms {
  #links = $state.raw<Links | null>(null);

  /** `open`: opens the book at a word. */
  constructor(readonly open: (word: string) => void) {}

  /** Read the book of a game; whatever cannot be read leaves sentences as they are. */
  async read(game: string): Promise<void> {
    try {
      this.#links = new Links(await rules(game));
    } catch {
      this.#links = null;
    }
  }

  /** The pieces of a sentence; only words of the game can be pressed, since a chip beside it names its clause. */
  pieces(text: string): readonly Piece[] {
    if (!this.#links) return [{ text }];
    return this.#links.pieces(text, '').map((piece) => (piece.term ? piece : { text: piece.text }));
  }
}

export const provideTerms = (terms: Terms) => setContext('terms', terms);
export const termsHere = () => getContext<Terms | undefined>('terms');
