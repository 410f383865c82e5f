/**
 * Where the names of terrain stand: as large on the screen from near and far, in their areas, behind no base, over no hut
 * and, if there is room beside it, not on other ground that lies upon theirs. Pure.
 */

import type { SceneFeature } from '../messages';
import { boxOf, corners, inside, meet } from './geometry';
import { extent, groundOf, pointsOf, thing } from './paint';
import type { Box, Placed, Point } from './types';

/** Pixels of the letters, and of the room around a name. */
const LETTERS = 13;
const GAP = 3;
/** Width of a letter in parts of its height, on the average. */
const WIDE = 0.5;
/** So many times as tall as wide: then its name is written upright. */
const TALL = 2.5;
/** Where along a road, or across an area, its name may stand: the first free place is taken. */
const ALONG = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9];

/** Heights of a letter that words written on a base are wide, about. */
export const wideness = (words: string) => 0.58 * words.length;
/** Letters pressed together more than this cannot be read. */
const PRESSED = 1.25;

/** What is written on a base that has so much room, in heights of a letter: the first that can be read there, or nothing. */
export function nameFor(names: readonly string[], room: number, strict: boolean): string {
  return names.find((one) => one && wideness(one) <= (strict ? 1 : PRESSED) * room) ?? '';
}

export interface Label extends Point {
  id: string;
  /** What it is; and below that what it does, where both in one line are wider than it. */
  lines: string[];
  /** In table units. */
  size: number;
  turned: boolean;
}

interface Spot extends Point {
  turned: boolean;
}

/**
 * The name of every feature that has room for it. `bases`: those of figures, and markers; `scale`: pixels in a table
 * unit; `words`: what is written there already.
 */
export function labels(
  features: readonly SceneFeature[],
  bases: readonly Placed[],
  table: { width: number; height: number },
  scale: number,
  words: readonly Box[] = [],
): Label[] {
  const taken = [...words, ...bases.map((base) => boxOf(corners(base))), ...features.filter(thing).map(extent)];
  const board = { x0: 0, y0: 0, x1: table.width, y1: table.height };
  const size = LETTERS / scale;
  const found: Label[] = [];
  for (const [index, feature] of features.entries()) {
    if (!feature.label || isCode(feature) || groundOf(feature.kind).label === 'none') continue;
    const lines = linesOf(feature, scale);
    const long = (Math.max(...lines.map((line) => line.length)) * WIDE * LETTERS + 2 * GAP) / scale;
    const high = (lines.length * LETTERS + 2 * GAP) / scale;
    const boxAt = ({ x, y, turned }: Spot): Box => {
      const [w, h] = turned ? [high, long] : [long, high];
      return { x0: x - w / 2, x1: x + w / 2, y0: y - h / 2, y1: y + h / 2 };
    };
    const upon = features
      .slice(index + 1)
      .filter((other) => other.shape === 'polygon' || other.shape === 'disc')
      .map(extent);
    const free = spotsOf(feature, long, high).filter(
      (one) => inside(boxAt(one), board) && !taken.some((box) => meet(box, boxAt(one))),
    );
    const spot = free.find((one) => !upon.some((box) => meet(box, boxAt(one)))) ?? free[0];
    if (!spot) continue;
    taken.push(boxAt(spot));
    found.push({ id: feature.id, lines, size, ...spot });
  }
  return found;
}

/** `S27`: it says nothing to whoever looks at the table; who points at the ground still reads it. */
function isCode({ id, label }: SceneFeature): boolean {
  return label === id && /^[A-Z]+\d+$/.test(label);
}

/** `wall: no way through` in two lines where it is wider than the wall; in more where those are, and it is as high. */
function linesOf(feature: SceneFeature, scale: number): string[] {
  const box = extent(feature);
  const { label } = feature;
  const most = ((box.x1 - box.x0) * scale) / LETTERS / WIDE;
  const lines = label.length > most ? label.split(/(?<=:) /) : [label];
  if (lines.length === 1) return lines;
  const wrapped = lines.flatMap((line) => wrap(line, most));
  return feature.shape === 'polygon' && wrapped.length * LETTERS < (box.y1 - box.y0) * scale ? wrapped : lines;
}

/** Words in lines of so many letters; a longer word has one of its own. */
const wrap = (line: string, most: number): string[] =>
  line.split(' ').reduce<string[]>((lines, word) => {
    const longer = `${lines.at(-1)} ${word}`;
    return lines.length > 0 && longer.length <= most ? [...lines.slice(0, -1), longer] : [...lines, word];
  }, []);

/** Places for a name, the best first: along a strip, within an area if it has room, above and below, and at its sides. */
function spotsOf(feature: SceneFeature, long: number, high: number): Spot[] {
  const box = extent(feature);
  const middle = { x: (box.x0 + box.x1) / 2, y: (box.y0 + box.y1) / 2 };
  const around: Spot[] = [
    { x: middle.x, y: box.y1 + high / 2, turned: false },
    { x: middle.x, y: box.y0 - high / 2, turned: false },
    { x: box.x1 + long / 2, y: middle.y, turned: false },
    { x: box.x0 - long / 2, y: middle.y, turned: false },
  ];
  if (thing(feature)) return around;
  const upright = box.y1 - box.y0 > TALL * (box.x1 - box.x0);
  if (feature.shape === 'strip' || feature.shape === 'line') {
    return [...ALONG.map((share) => ({ ...alongLine(pointsOf(feature), share), turned: upright })), ...around];
  }
  const across = ALONG.map((share): Spot => ({ x: middle.x, y: box.y0 + share * (box.y1 - box.y0), turned: upright }));
  const beside = ALONG.slice(1).map((share): Spot => ({
    x: box.x0 + share * (box.x1 - box.x0),
    y: middle.y,
    turned: upright,
  }));
  // A name that is wider than its area sticks out to one side, where both would lie on other ground.
  const flush = across.flatMap(({ y }): Spot[] =>
    [box.x0 + long / 2, box.x1 - long / 2].map((x) => ({ x, y, turned: false })),
  );
  return [...across, ...beside, ...(upright ? [] : flush), ...around];
}

/** The point so far along a line, in parts of its length. */
export function alongLine(points: readonly Point[], share: number): Point {
  const lengths = points
    .slice(1)
    .map((point, index) => Math.hypot(point.x - points[index]!.x, point.y - points[index]!.y));
  let left = share * lengths.reduce((all, one) => all + one, 0);
  for (const [index, length] of lengths.entries()) {
    const a = points[index]!;
    const b = points[index + 1]!;
    if (left <= length && length > 0)
      return { x: a.x + ((b.x - a.x) * left) / length, y: a.y + ((b.y - a.y) * left) / length };
    left -= length;
  }
  return points.at(-1) ?? { x: 0, y: 0 };
}
