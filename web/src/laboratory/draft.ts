/** A study while it is put together from menus: what it varies, how many variants that makes, and what is asked (pure). */

import type { AskStudy } from '../messages';

export type Sort = 'option' | 'number' | 'army' | 'general';

/** One thing that is varied. */
export interface Factor {
  sort: Sort;
  name: string;
  /** Values that were chosen from a list. */
  chosen: string[];
  /** Numbers as they were typed: `-2, -3`. */
  typed: string;
}

export interface Draft {
  game: string;
  scenario: string;
  battle: { token: string; step: number | null } | null;
  title: string;
  generals: string[];
  rotate: boolean;
  factors: Factor[];
  /** Every combination of the values, instead of each beside the game as it is. */
  combined: boolean;
  measure: string;
  /** What makes the dice of all variants alike. */
  dice: NonNullable<AskStudy['dice']>;
  battles: number;
  ends: 'after' | 'clear' | 'precise';
  points: number;
  seed: number;
}

/** The numbers in a list as people type it; null where one is none. */
export function numbersIn(typed: string): number[] | null {
  const words = typed.split(/[\s;,]+/).filter((word) => word !== '');
  const numbers = words.map((word) => Number(word.replace('\u2212', '-')));
  return words.length > 0 && numbers.every(Number.isFinite) ? numbers : null;
}

/** The values of a factor; empty where none was chosen, or a number is no number. */
export function valuesOf(factor: Factor): (string | number)[] {
  return factor.sort === 'number' ? (numbersIn(factor.typed) ?? []) : factor.chosen;
}

/** Factors that have values. */
const varied = (draft: Draft) => draft.factors.filter((factor) => factor.name !== '' && valuesOf(factor).length > 0);

/** The first thing that is chosen and has no value yet. */
export const unfinished = (draft: Draft) =>
  draft.factors.find((factor) => factor.name === '' || valuesOf(factor).length === 0);

export function designOf(draft: Draft): NonNullable<AskStudy['design']> {
  const factors = varied(draft);
  if (factors.length === 0) return 'one variant';
  if (factors.length === 1 && valuesOf(factors[0]!).length === 1) return 'A/B';
  return draft.combined ? 'grid' : 'one at a time';
}

/** Variants that the study has, the game as it is among them. */
export function variantsOf(draft: Draft): number {
  const numbers = varied(draft).map((factor) => valuesOf(factor).length);
  if (designOf(draft) === 'grid') return numbers.reduce((product, number) => product * number, 1);
  return 1 + numbers.reduce((sum, number) => sum + number, 0);
}

/** May it end early by a test of two variants? */
export const isPair = (draft: Draft) => designOf(draft) === 'A/B';

/** Do generals differ, so that changing seats matters? */
export const areUnlike = (draft: Draft) => new Set(draft.generals).size > 1;

/** Do generals change seats, so that it can be told how often each wins? Not where who leads which side is varied. */
export const rotates = (draft: Draft) =>
  draft.rotate && areUnlike(draft) && !varied(draft).some((factor) => factor.sort === 'general');

/** Is this a measure of one general, whichever side it leads? */
const isOfGeneral = (measure: string) => measure.startsWith('general.');

/** What a study is called that nobody gave a name: where it is fought, and what it varies. */
export function titleOf(factors: AskStudy['factors'], place: string): string {
  const varied = Object.entries(factors ?? {}).map(([name, values]) => `${name} ${values.join(', ')}`);
  return [place, varied.join('; ')]
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, 200);
}

/** What the server is asked. */
export function askOf(draft: Draft): AskStudy {
  const ends = draft.ends === 'clear' && !isPair(draft) ? 'after' : draft.ends;
  return {
    game: draft.game,
    scenario: draft.scenario,
    battle: draft.battle,
    title: draft.title.trim(),
    generals: areUnlike(draft) ? draft.generals : draft.generals.slice(0, 1),
    rotate: draft.rotate,
    factors: Object.fromEntries(varied(draft).map((factor) => [factor.name, valuesOf(factor)])),
    design: designOf(draft),
    measure: isOfGeneral(draft.measure) && !rotates(draft) ? '' : draft.measure,
    dice: variantsOf(draft) > 1 ? draft.dice : 'in order',
    battles: draft.battles,
    seed: draft.seed,
    least: ends === 'clear' ? draft.points : 0,
    precision: ends === 'precise' ? draft.points : 0,
  };
}
