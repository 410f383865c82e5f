import { expect, it } from 'vitest';
import { learn } from '../language';
import { keepPace, keptPace, speeds } from './pace';

it('keeps a tempo that there is, and takes nothing else for one', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  expect(keptPace(store)).toBeNull();
  keepPace(0, store);
  expect(keptPace(store)).toBe(0);
  kept.set('pace of computers', '7');
  expect(keptPace(store)).toBeNull();
});

it('says each tempo in the language of the page', async () => {
  await learn('ru');
  expect(speeds()).toEqual([
    ['медленно', 2.5],
    ['спокойно', 1.2],
    ['быстро', 0.4],
    ['сразу', 0],
  ]);
  await learn('en');
});
