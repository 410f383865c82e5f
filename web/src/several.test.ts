import { expect, it } from 'vitest';
import { likeliest, together } from './several';

const chance = (percent: number, text: string, clause: string | null = 'X-1') => ({ percent, text, clause });

it('sentences that differ by a number alone are one, where the first of them stands', () => {
  const lost = [10, 20, 30, 36].map((percent, n) => chance(percent, `Wolf riders (B6) lose ${n + 4} figures.`));
  const [one, other, ...rest] = together([
    chance(4, 'Wolf riders (B6) lose 1 figure.'),
    ...lost,
    chance(36, 'Wolf riders (B6) flee.', 'X-2'),
    chance(50, 'Bows (A5) deal damage of 2.', null),
    chance(50, 'Bows (A5) deal damage of 3.', null),
  ]);
  expect([one!.text, one!.parts]).toEqual(['Wolf riders (B6) lose 1 figure.', []]);
  expect([other!.text, other!.percent, other!.clause]).toEqual(['Wolf riders (B6) lose 4–7 figures.', 96, 'X-1']);
  expect([likeliest(other!).number, likeliest(other!).percent]).toEqual([7, 36]);
  expect(rest.map((each) => each.text)).toEqual([
    'Wolf riders (B6) flee.',
    'Bows (A5) deal damage of 2.',
    'Bows (A5) deal damage of 3.',
  ]);
});

it('numbers in names, and sentences with several, keep figures apart', () => {
  const told = [1, 2, 3].flatMap((n) => [chance(9, `Bows (A${n}) flee.`), chance(9, `${n} of ${4 - n} are lost.`)]);
  expect(together(told).map((one) => one.text)).toEqual(told.map((one) => one.text));
  const alike = [1, 2, 3].map((percent) => chance(percent, 'Bows (A5) flee.'));
  expect(together(alike).map((one) => one.percent)).toEqual([1, 2, 3]);
  const decimals = ['1.5', '2.5', '3.5'].map((way) => chance(9, `It goes ${way} inches.`));
  expect(together(decimals)).toHaveLength(3);
});
