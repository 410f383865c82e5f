import { expect, it } from 'vitest';
import { order } from '../fixtures/messages';
import type { SceneFigure } from '../messages';
import { actionOverlays, shortened, wordBoxes } from './overlays';
import type { Overlay } from './types';

const ring = (key: string, x: number, words?: string): Overlay => ({
  kind: 'zone',
  key,
  points: [
    { x: x - 1, y: 4 },
    { x: x + 1, y: 6 },
  ],
  closed: true,
  label: '',
  words,
  style: 'giver',
});

const board = { x0: 0, y0: 0, x1: 60, y1: 20 };

it('words of zones stand above them, else beside or below, never on one another, on another zone or off the table', () => {
  // At 10 pixels a unit ten letters are 6.6 units wide and 1.6 high; zones are 2 wide and high, from 4 to 6.
  const words = 'ten little';
  const at = (list: Overlay[]) => Object.fromEntries(wordBoxes(list, 10, board));
  const above = { x0: 10 - 3.3, x1: 10 + 3.3, y0: 6, y1: 7.6 };
  expect(at([ring('A', 10, words), ring('E', 11)])).toEqual({ A: above });
  // Above B is A's; to its right there is room.
  const two = at([ring('A', 10, words), ring('B', 13, words)]);
  expect(two.A).toEqual(above);
  expect(two.B!.x0).toBe(14);
  expect([two.B!.y0, two.B!.y1]).toEqual([expect.closeTo(4.2), expect.closeTo(5.8)]);
  // Above C is D's, to its right D, to its left the edge: below.
  const low = at([ring('D', 5, words), ring('C', 2, words)]);
  expect([low.C!.y0, low.C!.y1]).toEqual([2.4, 4]);
  // From near there is room above all.
  const near = wordBoxes([ring('A', 10, words), ring('B', 13, words)], 40, board);
  expect([...near.values()].map((one) => one.y0)).toEqual([6, 6]);
});

it('from afar a chance is its number alone, from near its whole sentence, and words without a number stay', () => {
  const zones = [ring('A', 10, 'dies 57 % (44 to 68)'), ring('B', 13, 'hit, lives'), ring('C', 16)];
  const exact = ring('D', 20, 'dies 12.7 % (55 of 432)');
  const words = (scale: number) => shortened(zones, scale).map((one) => 'words' in one && one.words);
  expect(words(8)).toEqual(['57 %', 'hit, lives', undefined]);
  expect(shortened([exact], 8)).toMatchObject([{ words: '12.7 %' }]);
  expect(words(20)).toEqual(['dies 57 % (44 to 68)', 'hit, lives', undefined]);
});

it('a shot is marked where it falls, and moves nobody', () => {
  const shot = order('shoot', ['A1'], { action: { verb: 'shoot', figures: ['A1'], to: [40, 31.5], facing: 0 } });
  const drawn = actionOverlays(shot, null, new Map());
  expect(drawn.map((one) => [one.kind, 'points' in one && one.points[0]])).toEqual([['mark', { x: 40, y: 31.5 }]]);
  // One that names no place beyond its target is said with the place where its shooter stands.
  const archer = { id: 'A1', x: 40, y: 31.5, facing: 90, width: 4, depth: 4 } as SceneFigure;
  expect(actionOverlays(shot, null, new Map([['A1', archer]]))).toEqual([]);
});
