/** Where the men stand that one base stands for. Pure; the Python renderer does the same. */

import type { SceneGrid } from '../messages';
import type { Point } from './types';

/** Formations whose ranks are drawn shifted against one another. */
const LOOSE = new Set(['loose', 'skirmish', 'open']);

/** How deep the coloured front edge of a base of these halves is. */
export function frontEdge(w: number, d: number): number {
  return 0.3 * Math.min(w, d);
}

/** By how much letters and badges are smaller on a base of these halves than on the usual one of 50 by 50: 1 from 36 on. */
export function smallness(w: number, d: number): number {
  return Math.min(1, Math.min(w, d) / 36);
}

/** Pixels of the smallest letter that says anything, and hundredths of one that has room. */
const LEAST = 5;
const LETTER = 27;

/** The letter of such a base can be read where a table unit is so many pixels. */
export const isLegible = (w: number, d: number, unit: number) => (LETTER * smallness(w, d) * unit) / 100 >= LEAST;

/** How many files to the right of the middle, and in which rank, each man stands. */
function cells({ files, men, formation }: SceneGrid): [number, number][] {
  if (formation === 'hedgehog') {
    // All around first: what is lost is lost from within.
    const fromRim = (one: number) => Math.min(one, files - 1 - one);
    const square = Array.from({ length: files * files }, (_, number): [number, number] => [
      number % files,
      Math.floor(number / files),
    ]);
    const inwards = square.toSorted((a, b) => Math.min(...a.map(fromRim)) - Math.min(...b.map(fromRim)));
    return inwards.slice(0, men).map(([file, rank]) => [file - (files - 1) / 2, rank]);
  }
  return Array.from({ length: men }, (_, number) => {
    const rank = formation === 'wedge' ? Math.floor(Math.sqrt(number)) : Math.floor(number / files);
    const first = formation === 'wedge' ? rank * rank : rank * files; // ranks of a wedge are of 1, 3, 5 and so on
    const inRank = Math.min(formation === 'wedge' ? 2 * rank + 1 : files, men - first); // the last, if not full, stands in the middle
    return [number - first - (inRank - 1) / 2, rank];
  });
}

/** Degrees by which each man is turned from the front of the base: in a hedgehog all look outwards. */
export function turnsOfMen(grid: SceneGrid): number[] {
  if (grid.formation !== 'hedgehog') return Array.from({ length: grid.men }, () => 0);
  return cells(grid).map(([file, rank]) => {
    const behind = rank - (grid.files - 1) / 2;
    if (Math.abs(file) > Math.abs(behind)) return file > 0 ? 90 : 270;
    return behind > 0 ? 180 : 0;
  });
}

/**
 * How large a man is drawn, and where each stands about the middle of a base of these halves, its front upwards;
 * `foot`: so much is kept free at its rear.
 */
export function placesOfMen(grid: SceneGrid, w: number, d: number, foot = 0): { size: number; places: Point[] } {
  const { files, men } = grid;
  if (files < 1) return { size: 0, places: [] };
  const ranks = Math.max(grid.ranks, Math.ceil(men / files), 1);
  const front = frontEdge(w, d); // is kept free
  const roomX = 2 * w - 8;
  const roomY = 2 * d - front - 6 - foot;
  const loose = LOOSE.has(grid.formation);
  const mostX = roomX / (loose ? files + 0.5 : files); // shifted ranks keep to the base too
  const step = Math.min(mostX, roomY / ranks);
  const stepX = Math.min(mostX, 1.35 * step);
  const stepY = Math.min(roomY / ranks, 1.35 * step);
  const places = cells(grid).map(([file, rank]) => ({
    x: file * stepX + (loose ? 0.25 * stepX * (rank % 2 ? 1 : -1) : 0),
    y: (rank - (ranks - 1) / 2) * stepY + (front - foot) / 2,
  }));
  return { size: 0.94 * step, places };
}

/** A place on the rim of a disc, clockwise from its front. */
export function onRim(radius: number, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180;
  return { x: (radius - 6) * Math.sin(turn), y: -(radius - 6) * Math.cos(turn) };
}
