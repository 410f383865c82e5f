/**
 * Pointers to intentions: a small machine of states without a screen.
 *
 * `step` takes the gesture so far and one event, and returns the next gesture with the intentions that follow.
 * Each gesture keeps the snapshot it began from, so that a long drag gathers no error.
 */

import { bearing, corners, covers, distance, turnBetween, within } from './geometry';
import type { Box, Placed, Point } from './types';

/** What lies under the pointer. */
export type Target =
  | { kind: 'ground' }
  | { kind: 'figure'; id: string; movable: boolean }
  | { kind: 'draft' }
  /** A piece that is no figure, whose place is being chosen. */
  | { kind: 'piece' }
  | { kind: 'turn'; pivot: Point };

export interface PointerInput {
  type: 'down' | 'move' | 'up' | 'cancel';
  id: number;
  /** In table units. */
  at: Point;
  /** In pixels, for thresholds. */
  screen: Point;
  target: Target;
  /** Shift, or the select mode of touch screens. */
  adding: boolean;
}

export type Gesture =
  | { kind: 'idle' }
  | { kind: 'pressing'; id: number; at: Point; screen: Point; target: Target; adding: boolean }
  | { kind: 'panning'; id: number; at: Point }
  | { kind: 'pinching'; a: Finger; b: Finger }
  | { kind: 'boxing'; id: number; from: Point; to: Point; adding: boolean }
  | { kind: 'dragging'; id: number; at: Point }
  | { kind: 'turning'; id: number; pivot: Point; last: number; degrees: number };

interface Finger {
  id: number;
  at: Point;
  screen: Point;
}

export type Intention =
  | { kind: 'tap'; target: Target; adding: boolean; at: Point }
  | { kind: 'pan'; dx: number; dy: number }
  | { kind: 'zoom'; factor: number; at: Point }
  | { kind: 'select box'; box: Box; adding: boolean }
  /** A drag begins: of figures, by this one, or of the draft or the piece that lies there. */
  | { kind: 'take'; id: string | null }
  | { kind: 'shift'; dx: number; dy: number }
  | { kind: 'turn'; pivot: Point; degrees: number }
  /** A figure is dragged that is not to be moved by whoever drags. */
  | { kind: 'barred'; id: string }
  /** The pointer that dragged or turned is up. */
  | { kind: 'drop' }
  | { kind: 'undrag' };

export const IDLE: Gesture = { kind: 'idle' };
const THRESHOLD = 5;

type Step = [Gesture, Intention[]];

export function step(gesture: Gesture, input: PointerInput): Step {
  if (input.type === 'cancel') return cancel(gesture);
  switch (gesture.kind) {
    case 'idle':
      return input.type === 'down' ? [pressed(input), []] : [gesture, []];
    case 'pressing':
      return fromPressing(gesture, input);
    case 'panning':
      return fromPanning(gesture, input);
    case 'pinching':
      return fromPinching(gesture, input);
    case 'boxing':
      return fromBoxing(gesture, input);
    case 'dragging':
      return fromDragging(gesture, input);
    case 'turning':
      return fromTurning(gesture, input);
  }
}

/** Let go of everything: a draft goes back to where it was. */
export function cancel(gesture: Gesture): Step {
  const held = gesture.kind === 'dragging' || gesture.kind === 'turning';
  return [IDLE, held ? [{ kind: 'undrag' }] : []];
}

function pressed(input: PointerInput): Gesture {
  const { id, at, screen, target, adding } = input;
  return { kind: 'pressing', id, at, screen, target, adding };
}

function fromPressing(gesture: Extract<Gesture, { kind: 'pressing' }>, input: PointerInput): Step {
  if (input.type === 'down') return [pinch(gesture, input), []];
  if (input.id !== gesture.id) return [gesture, []];
  if (input.type === 'up') {
    return [IDLE, [{ kind: 'tap', target: gesture.target, adding: gesture.adding, at: gesture.at }]];
  }
  if (distance(gesture.screen, input.screen) < THRESHOLD) return [gesture, []];
  return began(gesture, input);
}

/** The press has become a drag: which one, what lay under it says. */
function began(gesture: Extract<Gesture, { kind: 'pressing' }>, input: PointerInput): Step {
  const { id, at, target, adding } = gesture;
  if (target.kind === 'turn') {
    const first: Gesture = { kind: 'turning', id, pivot: target.pivot, last: bearing(target.pivot, at), degrees: 0 };
    const [next, intentions] = fromTurning(first, input);
    return [next, [{ kind: 'take', id: null }, ...intentions]];
  }
  if (target.kind === 'draft' || target.kind === 'piece' || (target.kind === 'figure' && target.movable && !adding)) {
    const [next, intentions] = fromDragging({ kind: 'dragging', id, at }, input);
    return [next, [{ kind: 'take', id: target.kind === 'figure' ? target.id : null }, ...intentions]];
  }
  if (adding) return [{ kind: 'boxing', id, from: at, to: input.at, adding }, []];
  const [next, intentions] = fromPanning({ kind: 'panning', id, at }, input);
  return [next, target.kind === 'figure' ? [{ kind: 'barred', id: target.id }, ...intentions] : intentions];
}

function fromPanning(gesture: Extract<Gesture, { kind: 'panning' }>, input: PointerInput): Step {
  if (input.type === 'down') return [pinch({ ...gesture, screen: input.screen }, input), []];
  if (input.id !== gesture.id) return [gesture, []];
  if (input.type === 'up') return [IDLE, []];
  // The camera follows, so the same table point stays under the finger: `at` does not change.
  return [gesture, [{ kind: 'pan', dx: gesture.at.x - input.at.x, dy: gesture.at.y - input.at.y }]];
}

function pinch(first: { id: number; at: Point; screen: Point }, second: PointerInput): Gesture {
  return {
    kind: 'pinching',
    a: { id: first.id, at: first.at, screen: first.screen },
    b: { id: second.id, at: second.at, screen: second.screen },
  };
}

function fromPinching(gesture: Extract<Gesture, { kind: 'pinching' }>, input: PointerInput): Step {
  const moved = input.id === gesture.a.id ? 'a' : input.id === gesture.b.id ? 'b' : null;
  if (!moved) return [gesture, []];
  if (input.type === 'up') {
    const left = moved === 'a' ? gesture.b : gesture.a;
    return [{ kind: 'panning', id: left.id, at: left.at }, []];
  }
  const before = { a: gesture.a, b: gesture.b };
  const after = { ...before, [moved]: { id: input.id, at: input.at, screen: input.screen } };
  const factor =
    Math.max(1, distance(after.a.screen, after.b.screen)) / Math.max(1, distance(before.a.screen, before.b.screen));
  const at = { x: (before.a.at.x + before.b.at.x) / 2, y: (before.a.at.y + before.b.at.y) / 2 };
  const dx = (before[moved].at.x - input.at.x) / 2;
  const dy = (before[moved].at.y - input.at.y) / 2;
  // Kept in table units of the view before this step; the next event is measured in the view after it.
  const next: Gesture = {
    kind: 'pinching',
    a: { ...after.a, at: shiftedBy(after.a.at, dx, dy) },
    b: { ...after.b, at: shiftedBy(after.b.at, dx, dy) },
  };
  return [
    next,
    [
      { kind: 'pan', dx, dy },
      { kind: 'zoom', factor, at },
    ],
  ];
}

function shiftedBy(point: Point, dx: number, dy: number): Point {
  return { x: point.x + dx, y: point.y + dy };
}

function fromBoxing(gesture: Extract<Gesture, { kind: 'boxing' }>, input: PointerInput): Step {
  if (input.id !== gesture.id) return [gesture, []];
  const next = { ...gesture, to: input.at };
  if (input.type === 'move') return [next, []];
  return [IDLE, [{ kind: 'select box', box: boxBetween(next.from, next.to), adding: gesture.adding }]];
}

function fromDragging(gesture: Extract<Gesture, { kind: 'dragging' }>, input: PointerInput): Step {
  if (input.id !== gesture.id) return [gesture, []];
  const shift: Intention = { kind: 'shift', dx: input.at.x - gesture.at.x, dy: input.at.y - gesture.at.y };
  return input.type === 'up' ? [IDLE, [shift, { kind: 'drop' }]] : [gesture, [shift]];
}

function fromTurning(gesture: Extract<Gesture, { kind: 'turning' }>, input: PointerInput): Step {
  if (input.id !== gesture.id) return [gesture, []];
  const now = bearing(gesture.pivot, input.at);
  const degrees = gesture.degrees + turnBetween(gesture.last, now);
  const turn: Intention = { kind: 'turn', pivot: gesture.pivot, degrees };
  if (input.type === 'up') return [IDLE, [turn, { kind: 'drop' }]];
  return [{ ...gesture, last: now, degrees }, [turn]];
}

export function boxBetween(a: Point, b: Point): Box {
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) };
}

/** The corner of a base that lies so near a point, or the point itself. */
export function atCorner(point: Point, figures: readonly Placed[], near: number): Point {
  const found = figures.flatMap((figure) => corners(figure)).sort((a, b) => distance(a, point) - distance(b, point))[0];
  return found && distance(found, point) <= near ? found : point;
}

/** Ids of the figures whose middle lies in the box. */
export function boxed(box: Box, figures: readonly Placed[]): string[] {
  return figures.filter((figure) => within(box, figure)).map((figure) => figure.id);
}

/** The figure under a point, with some slack for thick fingers; the nearest wins. */
export function figureAt<T extends Placed>(point: Point, figures: readonly T[], slack: number): T | undefined {
  const hit = figures.find((figure) => covers(figure, point));
  if (hit || slack <= 0) return hit;
  let best: T | undefined;
  let least = Infinity;
  for (const figure of figures) {
    const far = distance(figure, point) - Math.min(figure.width, figure.depth) / 2;
    if (far < least && far <= slack) {
      least = far;
      best = figure;
    }
  }
  return best;
}
