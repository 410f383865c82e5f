/** One window for several players of a battle with secret choices: who sits before it, and who is to sit down next. */

import type { Game } from './game.svelte';
import type { Decision } from './messages';
import { HUMAN } from './words';

export class HandOver {
  #game: Game;
  /** Whose eyes the table was last shown to. */
  #before = $state('');
  /** Some sides of this battle have chosen at the same time: there are things that only one of them may see. */
  #secret = $state(false);
  /** Whoever sits here may see everything. */
  #open = $state(false);

  constructor(game: Game) {
    this.#game = game;
    $effect.pre(() => {
      const decision = game.decision;
      if (!decision) return;
      if (decision.at_once.length > 1) this.#secret = true;
      if (decision.yours && (!this.#before || this.#open || !this.#many)) this.#before = decision.side;
    });
  }

  readonly #many = $derived.by(
    () => this.#game.people.seats.filter((seat) => seat.yours && seat.kind === HUMAN).length > 1,
  );

  /** What is to be decided by somebody else than who looks; null: nothing is to be covered. */
  readonly to = $derived.by((): Decision | null => {
    const decision = this.#game.decision;
    const hides = this.#secret && this.#many && !this.#open && this.#game.facts?.hides && !this.#game.live?.over;
    return hides && decision?.yours && this.#before && decision.side !== this.#before ? decision : null;
  });

  /** They have sat down. */
  look() {
    if (this.to) this.#before = this.to.side;
  }

  /** From here on nothing is covered. */
  share() {
    this.#open = true;
  }
}
