/** Asks the server what the rules say: one question under way at a time, and of those waiting only the last. */

import type { ActionForm, ClientMessage, Judgement } from './messages';

interface Question {
  n: number;
  action: ActionForm;
  magnet: boolean;
}

export class Judge {
  /** The newest answer to what was asked last or before; null while nothing has been asked. */
  said = $state.raw<Judgement | null>(null);
  /** Why the way on is barred, when it is. */
  barred = $state.raw<Judgement | null>(null);

  #send: (message: ClientMessage) => boolean;
  #n = 0;
  #underWay: Question | null = null;
  #waiting: Question | null = null;
  #barred = -1;
  #then: (() => void)[] = [];

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send;
  }

  ask(action: ActionForm, magnet: boolean) {
    const question = { n: ++this.#n, action, magnet };
    if (this.#underWay) this.#waiting = question;
    else this.#put(question);
  }

  #put(question: Question) {
    this.#underWay = this.#send({ type: 'judge', ...question }) ? question : null;
    if (!this.#underWay) this.#settle();
  }

  /** Ask what bars the way on; null: it is not barred, and an answer that still comes is an old one. */
  askBarred(action: ActionForm | null) {
    this.barred = null;
    this.#barred = ++this.#n;
    if (action) this.#send({ type: 'judge', n: this.#barred, action, magnet: false });
  }

  hear(answer: Judgement) {
    if (answer.n === this.#barred) {
      // Not even the time to ask: then nobody expects the way on here.
      const untimely = answer.reasons.some((reason) => reason.code === 'NOT_NOW');
      this.barred = answer.legal || untimely ? null : answer;
      return;
    }
    if (answer.n !== this.#underWay?.n) return;
    this.said = answer;
    this.#next();
  }

  /** The server would not answer question `n`. */
  lost(n: number | null) {
    if (n === this.#underWay?.n) this.#next();
  }

  #next() {
    this.#underWay = null;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting) this.#put(waiting);
    else this.#settle();
  }

  #settle() {
    const then = this.#then;
    this.#then = [];
    for (const one of then) one();
  }

  /** Runs when the last question has its answer; at once when none is under way. */
  settled(then: () => void) {
    if (this.#underWay) this.#then.push(then);
    else then();
  }

  /** Nothing is asked any more; answers that still come are not for anybody. */
  forget() {
    this.said = null;
    this.#underWay = null;
    this.#waiting = null;
    this.#then = [];
  }
}
