import { describe, expect, it } from 'vitest';
import {
  adjoin,
  bearing,
  blockOf,
  carried,
  corners,
  covers,
  frameOf,
  rigid,
  turnBetween,
  turned,
  wheeled,
} from './geometry';
import type { Placed } from './types';

const base = (id: string, x: number, y: number, facing = 0): Placed & { side: string } => ({
  id,
  x,
  y,
  facing,
  width: 1,
  depth: 1,
  side: id[0]!,
});

/** To six decimals, and without the minus of a minus nought. */
const plain = (point: { x: number; y: number }) => ({
  x: Math.round(point.x * 1e6) / 1e6 + 0,
  y: Math.round(point.y * 1e6) / 1e6 + 0,
});

describe('corners', () => {
  it('of a base that faces north: front left is north-west', () => {
    expect(corners(base('R1', 10, 20)).map(plain)).toEqual([
      { x: 9.5, y: 20.5 },
      { x: 10.5, y: 20.5 },
      { x: 10.5, y: 19.5 },
      { x: 9.5, y: 19.5 },
    ]);
  });
  it('of a base that faces east: front left is north-east', () => {
    expect(corners(base('R1', 10, 20, 90)).map(plain)[0]).toEqual({ x: 10.5, y: 20.5 });
  });
});

describe('turning', () => {
  it('is clockwise: north of the pivot goes to the east of it', () => {
    expect(plain(turned({ x: 0, y: 2 }, { x: 0, y: 0 }, 90))).toEqual({ x: 2, y: 0 });
  });
  it('takes the short way between two facings', () => {
    expect(turnBetween(350, 10)).toBe(20);
    expect(turnBetween(10, 350)).toBe(-20);
    expect(turnBetween(0, 180)).toBe(180);
  });
  it('knows the bearing of a point', () => {
    expect(bearing({ x: 0, y: 0 }, { x: 3, y: 0 })).toBe(90);
    expect(bearing({ x: 0, y: 0 }, { x: 0, y: -1 })).toBe(180);
  });
});

describe('a block', () => {
  const pair = [base('R1', 10, 20), base('R2', 11, 20)];
  it('keeps its places about the leader when he turns east', () => {
    const [leader, second] = carried(pair, { x: 12, y: 22, facing: 90 });
    expect(plain(leader!)).toEqual({ x: 12, y: 22 });
    expect(plain(second!)).toEqual({ x: 12, y: 21 });
    expect(second!.facing).toBe(90);
  });
  it('wheels about its left front corner', () => {
    const pivot = corners(pair[0]!)[0];
    const end = carried(pair, wheeled(pair[0]!, pivot, 90));
    expect(plain(corners(end[0]!)[0])).toEqual(plain(pivot));
    expect(plain(corners(end[1]!)[1])).toEqual({ x: 9.5, y: 18.5 });
  });
  it('has handles at its front', () => {
    const frame = frameOf(pair)!;
    expect(plain(frame.frontLeft)).toEqual({ x: 9.5, y: 20.5 });
    expect(plain(frame.frontRight)).toEqual({ x: 11.5, y: 20.5 });
    expect(plain(frame.centre)).toEqual({ x: 10.5, y: 20 });
  });
});

describe('standing together', () => {
  it('is along an edge, not at a corner', () => {
    expect(adjoin(base('R1', 10, 20), base('R2', 11, 20))).toBe(true);
    expect(adjoin(base('R1', 10, 20), base('R2', 11, 21))).toBe(false);
    expect(adjoin(base('R1', 10, 20), base('R2', 11.2, 20))).toBe(false);
  });
  it('makes a block of friends with one facing', () => {
    const table = [
      base('R1', 10, 20),
      base('R2', 11, 20),
      base('R3', 12, 20, 90),
      base('G1', 10, 21),
      base('R4', 11, 19),
      base('R5', 14, 20),
    ];
    expect(blockOf('R1', table).sort()).toEqual(['R1', 'R2', 'R4']);
    const units = table.map((figure) => ({ ...figure, unit: ['R1', 'R3', 'G1'].includes(figure.id) ? 'Scouts' : '' }));
    expect(blockOf('R1', units).sort()).toEqual(['R1', 'R3']); // those of one unit need not touch
    expect(blockOf('R2', units).sort()).toEqual(['R1', 'R2', 'R4']);
  });
});

describe('what lies under a point', () => {
  it('follows the facing of the base', () => {
    const slanting = base('R1', 0, 0, 45);
    expect(covers(slanting, { x: 0, y: 0.69 })).toBe(true);
    expect(covers(slanting, { x: 0.49, y: 0.49 })).toBe(false);
  });
});

describe('a round base', () => {
  it('is under what lies within its radius', () => {
    const disc: Placed = { id: 'D', x: 0, y: 0, facing: 30, width: 2, depth: 2, shape: 'disc' };
    expect(covers(disc, { x: 0.7, y: 0.7 })).toBe(true);
    expect(covers(disc, { x: 0.8, y: 0.8 })).toBe(false);
  });
});

describe('what moves as one piece', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 0, y: 2 },
    { x: 2, y: 2 },
  ];
  it('is shifted and turned about its first point', () => {
    const end = square.map((point) => turned(point, { x: 0, y: 0 }, 90)).map(({ x, y }) => ({ x: x + 3, y: y - 1 }));
    expect(rigid(square, end)).toEqual({ dx: 3, dy: -1, degrees: 90 });
    expect(rigid([{ x: 1, y: 1 }], [{ x: 4, y: 0 }])).toEqual({ dx: 3, dy: -1, degrees: 0 });
  });
  it('is none when its shape has changed', () => {
    expect(
      rigid(square, [
        { x: 0, y: 0 },
        { x: 0, y: 2 },
        { x: 3, y: 2 },
      ]),
    ).toBeNull();
    expect(rigid(square, square.slice(1))).toBeNull();
    expect(rigid([], [])).toBeNull();
  });
});
