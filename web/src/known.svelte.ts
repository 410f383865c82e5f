/** What this window knows of a battle: the last state from the server, and what follows from it for whoever looks. */

import { controlsIn, onlyPlaced, reserveIn } from './choices';
import type {
  BattleFacts,
  ClientMessage,
  LegalAction,
  Looked,
  SceneFigure,
  ServerMessage,
  State,
  StepRecord,
} from './messages';
import { Friends } from './friends/friends.svelte';
import { People } from './people.svelte';
import { Playback } from './playback.svelte';
import { sinceOf } from './since';
import type { Link } from './socket';
import { measured, measuredOf } from './words';

export abstract class Known {
  link = $state<Link>('connecting');
  facts = $state.raw<BattleFacts | null>(null);
  live = $state.raw<State | null>(null);
  steps = $state.raw<readonly StepRecord[]>([]);
  looked = $state.raw<Looked | null>(null);

  /** What people of this battle say to each other. */
  readonly people = new People((message) => this.send(message));
  /** What stands between them: talk, offers, clocks. */
  readonly friends = new Friends((message) => this.send(message));
  /** A long event that is watched figure after figure. */
  readonly playback = new Playback(
    globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true,
    (message) => this.hear(message),
  );

  readonly scene = $derived(this.looked?.scene ?? this.live?.scene ?? null);
  /** This window plays no side. */
  readonly watching = $derived(this.live !== null && this.people.own.length === 0);
  /** Number of the last step that whoever looks made: what came after it is news. */
  readonly since = $derived(sinceOf(this.steps, this.people.seats, this.live?.decision));
  /** The steps whose ways are drawn: the one looked back at, the news, or one's own last step while there are none. */
  readonly traced = $derived(
    this.looked ? [this.looked.record] : this.steps.slice(Math.min(this.since + 1, this.steps.length - 1)),
  );
  readonly replaying = $derived(this.looked !== null);
  readonly decision = $derived(this.replaying || this.playback.account ? null : (this.live?.decision ?? null));
  readonly yours = $derived(this.decision?.yours ?? false);
  readonly legal = $derived<readonly LegalAction[]>(this.yours ? (this.live?.legal ?? []) : []);
  readonly figures = $derived(new Map((this.scene?.figures ?? []).map((figure) => [figure.id, figure])));
  /** Whose place is asked, where all that may be done puts somewhere him alone, otherwise than as figures go; an enemy, too. */
  readonly asked = $derived.by(() => {
    const id = onlyPlaced(this.legal);
    const goes = this.legal.some((one) => one.verb === this.hands[0]?.form.verb);
    return id !== null && !goes && this.figures.has(id) ? id : null;
  });
  /** Figures of the side to decide that this window may try to move, and whose place is asked of it. */
  readonly movable = $derived.by(() => {
    const standing = this.yours ? (this.scene?.figures ?? []) : [];
    return new Set(
      standing.filter((one) => one.side === this.decision?.side || one.id === this.asked).map((one) => one.id),
    );
  });
  /** The sides for which this window looks: the one to decide of several. */
  readonly looking = $derived(this.yours ? [this.decision!.side] : this.people.own);
  /** Whatever is done here is done by one figure at a time. */
  readonly single = $derived(this.facts?.actors === 1);
  /** The kinds of moves that are drawn by hand. */
  readonly hands = $derived(this.facts?.hand ?? []);
  /** Actions that need no figure: the buttons of the top bar. */
  readonly controls = $derived(controlsIn(this.legal));
  readonly orders = $derived(this.legal.filter((one) => !this.controls.includes(one)));
  /** Figures beside the table that may be put on it by hand, each with a listed action that does. */
  readonly reserve = $derived(reserveIn(this.legal, this.scene?.boxes ?? []));
  /** The usual width of a base in the game's unit: everything here is measured in it. */
  span = $state(1);

  /** Names of all figures that were seen, also of those that are nowhere any more. */
  protected names = new Map<string, string>();

  protected abstract send(message: ClientMessage): boolean;
  protected abstract hear(message: ServerMessage): void;

  /** A length in the game's unit, as it is shown: `2.5″`. */
  measured(bases: number): string {
    return measured(bases, this.span, this.scene?.unit ?? '');
  }

  /** `2.5″ of 4″`: how far of how far. */
  measuredOf(bases: number, limit: number | null | undefined): string {
    return limit == null ? this.measured(bases) : measuredOf(bases, limit, this.span, this.scene?.unit ?? '');
  }

  nameOf(id: string): string {
    return this.figure(id)?.name ?? this.names.get(id) ?? id;
  }

  /** As the game's own sentences call a figure: `Blades (R2)`. */
  readonly called = (id: string): string => (this.nameOf(id) === id ? id : `${this.nameOf(id)} (${id})`);

  /** Several of them, those of one name together: `Spears (A1, A2), Bows (A3)`. */
  readonly calledAll = (ids: readonly string[]): string =>
    [...Map.groupBy(ids, (id) => this.nameOf(id))]
      .map(([name, all]) => (all[0] === name ? all.join(', ') : `${name} (${all.join(', ')})`))
      .join(', ');

  figure(id: string): SceneFigure | undefined {
    return this.figures.get(id) ?? this.scene?.boxes.flatMap((box) => box.figures).find((figure) => figure.id === id);
  }

  sideName(key: string | null): string {
    return this.facts?.sides.find((side) => side.key === key)?.name ?? key ?? '';
  }

  /** Place of a side in the game's list: its colour. */
  sideIndex(key: string | null): number {
    return this.facts?.sides.findIndex((side) => side.key === key) ?? -1;
  }
}
