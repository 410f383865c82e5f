/** Plane geometry of bases: what the board needs to draw, select and drag. It decides no rule. */

import type { Box, Placed, Point, Pose } from './types';

const TOUCH = 0.02;

/** Degrees into [0, 360). */
export function normal(degrees: number): number {
  const turn = degrees % 360;
  return turn < 0 ? turn + 360 : turn + 0;
}

/** Unit vector of a facing. */
export function heading(facing: number): Point {
  const angle = (facing * Math.PI) / 180;
  return { x: Math.sin(angle), y: Math.cos(angle) };
}

/** Facing of the vector from one point to another; 0 when they are the same. */
export function bearing(from: Point, to: Point): number {
  return normal((Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI);
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export const meet = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
export const inside = (a: Box, b: Box) => a.x0 >= b.x0 && a.x1 <= b.x1 && a.y0 >= b.y0 && a.y1 <= b.y1;

/** The point turned clockwise about a pivot. */
export function turned(point: Point, pivot: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const dx = point.x - pivot.x;
  const dy = point.y - pivot.y;
  return { x: pivot.x + dx * c + dy * s, y: pivot.y - dx * s + dy * c };
}

/** Corners of a base: front left, front right, rear right, rear left. */
export function corners(base: Placed): [Point, Point, Point, Point] {
  const ahead = heading(base.facing);
  const right = { x: ahead.y, y: -ahead.x };
  const at = (side: number, front: number): Point => ({
    x: base.x + (right.x * side * base.width + ahead.x * front * base.depth) / 2,
    y: base.y + (right.y * side * base.width + ahead.y * front * base.depth) / 2,
  });
  return [at(-1, 1), at(1, 1), at(1, -1), at(-1, -1)];
}

/**
 * The poses of a block whose first member goes to `leader`: every other keeps its place in the block.
 */
export function carried<T extends Pose>(block: readonly T[], leader: Pose): T[] {
  const first = block[0];
  if (!first) return [];
  const turn = leader.facing - first.facing;
  return block.map((member) => {
    const spot = turned(member, first, turn);
    return {
      ...member,
      x: spot.x + leader.x - first.x,
      y: spot.y + leader.y - first.y,
      facing: normal(member.facing + turn),
    };
  });
}

/** The pose of the block's first member when the whole block turns clockwise about a pivot. */
export function wheeled(first: Pose, pivot: Point, degrees: number): Pose {
  return { ...turned(first, pivot, degrees), facing: normal(first.facing + degrees) };
}

/** A block seen from above with its leader's front at the top: where its handles go. */
export interface Frame {
  frontLeft: Point;
  frontRight: Point;
  front: Point;
  centre: Point;
  ahead: Point;
}

/** The smallest box around a block that is turned as its leader is; null for an empty block. */
export function frameOf(block: readonly Placed[]): Frame | null {
  const leader = block[0];
  if (!leader) return null;
  const level = block.flatMap(corners).map((corner) => turned(corner, leader, -leader.facing));
  const box = boxOf(level);
  const back = (x: number, y: number) => turned({ x, y }, leader, leader.facing);
  return {
    frontLeft: back(box.x0, box.y1),
    frontRight: back(box.x1, box.y1),
    front: back((box.x0 + box.x1) / 2, box.y1),
    centre: back((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2),
    ahead: heading(leader.facing),
  };
}

/** The middle of the smallest upright box around some points. */
export function middle(points: readonly Point[]): Point {
  const box = boxOf(points);
  return { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
}

export function boxOf(points: readonly Point[]): Box {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

export function grown(box: Box, by: number): Box {
  return { x0: box.x0 - by, y0: box.y0 - by, x1: box.x1 + by, y1: box.y1 + by };
}

export function within(box: Box, point: Point): boolean {
  return point.x >= box.x0 && point.x <= box.x1 && point.y >= box.y0 && point.y <= box.y1;
}

/** Whether a point lies on a base. */
export function covers(base: Placed, point: Point): boolean {
  if (base.shape === 'disc') return distance(base, point) <= base.width / 2;
  const spot = turned(point, base, -base.facing);
  return Math.abs(spot.x - base.x) <= base.width / 2 && Math.abs(spot.y - base.y) <= base.depth / 2;
}

/** Whether two bases stand together along an edge (not only at a corner). */
export function adjoin(a: Placed, b: Placed): boolean {
  const edges = (base: Placed) => {
    const [p, q, r, s] = corners(base);
    return [
      [p, q],
      [q, r],
      [r, s],
      [s, p],
    ] as [Point, Point][];
  };
  return edges(a).some((one) => edges(b).some((two) => shared(one, two) > 4 * TOUCH));
}

/** How long two segments run together; 0 when they do not lie on one line. */
function shared([a, b]: [Point, Point], [c, d]: [Point, Point]): number {
  const length = distance(a, b);
  const ux = (b.x - a.x) / length;
  const uy = (b.y - a.y) / length;
  const off = (p: Point) => Math.abs((p.x - a.x) * uy - (p.y - a.y) * ux);
  if (off(c) > TOUCH || off(d) > TOUCH) return 0;
  const along = (p: Point) => (p.x - a.x) * ux + (p.y - a.y) * uy;
  const [lo, hi] = [along(c), along(d)].sort((m, n) => m - n) as [number, number];
  return Math.max(0, Math.min(length, hi) - Math.max(0, lo));
}

/** Ids of those that go with `id`: its unit, where the game has units, else friends with the same facing joined edge to
 * edge. A convenience for selecting; which figures may move as one, the server says. */
export function blockOf<T extends Placed & { side: string; unit?: string }>(
  id: string,
  figures: readonly T[],
): string[] {
  const seed = figures.find((f) => f.id === id);
  if (!seed) return [];
  if (seed.unit) return figures.filter((f) => f.side === seed.side && f.unit === seed.unit).map((f) => f.id);
  const friends = figures.filter((f) => f.side === seed.side && Math.abs(turnBetween(f.facing, seed.facing)) < 0.5);
  const found = new Set([id]);
  const open = [seed];
  while (open.length > 0) {
    const next = open.pop()!;
    for (const friend of friends) {
      if (!found.has(friend.id) && adjoin(next, friend)) {
        found.add(friend.id);
        open.push(friend);
      }
    }
  }
  return [...found];
}

/** The signed turn from one facing to another, in (-180, 180]. */
export function turnBetween(from: number, to: number): number {
  const turn = normal(to - from);
  return turn > 180 ? turn - 360 : turn;
}

/** How points went that kept their places to one another: turned about the first, and that one shifted. Null: they did not. */
export function rigid(
  from: readonly Point[],
  to: readonly Point[],
): { dx: number; dy: number; degrees: number } | null {
  const [a, b] = from;
  const [p, q] = to;
  if (!a || !p || from.length !== to.length) return null;
  const degrees = b && q ? turnBetween(bearing(a, b), bearing(p, q)) : 0;
  const dx = p.x - a.x;
  const dy = p.y - a.y;
  const fits = from.every((point, index) => {
    const end = turned(point, a, degrees);
    return distance({ x: end.x + dx, y: end.y + dy }, to[index]!) < TOUCH;
  });
  return fits ? { dx, dy, degrees } : null;
}

/** Features at another place: every point of their shapes carried by `to`. */
export function moved<T extends { points: [number, number][] }>(
  features: readonly T[],
  to: (point: Point) => Point,
): T[] {
  return features.map((feature) => ({
    ...feature,
    points: feature.points.map(([x, y]): [number, number] => {
      const end = to({ x, y });
      return [end.x, end.y];
    }),
  }));
}
