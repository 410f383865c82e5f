/**
 * A long event - a flood - watched figure after figure: who stands where at each moment of it, how fast it goes, and
 * what is skipped. States that come meanwhile wait until it is over.
 */

import type { Point } from './board/types';
import type { SceneAccount, SceneAct, ServerMessage, StepRecord } from './messages';

export const SPEEDS = ['slow', 'normal', 'fast'] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds that a figure takes for one base's width of its way, and that its line stays to be read. */
const TIMES: Record<Speed, { base: number; stay: number }> = {
  slow: { base: 330, stay: 2000 },
  normal: { base: 130, stay: 900 },
  fast: { base: 35, stay: 140 },
};

const pointOf = ([x, y]: readonly [number, number]): Point => ({ x, y });

/** The way of an act up to a share of it, its turns among the points. */
export function wayUntil(act: SceneAct, share: number): Point[] {
  const points = act.way.map(pointOf);
  const lengths = points
    .slice(1)
    .map((point, index) => Math.hypot(point.x - points[index]!.x, point.y - points[index]!.y));
  let left = lengths.reduce((sum, length) => sum + length, 0) * share;
  const gone = points.slice(0, 1);
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [points[index]!, points[index + 1]!];
    if (length >= left) {
      const part = length > 0 ? left / length : 1;
      return [...gone, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }];
    }
    gone.push(to);
    left -= length;
  }
  return gone;
}

export const lengthOf = (act: SceneAct): number =>
  act.way.slice(1).reduce((sum, [x, y], index) => sum + Math.hypot(x - act.way[index]![0], y - act.way[index]![1]), 0);

/** Where everybody of an account stands while act number `at` has come so far; null: taken from the table. */
export function standing(acts: readonly SceneAct[], at: number, share: number): Map<string, Point | null> {
  const found = new Map<string, Point | null>();
  for (const [index, act] of acts.entries()) {
    if (index < at) found.set(act.figure, act.off ? null : pointOf(act.way.at(-1)!));
    else if (index === at) found.set(act.figure, wayUntil(act, share).at(-1)!);
    else if (!found.has(act.figure)) found.set(act.figure, pointOf(act.way[0]!));
  }
  return found;
}

export class Playback {
  /** What is watched now. */
  account = $state.raw<SceneAccount | null>(null);
  /** What is read as a table now. */
  table = $state.raw<SceneAccount | null>(null);
  speed = $state<Speed>('normal');
  paused = $state(false);
  /** Milliseconds since the act began. */
  #time = $state(0);
  at = $state(0);
  /** Somebody has asked to watch the next step that is looked at. */
  #wanted = false;
  #waiting: ServerMessage[] = [];
  #calm = $state(false);
  #hear: (message: ServerMessage) => void;

  readonly act = $derived(this.account?.acts[this.at] ?? null);
  readonly #going = $derived(this.act && !this.#calm ? Math.min(lengthOf(this.act), 40) * TIMES[this.speed].base : 0);
  readonly #share = $derived(this.#going > 0 ? Math.min(1, this.#time / this.#going) : 1);
  /** Where everybody whom it befalls stands now; empty while nothing is watched. */
  readonly places = $derived(
    this.account ? standing(this.account.acts, this.at, this.#share) : new Map<string, Point | null>(),
  );
  readonly way = $derived(this.act ? wayUntil(this.act, this.#share) : []);

  /**
   * `calm`: whoever looks has asked for less motion; figures stand where they come to at once, and nothing is shown
   * unasked. `hear`: what waited is heard.
   */
  constructor(calm: boolean, hear: (message: ServerMessage) => void) {
    this.#calm = calm;
    this.#hear = hear;
  }

  /** Something came of a step that is seen now: an account is watched. */
  see(step: StepRecord | undefined) {
    const unasked = !this.#calm && !document.hidden;
    if (step?.account?.acts.length && (unasked || this.#wanted)) this.begin(step.account);
    this.#wanted = false;
  }

  begin(account: SceneAccount) {
    this.account = account;
    this.paused = false;
    this.#go(0);
  }

  /** It is to be watched once the table that belongs to it is there. */
  want() {
    this.#wanted = true;
  }

  /** A message that waits until it has been watched. */
  holds(message: ServerMessage): boolean {
    if (!this.account || message.type !== 'state') return false;
    if (message.cause.kind === 'play' || message.cause.kind === 'pace') return this.#waiting.push(message) > 0;
    this.skip();
    return false;
  }

  /** So many milliseconds have gone by. */
  tick(milliseconds: number) {
    if (!this.account || this.paused) return;
    this.#time += milliseconds;
    if (this.#time >= this.#going + TIMES[this.speed].stay) this.next();
  }

  next() {
    if (!this.account) return;
    if (this.at + 1 < this.account.acts.length) this.#go(this.at + 1);
    else this.skip();
  }

  back() {
    this.#go(Math.max(0, this.at - 1));
  }

  #go(at: number) {
    this.at = at;
    this.#time = 0;
  }

  /** To the end of it. */
  skip() {
    if (!this.account) return;
    this.account = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const message of waiting) this.#hear(message);
  }
}
