/** Where the men stand that one base stands for. Pure; the Python renderer does the same. */

import type { SceneGrid } from '../messages';
import type { Point } from './types';

/** Formations whose ranks are drawn shifted against one another. */
const LOOSE = new Set(['loose', 'skirmish', 'open']);

/** How deep the coloured front edge of a base of these halves is. */
export function frontEdge(w: number, d: number): number {
  return 0.3 * Math.min(w, d);
}

/** How large a man is drawn, and where each stands about the middle of a base of these halves, its front upwards. */
export function placesOfMen(grid: SceneGrid, w: number, d: number): { size: number; places: Point[] } {
  const { files, men } = grid;
  if (files < 1) return { size: 0, places: [] };
  const ranks = Math.max(grid.ranks, Math.ceil(men / files), 1);
  const front = frontEdge(w, d); // is kept free
  const roomX = 2 * w - 8;
  const roomY = 2 * d - front - 6;
  const loose = LOOSE.has(grid.formation);
  const mostX = roomX / (loose ? files + 0.5 : files); // shifted ranks keep to the base too
  const step = Math.min(mostX, roomY / ranks);
  const stepX = Math.min(mostX, 1.35 * step);
  const stepY = Math.min(roomY / ranks, 1.35 * step);
  const places = Array.from({ length: men }, (_, number) => {
    const rank = Math.floor(number / files);
    const inRank = Math.min(files, men - rank * files); // the last rank, if not full, stands in the middle
    const shift = loose ? 0.25 * stepX * (rank % 2 ? 1 : -1) : 0;
    return {
      x: ((number % files) - (inRank - 1) / 2) * stepX + shift,
      y: (rank - (ranks - 1) / 2) * stepY + front / 2,
    };
  });
  return { size: 0.94 * step, places };
}

/** A place on the rim of a disc, clockwise from its front. */
export function onRim(radius: number, degrees: number): Point {
  const turn = (degrees * Math.PI) / 180;
  return { x: (radius - 6) * Math.sin(turn), y: -(radius - 6) * Math.cos(turn) };
}
