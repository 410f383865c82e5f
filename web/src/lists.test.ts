import { expect, test } from 'vitest';
import { byId, keyed } from './lists';

test('every entry has a key of its own, and the first keeps the plain one', () => {
  const list = keyed(['a', 'b', 'a', 'a'], (word) => word);
  expect(list.map((one) => one.item)).toEqual(['a', 'b', 'a', 'a']);
  expect(list.slice(0, 2).map((one) => one.key)).toEqual(['a', 'b']);
  expect(new Set(list.map((one) => one.key)).size).toBe(4);
});

test('an entry keeps its key while those after it come and go', () => {
  const long = byId([{ id: 'R1' }, { id: 'R2' }, { id: 'R1' }]);
  const short = byId([{ id: 'R1' }, { id: 'R2' }]);
  expect(long.slice(0, 2).map((one) => one.key)).toEqual(short.map((one) => one.key));
});
