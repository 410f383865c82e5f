import { describe, expect, it } from 'vitest';
import { crowd, fitTable, freeCorner, opening, panned, settled, toScreen, toTable, viewBox, zoomed } from './camera';
import type { Box } from './types';
import { View } from './view.svelte';

const table = { width: 48, height: 48 };
const board = { width: 960, height: 480 };
const shape = 2;

describe('the camera', () => {
  it('fits a table with its margin, in wide and in narrow windows', () => {
    expect(fitTable(table, shape)).toEqual({ x: 24, y: 24, height: 51 });
    expect(fitTable(table, 0.5).height).toBe(102);
  });
  it('puts north at the top', () => {
    const camera = { x: 24, y: 40, height: 12 };
    expect(viewBox(camera, table, shape)).toBe('12.0000 2.0000 24.0000 12.0000');
    expect(toTable(camera, { x: 480, y: 0 }, board)).toEqual({ x: 24, y: 46 });
  });
  it('goes from table to pixel and back', () => {
    const camera = { x: 20, y: 30, height: 24 };
    const pixel = toScreen(camera, { x: 23.5, y: 31.5 }, board);
    expect(pixel).toEqual({ x: 550, y: 210 });
    expect(toTable(camera, pixel, board)).toEqual({ x: 23.5, y: 31.5 });
  });
  it('zooms about the point under the pointer', () => {
    const camera = { x: 24, y: 24, height: 48 };
    const at = { x: 30, y: 36 };
    const closer = zoomed(camera, 2, at, table, shape);
    expect(closer.height).toBe(24);
    expect(toScreen(closer, at, board)).toEqual(toScreen(camera, at, board));
  });
  it('never loses the table', () => {
    expect(panned({ x: 40, y: 24, height: 20 }, 30, 0, table).x).toBe(48);
  });
  it('leaves a narrow window little margin', () => {
    expect(fitTable(table, 1, true).height).toBe(49.5);
  });
});

describe('a small window', () => {
  const line = (y: number) => Array.from({ length: 8 }, (_, n) => ({ x: 6 + n, y }));
  const camps = [
    { x: 9, y: 0.4 },
    { x: 9, y: 18.4 },
  ];
  const field = { width: 18.75, height: 18.75 };
  const phone = { width: 390, height: 360 };

  it('looks first at where the figures stand, without those that stand by themselves', () => {
    expect(crowd([...camps, ...line(5), ...line(13)])).toHaveLength(16);
    const camera = opening(field, [...camps, ...line(5), ...line(13)], phone)!;
    expect([camera.x, camera.y]).toEqual([9.5, 9]);
    expect(camera.height).toBe(360 / 33); // as near as it goes: 33 pixels a base
  });
  it('shows the whole table where figures are large enough on it, or nobody stands there yet', () => {
    expect(opening(field, line(5), { width: 900, height: 800 })).toBeNull();
    expect(opening(field, camps.slice(0, 1), phone)).toBeNull();
  });
  it('shows the whole table where figures stand all over it', () => {
    expect(
      opening(field, [...line(1), ...line(9), ...line(18), ...[1, 2, 17, 18].map((x) => ({ x, y: 9 }))], phone),
    ).toBeNull();
  });
});

describe('what lies in a corner', () => {
  const camera = fitTable(table, shape); // 960 by 480 pixels show 102 by 51 inches: the table from pixel 254 to 706
  const size = { width: 300, height: 100 };
  const base = (x: number, y: number, width = 1) => ({
    x0: x - width / 2,
    x1: x + width / 2,
    y0: y - 0.5,
    y1: y + 0.5,
  });
  const [southWest, southEast, northWest, northEast] = [base(2, 2), base(46, 2), base(2, 46), base(46, 46)];
  const lies = (things: Box[], above = 0, chosen: Box[] = []) =>
    freeCorner(things, camera, board, size, above, chosen).corner;
  it('lies where it hides nobody', () => {
    expect(lies([northWest])).toBe('bottom left');
    expect(lies([southWest])).toBe('bottom right');
    expect(lies([southWest, southEast])).toBe('top left');
    expect(lies([southWest, southEast, northWest])).toBe('top right');
    expect(lies([southWest, southWest, southEast, northWest, northWest, northEast, northEast])).toBe('bottom right');
  });
  it('rather hides many others than who is chosen', () => {
    const everybody = [southWest, southWest, southEast, southEast, northWest, northWest, northEast];
    expect(lies(everybody)).toBe('top right');
    expect(lies(everybody, 0, [northEast])).toBe('bottom left');
  });
  it('hides no part of a base, and what is said above it takes room', () => {
    const at = (pixel: number) => table.width / 2 + (pixel - 480) / (480 / 51);
    expect(lies([base(at(304), 2)])).toBe('bottom right'); // its left edge is at 299
    expect(lies([base(at(306), 2)])).toBe('bottom left');
    expect(lies([base(at(340), 2, 9)])).toBe('bottom right'); // a line of men reaches as far from afar
    const under = base(2, 33); // at pixel 155
    expect(lies([southWest, southEast, under])).toBe('top left');
    expect(lies([southWest, southEast, under], 60)).toBe('top right');
  });
  it('knows how many it hides, whoever is out of view not', () => {
    const near = { x: 24, y: 24, height: 12 };
    expect(freeCorner([southWest], near, board, size)).toEqual({ corner: 'bottom left', hides: 0 });
    const all = [southWest, southEast, northWest, northEast, northEast];
    expect(freeCorner(all, camera, board, size)).toEqual({ corner: 'bottom left', hides: 1 });
  });
});

describe('a view that comes to points', () => {
  const table = { width: 40, height: 20 };
  it('shows as little as it can of what is beside the table', () => {
    // Ten high and twenty wide: a margin of 1.5 is the farthest beyond an edge, so 3.5 and 8.5 from the corner.
    expect(settled({ x: 0, y: 0, height: 10 }, table, 2)).toEqual({ x: 8.5, y: 3.5, height: 10 });
    expect(settled({ x: 20, y: 12, height: 10 }, table, 2)).toEqual({ x: 20, y: 12, height: 10 });
  });
  it('has the table in its middle where all of it is seen, below what is said above', () => {
    expect(settled({ x: 3, y: 3, height: 60 }, table, 1)).toEqual({ x: 20, y: 10, height: 60 });
    expect(settled({ x: 3, y: 3, height: 60 }, table, 1, 8)).toEqual({ x: 20, y: 14, height: 60 });
  });
  it('brings what lies under words above the table out of them', () => {
    const view = new View();
    view.know({ width: 400, height: 400, scene: table });
    view.camera = { x: 10, y: 10, height: 10 };
    view.show([{ x: 10, y: 13 }]);
    expect(view.camera).toEqual({ x: 10, y: 10, height: 10 });
    view.above = 160;
    view.show([{ x: 10, y: 13 }]);
    // Four of ten units are hidden: the point stands in the middle of the six below them.
    expect(view.camera).toEqual({ x: 10, y: 15, height: 10 });
  });
  it('finds those who are to act when it shows none of them, and stays where it shows one', () => {
    const view = new View();
    view.know({ width: 400, height: 400, scene: table });
    view.camera = { x: 30, y: 10, height: 10 };
    view.find([{ x: 31, y: 10 }, { x: 5, y: 10 }]); // prettier-ignore
    expect(view.camera).toEqual({ x: 30, y: 10, height: 10 });
    view.find([{ x: 5, y: 10 }, { x: 9, y: 10 }]); // prettier-ignore
    expect(view.camera).toEqual({ x: 7, y: 10, height: 10 });
    view.find([]);
    expect(view.camera).toEqual({ x: 7, y: 10, height: 10 });
  });
});
