/** What may befall one figure, more or less of it: sentences that differ by a number alone are read as one. Pure. */

import type { Chance } from './messages';

/** So many sentences are as quickly read one by one. */
const FEW = 2;

/** A number that stands by itself: none of a name, as in (A5). */
const NUMBER = /(?<![\p{L}\d(.,])\d+(?![\p{L}\d)]|[.,]\d)/gu;

/** One sentence, or several in one: `Wolf riders (B6) lose 4–10 figures.` with each of them. */
export interface Several extends Chance {
  parts: readonly (Chance & { number: number })[];
}

/** Sentences in their order, those that differ by one number together where the first of them stands. */
export function together(chances: readonly Chance[]): Several[] {
  const groups = new Map<string, Chance[]>();
  for (const one of chances) {
    const numbers = one.text.match(NUMBER) ?? [];
    const key = numbers.length === 1 ? `${one.text.replace(NUMBER, '#')} ${one.clause}` : `${groups.size}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group): Several[] => {
    if (group.length <= FEW) return group.map((one) => ({ ...one, parts: [] }));
    const parts = group.map((one) => ({ ...one, number: Number(one.text.match(NUMBER)![0]) }));
    const numbers = parts.map((one) => one.number);
    const range = `${Math.min(...numbers)}–${Math.max(...numbers)}`;
    const percent = Math.min(
      100,
      parts.reduce((sum, one) => sum + one.percent, 0),
    );
    return [{ text: group[0]!.text.replace(NUMBER, range), clause: group[0]!.clause, percent, parts }];
  });
}

/** The likeliest of several. */
export function likeliest({ parts }: Several) {
  return parts.reduce((best, one) => (one.percent > best.percent ? one : best));
}
