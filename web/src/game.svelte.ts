/**
 * One battle as this window knows it. The last state from the server is the one source of truth; selection, draft
 * and panels are this window's own; all else is derived.
 */

import { blockOf, distance, heading } from './board/geometry';
import type { Placed, Point } from './board/types';
import { mayThrow } from './choices';
import * as drafts from './draft';
import { Foresight } from './foresight.svelte';
import { Known } from './known.svelte';
import { t } from './language';
import * as placing from './placing';
import { Judge } from './judge.svelte';
import { Laying } from './laying.svelte';
import { isStraight, stretched } from './marches';
import type {
  ActionForm,
  ClientMessage,
  Explained,
  LegalAction,
  Odds,
  Refused,
  ServerMessage,
  State,
} from './messages';
import type { Ears, Link, Wire } from './socket';
import { Scale, spanOf } from './units';

export interface Notice {
  text: string;
  clauses: string[];
}

/** Questions that the board asks of itself: nobody waits for the answer. */
const QUIET = new Set(['explain', 'legal', 'reach', 'foresee']);

export type Dial = (ears: Ears) => Wire;

export class Game extends Known {
  selection = $state.raw<readonly string[]>([]);
  /** Of these, those that stay chosen while keys look for others. */
  kept = $state.raw<readonly string[]>([]);
  draft = $state.raw<drafts.Draft | null>(null);
  /** A listed action that the player is thinking about. */
  considered = $state.raw<LegalAction | null>(null);
  odds = $state.raw<Odds | null>(null);
  /** Figures to light up, because the pointer is on words about them. */
  lit = $state.raw<readonly string[]>([]);
  /** A listed action to preview, because the pointer is on its button. */
  preview = $state.raw<LegalAction | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** What the rules say about the one figure that is chosen, where it stands. */
  explained = $state.raw<Explained | null>(null);
  /** What just the chosen figures may do besides the listed actions. */
  together = $state.raw<readonly LegalAction[]>([]);
  /** The clause whose rule is open; an empty string opens the book at its beginning. */
  clause = $state<string | null>(null);
  sending = $state(false);
  /** What the keyboard says "end" would run into, when ending is not among the legal actions. */
  readonly judge = new Judge((message) => this.send(message));
  /** How far, with what odds, into what fights: what is asked beside the judge. */
  readonly ahead = new Foresight((message) => this.send(message));

  handed = $state(0);
  /** The numbers of those that there are to choose from: where one place is asked, the kinds that are listed. */
  readonly kinds = $derived([...this.hands.keys()].filter((index) => this.asked === null || this.legal.some((one) => one.verb === this.hands[index]!.form.verb)));
  /** Those of them that are about just the chosen figures, or among others about the one that is. */
  readonly about = $derived.by(() => {
    const ids = new Set(this.selection);
    if (ids.size === 0) return [];
    return this.orders.filter((one) => (ids.size === 1 ? one.figures.some((id) => ids.has(id)) : one.figures.length === ids.size && one.figures.every((id) => ids.has(id))));
  });
  /** A figure beside the table that a pointer holds, and where on the screen it took hold. */
  lifted = $state.raw<{ id: string; x: number; y: number } | null>(null);

  /** What the action that is thought about would lay on the table. */
  readonly laying = new Laying({ considered: () => this.considered, consider: (order) => this.consider(order), lay: (order) => this.#lay(order) });

  #wire: Wire;
  #asked = 0;
  #explaining = 0;
  #asking = 0;
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
    this.ahead.hear(message);
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
      case 'odds':
        if (this.considered && message.n === this.#asked) this.odds = message;
        return;
      case 'explained':
        if (message.n === this.#explaining) this.explained = message;
        return;
      case 'looked':
        if (message.n !== this.#asked) return;
        this.looked = message;
        return this.playback.see(message.record);
      case 'refused':
        return this.#refused(message);
      case 'legal':
        if (message.n === this.#asking) this.together = message.legal;
        return;
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
    for (const figure of [...state.scene.figures, ...state.scene.boxes.flatMap((box) => box.figures)]) this.names.set(figure.id, figure.name);
    this.sending = false;
    // After a break nobody answers what was asked before it.
    if (changed || state.cause.kind === 'connect') this.#askWhyNotEnd(state);
    if (!changed) return;
    if (state.cause.kind === 'play') this.playback.see(state.steps.at(-1));
    this.notice = null;
    if (state.troubles.length > 0) this.say(state.troubles.join(' '));
    const here = new Set(state.scene.figures.map((figure) => figure.id));
    this.selection = this.selection.filter((id) => here.has(id));
    this.cancel();
    // Where the game fixes whose turn it is, he is chosen.
    const now = state.decision?.yours ? state.scene.order.find((one) => one.state === 'now') : undefined;
    if (now && here.has(now.id) && !this.replaying) this.select([now.id]);
    // So is he whose place is asked, and then he goes as the rules have him go.
    if (this.asked !== null) this.select([this.asked]);
    const listed = (index: number) => state.legal.some((one) => one.verb === this.hands[index]?.form.verb);
    const other = [...this.hands.keys()].find(listed);
    if (other !== undefined && !listed(this.handed)) this.handed = other;
    // When there is only one thing to decide on, it lies open at once.
    const only = state.legal.length === 1 ? state.legal[0] : undefined;
    if (only && only.figures.length > 0 && !drafts.hasPlace(only.action) && !this.replaying) this.consider(only);
    this.ahead.askShares(state.decision?.yours ? this.orders.filter((one) => one.figures.length > 0 && mayThrow(one)) : []);
  }

  /** A legal move lies on the table: what fights would it lead to? */
  #askWhatFollows() {
    const said = this.judge.said;
    const moves = this.draft !== null || (this.considered !== null && !mayThrow(this.considered));
    // Where a game foresees no fights, what may come of what is thought about is asked as soon as it is sure to be legal.
    const attack = this.considered !== null && moves && !this.laying.piece && this.facts?.foresees === false;
    if (attack && said?.legal) this.send({ type: 'odds', n: ++this.#asked, action: said.action });
    this.ahead.askFights(moves && said?.legal && said.ghost.length > 0 && this.facts?.foresees ? said.action : null);
  }

  /** The way on is shown even when it is barred, with the reason: so ask what bars it. */
  #askWhyNotEnd(state: State) {
    const listed = state.legal.some((one) => one.figures.length === 0);
    this.judge.askBarred(this.facts?.ends && state.decision?.yours && !listed ? { verb: 'end' } : null);
  }

  #refused(message: Refused) {
    this.sending = false;
    if (message.about && QUIET.has(message.about)) return;
    if (message.about === 'judge') this.judge.lost(message.n);
    // A drag runs ahead of the battle now and then; the state that follows puts it right.
    if (message.about === 'judge' && message.code === 'stale') return;
    this.say(message.text, message.reasons.flatMap((reason) => reason.clause ?? []));
  }

  /** A figure was dragged that cannot be moved now: say why. */
  refuse(id: string) {
    const decision = this.decision;
    const asked = decision?.text.replace(`${decision.side_name}: `, '') ?? '';
    if (this.replaying) this.say(t('This is a look back: nothing can be moved in it.'));
    else if (this.live?.over) this.say(t('The battle is over: nothing can be moved any more.'));
    else if (!decision?.yours) this.say(`${t('It is not your turn:')} ${decision ? `${decision.side_name} ${t('is to decide.')}` : t('somebody else decides.')}`);
    else if (!this.figures.has(id)) this.say(`${this.called(id)} ${t('cannot be put on the table now. What is asked:')} ${asked}`);
    else if (!this.movable.has(id)) this.say(`${this.called(id)} ${t('does not belong to who decides now:')} ${decision.side_name}.`);
    else this.say(`${t('Nobody is moved by hand now. What is asked:')} ${asked}`);
  }

  say(text: string, clauses: string[] = []) {
    this.notice = { text, clauses };
  }

  // -------------------------------------------------------------------------------------------- to the server

  protected send(message: ClientMessage): boolean {
    const sent = this.#wire.send('action' in message ? { ...message, action: this.#outward.action(message.action as ActionForm) } : message);
    if (!sent) this.say('The line to the server is down; trying again.');
    return sent;
  }

  play(action: ActionForm) {
    if (!this.live || this.sending) return;
    this.sending = this.send({ type: 'play', version: this.live.version, action });
  }

  /** Have one who waits beside the table placed by the program. */
  deploy(version: number) {
    if (this.sending) return;
    this.sending = this.send({ type: 'deploy', version });
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

  // ------------------------------------------------------------------------------------------------ selection

  select(ids: readonly string[], adding = false) {
    if (this.draft?.held) return;
    this.cancel();
    this.kept = [];
    this.selection = adding ? [...new Set([...this.selection, ...ids])] : ids;
  }

  toggle(id: string) {
    this.cancel();
    this.kept = [];
    this.selection = this.selection.includes(id) ? this.selection.filter((one) => one !== id) : [...this.selection, id];
  }

  /** Those that would go with the first of the chosen: of a unit whose turn it is, those that may still move. */
  get block(): string[] {
    const first = this.selection[0];
    const all = first && this.scene ? blockOf(first, this.scene.figures) : [];
    const able = all.filter((id) => this.figure(id)?.may_act);
    return first && this.figure(first)?.unit && able.includes(first) ? able : all;
  }

  selectBlock() {
    const first = this.selection[0];
    if (first) this.select([first, ...this.block.filter((id) => id !== first)]);
  }

  /** The next (or last) figure with which something can be done, besides those that are kept chosen. */
  selectNext(by: 1 | -1) {
    const listed = new Set(this.orders.flatMap((one) => one.figures));
    const standing = (this.scene?.figures ?? []).filter((figure) => figure.may_act || listed.has(figure.id)).map((figure) => figure.id);
    const able = [...standing, ...this.reserve.keys()];
    if (able.length === 0) return;
    const at = able.indexOf(this.selection[0] ?? '');
    const next = able[at < 0 ? (by > 0 ? 0 : able.length - 1) : (at + by + able.length) % able.length]!;
    const kept = this.kept.filter((id) => this.selection.includes(id));
    this.select([next, ...kept.filter((id) => id !== next)]);
    this.kept = kept;
  }

  /** The first of those that are chosen stays so while the next one is looked for; or no longer. */
  keep() {
    const first = this.selection[0];
    if (first === undefined) return;
    this.kept = this.kept.includes(first) ? this.kept.filter((id) => id !== first) : [...this.kept, first];
  }

  /** Ask what the rules say about a figure where it stands; null: about nobody any more. */
  explain(id: string | null) {
    if (id !== this.explained?.figure) this.explained = null;
    this.#explaining += 1; // its own count: odds and looks are asked for beside it
    if (id !== null && this.facts?.explains && this.figures.has(id)) this.send({ type: 'explain', n: this.#explaining, figure: id });
    else this.explained = null;
  }

  /** Ask what just these figures may do that is not listed. */
  askTogether(ids: readonly string[]) {
    this.together = [];
    this.#asking += 1;
    if (ids.length > 0 && ids.every((id) => this.movable.has(id))) this.send({ type: 'legal', n: this.#asking, figures: [...ids] });
  }

  /** One of the places of contact that the rules offer the chosen figure: draft a move there. */
  placeUnder(at: Point): boolean {
    const said = this.explained;
    if (!said || this.draft || this.considered || this.selection[0] !== said.figure || !this.movable.has(said.figure)) return false;
    const place = placing.placeAt(said.explanation.places, at);
    if (!place) return false;
    const listed = this.legal[place.listed ?? -1];
    if (listed?.ghost.some((pose) => pose.id === said.figure && distance(pose, at) <= distance(place, at) + 0.01)) {
      this.consider(listed); // its way may have turns
      return true;
    }
    this.take(said.figure);
    this.redraft((draft) => {
      const leader = { x: place.x, y: place.y, facing: place.facing };
      return { ...draft, leader, from: leader, held: false };
    });
    return true;
  }

  // -------------------------------------------------------------------------------------------------- drafts

  /** A pointer takes hold: of this figure (with the selection it belongs to), or of the draft that lies there. */
  take(id: string | null) {
    if (!this.scene || !this.yours) return;
    if (id === null && this.draft) {
      this.draft = drafts.taken(this.draft);
      return;
    }
    const leader = id ?? this.selection[0];
    if (!leader) return;
    this.considered = null;
    this.preview = null;
    if (!this.selection.includes(leader)) this.selection = [leader];
    const hand = this.hands[this.handed] ?? this.hands[0];
    if (!hand) return this.refuse(leader);
    const draft = drafts.draftOf(this.#bases(), this.selection, leader, hand.form as drafts.HandForm, hand.stays);
    this.draft = draft ? drafts.taken(draft) : null;
  }

  /** Go by another kind of move; the draft that lies there goes so too. */
  choose(hand: number) {
    this.handed = hand;
    const kind = this.hands[hand];
    if (kind && !this.draft?.fresh) this.redraft((draft) => drafts.goingBy(draft, kind.form as drafts.HandForm, kind.stays));
  }

  /** Put the chosen figures from beside the table down at a place. False when none of the chosen waits there. */
  putDown(at: Point, held = false): boolean {
    const chosen = this.selection.filter((id) => this.reserve.has(id));
    const pattern = this.reserve.get(chosen[0] ?? '');
    const figures = chosen.flatMap((id) => this.figure(id) ?? []);
    if (!pattern || figures.length === 0) return false;
    this.considered = null;
    const form = { verb: pattern.action.verb, ...(pattern.action.each?.length ? { each: true } : {}) };
    this.draft = drafts.rowAt(figures, form, { ...at, facing: pattern.action.facing ?? 0 }, held);
    this.#ask();
    return true;
  }

  /** The chosen figures from beside the table go to the place that is listed for the first of them. */
  layDown() {
    const pattern = this.reserve.get(this.selection.find((id) => this.reserve.has(id)) ?? '');
    if (!pattern || !drafts.hasPlace(pattern.action)) return;
    const [x, y] = pattern.action.to;
    this.putDown({ x, y });
  }

  /** A pointer brings a figure from beside the table, with the other chosen ones that wait there. */
  bring(id: string, at: Point) {
    if (this.draft?.fresh && this.draft.held) {
      this.redraft((draft) => ({ ...draft, leader: { ...draft.leader, ...at } }));
      return;
    }
    this.selection = [id, ...this.selection.filter((one) => one !== id && this.selection.includes(id) && this.reserve.has(one))];
    this.putDown(at, true);
  }

  #lay(order: LegalAction) {
    this.considered = order;
    this.odds = null;
    this.judge.ask(order.action, false);
  }

  #bases(): readonly Placed[] {
    return (this.scene?.figures ?? []).filter((figure) => this.movable.has(figure.id));
  }

  /** Change the draft, and ask what the rules say to it. */
  redraft(change: (draft: drafts.Draft) => drafts.Draft) {
    if (!this.draft) return;
    this.draft = change(this.draft);
    this.#ask();
  }

  #ask() {
    if (!this.draft) return;
    if (drafts.isMoved(this.draft)) this.judge.ask(drafts.actionOf(this.draft), this.draft.magnet);
    else this.judge.forget();
  }

  /** The pointer lets go. A draft that has not moved springs back. */
  drop() {
    if (!this.draft) return;
    const draft = this.draft;
    this.judge.settled(() => {
      if (this.draft !== draft) return;
      this.draft = drafts.isMoved(draft) ? drafts.dropped(draft, this.judge.said) : null;
    });
  }

  /** The march straight ahead that is thought about, whose length the player may choose. */
  readonly march = $derived(this.considered && isStraight(this.considered) ? this.considered : null);

  stretch(by: number) {
    if (this.march) this.#lay(stretched(this.march, by));
  }

  /** Arrow keys on a selection: they make a draft, or move it; or they move the piece, or lengthen the march. */
  nudge(dx: number, dy: number) {
    const leader = this.march && this.figure(this.march.figures[0]!);
    if (leader) {
      const ahead = heading(leader.facing);
      return this.stretch(Math.round(dx * ahead.x * 1e7 + dy * ahead.y * 1e7) / 1e7);
    }
    if (this.laying.piece) return this.laying.by(dx, dy);
    this.#begin();
    this.redraft((draft) => drafts.nudged({ ...draft, held: false }, dx, dy));
  }

  /** A draft of what is chosen, made by keys: no pointer holds it. */
  #begin() {
    if (this.draft) return;
    this.take(null);
    if (this.draft) this.draft = { ...(this.draft as drafts.Draft), held: false };
  }

  spin(degrees: number) {
    if (this.laying.piece) return this.laying.turn(degrees);
    this.#begin();
    this.redraft((draft) => drafts.spun(draft, degrees));
  }

  /** Turned by keys about the front corner to the side to which it goes. */
  wheel(degrees: number) {
    this.#begin();
    this.redraft((draft) => drafts.wheeledBy(draft, degrees));
  }

  bend() {
    this.redraft(drafts.bent);
  }

  // ------------------------------------------------------------------------------------------------ decisions

  /** Think about a listed action: its figures light up, its odds are asked for. */
  consider(action: LegalAction) {
    this.draft = null;
    this.judge.forget();
    this.considered = action;
    this.odds = null;
    this.judge.ask(action.action, false);
    // Dice fall only where nobody is put anywhere; and only what is listed is sure to be legal.
    const listed = this.legal.includes(action) || this.together.includes(action);
    if (listed && mayThrow(action)) this.send({ type: 'odds', n: ++this.#asked, action: action.action });
  }

  /** What lies on the table may be carried out: what is listed, until the judge says otherwise; all else, once he says so. */
  readonly canConfirm = $derived.by(() => {
    const said = this.judge.said;
    if (this.sending || this.laying.held) return false;
    if (this.considered) return said ? said.legal : this.legal.includes(this.considered);
    return this.draft !== null && !this.draft.held && said?.legal === true;
  });

  /** Enter, or the button: carry out what lies on the table. */
  confirm() {
    const considered = this.considered;
    if (considered && this.legal.includes(considered)) {
      if (this.canConfirm) this.play(considered.action);
      return;
    }
    if (considered) {
      this.judge.settled(() => {
        if (this.considered === considered && this.canConfirm) this.play(considered.action);
      });
      return;
    }
    if (!this.draft || this.draft.held) return;
    this.judge.settled(() => {
      const said = this.judge.said;
      if (said?.legal) this.play(said.action);
      else if (said) this.say(said.reasons[0]?.text ?? 'The rules do not allow that.', said.reasons.flatMap((r) => r.clause ?? []));
    });
  }

  cancel() {
    this.draft = null;
    this.considered = null;
    this.odds = null;
    this.preview = null;
    this.laying.held = false;
    this.judge.forget();
    this.ahead.askFights(null);
  }

  /** Escape: first what lies on the table goes, then the selection. */
  escape() {
    if (this.notice) this.notice = null;
    else if (this.playback.account) this.playback.skip();
    else if (this.draft || this.considered) this.cancel();
    else if (this.selection.length > 0) this.selection = [];
    else if (this.looked) this.leaveReplay();
  }

  // --------------------------------------------------------------------------------------------------- replay

  look(step: number) {
    const last = this.steps.length - 1;
    this.cancel();
    this.playback.skip();
    this.send({ type: 'look', n: ++this.#asked, step: Math.max(0, Math.min(last, step)) });
  }

  leaveReplay() {
    this.#asked += 1;
    this.playback.skip();
    this.looked = null;
  }
}
