/** What the server foresees: how far figures may go, the fights that a move leads to, and odds in one line. */

import type { Point } from './board/types';
import type {
  ActionForm,
  ClientMessage,
  Fight,
  Foreseen,
  LegalAction,
  SceneNote,
  ServerMessage,
  Share,
} from './messages';

/** Milliseconds that a draft must lie still before it is asked what it leads to. */
const STILL = 180;
/** Orders of which the odds are asked without anybody having chosen them. */
const MOST = 24;
/** Their questions are numbered from here, so that nobody takes an answer for that about the order thought about. */
const LINES = 1_000_000_000;
/** And those about fights as all stand from here. */
const STANDING = 500_000_000;

export class Foresight {
  /** Where the leader of the chosen figures may go straight: an outline; empty: nowhere, or nobody has asked. */
  reach = $state.raw<readonly Point[]>([]);
  /** The fights that the move on the table leads to; null: nobody knows yet. */
  fights = $state.raw<readonly Fight[] | null>(null);
  /** The fights in which the chosen figure is as all stand now. */
  standing = $state.raw<readonly Fight[]>([]);
  /** What its dice may do to whom it moves. */
  risks = $state.raw<readonly SceneNote[]>([]);
  /** What is drawn for that: who would see whom. */
  overlays = $state.raw<Foreseen['overlays']>([]);
  /** Odds in one line, by the order's text. */
  shares = $state.raw<ReadonlyMap<string, Share>>(new Map());

  #send: (message: ClientMessage) => boolean;
  #reach = 0;
  #fights = 0;
  #standing = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #n = LINES;
  #line: LegalAction | null = null;
  #waiting: LegalAction[] = [];

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send;
  }

  /** How far may they go together? Without anybody, what was known is forgotten. */
  askReach(figures: readonly string[], hand: number) {
    this.reach = [];
    this.#reach += 1;
    const [leader, ...others] = figures;
    if (leader !== undefined) this.#send({ type: 'reach', n: this.#reach, figures: [leader, ...others], hand });
  }

  /** What fights does this legal move lead to, and what does it risk? Null: there is no such move. */
  askFights(action: ActionForm | null) {
    clearTimeout(this.#timer);
    this.#fights += 1;
    if (!action) {
      this.fights = null;
      this.risks = [];
      this.overlays = [];
    } else this.#timer = setTimeout(() => this.#send({ type: 'foresee', n: this.#fights, action }), STILL);
  }

  /** In what fights is this figure as all stand now? Null: nobody asks. */
  askStanding(figure: string | null) {
    this.standing = [];
    this.#standing = STANDING + ((this.#standing + 1) % STANDING);
    if (figure !== null) this.#send({ type: 'foresee', n: this.#standing, figure });
  }

  /** The odds of each of these orders in one line, one after another. */
  askShares(orders: readonly LegalAction[]) {
    this.shares = new Map();
    this.#waiting = orders.slice(0, MOST);
    this.#line = null;
    this.#n += 1;
    this.#next();
  }

  #next() {
    const order = this.#waiting.shift();
    this.#line = order ?? null;
    if (order) this.#send({ type: 'odds', n: ++this.#n, action: order.action });
  }

  hear(message: ServerMessage) {
    if (message.type === 'reach' && message.n === this.#reach) this.reach = message.points.map(([x, y]) => ({ x, y }));
    if (message.type === 'foreseen' && message.n === this.#fights) {
      this.fights = message.fights;
      this.risks = message.risks;
      this.overlays = message.overlays;
    }
    if (message.type === 'foreseen' && message.n === this.#standing) this.standing = message.fights;
    if (message.type === 'odds' && message.n === this.#n && this.#line) {
      if (message.share) this.shares = new Map([...this.shares, [this.#line.text, message.share]]);
      this.#next();
    }
    if (message.type === 'refused' && message.about === 'odds' && message.n === this.#n) this.#next();
  }

  close() {
    clearTimeout(this.#timer);
  }
}
