/** Pieces that an action lays on the table and that are no figures - a wood, a camp - while a player chooses their place. Pure. */

import { boxOf, covers, distance, middle as middleOf, moved, normal, wheeled } from './board/geometry';
import type { Point } from './board/types';
import { hasPlace } from './draft';
import type { LegalAction, SceneFeature, ScenePlace } from './messages';

/** How far the middle of a piece may lie from the place that its action names. */
const NEAR = 0.1;

const pointsOf = (features: readonly SceneFeature[]): Point[] =>
  features.flatMap((one) => one.points.map(([x, y]) => ({ x, y })));

/** Whether an action lays a piece about the place that it names: then it lies as well at another place, or turned. */
export function canBeMoved(order: LegalAction): boolean {
  if (order.figures.length > 0 || !hasPlace(order.action)) return false;
  if (order.puts.length === 0) return true;
  const middle = middleOf(pointsOf(order.puts));
  const [x, y] = order.action.to;
  return Math.hypot(middle.x - x, middle.y - y) <= NEAR;
}

function placeOf(order: LegalAction): Point {
  const [x, y] = order.action.to as [number, number];
  return { x, y };
}

/** The piece with its middle at a place. */
export function laidAt(order: LegalAction, at: Point): LegalAction {
  const round = (value: number) => Number(value.toFixed(7));
  const from = placeOf(order);
  const puts = moved(order.puts, (point) => ({ x: point.x + at.x - from.x, y: point.y + at.y - from.y }));
  return { ...order, puts, action: { ...order.action, to: [round(at.x), round(at.y)] } };
}

export function laidBy(order: LegalAction, dx: number, dy: number): LegalAction {
  const { x, y } = placeOf(order);
  return laidAt(order, { x: x + dx, y: y + dy });
}

/** The piece turned clockwise about its middle. */
export function laidTurned(order: LegalAction, degrees: number): LegalAction {
  const middle = placeOf(order);
  const facing = normal((order.action.facing ?? 0) + degrees);
  const puts = moved(order.puts, (point) => wheeled({ ...point, facing: 0 }, middle, degrees));
  return { ...order, puts, action: { ...order.action, facing } };
}

/** Whether a point lies on the piece, with some slack for fingers. */
export function liesOn(order: LegalAction, point: Point, slack: number): boolean {
  if (order.puts.length === 0) return Math.hypot(point.x - placeOf(order).x, point.y - placeOf(order).y) <= slack;
  const box = boxOf(pointsOf(order.puts));
  return (
    point.x >= box.x0 - slack && point.x <= box.x1 + slack && point.y >= box.y0 - slack && point.y <= box.y1 + slack
  );
}

export interface Kind {
  /** One of them, to begin with. */
  order: LegalAction;
  /** What all of them say: `Place a small wood as an optional feature`. */
  label: string;
  places: number;
}

/** Actions that differ only in where the piece lies and how it is turned, as one each; the others stay as they are. */
export function kindsOf(orders: readonly LegalAction[], middle: Point): Kind[] {
  const groups = new Map<LegalAction | string, LegalAction[]>();
  for (const one of orders) {
    const kind = canBeMoved(one) ? JSON.stringify({ ...one.action, to: null, facing: null }) : one;
    groups.set(kind, [...(groups.get(kind) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const far = (one: LegalAction) =>
      one.action.to ? Math.hypot(one.action.to[0] - middle.x, one.action.to[1] - middle.y) : 0;
    const order = group.reduce((best, one) => (far(one) < far(best) - 1e-6 ? one : best));
    return { order, label: sharedWords(group.map((one) => one.label)), places: group.length };
  });
}

/** Words that lead up to a place, in every language of the board: they go with it. */
const LEADING = new Set(['in', 'at', 'on', 'off', 'along', 'the', 'в', 'во', 'на', 'у', 'с', 'со', 'вдоль']);

/** The words with which all labels begin and end, without those in which they differ. */
export function sharedWords(labels: readonly string[]): string {
  const [first, ...rest] = labels.map((label) => label.split(' '));
  if (!first || rest.every((words) => words.join(' ') === first.join(' '))) return labels[0] ?? '';
  const shortest = Math.min(first.length, ...rest.map((words) => words.length));
  let head = 0;
  while (head < shortest && rest.every((words) => words[head] === first[head])) head += 1;
  let tail = 0;
  while (tail < shortest - head && rest.every((words) => words.at(-1 - tail) === first.at(-1 - tail))) tail += 1;
  while (LEADING.has(first[head - 1] ?? '')) head -= 1;
  return [...first.slice(0, head), ...(tail > 0 ? first.slice(-tail) : [])].join(' ');
}

/** The place under a point that lies nearest to it, of those where a figure could stand. */
export function placeAt(places: readonly ScenePlace[], at: Point): ScenePlace | undefined {
  return places
    .filter((one) => covers({ ...one, id: '' }, at))
    .toSorted((one, other) => distance(one, at) - distance(other, at))[0];
}
