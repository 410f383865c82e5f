/** The things of a scenario that have a place: which there are, which lies under a point, and what a change of one makes (pure). */

import { distance } from '../board/geometry';
import type { Point } from '../board/types';
import { t } from '../language';
import type { EditorGame, Piece, Shape, Thing as Kind } from '../messages';
import { at, begins, expand, freeName, isData, matches, pathOf, put, wordOf } from './document';
import type { Data, Path, Value } from './document';
import { along, FORMS, tidy, within } from './forms';
import type { Grip, Setting } from './forms';

/** One way in which a thing lies. */
export interface Lying {
  path: Path;
  shape: Shape;
}

export interface Thing {
  /** The way to it, as one word. */
  key: string;
  path: Path;
  kind: Kind;
  title: string;
  lying: Lying[];
}

type Table = Pick<EditorGame, 'things' | 'network'>;

/** Where a file's scenario begins: at its root, and in a case that holds one, there too. */
export const rootsOf = (data: Data): Path[] => [[], ...(isData(data.battle) ? [['battle']] : [])];

export function thingsOf(data: Data, table: Table): Thing[] {
  return rootsOf(data).flatMap((root) =>
    table.things.flatMap((kind) =>
      expand(data, [...root, ...pathOf(kind.path)]).flatMap((path) => {
        const value = at(data, path)!;
        if (value === null) return [];
        const lying = kind.shapes.flatMap((shape) => {
          const way = [...path, ...pathOf(shape.field)];
          const held = at(data, way);
          return held === undefined || held === null ? [] : [{ path: way, shape }];
        });
        return [{ key: wordOf(path), path, kind, title: titleOf(value, kind, path), lying }];
      }),
    ),
  );
}

function titleOf(value: Value, kind: Kind, path: Path): string {
  const said = kind.title.map((name) => (isData(value) ? value[name] : undefined)).filter((one) => one);
  const last = path.at(-1)!;
  const name = typeof last === 'number' ? `${last + 1}` : last;
  return said.length > 0
    ? [...new Set(said.map((one) => t(String(one).replaceAll('_', ' '))))].slice(0, 2).join(', ')
    : name;
}

/** What forms have to know of the data around them. */
export function settingOf(
  data: Data,
  table: Table,
  width: number,
  reach: number,
  usual: (value: Value) => number = () => 0,
): Setting {
  return {
    width,
    reach,
    usual,
    link(key) {
      const found =
        table.network &&
        rootsOf(data)
          .map((root) => linkEnds(data, table, root, key))
          .find(Boolean);
      return found ?? null;
    },
  };
}

function linkEnds(data: Data, table: Table, root: Path, key: Value | undefined): [Point, Point] | null {
  if (!table.network || typeof key !== 'string') return null;
  const link = at(data, [...root, ...pathOf(table.network.links), key]);
  const nodes = isData(link) && Array.isArray(link.nodes) ? link.nodes : [];
  const [a, b] = nodes.map((node) => at(data, [...root, ...pathOf(table.network!.nodes), String(node)]));
  return Array.isArray(a) && Array.isArray(b)
    ? [
        { x: Number(a[0]), y: Number(a[1]) },
        { x: Number(b[0]), y: Number(b[1]) },
      ]
    : null;
}

export interface Drawn {
  key: string;
  points: Point[];
  closed: boolean;
}

/** The outlines of a thing; of a link the line between its nodes. */
export function outlinesOf(data: Data, thing: Thing, setting: Setting): Drawn[] {
  return thing.lying.map(({ path, shape }) => {
    const ways = FORMS[shape.form];
    const points =
      shape.form === 'link' ? (setting.link(path.at(-1)) ?? []) : ways.outline(at(data, path)!, setting, shape);
    return { key: wordOf(path), points, closed: ways.closed };
  });
}

export interface HeldGrip extends Grip {
  lying: Lying;
}

export function gripsOf(data: Data, thing: Thing, setting: Setting): HeldGrip[] {
  return thing.lying.flatMap((lying) =>
    FORMS[lying.shape.form].grips(at(data, lying.path)!, setting, lying.shape).map((grip) => ({ ...grip, lying })),
  );
}

/** The data once a thing has gone so far; a link takes its nodes along. */
export function shifted(data: Data, thing: Thing, dx: number, dy: number, table: Table, setting: Setting): Data {
  return thing.lying.reduce((now, { path, shape }) => {
    if (shape.form !== 'link') return put(now, path, FORMS[shape.form].shift(at(now, path)!, dx, dy, setting, shape));
    const link = at(now, path);
    const nodes = isData(link) && Array.isArray(link.nodes) ? link.nodes : [];
    const root = path.slice(0, path.length - 1 - pathOf(table.network!.links).length);
    return nodes.reduce<Data>((more, node) => {
      const way = [...root, ...pathOf(table.network!.nodes), String(node)];
      const spot = at(more, way);
      return Array.isArray(spot) ? put(more, way, [tidy(Number(spot[0]) + dx), tidy(Number(spot[1]) + dy)]) : more;
    }, now);
  }, data);
}

/** The data once a grip has been pulled to a point. */
export function pulled(data: Data, grip: HeldGrip, to: Point, setting: Setting): Data {
  const { path, shape } = grip.lying;
  return put(data, path, FORMS[shape.form].pull(at(data, path)!, grip.name, to, setting, shape));
}

/** A point on the grid, or on the nearest of other points where one is so near. */
export function snapped(p: Point, grid: number, others: readonly Point[] = [], near = 0): Point {
  const close = others.filter((one) => distance(one, p) <= near).sort((a, b) => distance(a, p) - distance(b, p))[0];
  if (close) return { x: close.x, y: close.y };
  return { x: tidy(Math.round(p.x / grid) * grid), y: tidy(Math.round(p.y / grid) * grid) };
}

/** So far goes what is dragged, for its first point to come to lie on the grid. */
export function snappedShift(from: Point, dx: number, dy: number, grid: number): Point {
  const to = snapped({ x: from.x + dx, y: from.y + dy }, grid);
  return { x: to.x - from.x, y: to.y - from.y };
}

function inside(p: Point, corners: readonly Point[]): boolean {
  let odd = false;
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length]!;
    if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) * (b.x - a.x)) / (b.y - a.y)) odd = !odd;
  });
  return odd;
}

export function fromSegment(p: Point, a: Point, b: Point): number {
  const far = along([a, b], p);
  const length = distance(a, b) || 1;
  return distance(p, { x: a.x + ((b.x - a.x) * far) / length, y: a.y + ((b.y - a.y) * far) / length });
}

/** How little room an outline takes: what is smaller lies on top. */
function sizeOf({ points, closed }: Drawn): number {
  if (points.length < 2) return 0;
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [wide, high] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
  return closed ? 1 + wide * high : 0.5;
}

/** The things under a point, or so near to it, the topmost first. */
export function thingsAt(p: Point, data: Data, things: readonly Thing[], setting: Setting, near: number): Thing[] {
  const found = things.flatMap((thing) =>
    outlinesOf(data, thing, setting).flatMap((drawn) => {
      const { points, closed } = drawn;
      const loose = points.length === 1 || thing.lying.some((one) => one.shape.form === 'points');
      const hit = loose
        ? points.some((one) => distance(one, p) <= near)
        : (closed && inside(p, points)) ||
          points.some((a, index) => {
            const b = points[index + 1];
            return b !== undefined && fromSegment(p, a, b) <= near / 2;
          });
      return hit ? [{ thing, size: loose ? 0 : sizeOf(drawn) }] : [];
    }),
  );
  found.sort((a, b) => a.size - b.size);
  return [...new Set(found.map((one) => one.thing))];
}

// ----------------------------------------------------------------------------------------- putting pieces

export interface Placing {
  data: Data;
  /** The way to what was put there. */
  path: Path;
}

/** Where a piece joins, of those places of which the maker may choose. */
export function placesFor(data: Data, piece: Piece): Path[] {
  const [root] = rootsOf(data).slice(-1);
  const to = [...root!, ...pathOf(piece.to)];
  const star = to.indexOf('*');
  if (star < 0) return [to];
  return expand(data, to.slice(0, star + 1)).map((path) => [...path, ...to.slice(star + 1)]);
}

/** The data with a piece in it, and the way to it. `lay`: what becomes of its value there. */
function joined(data: Data, piece: Piece, to: Path, lay: (value: Value, path: Path) => Value): Placing {
  const value = piece.value as Value;
  if (piece.field) {
    const path = [...to, piece.field];
    return { data: put(data, path, lay(value, path)), path };
  }
  const named = isData(value) && 'id' in value;
  const held = at(data, to);
  const inList = Array.isArray(held) || named || !piece.key;
  const name = piece.key ? freeName(data, piece.key, piece.letters) : '';
  const path = [...to, inList ? (Array.isArray(held) ? held.length : 0) : name];
  return { data: put(data, path, lay(named ? put(value, ['id'], name) : value, path)), path };
}

/** A piece laid at a point. */
export function placed(
  data: Data,
  piece: Piece,
  to: Path,
  spot: Point,
  table: Table,
  size: { width: number; height: number },
): Placing {
  const setting = settingOf(data, table, size.width, 1);
  const root = rootsOf(data).at(-1)!;
  return joined(data, piece, to, (value, path) => {
    const kind = table.things.find((one) => matches(path, [...root, ...pathOf(one.path)]));
    return (kind?.shapes ?? []).reduce<Value>((now, shape) => {
      const way = pathOf(shape.field);
      const held = at(now, way);
      if (held === undefined) return now;
      const there = FORMS[shape.form].shift(held, spot.x, spot.y, setting, shape);
      return put(now, way, within(there, shape.form, size.width, size.height));
    }, value);
  });
}

/** The node of the network that lies so near to a point. */
export function nodeAt(data: Data, table: Table, p: Point, near: number): string | null {
  const root = rootsOf(data).at(-1)!;
  const nodes = at(data, [...root, ...pathOf(table.network!.nodes)]);
  const all = isData(nodes) ? Object.entries(nodes) : [];
  const found = all
    .map(([key, value]) => ({ key, far: distance(p, { x: Number(at(value, [0])), y: Number(at(value, [1])) }) }))
    .filter((one) => one.far <= near)
    .sort((a, b) => a.far - b.far)[0];
  return found?.key ?? null;
}

/** The data with a node at a point, the one that is there or a new one, and its key. */
function nodeFor(data: Data, table: Table, p: Point, near: number): { data: Data; key: string } {
  const known = nodeAt(data, table, p, near);
  if (known) return { data, key: known };
  const root = rootsOf(data).at(-1)!;
  const key = freeName(data, table.network!.node);
  return { data: put(data, [...root, ...pathOf(table.network!.nodes), key], [p.x, p.y]), key };
}

/** A link between two points, with nodes where there are none yet; null where both are the same. */
export function linked(data: Data, piece: Piece, a: Point, b: Point, table: Table, near: number): Placing | null {
  const first = nodeFor(data, table, a, near);
  const second = nodeFor(first.data, table, b, near);
  if (first.key === second.key) return null;
  const [to] = placesFor(second.data, piece);
  return joined(second.data, piece, to!, (value) => put(value, ['nodes'], [first.key, second.key]));
}

/** A piece that lies on a link, at the place of the nearest one that is nearest to a point; null where there is none. */
export function laidAlong(data: Data, piece: Piece, p: Point, table: Table, grid: number): Placing | null {
  const root = rootsOf(data).at(-1)!;
  const links = at(data, [...root, ...pathOf(table.network!.links)]);
  const setting = settingOf(data, table, 0, 0);
  const near = (isData(links) ? Object.keys(links) : [])
    .flatMap((key) => {
      const ends = setting.link(key);
      return ends ? [{ key, ends, far: fromSegment(p, ...ends) }] : [];
    })
    .sort((a, b) => a.far - b.far)[0];
  const [to] = placesFor(data, piece);
  if (!near || !to) return null;
  const spot = tidy(Math.round(along(near.ends, p) / grid) * grid);
  return joined(data, piece, to, (value) =>
    ['at', 'start', 'end'].reduce<Value>(
      (now, name) => {
        const own = at(now, [name]);
        return typeof own === 'number' ? put(now, [name], Math.max(0, tidy(spot + own))) : now;
      },
      put(value, ['corridor'], near.key),
    ),
  );
}

/** The data without a thing; what names a node goes with it, and what lies on a link. */
export function without(data: Data, path: Path, table: Table): Data {
  const last = path.at(-1);
  let now = put(data, path, undefined);
  const root = rootsOf(data).find((one) => table.network && begins(path, [...one, ...pathOf(table.network.nodes)]));
  if (root && table.network && path.length === root.length + pathOf(table.network.nodes).length + 1) {
    for (const way of expand(now, [...root, ...pathOf(table.network.links), '*'])) {
      const link = at(now, way);
      if (isData(link) && Array.isArray(link.nodes) && link.nodes.includes(last as string))
        now = without(now, way, table);
    }
  }
  const along = table.things.find((one) => one.shapes.some((shape) => shape.form === 'along'));
  const onLink =
    table.network && rootsOf(data).find((one) => matches(path, [...one, ...pathOf(table.network!.links), '*']));
  if (along && onLink)
    for (const way of expand(now, [...onLink, ...pathOf(along.path)]).reverse()) {
      const lying = at(now, way);
      if (isData(lying) && lying.corridor === last) now = put(now, way, undefined);
    }
  return now;
}

// --------------------------------------------------------------------------------- figures of a position

/** A case's position with a figure at another place: `G3@12.5,3/90`. */
export function stood(data: Data, id: string, x: number, y: number, facing: number): Data {
  const token = `${id}@${tidy(x)},${tidy(y)}/${tidy(facing)}`;
  const held = Array.isArray(data.position) ? data.position : [];
  const known = held.findIndex((one) => typeof one === 'string' && one.startsWith(`${id}@`));
  return put(data, ['position', known < 0 ? held.length : known], token);
}
