/** What people of one battle say to each other through the server: taking back, invitations, who is there, its end. */

import { t } from './language';
import type {
  Branched,
  CaseMade,
  ClientMessage,
  Gone,
  Invited,
  Presence,
  Seat,
  ServerMessage,
  State,
} from './messages';
import { count, HUMAN } from './words';

export class People {
  /** A sentence that everybody in the battle is told: an undo, what became of a proposal, who plays a side now. */
  news = $state.raw<string | null>(null);
  seats = $state.raw<readonly Seat[]>([]);
  /** The sides that whoever looks plays himself. */
  readonly own = $derived(this.seats.filter((seat) => seat.yours && seat.kind === HUMAN).map((seat) => seat.side));
  /** Boards that only look on. */
  watchers = $state(0);
  /** This link is that of whoever made the battle. */
  maker = $state(false);
  /** The last invitation that was made here. */
  invited = $state.raw<Invited | null>(null);
  /** Why this link opens nothing any more. */
  gone = $state.raw<Gone | null>(null);
  /** The battle that was asked for to go on from an earlier moment. */
  branched = $state.raw<Branched | null>(null);
  made = $state.raw<CaseMade | null>(null);

  #asked = 0;
  #send: (message: ClientMessage) => boolean;

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send;
  }

  /** A message from the server. What is not about people is left alone. */
  hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
      case 'facts':
        this.maker = message.maker;
        return;
      case 'state':
        this.#meet(message);
        this.#tell(message);
        return;
      case 'presence':
        return this.#meet(message);
      case 'invited':
        if (message.n === this.#asked) this.invited = message;
        return;
      case 'branched':
        if (message.n === this.#asked) this.branched = message;
        return;
      case 'case_made':
        if (message.n === this.#asked) this.made = message;
        return;
      case 'gone':
        this.gone = message;
        return;
    }
  }

  /** A proposal that stands tells of itself, moves are in the log; a computer's pace has words only when it cannot play. */
  #tell({ cause, undo }: State) {
    const told =
      ['undo', 'seats', 'pace'].includes(cause.kind) || (cause.kind === 'proposal' && undo.proposal === null);
    if (told && cause.text) this.news = cause.text;
  }

  #meet({ seats, watchers }: State | Presence) {
    this.seats = seats;
    this.watchers = watchers;
  }

  /** Propose to take back an action: one's own last one, or, with a side, that side's. */
  askUndo(version: number, side: string | null = null, note = '') {
    this.#send({ type: 'ask_undo', version, side, ...(note ? { note } : {}) });
  }

  answerUndo(number: number, grant: boolean) {
    this.#send({ type: 'answer_undo', number, grant });
  }

  withdrawUndo(number: number) {
    this.#send({ type: 'withdraw_undo', number });
  }

  invite(side: string) {
    this.invited = null;
    this.#send({ type: 'invite', n: ++this.#asked, side });
  }

  uninvite(side: string) {
    this.invited = null;
    this.#send({ type: 'uninvite', side });
  }

  rename(title: string) {
    this.#send({ type: 'rename', title });
  }

  delete() {
    this.#send({ type: 'delete' });
  }

  /** Go on from the table after a step as a battle of its own; it comes as `branched`. */
  playOn(step: number, seats: Record<string, string>, analysis: boolean) {
    this.branched = null;
    this.#send({ type: 'play_on', n: ++this.#asked, step, seats, analysis });
  }

  /** Write the table after a step (null: now) as a case file; it comes as `made`. */
  makeCase(step: number | null) {
    this.made = null;
    this.#send({ type: 'case', n: ++this.#asked, step });
  }
}

/** Who looks on, in words; empty when nobody does. */
export function lookersOn(watchers: number): string {
  return watchers === 0 ? '' : `${count(watchers, 'person looks', 'people look')} ${t('on')}`;
}
