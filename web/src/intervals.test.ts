import { expect, it } from 'vitest';
import { interval } from './intervals';

it('8 of 10 lie between 49 and 94 percent, and nothing of 100 below 4', () => {
  const round = (pair: [number, number]) => pair.map((each) => Number(each.toFixed(1)));
  expect(round(interval(80, 10))).toEqual([49, 94.3]);
  expect(round(interval(0, 100))).toEqual([0, 3.7]);
  expect(round(interval(100, 100))).toEqual([96.3, 100]);
});
