/** What lies over the table, as data: position, selection, draft and judgement in, a list of shapes out. */

import type { Draft } from '../draft';
import { hasPlace, posesOf } from '../draft';
import { t } from '../language';
import type { Explanation, Judgement, LegalAction, Pose, Scene, SceneFigure } from '../messages';
import { boxOf, corners, inside, meet } from './geometry';
import type { Box, Overlay, Placed, Point, Tone } from './types';

const points = (list: readonly [number, number][]): Point[] => list.map(([x, y]) => ({ x, y }));

/** What the rules draw: zones, arcs, measured lines. Those of a quiet kind only where `all` are asked for. */
export function ruleOverlays(
  list: Scene['overlays'],
  quiet: ReadonlySet<string> = new Set(),
  all = true,
  key = 'zone',
): Overlay[] {
  return list.flatMap((overlay, index): Overlay[] =>
    !all && quiet.has(overlay.kind)
      ? []
      : [
          {
            kind: 'zone',
            key: `${key} ${index}`,
            points: points(overlay.points),
            closed: overlay.closed,
            label: overlay.label,
            words: overlay.words,
            style: overlay.kind,
          },
        ],
  );
}

/** Pixels of a line of words above a zone, and of a letter of it. */
export const LINE = 16;
const LETTER = 6.6;

/** Pixels in a unit below which bases stand closer than such words are wide. */
const FAR = 16;

/** From afar of a chance its number alone is written, as `57 %` of `dies 57 % (44 to 68)`: the answers say it in full. */
export function shortened(list: readonly Overlay[], scale: number): Overlay[] {
  return list.map((overlay) => {
    const share = overlay.kind === 'zone' && scale < FAR && /[\d.,]+\s?%/.exec(overlay.words ?? '')?.[0];
    return share ? { ...overlay, words: share } : overlay;
  });
}

/**
 * Where the words of each zone stand, in table units: above it, else beside or below it, where they lie on no others and on
 * no other such zone; with no room there higher up. `scale`: pixels in a unit.
 */
export function wordBoxes(list: readonly Overlay[], scale: number, board: Box): Map<string, Box> {
  const zones = list.flatMap((one) => (one.kind === 'zone' && one.words ? [{ ...one, box: boxOf(one.points) }] : []));
  const said: Box[] = [];
  return new Map(
    zones.map(({ key, words, box }) => {
      const [half, high] = [(words!.length * LETTER) / 2 / scale, LINE / scale];
      const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1 - high) / 2];
      const at = (x: number, y0: number) => ({ x0: x - half, x1: x + half, y0, y1: y0 + high });
      const spots = [at(x, box.y1), at(box.x1 + half, y), at(box.x0 - half, y), at(x, box.y0 - high)];
      const higher = zones.map((_, index) => at(x, box.y1 + index * high));
      const free = [...spots, ...higher].filter((one) => !said.some((other) => meet(other, one)));
      const bare = (one: Box) => inside(one, board) && !zones.some((zone) => zone.key !== key && meet(zone.box, one));
      const found = free.find(bare) ?? free.at(-higher.length) ?? spots[0]!;
      said.push(found);
      return [key, found] as const;
    }),
  );
}

/** What the rules say about one figure: its zone, those that hold it, its arc, and the places that it could take. */
export function explainedOverlays(said: Explanation): Overlay[] {
  const places = said.places.map((place, index): Overlay => {
    const style = place.kind || (place.is_open === true ? 'place-open' : 'place');
    return { kind: 'place', key: `place ${index}`, base: { ...place, id: '' }, label: place.label, style };
  });
  return [...ruleOverlays(said.overlays, undefined, true, 'explained'), ...places];
}

/** How far the chosen may go, straight and facing as they do. */
export function reachOverlays(outline: readonly Point[]): Overlay[] {
  if (outline.length === 0) return [];
  return [
    {
      kind: 'zone',
      key: 'reach',
      points: [...outline],
      closed: true,
      label: t('as far as it may go, facing as it does'),
      style: 'range-of',
    },
  ];
}

/** How the judge sees the draft. */
export function toneOf(judged: Judgement | null): Tone {
  return judged === null ? 'asked' : judged.legal ? 'good' : 'bad';
}

/** Where the ghosts of a draft are shown: on the contact that the magnet found, else under the pointer. */
export function ghostsOf(draft: Draft, judged: Judgement | null): Placed[] {
  const own = posesOf(draft);
  if (!judged?.snapped) return own;
  const snapped = new Map(judged.ghost.map((pose) => [pose.id, pose]));
  return own.map((base) => ({ ...base, ...snapped.get(base.id) }));
}

export function draftOverlays(draft: Draft, judged: Judgement | null): Overlay[] {
  const tone = toneOf(judged);
  const end = ghostsOf(draft, judged);
  // A way that the server bent is drawn as it goes.
  const bends = judged?.snapped ? points(judged.action.via ?? []) : draft.via;
  const way = [draft.block[0]!, ...bends, end[0]!];
  return [
    ...(draft.fresh ? [] : [{ kind: 'trail', key: 'trail', points: way, tone } as const]),
    ...ruleOverlays(judged?.overlays ?? [], undefined, true, 'drawn up'),
    ...end.map((base) => ghost(base, tone)),
    ...(judged && !judged.legal
      ? judged.reasons.flatMap((reason, index) => mark(reason.geometry, `reason ${index}`, 'bad'))
      : []),
  ];
}

function ghost(base: Placed, tone: Tone): Overlay {
  return { kind: 'ghost', key: `ghost ${base.id}`, base, tone };
}

/** Where an order would put its figures: as it is listed, or as the judge sees it when it is one of the player's own. */
export function actionOverlays(
  action: LegalAction,
  judged: Judgement | null,
  figures: ReadonlyMap<string, SceneFigure>,
  sizeOf: (id: string) => Pick<Placed, 'width' | 'depth' | 'shape'> | undefined = (id) => figures.get(id),
): Overlay[] {
  const own = action.ghost.length === 0 && judged?.action.verb === action.verb;
  const tone = own ? toneOf(judged) : 'good';
  if (action.figures.length === 0 && action.puts.length > 0) {
    const style = tone === 'bad' ? 'reach bad' : 'reach';
    return action.puts.map((feature, index): Overlay => ({
      kind: 'zone',
      key: `puts ${index}`,
      points: points(feature.points),
      closed: feature.shape === 'polygon',
      label: feature.label,
      style,
    }));
  }
  const ends = own ? judged.ghost : action.ghost;
  if (ends.length === 0 && hasPlace(action.action)) {
    // A thing without a base, or a shot: where it would fall is all that is known here.
    const [x, y] = action.action.to;
    const leader = figures.get(action.figures[0] ?? '');
    const stands = leader && Math.hypot(leader.x - x, leader.y - y) < SAME;
    return stands ? [] : mark([x, y, x, y], 'place', tone);
  }
  if (action.figures.length === 0 && action.action.via?.length) {
    return [{ kind: 'trail', key: 'course', points: points(action.action.via), tone }];
  }
  return ends.flatMap((pose): Overlay[] => {
    const figure = figures.get(pose.id);
    if (figure && isAlike(figure, pose)) return [];
    const { width, depth, shape = 'rectangle' } = sizeOf(pose.id) ?? { width: 1, depth: 1 };
    const turns = action.figures.length === 1 ? points(action.action.via ?? []) : [];
    const way: Overlay[] = figure
      ? [{ kind: 'trail', key: `trail ${pose.id}`, points: [figure, ...turns, pose], tone }]
      : [];
    return [...way, ghost({ ...pose, width, depth, shape }, tone)];
  });
}

/** Poses are told to four decimals. */
const SAME = 1e-3;
/** It stands so already. */
const isAlike = (one: Pose, other: Pose) =>
  Math.hypot(one.x - other.x, one.y - other.y) < SAME && Math.abs(one.facing - other.facing) < 1e-2;

function mark(segment: readonly [number, number, number, number] | null, key: string, tone: Tone): Overlay[] {
  if (!segment) return [];
  const [x0, y0, x1, y1] = segment;
  return [
    {
      kind: 'mark',
      key,
      points: [
        { x: x0, y: y0 },
        { x: x1, y: y1 },
      ],
      tone,
    },
  ];
}

/** Outline of a base as an svg path in table units. */
export function outline(base: Placed): string {
  return `M${corners(base)
    .map((corner) => `${corner.x.toFixed(3)},${corner.y.toFixed(3)}`)
    .join('L')}Z`;
}
