import { describe, expect, it } from 'vitest';
import { isLegible, onRim, placesOfMen, turnsOfMen } from './men';

const grid = { files: 4, ranks: 2, men: 7, wounded: 0, formation: '', man: 'foot' };

describe('men on a base', () => {
  it('stand in files and ranks from the front left, the last rank in the middle', () => {
    const { size, places } = placesOfMen(grid, 100, 50);
    expect(places.length).toBe(7);
    expect(new Set(places.slice(0, 4).map((place) => place.y)).size).toBe(1);
    expect(places[0]!.x).toBeCloseTo(-places[3]!.x, 9);
    expect(places[4]!.y).toBeGreaterThan(places[0]!.y);
    expect(places[5]!.x, 'three in the last rank: one in the middle').toBeCloseTo(0, 9);
    expect(size).toBeGreaterThan(0);
  });
  it('keep within the base, and off its front edge', () => {
    for (const formation of ['', 'loose']) {
      const { size, places } = placesOfMen({ ...grid, formation, men: 8 }, 100, 50);
      for (const { x, y } of places) {
        expect(Math.abs(x) + size / 2).toBeLessThanOrEqual(100);
        expect(y + size / 2).toBeLessThanOrEqual(50);
        expect(y - size / 2).toBeGreaterThanOrEqual(-50 + 15 - 1);
      }
    }
  });
  it('are shifted rank by rank where they stand loosely', () => {
    const loose = placesOfMen({ ...grid, formation: 'loose', men: 8 }, 100, 50).places;
    const close = placesOfMen({ ...grid, men: 8 }, 100, 50).places;
    expect(loose[0]!.x).toBeLessThan(close[0]!.x);
    expect(loose[4]!.x).toBeGreaterThan(close[4]!.x);
  });
  it('are one, three and five in the ranks of a wedge, the last in the middle', () => {
    const { places } = placesOfMen({ ...grid, files: 5, ranks: 3, men: 6, formation: 'wedge' }, 100, 60);
    const ranks = [...new Set(places.map(({ y }) => y))].map((y) => places.filter((place) => place.y === y));
    expect(ranks.map((rank) => rank.length)).toEqual([1, 3, 2]);
    for (const rank of ranks) expect(rank.reduce((sum, { x }) => sum + x, 0)).toBeCloseTo(0, 9);
  });
  it('stand all around in a hedgehog, and are lost from within', () => {
    const { places } = placesOfMen({ ...grid, files: 3, ranks: 3, men: 8, formation: 'hedgehog' }, 60, 60);
    expect(new Set(places.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(8);
    const middle = places.reduce((sum, { y }) => sum + y, 0) / 8;
    expect(places.some(({ x, y }) => Math.abs(x) < 1 && Math.abs(y - middle) < 1)).toBe(false);
  });
  it('look outwards in a hedgehog, and ahead in any other formation', () => {
    const hedgehog = { ...grid, files: 4, ranks: 4, men: 16, formation: 'hedgehog' };
    const turns = turnsOfMen(hedgehog);
    placesOfMen(hedgehog, 60, 60).places.forEach(({ x, y }, man) => {
      if (x > 30 && Math.abs(y) < 20) expect(turns[man], 'at the right side').toBe(90);
      if (x < -30 && Math.abs(y) < 20) expect(turns[man], 'at the left side').toBe(270);
      if (Math.abs(x) < 20 && y > 40) expect(turns[man], 'in the rear').toBe(180);
    });
    expect([0, 90, 180, 270].map((turn) => turns.filter((one) => one === turn).length)).toEqual([6, 2, 6, 2]);
    expect(turnsOfMen(grid)).toEqual(Array(7).fill(0));
  });
  it('leave room for a name behind them', () => {
    const { size, places } = placesOfMen(grid, 100, 50, 20);
    for (const { y } of places) expect(y + size / 2).toBeLessThanOrEqual(50 - 20);
  });
  it('are none where there are no files', () => {
    expect(placesOfMen({ ...grid, files: 0 }, 100, 50).places).toEqual([]);
  });
});

it('a badge on a disc lies on its rim', () => {
  expect(onRim(50, 90)).toEqual({ x: 44, y: expect.closeTo(0, 9) });
});

it('a letter is left out where it would be four pixels high, and stays on a square base', () => {
  // In a square of 40 pixels: a base of 1.6 by 0.4 units has 24 to the unit, and 27 hundredths shrink to 15 on it: 3.6.
  expect(isLegible(80, 20, 24)).toBe(false);
  expect(isLegible(50, 50, 37)).toBe(true);
  // As large as on the table from near, the flat one says it, too.
  expect(isLegible(80, 20, 60)).toBe(true);
});
