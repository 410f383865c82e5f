/** How each form of a thing lies on the table: its outline, its grips, and what it is once moved or pulled (pure). */

import { bearing, distance, heading } from '../board/geometry';
import type { Point } from '../board/types';
import type { Shape } from '../messages';
import { isData, put } from './document';
import type { Value } from './document';

export type Form = Shape['form'];

/** What a form may have to know beside its own value. */
export interface Setting {
  /** The two ends of a link of the network, by its key; null: there is none. */
  link(key: Value | undefined): [Point, Point] | null;
  /** How wide the table is. */
  width: number;
  /** How far a grip for turning stands from its middle. */
  reach: number;
  /** Where something faces that does not say so. */
  usual(value: Value): number;
}

export interface Grip extends Point {
  name: string;
}

interface Ways {
  closed: boolean;
  outline(value: Value, setting: Setting, shape: Shape): Point[];
  grips(value: Value, setting: Setting, shape: Shape): Grip[];
  shift(value: Value, dx: number, dy: number, setting: Setting, shape: Shape): Value;
  pull(value: Value, grip: string, to: Point, setting: Setting, shape: Shape): Value;
}

const number = (value: Value | undefined, other = 0) => (typeof value === 'number' ? value : other);
const point = (value: Value | undefined): Point =>
  Array.isArray(value) ? { x: number(value[0]), y: number(value[1]) } : { x: 0, y: 0 };
const points = (value: Value | undefined): Point[] =>
  Array.isArray(value) ? value.filter(Array.isArray).map(point) : [];
const pair = (p: Point): Value => [tidy(p.x), tidy(p.y)];
/** Without the dust of sums. */
export const tidy = (length: number) => Math.round(length * 1000) / 1000;

const COMPASS: Record<string, number> = { N: 0, NE: 45, E: 90, SE: 135, S: 180, SW: 225, W: 270, NW: 315 };
export const facingOf = (value: Value | undefined) =>
  typeof value === 'string' ? (COMPASS[value.toUpperCase()] ?? 0) : number(value);

const TURN = 15;
const turnTo = (from: Point, to: Point) => (Math.round(bearing(from, to) / TURN) * TURN) % 360;
const ahead = (from: Point, facing: number, far: number) => {
  const way = heading(facing);
  return { x: from.x + way.x * far, y: from.y + way.y * far };
};
const shifted = (p: Point, dx: number, dy: number) => ({ x: p.x + dx, y: p.y + dy });
const held = (value: Value, key: string) => (isData(value) ? value[key] : undefined);

/** Where a pose faces. */
export function facingIn(value: Value, setting: Setting): number {
  const said = held(value, 'facing');
  return said === undefined ? setting.usual(value) : facingOf(said);
}

/** The field in which a pose says where it is. */
export const placeOf = (value: Value, shape: Shape) => shape.at.find((name) => held(value, name) !== undefined);

const ring = (middle: Point, radius: number) => Array.from({ length: 24 }, (_, n) => ahead(middle, n * 15, radius));
const box = (value: Value) => (Array.isArray(value) ? value.map((one) => number(one)) : [0, 0, 0, 0]);

/** Where a point lies along a link: from 0 to its length. */
export function along([a, b]: [Point, Point], p: Point): number {
  const length = distance(a, b);
  if (length === 0) return 0;
  const part = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / (length * length);
  return Math.min(1, Math.max(0, part)) * length;
}

const on = ([a, b]: [Point, Point], far: number): Point => {
  const length = distance(a, b) || 1;
  return { x: a.x + ((b.x - a.x) * far) / length, y: a.y + ((b.y - a.y) * far) / length };
};

const list: Omit<Ways, 'closed'> = {
  outline: (value) => points(value),
  grips(value) {
    const all = points(value);
    return all.map((p, index) => ({ ...p, name: `${index}` }));
  },
  shift: (value, dx, dy) =>
    Array.isArray(value) ? value.map((one) => (Array.isArray(one) ? pair(shifted(point(one), dx, dy)) : one)) : value,
  pull(value, grip, to) {
    const all = Array.isArray(value) ? [...value] : [];
    if (grip.startsWith('new ')) all.splice(Number(grip.slice(4)), 0, pair(to));
    else all[Number(grip)] = pair(to);
    return all;
  },
};

/** With a grip between every two corners, by which one more is made. */
const bending = (closed: boolean): Ways => ({
  ...list,
  closed,
  grips(value) {
    const all = points(value);
    const between = all.flatMap((p, index) => {
      const next = all[index + 1] ?? (closed ? all[0]! : null);
      return next ? [{ x: (p.x + next.x) / 2, y: (p.y + next.y) / 2, name: `new ${index + 1}` }] : [];
    });
    return [...between, ...list.grips(value, undefined as never, undefined as never)];
  },
});

export const FORMS: Record<Form, Ways> = {
  point: {
    closed: false,
    outline: (value) => [point(value)],
    grips: () => [],
    shift: (value, dx, dy) => pair(shifted(point(value), dx, dy)),
    pull: (_value, _grip, to) => pair(to),
  },
  points: { ...list, closed: false },
  polygon: bending(true),
  line: bending(false),
  pose: {
    closed: false,
    outline(value, _setting, shape) {
      const name = placeOf(value, shape);
      return name ? [point(held(value, name))] : [];
    },
    grips(value, setting, shape) {
      const name = placeOf(value, shape);
      if (!name) return [];
      return [{ ...ahead(point(held(value, name)), facingIn(value, setting), setting.reach), name: 'turn' }];
    },
    shift(value, dx, dy, _setting, shape) {
      const name = placeOf(value, shape);
      return name ? put(value, [name], pair(shifted(point(held(value, name)), dx, dy))) : value;
    },
    pull(value, _grip, to, _setting, shape) {
      const name = placeOf(value, shape);
      return name ? put(value, ['facing'], turnTo(point(held(value, name)), to)) : value;
    },
  },
  box: {
    closed: true,
    outline(value) {
      const [x0, y0, x1, y1] = box(value) as [number, number, number, number];
      return [
        { x: x0, y: y0 },
        { x: x1, y: y0 },
        { x: x1, y: y1 },
        { x: x0, y: y1 },
      ];
    },
    grips: (value, setting, shape) =>
      FORMS.box.outline(value, setting, shape).map((p, index) => ({ ...p, name: `${index}` })),
    shift(value, dx, dy) {
      const [x0, y0, x1, y1] = box(value) as [number, number, number, number];
      return [x0 + dx, y0 + dy, x1 + dx, y1 + dy].map(tidy);
    },
    pull(value, grip, to) {
      const sides = box(value);
      const corner = Number(grip);
      sides[corner === 1 || corner === 2 ? 2 : 0] = to.x;
      sides[corner >= 2 ? 3 : 1] = to.y;
      const [x0, y0, x1, y1] = sides as [number, number, number, number];
      return [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)].map(tidy);
    },
  },
  disc: {
    closed: true,
    outline: (value) => ring(point(value), number(box(value)[2])),
    grips: (value) => [{ ...shifted(point(value), number(box(value)[2]), 0), name: 'radius' }],
    shift: (value, dx, dy) => [...(pair(shifted(point(value), dx, dy)) as Value[]), box(value)[2] ?? 0],
    pull: (value, _grip, to) => [...(pair(point(value)) as Value[]), tidy(distance(point(value), to))],
  },
  round: {
    closed: true,
    outline: (value) => ring(point(held(value, 'at')), number(held(value, 'radius'), 1)),
    grips: (value) => [{ ...shifted(point(held(value, 'at')), number(held(value, 'radius'), 1), 0), name: 'radius' }],
    shift: (value, dx, dy) => put(value, ['at'], pair(shifted(point(held(value, 'at')), dx, dy))),
    pull: (value, _grip, to) => put(value, ['radius'], tidy(distance(point(held(value, 'at')), to))),
  },
  oval: {
    closed: true,
    outline(value) {
      const [middle, facing] = [point(held(value, 'at')), facingOf(held(value, 'facing'))];
      const [long, wide] = [number(held(value, 'length')) / 2, number(held(value, 'width')) / 2];
      return ring({ x: 0, y: 0 }, 1).map((p) => ahead(ahead(middle, facing, p.y * long), facing + 90, p.x * wide));
    },
    grips(value, setting) {
      const [middle, facing] = [point(held(value, 'at')), facingOf(held(value, 'facing'))];
      const [long, wide] = [number(held(value, 'length')) / 2, number(held(value, 'width')) / 2];
      return [
        { ...ahead(middle, facing, long), name: 'length' },
        { ...ahead(middle, facing + 90, wide), name: 'width' },
        { ...ahead(middle, facing, long + setting.reach), name: 'turn' },
      ];
    },
    shift: (value, dx, dy) => put(value, ['at'], pair(shifted(point(held(value, 'at')), dx, dy))),
    pull(value, grip, to) {
      const middle = point(held(value, 'at'));
      return grip === 'turn'
        ? put(value, ['facing'], turnTo(middle, to))
        : put(value, [grip], tidy(2 * distance(middle, to)));
    },
  },
  link: {
    closed: false,
    outline: () => [],
    grips: () => [],
    shift: (value) => value,
    pull: (value) => value,
  },
  along: {
    closed: false,
    outline(value, setting) {
      const link = setting.link(held(value, 'corridor'));
      if (!link) return [];
      const places = ['at', 'start', 'end'].flatMap((name) => (held(value, name) === undefined ? [] : [name]));
      return places.map((name) => on(link, number(held(value, name))));
    },
    grips(value, setting, shape) {
      const ends = FORMS.along.outline(value, setting, shape);
      return ends.length === 2 ? ends.map((p, index) => ({ ...p, name: index === 0 ? 'start' : 'end' })) : [];
    },
    shift(value, dx, dy, setting) {
      const link = setting.link(held(value, 'corridor'));
      if (!link || !isData(value)) return value;
      const [a, b] = link;
      const far = ((b.x - a.x) * dx + (b.y - a.y) * dy) / (distance(a, b) || 1);
      const names = ['at', 'start', 'end'].filter((name) => value[name] !== undefined);
      const least = -Math.min(...names.map((name) => number(value[name])));
      const most = distance(a, b) - Math.max(...names.map((name) => number(value[name])));
      const gone = Math.min(most, Math.max(least, far));
      return names.reduce<Value>((now, name) => put(now, [name], tidy(number(value[name]) + gone)), value);
    },
    pull(value, grip, to, setting) {
      const link = setting.link(held(value, 'corridor'));
      return link ? put(value, [grip], tidy(along(link, to))) : value;
    },
  },
  bands: {
    closed: true,
    outline(value, setting) {
      const ys = Array.isArray(value) ? value.flatMap((one) => box(one).slice(0, 2)) : [];
      return [ys.slice(0, 2), ys.slice(2, 4)].flatMap((band) =>
        band.length < 2
          ? []
          : [
              { x: 0, y: band[0]! },
              { x: setting.width, y: band[0]! },
              { x: setting.width, y: band[1]! },
              { x: 0, y: band[1]! },
            ],
      );
    },
    grips: (value, setting) =>
      (Array.isArray(value) ? value : []).flatMap((band, index) =>
        box(band)
          .slice(0, 2)
          .map((y, end) => ({ x: setting.width / 2, y, name: `${index} ${end}` })),
      ),
    shift: (value) => value,
    pull(value, grip, to) {
      const [index, end] = grip.split(' ').map(Number) as [number, number];
      return put(value, [index, end], tidy(to.y));
    },
  },
};

/** A value that has been laid about the middle of the world, with whatever reaches beyond the table cut off at its edge. */
export function within(value: Value, form: Form, width: number, height: number): Value {
  const clip = (p: Point) => ({ x: Math.min(width, Math.max(0, p.x)), y: Math.min(height, Math.max(0, p.y)) });
  if (form === 'line' || form === 'polygon') return points(value).map((p) => pair(clip(p)));
  if (form !== 'box') return value;
  const [x0, y0, x1, y1] = box(value) as [number, number, number, number];
  const [a, b] = [clip({ x: x0, y: y0 }), clip({ x: x1, y: y1 })];
  return [a.x, a.y, b.x, b.y];
}
