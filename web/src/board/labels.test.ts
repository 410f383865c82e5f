import { describe, expect, it } from 'vitest';
import type { SceneFeature } from '../messages';
import { alongLine, labels, nameFor } from './labels';

const feature = (
  id: string,
  label: string,
  points: [number, number][],
  more: Partial<SceneFeature> = {},
): SceneFeature => ({
  id,
  label,
  kind: 'marsh',
  shape: 'polygon',
  points,
  radius: 0,
  width: 0,
  clause: '',
  level: null,
  ...more,
});
const square = (x0: number, y0: number, x1: number, y1: number): [number, number][] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];
const base = (x: number, y: number, width = 1, depth = 1) => ({ id: 'A', x, y, facing: 0, width, depth });
const table = { width: 40, height: 30 };

describe('names of terrain', () => {
  it('stand in the middle, thirteen pixels high from near and far', () => {
    const marsh = feature('m', 'Marsh', square(10, 10, 20, 20));
    for (const scale of [10, 40]) {
      expect(labels([marsh], [], table, scale)).toEqual([
        { id: 'm', lines: ['Marsh'], x: 15, y: 15, size: 13 / scale, turned: false },
      ]);
    }
  });
  it('are words, and in two lines where they are wider than what they name', () => {
    const drain = feature('S27', 'S27', square(10, 10, 20, 20));
    const wall = feature('w', 'wall S3a: no way through', square(10, 10, 16, 16));
    expect(labels([drain], [], table, 20)).toEqual([]);
    expect(labels([wall], [], table, 20)[0]!.lines).toEqual(['wall S3a:', 'no way through']);
    expect(labels([wall], [], table, 40)[0]!.lines).toEqual(['wall S3a: no way through']);
    // At 13 pixels a unit it is 78 wide, 12 letters of 6.5, and high enough for six lines; one of 26 has room for two.
    expect(labels([wall], [], table, 13)[0]!.lines).toEqual(['wall S3a:', 'no way', 'through']);
    const low = feature('w', 'wall S3a: no way through', square(10, 10, 16, 12));
    expect(labels([low], [], table, 13)[0]!.lines).toEqual(['wall S3a:', 'no way through']);
  });
  it('give way to bases, and to one another', () => {
    const marsh = feature('m', 'Marsh', square(10, 10, 20, 20));
    const [moved] = labels([marsh], [base(15, 15)], table, 20);
    expect([moved!.x, moved!.y]).not.toEqual([15, 15]);
    expect(labels([marsh], [base(15, 15, 40, 30)], table, 20)).toEqual([]);
    const words = { x0: 14, x1: 16, y0: 14, y1: 16 };
    expect(labels([marsh], [], table, 20, [words])[0]!.y).not.toBe(15);
    const [one, two] = labels([marsh, { ...marsh, id: 'n' }], [], table, 20);
    expect(one!.y).not.toBe(two!.y);
  });
  it('leave ground that lies upon theirs to its own name, where there is room beside it', () => {
    const stream = feature('s', 'Stream', square(0, 10, 40, 14));
    const ford = feature('f', 'Ford', square(15, 10, 25, 14));
    const [first, second] = labels([stream, ford], [], table, 20);
    expect(second).toMatchObject({ x: 20, y: 12 });
    expect(
      first!.x + (6 * 6.5) / 20 / 2 <= 15 || first!.x - (6 * 6.5) / 20 / 2 >= 25,
      'six letters beside the ford',
    ).toBe(true);
    expect(
      labels([stream, { ...ford, id: 'w', label: '', points: square(0, 0, 40, 30) }], [], table, 20)[0],
    ).toMatchObject({ x: 20, y: 12 });
  });
  it('stick out to one side where both sides lie on other ground, and stay on their own', () => {
    // 19 letters of 6.5 pixels and a gap of 3 at either end, 20 pixels to a unit: wider than an area of 4.
    const rubble = feature('S1', 'rubble, flyers pass', square(10, 10, 14, 13));
    const wall = feature('S3', '', square(14.5, 5, 18, 20));
    const long = (19 * 6.5 + 6) / 20;
    const [free] = labels([rubble], [], table, 20);
    expect(free).toMatchObject({ x: 12, y: 11.5 });
    // Somebody stands in the middle: a fifth of the way up there is room, if its end lies above that of its area.
    const [moved] = labels([rubble, wall], [base(12, 11.5, 1, 0.5)], table, 20);
    expect(moved!.x).toBeCloseTo(14 - long / 2);
    expect(moved!.y).toBeCloseTo(10.6);
  });
  it('stay on the table', () => {
    const edge = feature('e', 'A very long name indeed', square(0, 0, 1, 1));
    const [label] = labels([edge], [], table, 20);
    expect(label!.x - (23 * 6.5) / 20 / 2, 'half of 23 letters, six and a half pixels each').toBeGreaterThanOrEqual(0);
  });
  it('go up along what is narrow, and along a road to where nobody stands', () => {
    const road = feature(
      'r',
      'Road',
      [
        [20, 0],
        [20, 30],
      ],
      { shape: 'strip', width: 1, kind: 'road' },
    );
    expect(labels([road], [], table, 20)[0]).toMatchObject({ x: 20, y: 15, turned: true });
    expect(labels([road], [base(20, 15)], table, 20)[0]).toMatchObject({ x: 20, y: 10.5, turned: true });
  });
  it('are none where there is nothing to say', () => {
    expect(
      labels(
        [feature('x', '', square(1, 1, 5, 5)), feature('g', 'Gate', square(1, 1, 5, 5), { kind: 'gate' })],
        [],
        table,
        20,
      ),
    ).toEqual([]);
  });
});

it('a point along a line is found round its corners', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 3, y: 0 },
    { x: 3, y: 1 },
  ];
  expect(alongLine(line, 0.5)).toEqual({ x: 2, y: 0 });
  expect(alongLine(line, 1)).toEqual({ x: 3, y: 1 });
  expect(alongLine([], 0.5)).toEqual({ x: 0, y: 0 });
});

it('a base has the longest name that can be read on it, or none', () => {
  // A letter is 0.58 of its height wide: 17 letters 9.86 heights, pressed together by a quarter at most 7.9; 6 letters
  // 3.48 or 2.8; 2 letters 1.16 or 0.93.
  const names = ['Halberdiers A1 24', 'A1 · 24', 'A1'];
  expect([10, 8, 7.8, 3.3, 3.2, 1, 0.9].map((room) => nameFor(names, room, false))).toEqual([
    names[0],
    names[0],
    names[1],
    names[1],
    names[2],
    names[2],
    '',
  ]);
  expect([10, 9.8].map((room) => nameFor(names, room, true))).toEqual([names[0], names[1]]);
});
