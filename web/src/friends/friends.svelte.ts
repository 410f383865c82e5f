/** What stands between the players of a battle as this window knows it: talk, an offer, the clocks, the way to a rematch. */

import { t } from '../language';
import type { ClientMessage, ClockNow, NoticeNow, Notices, OfferNow, ServerMessage, TalkLine } from '../messages';

const GONE = 'That offer does not stand any more.';

export class Friends {
  lines = $state.raw<readonly TalkLine[]>([]);
  /** What is being written, and the line sent that nobody has heard yet: refused, it is written again. */
  draft = $state('');
  #said = '';
  /** Number of the last line that was on the screen. */
  read = $state(0);
  offer = $state.raw<OfferNow | null>(null);
  clock = $state.raw<ClockNow | null>(null);
  /** When the clocks were told, by this window's own count of milliseconds. */
  told = $state(0);
  rematch = $state<string | null>(null);
  /** How whoever sits here is called when they are not. */
  notices = $state.raw<Notices | null>(null);
  /** What became of an offer, for everybody. */
  news = $state.raw<string | null>(null);

  readonly unread = $derived(this.lines.filter((line) => line.number > this.read).length);

  #send: (message: ClientMessage) => boolean;

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send;
  }

  hear(message: ServerMessage): void {
    if (message.type === 'talk') {
      const first = message.whole && this.lines.length === 0;
      this.lines = message.whole ? message.lines : [...this.lines, ...message.lines];
      if (first) this.seen(); // of old
      if (message.lines.some((line) => line.text === this.#said)) this.#said = '';
    } else if (message.type === 'company') {
      const { offer, clock, rematch, text } = message;
      [this.offer, this.clock, this.rematch, this.told] = [offer, clock, rematch, performance.now()];
      if (text && !offer) this.news = text;
      else if (offer && this.news === t(GONE)) this.news = null;
    } else if (message.type === 'welcome') {
      // After a break what still stands is told again; a server that began anew knows of no offer.
      if (this.offer) this.news = t(GONE);
      this.offer = null;
    } else if (message.type === 'notices') this.notices = message;
    else if (message.type === 'state' && message.cause.kind === 'ended') this.news = message.cause.text;
  }

  seen() {
    this.read = this.lines.at(-1)?.number ?? 0;
  }

  say(): void {
    const text = this.draft.trim();
    if (!text || !this.#send({ type: 'say', text })) return;
    this.#said = text;
    this.draft = '';
  }

  /** A message was refused, which may be the last line: unheard, it stands in its field again, unless another does. */
  refused() {
    this.draft ||= this.#said;
  }

  callMe(name: string) {
    this.#send({ type: 'call_me', name });
  }

  resign(side: string) {
    this.#send({ type: 'resign', side });
  }

  make(what: 'draw' | 'rematch', swap = false) {
    this.#send({ type: 'offer', what, swap });
  }

  answer(number: number, agree: boolean) {
    this.#send({ type: 'answer_offer', number, agree });
  }

  claim(side: string) {
    this.#send({ type: 'claim_time', side });
  }

  askNotices() {
    this.#send({ type: 'ask_notices' });
  }

  addNotice(side: string, kind: NoticeNow['kind'], address: string) {
    this.#send({ type: 'add_notice', side, kind, address });
  }

  confirmNotice(id: string, code: string) {
    this.#send({ type: 'confirm_notice', id, code });
  }

  dropNotice(id: string) {
    this.#send({ type: 'drop_notice', id });
  }

  lookOn(who: 'anyone' | 'nobody') {
    this.#send({ type: 'spectators', who });
  }
}
