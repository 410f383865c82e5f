/**
 * One battle as this window knows it: what the server says goes to whom it is about, and what the player decides goes
 * to the server. The last state is the one source of truth; who is chosen, what is drafted, thought about and asked
 * have objects of their own.
 */

import { heading } from './board/geometry';
import { mayThrow, withOdds } from './choices';
import { Advising } from './advising.svelte';
import { Considering } from './considering.svelte';
import { hasPlace } from './draft';
import { Drafting } from './drafting.svelte';
import { Foresight } from './foresight.svelte';
import { settings } from './friends/settings.svelte';
import { Judge } from './judge.svelte';
import { Known } from './known.svelte';
import { t } from './language';
import { LookingBack } from './looking_back.svelte';
import type { ActionForm, ClientMessage, LegalAction, Refused, ServerMessage, State } from './messages';
import { canBeMoved } from './placing';
import { Questions } from './questions.svelte';
import { Selection } from './selection.svelte';
import type { Ears, Link, Wire } from './socket';
import { Scale, spanOf } from './units';

export interface Notice {
  text: string;
  clauses: string[];
}

/** What the board asks of itself, and the odds: refused, they were asked of a battle that has gone on. */
const QUIET = new Set(['explain', 'legal', 'reach', 'foresee', 'odds']);

export type Dial = (ears: Ears) => Wire;

export class Game extends Known {
  /** Figures to light up, because the pointer is on words about them. */
  lit = $state.raw<readonly string[]>([]);
  notice = $state.raw<Notice | null>(null);
  /** The clause whose rule is open; an empty string opens the book at its beginning. */
  clause = $state<string | null>(null);
  /** The word at which the book is opened in place of a clause; an empty string: those that are said now. */
  word = $state<string | null>(null);
  sending = $state(false);
  /** The player has asked that all who wait are placed as a general would: one after another, whenever it is theirs. */
  placing = $state(false);
  readonly judge = new Judge((message) => this.send(message));
  /** How far, with what odds, into what fights: what is asked beside the judge. */
  readonly ahead = new Foresight((message) => this.send(message));

  /** Which figures are chosen. */
  readonly chosen = new Selection(this, {
    held: () => this.drafting.draft?.held ?? false,
    cancel: () => this.cancel(),
  });
  readonly questions = new Questions(this, (message) => this.send(message));
  /** What the computer would do here, where that was asked. */
  readonly advising = new Advising((message) => this.send(message));
  readonly lookingBack = new LookingBack();
  /** The listed action that is thought about. */
  readonly considering: Considering = new Considering(this, this.judge, {
    clear: () => (this.drafting.draft = null),
    offers: (order) => this.questions.together.includes(order),
    askOdds: (action) => {
      this.send({ type: 'odds', n: ++this.#asked, action });
      return this.#asked;
    },
  });
  /** The move that is made by hand. */
  readonly drafting: Drafting = new Drafting({
    known: this,
    chosen: this.chosen,
    considering: this.considering,
    questions: this.questions,
    judge: this.judge,
    refuse: (id) => this.refuse(id),
    dropped: () => this.#unasked(),
  });

  #wire: Wire;
  #asked = 0;
  #inward = new Scale(1);
  #outward = new Scale(1);

  constructor(dial: Dial) {
    super();
    this.#wire = dial({ message: (message) => this.hear(message), link: (link) => this.#linked(link) });
  }

  /** After a break nobody answers what was asked before it. */
  #linked(link: Link) {
    this.link = link;
    if (link !== 'open') return;
    this.sending = false;
    this.cancel();
  }

  close() {
    this.ahead.close();
    this.#wire.close();
  }

  // ------------------------------------------------------------------------------------------ from the server

  protected hear(raw: ServerMessage) {
    if (this.playback.holds(raw)) return;
    if (raw.type === 'state' && !this.live) this.#measureBy(spanOf(raw.scene));
    const message = this.#inward.message(raw);
    this.people.hear(message);
    this.friends.hear(message);
    this.ahead.hear(message);
    this.questions.hear(message);
    this.advising.hear(message);
    this.considering.hear(message);
    switch (message.type) {
      case 'welcome':
      case 'facts':
        this.facts = message.battle;
        return;
      case 'state':
        return this.#see(message);
      case 'judgement':
        this.judge.hear(message);
        return this.#askWhatFollows();
      case 'looked':
        if (message.n !== this.#asked) return;
        this.looked = message;
        return this.playback.see(message.record);
      case 'refused':
        return this.#refused(message);
    }
  }

  #measureBy(span: number) {
    this.span = span;
    this.#inward = new Scale(1 / span);
    this.#outward = new Scale(span);
  }

  #see(state: State) {
    const changed = state.version !== this.live?.version;
    this.live = state;
    this.steps = [...this.steps.slice(0, state.steps_from), ...state.steps];
    for (const figure of [...state.scene.figures, ...state.scene.boxes.flatMap((box) => box.figures)])
      this.names.set(figure.id, figure.name);
    this.sending = false;
    // After a break nobody answers what was asked before it.
    if (changed || state.cause.kind === 'connect') this.#askWhyNotEnd(state);
    if (!changed) return;
    this.advising.forget();
    if (state.cause.kind === 'play') this.playback.see(state.steps.at(-1));
    this.notice = null;
    if (state.troubles.length > 0) this.say(state.troubles.join(' '));
    const here = new Set(state.scene.figures.map((figure) => figure.id));
    this.chosen.keepOnly(here);
    this.cancel();
    // Where the game fixes whose turn it is, he is chosen.
    const now = state.decision?.yours ? state.scene.order.find((one) => one.state === 'now') : undefined;
    if (now && here.has(now.id) && !this.replaying) this.chosen.select([now.id]);
    // So is he whose place is asked, and then he goes as the rules have him go.
    if (this.asked !== null) this.chosen.select([this.asked]);
    this.drafting.chooseListed(state);
    // When there is only one thing to decide on, it lies open at once.
    const only = state.legal.length === 1 ? state.legal[0] : undefined;
    if (only && only.figures.length > 0 && !hasPlace(only.action) && !this.replaying) this.considering.consider(only);
    this.#placeNext(state);
    this.ahead.askShares(state.decision?.yours ? withOdds(this.orders, this.facts?.foresees === true) : []);
  }

  /** A legal move lies on the table: what fights would it lead to? */
  #askWhatFollows() {
    const said = this.judge.said;
    const moves =
      this.drafting.draft !== null || (this.considering.considered !== null && !mayThrow(this.considering.considered));
    // Where a game foresees no fights, what may come of what is thought about is asked as soon as it is sure to be legal.
    const attack =
      this.considering.considered !== null && moves && !this.considering.laying.piece && this.facts?.foresees === false;
    if (attack && said?.legal) this.considering.askOdds(said.action);
    this.ahead.askFights(moves && said?.legal && said.ghost.length > 0 && this.facts?.foresees ? said.action : null);
  }

  /** The way on is shown even when it is barred, with the reason: so ask what bars it. */
  #askWhyNotEnd(state: State) {
    const listed = state.legal.some((one) => one.figures.length === 0);
    this.judge.askBarred(this.facts?.ends && state.decision?.yours && !listed ? { verb: 'end' } : null);
  }

  #refused(message: Refused) {
    this.sending = false;
    if (message.about === 'deploy') this.placing = false;
    if (message.about && QUIET.has(message.about)) return;
    if (message.about === 'judge') this.judge.lost(message.n);
    if (message.about === 'advise') this.advising.forget();
    if (message.about === 'say' || message.about === null) this.friends.refused();
    // A drag runs ahead of the battle now and then; the state that follows puts it right.
    if (message.about === 'judge' && message.code === 'stale') return;
    this.say(
      message.text,
      message.reasons.flatMap((reason) => reason.clause ?? []),
    );
  }

  /** A figure was dragged that cannot be moved now: say why. */
  refuse(id: string) {
    const decision = this.decision;
    const asked = decision?.text.replace(`${decision.side_name}: `, '') ?? '';
    if (this.replaying) this.say(t('This is a look back: nothing can be moved in it.'));
    else if (this.live?.over) this.say(t('The battle is over: nothing can be moved any more.'));
    else if (!decision?.yours)
      this.say(
        `${t('It is not your turn:')} ${decision ? `${decision.side_name} ${t('is to decide.')}` : t('somebody else decides.')}`,
      );
    else if (!this.figures.has(id))
      this.say(`${this.called(id)} ${t('cannot be put on the table now. What is asked:')} ${asked}`);
    else if (!this.movable.has(id))
      this.say(`${this.called(id)} ${t('does not belong to who decides now:')} ${decision.side_name}.`);
    else this.say(`${t('Nobody is moved by hand now. What is asked:')} ${asked}`);
  }

  say(text: string, clauses: string[] = []) {
    this.notice = { text, clauses };
  }

  // -------------------------------------------------------------------------------------------- to the server

  protected send(message: ClientMessage): boolean {
    const sent = this.#wire.send(
      'action' in message ? { ...message, action: this.#outward.action(message.action as ActionForm) } : message,
    );
    if (!sent) this.say('The line to the server is down; trying again.');
    return sent;
  }

  play(action: ActionForm) {
    if (!this.live || this.sending) return;
    this.sending = this.send({ type: 'play', version: this.live.version, action });
  }

  /** Have all who wait beside the table placed by the program. */
  placeAll() {
    this.placing = true;
    if (this.live) this.#placeNext(this.live);
  }

  #placeNext(state: State) {
    if (!this.placing || this.sending || !state.decision?.yours) return;
    this.placing = this.reserve.size > 0;
    if (this.placing) this.sending = this.send({ type: 'deploy', version: state.version });
  }

  /** The button number `place` beside what is asked. */
  control(place: number) {
    const control = this.controls[place];
    if (control) this.play(control.action);
  }

  /** Take back one's own last action, or ask those for leave whom it would take something from. */
  undo() {
    const undo = this.live?.undo;
    if (!this.live || !undo?.possible || undo.proposal || this.replaying) return;
    if (undo.needs.length > 0) this.people.askUndo(this.live.version);
    else this.send({ type: 'undo', version: this.live.version, past_dice: undo.past_dice });
  }

  pace(seconds: number | null, paused: boolean | null) {
    this.send({ type: 'pace', seconds, paused });
  }

  stepOne() {
    this.send({ type: 'step' });
  }

  reseat(side: string, kind: string) {
    this.send({ type: 'reseat', side, kind });
  }

  // ------------------------------------------------------------------------------------------------ decisions

  /** Arrow keys on a selection: they make a draft, or move it; or they move the piece, or lengthen the march. */
  nudge(dx: number, dy: number) {
    const { march, laying } = this.considering;
    const leader = march && this.figure(march.figures[0]!);
    if (leader) {
      const ahead = heading(leader.facing);
      return this.considering.stretch(Math.round(dx * ahead.x * 1e7 + dy * ahead.y * 1e7) / 1e7);
    }
    if (laying.piece) return laying.by(dx, dy);
    this.drafting.nudge(dx, dy);
  }

  spin(degrees: number) {
    if (this.considering.laying.piece) return this.considering.laying.turn(degrees);
    this.drafting.spin(degrees);
  }

  /** What lies on the table may be carried out: what is listed, until the judge says otherwise; all else, once he says so. */
  readonly canConfirm = $derived.by(() => {
    const said = this.judge.said;
    if (this.sending || this.considering.laying.held) return false;
    if (this.considering.considered) return said ? said.legal : this.legal.includes(this.considering.considered);
    return this.drafting.draft !== null && !this.drafting.draft.held && said?.legal === true;
  });

  /** A listed answer is pressed: it is thought about; whoever wants to confirm nothing has it carried out. */
  choose(order: LegalAction) {
    this.considering.consider(order);
    this.#unasked();
  }

  /** Carry out what lies on the table where this player confirms nothing and nothing more is to be said of it. */
  #unasked() {
    const considered = this.considering.considered;
    if (!settings.now.confirm && this.canConfirm && !(considered && canBeMoved(considered))) this.confirm();
  }

  /** Enter, or the button: carry out what lies on the table. */
  confirm() {
    const considered = this.considering.considered;
    if (considered && this.legal.includes(considered)) {
      if (this.canConfirm) this.play(considered.action);
      return;
    }
    if (considered) {
      this.judge.settled(() => {
        if (this.considering.considered === considered && this.canConfirm) this.play(considered.action);
      });
      return;
    }
    if (!this.drafting.draft || this.drafting.draft.held) return;
    this.judge.settled(() => {
      const said = this.judge.said;
      if (said?.legal) this.play(said.action);
      else if (said)
        this.say(
          said.reasons[0]?.text ?? 'The rules do not allow that.',
          said.reasons.flatMap((r) => r.clause ?? []),
        );
    });
  }

  cancel() {
    this.drafting.draft = null;
    this.considering.putAway();
    this.judge.forget();
    this.ahead.askFights(null);
  }

  /** Escape: first what lies on the table goes, then the selection. */
  escape() {
    if (this.notice) this.notice = null;
    else if (this.playback.account) this.playback.skip();
    else if (this.drafting.draft || this.considering.considered) this.cancel();
    else if (this.chosen.ids.length > 0) this.chosen.ids = [];
    else if (this.looked) this.leaveReplay();
  }

  // --------------------------------------------------------------------------------------------------- advice

  /** Advice is given to whoever is to decide, and about each decision of a battle that is over. */
  readonly mayAsk = $derived(
    this.looked ? this.live?.over === true && this.looked.step < this.steps.length - 1 : this.yours,
  );

  ask() {
    if (this.mayAsk) this.advising.ask(this.looked?.step ?? null);
  }

  // --------------------------------------------------------------------------------------------------- replay

  look(step: number) {
    const last = this.steps.length - 1;
    this.cancel();
    this.advising.forget();
    this.playback.skip();
    this.send({ type: 'look', n: ++this.#asked, step: Math.max(0, Math.min(last, step)) });
  }

  leaveReplay() {
    this.#asked += 1;
    this.advising.forget();
    this.playback.skip();
    this.looked = null;
  }
}
