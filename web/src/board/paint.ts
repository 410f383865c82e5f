/** How pieces of terrain are drawn: which first, with what filling, as what thing. The Python renderer does the same. */

import grounds from '$assets/grounds.json';
import type { Scene, SceneFeature, SceneFigure, ScenePlace } from '../messages';
import { drawing } from '../art.svelte';
import { boxOf, corners, grown } from './geometry';
import type { Box, Point } from './types';

interface Ground {
  edging?: string;
  label?: string;
}

/** How each kind of ground is drawn, from the ground up; others come last. */
const KINDS = grounds as Readonly<Record<string, Ground>>;
const ORDER = new Map(Object.keys(KINDS).map((kind, place) => [kind, place]));

export function groundOf(kind: string): Ground {
  return KINDS[kind] ?? {};
}

export function inPaintOrder(features: readonly SceneFeature[]): SceneFeature[] {
  const place = (feature: SceneFeature) => feature.level ?? ORDER.get(feature.kind) ?? ORDER.size;
  return [...features].sort((a, b) => place(a) - place(b));
}

/** The figures as they stand at one moment of what is watched: whom it will take from the table is still there. */
export function standingNow(scene: Scene, places: ReadonlyMap<string, Point | null>): readonly SceneFigure[] {
  if (places.size === 0) return scene.figures;
  const here = new Set(scene.figures.map((figure) => figure.id));
  const gone = scene.boxes
    .flatMap((box) => box.figures)
    .filter((figure) => places.has(figure.id) && !here.has(figure.id));
  return [...scene.figures, ...gone].flatMap((figure) => {
    const place = places.get(figure.id);
    return place === null ? [] : [{ ...figure, ...place }];
  });
}

/** Table units from the middle of a marker to its rim. */
const RIM = 0.42;

/** The boxes around all that somebody may want to see or press: bases, markers, places to go to. */
export function boxesOn(scene: Pick<Scene, 'figures' | 'markers'>, places: readonly ScenePlace[] = []): Box[] {
  return [
    ...[...scene.figures, ...places].map((one) => boxOf(corners({ ...one, id: '' }))),
    ...scene.markers.map((one) => grown(boxOf([one]), RIM)),
  ];
}

export function pointsOf(feature: SceneFeature): Point[] {
  return feature.points.map(([x, y]) => ({ x, y }));
}

/** The box around a feature, its radius or half width included. */
export function extent(feature: SceneFeature): Box {
  const box = boxOf(pointsOf(feature));
  const r = feature.shape === 'disc' ? feature.radius : feature.shape === 'strip' ? feature.width / 2 : 0;
  return { x0: box.x0 - r, y0: box.y0 - r, x1: box.x1 + r, y1: box.y1 + r };
}

/** The drawing of a thing that fills the box of its feature, or null for an area. */
export function thing(feature: SceneFeature): string | null {
  if (feature.shape !== 'disc' && !isUpright(feature.points)) return null;
  return drawing(`thing-${feature.kind}`);
}

/** The pattern of an area, or the colour of stone for one that no stylesheet colours. */
export function filling(feature: SceneFeature): string {
  const pattern = drawing(`ground-${feature.kind}`);
  return pattern ? `url(${pattern})` : 'var(--stone)';
}

function isUpright(points: readonly (readonly number[])[]): boolean {
  return (
    points.length === 4 && new Set(points.map((p) => p[0])).size === 2 && new Set(points.map((p) => p[1])).size === 2
  );
}

/** The outline of a strip along its middle line: ends square, corners mitred. */
export function stripOutline(points: readonly Point[], width: number): Point[] {
  const left: Point[] = [];
  const right: Point[] = [];
  points.forEach((point, index) => {
    const before = index > 0 ? direction(points[index - 1]!, point) : null;
    const after = index + 1 < points.length ? direction(point, points[index + 1]!) : null;
    const u = before ?? after ?? { x: 1, y: 0 };
    const v = after ?? before ?? { x: 1, y: 0 };
    const across = { x: -(u.y + v.y), y: u.x + v.x };
    const reach = width / 2 / Math.max(across.x * -u.y + across.y * u.x, 0.2);
    left.push({ x: point.x + across.x * reach, y: point.y + across.y * reach });
    right.push({ x: point.x - across.x * reach, y: point.y - across.y * reach });
  });
  return [...left, ...right.reverse()];
}

function direction(from: Point, to: Point): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
}
