/** A battle that is over, looked back on: its page, made once, and the chances that the page holds. */

import { exportOf } from './api';
import { chancesIn } from './chances';
import type { Chances } from './chances';

export interface ReviewPage {
  made: Blob;
  text: string;
}

export class LookingBack {
  /** Of every side after every action, once the page is there. */
  chances = $state.raw<Chances | null>(null);
  #page: Promise<ReviewPage> | null = null;

  /** The page; the server plays a minute or two for it, so it is asked for once. One that failed is asked for again. */
  page(id: string, token: string): Promise<ReviewPage> {
    this.#page ??= this.#ask(id, token);
    this.#page.catch(() => (this.#page = null));
    return this.#page;
  }

  async #ask(id: string, token: string): Promise<ReviewPage> {
    const made = await exportOf(id, token, 'review', 0, 0);
    const text = await made.text();
    this.chances = chancesIn(text);
    return { made, text };
  }
}
