import { expect, it } from 'vitest';
import { order } from '../fixtures/messages';
import type { SceneFigure } from '../messages';
import { actionOverlays, lifts, shortened, wordBoxes } from './overlays';
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

it('words above zones that stand side by side lie above one another, and those with room stay', () => {
  // Ten letters are 66 pixels wide; at 10 pixels a unit B stands 30 beside A, C 30 beside B, and D 200 beside A.
  const zones = [ring('A', 10, 'ten little'), ring('B', 13, 'ten little'), ring('C', 16, 'ten little')];
  expect([...lifts([...zones, ring('D', 30, 'ten little'), ring('E', 11)], 10)]).toEqual([
    ['A', 0],
    ['B', 16],
    ['C', 32],
    ['D', 0],
  ]);
  // 66 pixels are 6.6 units there, a line is 1.6 high; the middles of A and B are at 10 and 13, their upper edge at 6.
  const [a, b] = wordBoxes(zones, lifts(zones, 10), 10);
  expect(a).toEqual({ x0: 10 - 3.3, x1: 10 + 3.3, y0: 6, y1: 7.6 });
  expect([b!.x0, b!.y0, b!.y1]).toEqual([13 - 3.3, 7.6, 9.2]);
  // From near there is room for all.
  expect([...lifts(zones, 40).values()]).toEqual([0, 0, 0]);
});

it('from afar a chance is its number alone, from near its whole sentence, and words without a number stay', () => {
  const zones = [ring('A', 10, 'dies 57 % (44 to 68)'), ring('B', 13, 'hit, lives'), ring('C', 16)];
  const words = (scale: number) => shortened(zones, scale).map((one) => 'words' in one && one.words);
  expect(words(8)).toEqual(['57 %', 'hit, lives', undefined]);
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
