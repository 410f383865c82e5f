import { describe, expect, it } from 'vitest';
import { fitTable, panned, toScreen, toTable, viewBox, zoomed } from './camera';

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
});
