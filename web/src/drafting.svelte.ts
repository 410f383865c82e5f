/** The move that the player is making by hand: taken hold of, dragged, nudged, turned, and let go of. */

import { distance } from './board/geometry';
import type { Placed, Point } from './board/types';
import type { Considering } from './considering.svelte';
import * as drafts from './draft';
import type { Judge } from './judge.svelte';
import type { Known } from './known.svelte';
import type { LegalAction, State } from './messages';
import * as placing from './placing';
import type { Questions } from './questions.svelte';
import type { Selection } from './selection.svelte';

/** What a draft has to do with: who is chosen, what is thought about, what the rules say. */
export interface Around {
  known: Known;
  chosen: Selection;
  considering: Considering;
  questions: Questions;
  judge: Judge;
  /** Say why this figure cannot be moved now. */
  refuse: (id: string) => void;
  /** A move was let go of, and the rules have answered. */
  dropped: () => void;
}

export class Drafting {
  draft = $state.raw<drafts.Draft | null>(null);
  /** Which kind of moves is drawn by hand, of those that there are. */
  handed = $state(0);
  /** A figure beside the table that a pointer holds, and where on the screen it took hold. */
  lifted = $state.raw<{ id: string; x: number; y: number } | null>(null);

  #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  /** The numbers of the kinds that there are to choose from: where one place is asked, or by its nature, one that is listed. */
  readonly kinds = $derived.by(() => {
    const { hands, asked, legal } = this.#around.known;
    return [...hands.keys()].filter(
      (index) => (asked === null && !hands[index]!.listed) || legal.some((one) => one.verb === hands[index]!.form.verb),
    );
  });

  /** Where the kind that was drawn is not listed any more, the first that is. */
  chooseListed(state: State) {
    const { hands } = this.#around.known;
    const listed = (index: number) => state.legal.some((one) => one.verb === hands[index]?.form.verb);
    const other = [...hands.keys()].find(listed);
    if (other !== undefined && !listed(this.handed)) this.handed = other;
  }

  /** Go by another kind of move; the draft that lies there goes so too. */
  choose(hand: number) {
    this.handed = hand;
    const kind = this.#around.known.hands[hand];
    if (kind && !this.draft?.fresh)
      this.redraft((draft) => drafts.goingBy(draft, kind.form as drafts.HandForm, kind.stays));
  }

  // ------------------------------------------------------------------------------------------ taking hold

  /** A pointer takes hold: of this figure (with the selection it belongs to), or of the draft that lies there. */
  take(id: string | null) {
    const { known, chosen, considering } = this.#around;
    if (!known.scene || !known.yours) return;
    if (id === null && this.draft) {
      this.draft = drafts.taken(this.draft);
      return;
    }
    const leader = id ?? chosen.ids[0];
    if (!leader) return;
    considering.considered = null;
    considering.preview = null;
    if (known.single || !chosen.ids.includes(leader)) chosen.ids = [leader];
    const hand = known.hands[this.handed] ?? known.hands[0];
    if (!hand) return this.#around.refuse(leader);
    const draft = drafts.draftOf(this.#bases(), chosen.ids, leader, hand.form as drafts.HandForm, hand.stays);
    this.draft = draft ? drafts.taken(draft) : null;
  }

  #bases(): readonly Placed[] {
    const { scene, movable } = this.#around.known;
    return (scene?.figures ?? []).filter((figure) => movable.has(figure.id));
  }

  /** A draft of what is chosen, made by keys: no pointer holds it. */
  #begin() {
    if (this.draft) return;
    this.take(null);
    if (this.draft) this.draft = { ...(this.draft as drafts.Draft), held: false };
  }

  /** One of the places of contact that the rules offer the chosen figure: draft a move there. */
  placeUnder(at: Point): boolean {
    const { known, chosen, considering, questions } = this.#around;
    const said = questions.explained;
    if (
      !said ||
      this.draft ||
      considering.considered ||
      chosen.ids[0] !== said.figure ||
      !known.movable.has(said.figure)
    )
      return false;
    const place = placing.placeAt(said.explanation.places, at);
    if (!place) return false;
    const listed: LegalAction | undefined = known.legal[place.listed ?? -1];
    if (listed?.ghost.some((pose) => pose.id === said.figure && distance(pose, at) <= distance(place, at) + 0.01)) {
      considering.consider(listed); // its way may have turns
      return true;
    }
    this.take(said.figure);
    this.redraft((draft) => {
      const leader = { x: place.x, y: place.y, facing: place.facing };
      return { ...draft, leader, from: leader, held: false };
    });
    return true;
  }

  // --------------------------------------------------------------------------------- from beside the table

  /** Put the chosen figures from beside the table down at a place. False when none of the chosen waits there. */
  putDown(at: Point, held = false): boolean {
    const { known, chosen, considering } = this.#around;
    const waiting = chosen.ids.filter((id) => known.reserve.has(id));
    const ids = known.single ? waiting.slice(0, 1) : waiting;
    const pattern = known.reserve.get(ids[0] ?? '');
    const figures = ids.flatMap((id) => known.figure(id) ?? []);
    if (!pattern || figures.length === 0) return false;
    considering.considered = null;
    const form = { verb: pattern.action.verb, ...(pattern.action.each?.length ? { each: true } : {}) };
    this.draft = drafts.rowAt(figures, form, { ...at, facing: pattern.action.facing ?? 0 }, held);
    this.#ask();
    return true;
  }

  /** The chosen figures from beside the table go to the place that is listed for the first of them. */
  layDown() {
    const { known, chosen } = this.#around;
    const pattern = known.reserve.get(chosen.ids.find((id) => known.reserve.has(id)) ?? '');
    if (!pattern || !drafts.hasPlace(pattern.action)) return;
    const [x, y] = pattern.action.to;
    this.putDown({ x, y });
  }

  /** A pointer brings a figure from beside the table, with the other chosen ones that wait there. */
  bring(id: string, at: Point) {
    const { known, chosen } = this.#around;
    if (this.draft?.fresh && this.draft.held) {
      this.redraft((draft) => ({ ...draft, leader: { ...draft.leader, ...at } }));
      return;
    }
    chosen.ids = [id, ...chosen.ids.filter((one) => one !== id && chosen.ids.includes(id) && known.reserve.has(one))];
    this.putDown(at, true);
  }

  // ------------------------------------------------------------------------------------- changing, letting go

  /** Change the draft, and ask what the rules say to it. */
  redraft(change: (draft: drafts.Draft) => drafts.Draft) {
    if (!this.draft) return;
    this.draft = change(this.draft);
    this.#ask();
  }

  #ask() {
    const { judge } = this.#around;
    if (!this.draft) return;
    if (drafts.isMoved(this.draft)) judge.ask(drafts.actionOf(this.draft), this.draft.magnet);
    else judge.forget();
  }

  /** The pointer lets go. A draft that has not moved springs back. */
  drop() {
    if (!this.draft) return;
    const draft = this.draft;
    const { judge } = this.#around;
    judge.settled(() => {
      if (this.draft !== draft) return;
      this.draft = drafts.isMoved(draft) ? drafts.dropped(draft, judge.said) : null;
      if (this.draft) this.#around.dropped();
    });
  }

  nudge(dx: number, dy: number) {
    this.#begin();
    this.redraft((draft) => drafts.nudged({ ...draft, held: false }, dx, dy));
  }

  spin(degrees: number) {
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
}
