/** What part of the table the board shows: pure functions on a small record. */

import { boxOf } from './geometry';
import type { Box, Point } from './types';

/** Middle of the view in table units (y to the north) and the height of the view. */
export interface Camera {
  x: number;
  y: number;
  height: number;
}

export interface Table {
  width: number;
  height: number;
}

const MARGIN = 1.5;
/** Around the table where there is little room: its frame, and a little. */
const NARROW = 0.75;
const CLOSEST = 4;
/** Pixels of a base's width below which figures are hard to tell apart, and to hit. */
const SMALL = 22;
/** Bases between a figure and all others beyond which it is by itself. */
const APART = 2.5;

/** The camera that shows the whole box in a window of this shape (width / height). */
export function fit(box: Box, shape: number, margin = MARGIN): Camera {
  const width = box.x1 - box.x0 + 2 * margin;
  const height = box.y1 - box.y0 + 2 * margin;
  return {
    x: (box.x0 + box.x1) / 2,
    y: (box.y0 + box.y1) / 2,
    height: Math.max(CLOSEST, height, width / shape),
  };
}

export function fitTable(table: Table, shape: number, narrow = false): Camera {
  return fit({ x0: 0, y0: 0, x1: table.width, y1: table.height }, shape, narrow ? NARROW : MARGIN);
}

/** The figures without those at the edges that stand by themselves: a camp's followers, a boat. */
export function crowd<T extends Point>(figures: readonly T[]): readonly T[] {
  let left = [...figures];
  for (const along of [(p: Point) => p.x, (p: Point) => p.y, (p: Point) => -p.x, (p: Point) => -p.y]) {
    const sorted = [...left].sort((a, b) => along(a) - along(b));
    if (sorted.length > 2 && along(sorted[1]!) - along(sorted[0]!) > APART) left = sorted.slice(1);
  }
  return left;
}

/** Where a small window looks first: at the crowd, when on the whole table its figures would be too small. Null: at all. */
export function opening(table: Table, figures: readonly Point[], board: Pixels): Camera | null {
  const shape = board.width / Math.max(1, board.height);
  const whole = fitTable(table, shape, true);
  if (figures.length < 2 || board.height / whole.height >= SMALL) return null;
  const near = fit(boxOf(crowd(figures)), shape, 1);
  const height = Math.max(near.height, board.height / (1.5 * SMALL));
  return height < 0.75 * whole.height ? { ...near, height } : null;
}

/** Zoom by a factor (over 1: closer) so that the point under the finger stays where it is. */
export function zoomed(camera: Camera, factor: number, at: Point, table: Table, shape: number): Camera {
  const farthest = fitTable(table, shape).height * 1.25;
  const height = Math.min(farthest, Math.max(CLOSEST, camera.height / factor));
  const k = height / camera.height;
  return bounded({ x: at.x + (camera.x - at.x) * k, y: at.y + (camera.y - at.y) * k, height }, table);
}

export function panned(camera: Camera, dx: number, dy: number, table: Table): Camera {
  return bounded({ ...camera, x: camera.x + dx, y: camera.y + dy }, table);
}

/** The view never loses the table: its middle stays over it. */
function bounded(camera: Camera, table: Table): Camera {
  return {
    ...camera,
    x: Math.min(table.width, Math.max(0, camera.x)),
    y: Math.min(table.height, Math.max(0, camera.y)),
  };
}

/**
 * The same view where it shows as little as it can of what is beside the table; `above`: table units at its upper edge
 * that something hides.
 */
export function settled(camera: Camera, table: Table, shape: number, above = 0): Camera {
  const along = (at: number, view: number, size: number, hidden: number) => {
    const [low, high] = [view / 2 - MARGIN, size + MARGIN + hidden - view / 2];
    return low > high ? (low + high) / 2 : Math.min(high, Math.max(low, at));
  };
  return {
    ...camera,
    x: along(camera.x, camera.height * shape, table.width, 0),
    y: along(camera.y, camera.height, table.height, above),
  };
}

/** The svg viewBox: y grows downwards there, so the table's north edge is at 0. */
export function viewBox(camera: Camera, table: Table, shape: number): string {
  const width = camera.height * shape;
  const top = table.height - camera.y - camera.height / 2;
  return [camera.x - width / 2, top, width, camera.height].map((n) => n.toFixed(4)).join(' ');
}

export interface Pixels {
  width: number;
  height: number;
}

/** From a pixel of the board (y downwards, from its top left) to the table. */
export function toTable(camera: Camera, pixel: Point, board: Pixels): Point {
  const unit = camera.height / board.height;
  return { x: camera.x + (pixel.x - board.width / 2) * unit, y: camera.y - (pixel.y - board.height / 2) * unit };
}

/** From the table to a pixel of the board. */
export function toScreen(camera: Camera, point: Point, board: Pixels): Point {
  const unit = board.height / camera.height;
  return { x: board.width / 2 + (point.x - camera.x) * unit, y: board.height / 2 - (point.y - camera.y) * unit };
}

export type Corner = 'bottom left' | 'bottom right' | 'top left' | 'top right';

/**
 * The corner of the board where something so large hides fewest of these things, the lower left one where it is one of
 * several, and how many it hides there. `above`: pixels at the upper edge that are taken; one of `chosen` counts for
 * more than all others.
 */
export function freeCorner(
  things: readonly Box[],
  camera: Camera,
  board: Pixels,
  size: Pixels,
  above = 0,
  chosen: readonly Box[] = [],
): { corner: Corner; hides: number } {
  const hiding = (corner: Corner, some: readonly Box[]) =>
    some.filter(({ x0, y0, x1, y1 }) => {
      const [low, high] = [toScreen(camera, { x: x0, y: y1 }, board), toScreen(camera, { x: x1, y: y0 }, board)];
      const across = corner.endsWith('left') ? low.x < size.width : high.x > board.width - size.width;
      const along = corner.startsWith('bottom') ? high.y > board.height - size.height : low.y < above + size.height;
      return across && along && high.x > 0 && low.x < board.width && high.y > 0 && low.y < board.height;
    }).length;
  const hides = (corner: Corner) => (things.length + 1) * hiding(corner, chosen) + hiding(corner, things);
  const corners: Corner[] = ['bottom left', 'bottom right', 'top left', 'top right'];
  const corner = corners.reduce((best, one) => (hides(one) < hides(best) ? one : best));
  return { corner, hides: hides(corner) };
}
