/** What the computer would do in the position that is seen: asked for, awaited, told, and forgotten once all has changed. */

import type { Advice, ClientMessage, ServerMessage } from './messages';

export class Advising {
  advice = $state.raw<Advice | null>(null);
  /** It was asked, and thinks. */
  waiting = $state(false);
  /** The step that it was asked about; null: as all stands now. */
  step = $state<number | null>(null);

  #send: (message: ClientMessage) => boolean;
  #asked = 0;

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send;
  }

  ask(step: number | null) {
    if (this.waiting) return;
    this.advice = null;
    this.step = step;
    this.waiting = this.#send({ type: 'advise', n: ++this.#asked, step });
  }

  hear(message: ServerMessage) {
    if (message.type !== 'advice' || message.n !== this.#asked) return;
    this.advice = message;
    this.waiting = false;
  }

  /** Nothing of it holds any more; an answer that comes yet is not heard. */
  forget() {
    this.#asked += 1;
    this.advice = null;
    this.waiting = false;
  }
}
