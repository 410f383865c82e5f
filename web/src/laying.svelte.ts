/** The piece that an action would lay on the table - a wood, a camp - while the player chooses its place. */

import type { Point } from './board/types';
import type { LegalAction } from './messages';
import * as placing from './placing';

/** The battle that the piece is of. */
interface Table {
  /** The listed action that the player is thinking about. */
  considered: () => LegalAction | null;
  consider: (order: LegalAction) => void;
  /** The same action with its piece laid otherwise. */
  lay: (order: LegalAction) => void;
}

export class Laying {
  /** A pointer holds the piece. */
  held = $state(false);
  /** An action of the list whose piece a pointer brings to the table, and where on the screen it took hold. */
  lifted = $state.raw<{ order: LegalAction; x: number; y: number } | null>(null);

  #table: Table;
  #from: LegalAction | null = null;

  constructor(table: Table) {
    this.#table = table;
  }

  /** The action with the piece, where the player may choose its place. */
  get piece(): LegalAction | null {
    const considered = this.#table.considered();
    return considered && placing.canBeMoved(considered) ? considered : null;
  }

  /** The piece goes to a place. False when there is none. */
  at(at: Point): boolean {
    if (!this.piece) return false;
    this.#table.lay(placing.laidAt(this.piece, at));
    return true;
  }

  by(dx: number, dy: number) {
    if (this.piece) this.#table.lay(placing.laidBy(this.piece, dx, dy));
  }

  turn(degrees: number) {
    if (this.piece) this.#table.lay(placing.laidTurned(this.piece, degrees));
  }

  /** A pointer takes hold of the piece. */
  hold() {
    this.#from = this.piece;
    this.held = this.piece !== null;
  }

  /** It is so far from where the pointer took hold of it. */
  shift(dx: number, dy: number) {
    if (this.#from && this.piece) this.#table.lay(placing.laidBy(this.#from, dx, dy));
  }

  /** The pointer lets go of it; `back`: it goes back to where it was. */
  drop(back = false) {
    if (back && this.#from && this.piece) this.#table.lay(this.#from);
    this.#from = null;
    this.held = false;
  }

  /** A pointer brings the piece of a listed action from the list to the table. */
  bring(order: LegalAction, at: Point) {
    if (!this.held) {
      this.#table.consider(order);
      this.held = true;
    }
    this.at(at);
  }
}
