import { expect, it } from 'vitest';
import { lifts } from './overlays';
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
  // From near there is room for all.
  expect([...lifts(zones, 40).values()]).toEqual([0, 0, 0]);
});
