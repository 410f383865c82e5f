/** A listed action that the player is thinking about: its odds, its length, and the piece that it would lay. */

import { mayThrow } from './choices';
import type { Judge } from './judge.svelte';
import type { Known } from './known.svelte';
import { Laying } from './laying.svelte';
import { isStraight, stretched } from './marches';
import type { ActionForm, LegalAction, Odds, ServerMessage } from './messages';

/** What thinking about an action asks of the table. */
interface Table {
  /** No move of one's own lies there any more. */
  clear: () => void;
  /** An action of just the chosen figures, besides those listed. */
  offers: (order: LegalAction) => boolean;
  /** Ask for the odds; returns the number of the question. */
  askOdds: (action: ActionForm) => number;
}

export class Considering {
  considered = $state.raw<LegalAction | null>(null);
  odds = $state.raw<Odds | null>(null);
  /** A listed action to preview, because the pointer is on its button. */
  preview = $state.raw<LegalAction | null>(null);
  /** What the action that is thought about would lay on the table. */
  readonly laying = new Laying({
    considered: () => this.considered,
    consider: (order) => this.consider(order),
    lay: (order) => this.#lay(order),
  });

  #known: Known;
  #judge: Judge;
  #table: Table;
  #asked = 0;

  constructor(known: Known, judge: Judge, table: Table) {
    this.#known = known;
    this.#judge = judge;
    this.#table = table;
  }

  /** Think about a listed action: its figures light up, its odds are asked for. */
  consider(order: LegalAction) {
    this.#table.clear();
    this.#judge.forget();
    this.#lay(order);
    // Dice fall only where nobody is put anywhere; and only what is listed is sure to be legal.
    const listed = this.#known.legal.includes(order) || this.#table.offers(order);
    if (listed && mayThrow(order)) this.askOdds(order.action);
  }

  #lay(order: LegalAction) {
    this.considered = order;
    this.odds = null;
    this.#judge.ask(order.action, false);
  }

  askOdds(action: ActionForm) {
    this.#asked = this.#table.askOdds(action);
  }

  hear(message: ServerMessage) {
    if (message.type === 'odds' && this.considered && message.n === this.#asked) this.odds = message;
  }

  /** The march straight ahead that is thought about, whose length the player may choose. */
  readonly march = $derived(this.considered && isStraight(this.considered) ? this.considered : null);

  stretch(by: number) {
    if (this.march) this.#lay(stretched(this.march, by));
  }

  /** Nothing is thought about any more. */
  putAway() {
    this.considered = null;
    this.odds = null;
    this.preview = null;
    this.laying.held = false;
  }
}
