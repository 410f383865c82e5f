/** What this window asks about figures where they stand: what the rules say of one, what several may do together. */

import type { Known } from './known.svelte';
import type { ClientMessage, Explained, LegalAction, ServerMessage } from './messages';

export class Questions {
  /** What the rules say about the one figure that is chosen, where it stands. */
  explained = $state.raw<Explained | null>(null);
  /** What just the chosen figures may do besides the listed actions. */
  together = $state.raw<readonly LegalAction[]>([]);

  #known: Known;
  #send: (message: ClientMessage) => boolean;
  #explaining = 0;
  #asking = 0;

  constructor(known: Known, send: (message: ClientMessage) => boolean) {
    this.#known = known;
    this.#send = send;
  }

  /** Ask what the rules say about a figure where it stands; null: about nobody any more. */
  explain(id: string | null) {
    if (id !== this.explained?.figure) this.explained = null;
    this.#explaining += 1;
    if (id !== null && this.#known.facts?.explains && this.#known.figures.has(id))
      this.#send({ type: 'explain', n: this.#explaining, figure: id });
    else this.explained = null;
  }

  /** Ask what just these figures may do that is not listed. */
  askTogether(ids: readonly string[]) {
    this.together = [];
    this.#asking += 1;
    if (ids.length > 0 && ids.every((id) => this.#known.movable.has(id)))
      this.#send({ type: 'legal', n: this.#asking, figures: [...ids] });
  }

  hear(message: ServerMessage) {
    if (message.type === 'explained' && message.n === this.#explaining) this.explained = message;
    if (message.type === 'legal' && message.n === this.#asking) this.together = message.legal;
  }
}
