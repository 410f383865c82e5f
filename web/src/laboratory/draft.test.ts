import { describe, expect, it } from 'vitest';
import { askOf, designOf, numbersIn, rotates, titleOf, unfinished, variantsOf } from './draft';
import type { Draft, Factor } from './draft';

const number = (typed: string): Factor => ({ sort: 'number', name: 'rules.overlapped', chosen: [], typed });
const option = (...chosen: string[]): Factor => ({ sort: 'option', name: 'last_bound', chosen, typed: '' });
const draft = (more: Partial<Draft> = {}): Draft => ({
  game: 'dba',
  scenario: 'first-lesson',
  battle: null,
  title: ' Overlaps ',
  generals: ['quick', 'quick'],
  rotate: true,
  factors: [],
  combined: false,
  measure: '',
  dice: 'in order',
  battles: 1000,
  ends: 'after',
  points: 5,
  seed: 0,
  ...more,
});

describe('a study that is put together', () => {
  it('reads numbers as people type them', () => {
    expect(numbersIn('-2, \u22123;0.5')).toEqual([-2, -3, 0.5]);
    expect(numbersIn('-2, many')).toBeNull();
    expect(numbersIn(' ')).toBeNull();
  });

  it('counts the game as it is among the variants, but not in a grid', () => {
    expect([variantsOf(draft()), designOf(draft())]).toEqual([1, 'one variant']);
    expect([variantsOf(draft({ factors: [number('-2')] })), designOf(draft({ factors: [number('-2')] }))]).toEqual([
      2,
      'A/B',
    ]);
    const several = draft({ factors: [number('-2 -3'), option('a', 'b', 'c')] });
    expect([variantsOf(several), designOf(several)]).toEqual([6, 'one at a time']);
    expect(variantsOf({ ...several, combined: true })).toBe(6);
    expect(designOf({ ...several, combined: true })).toBe('grid');
  });

  it('measures a general where generals that differ change seats, and nowhere else', () => {
    const unlike = draft({ generals: ['quick', 'random'], measure: 'general.2' });
    const leads: Factor = { sort: 'general', name: 'general.red', chosen: ['random'], typed: '' };
    expect([rotates(unlike), askOf(unlike).measure]).toEqual([true, 'general.2']);
    for (const one of [{ ...unlike, rotate: false }, { ...unlike, factors: [leads] }, draft({ measure: 'general.2' })])
      expect([rotates(one), askOf(one).measure]).toEqual([false, '']);
    expect(rotates({ ...unlike, factors: [{ ...leads, chosen: [] }] })).toBe(true);
  });

  it('asks for one general where all are alike, and names what still has no value', () => {
    expect(askOf(draft({ factors: [number('-2')], ends: 'clear' }))).toMatchObject({
      title: 'Overlaps',
      generals: ['quick'],
      factors: { 'rules.overlapped': [-2] },
      design: 'A/B',
      least: 5,
      precision: 0,
    });
    expect(askOf(draft({ generals: ['quick', 'random'] })).generals).toEqual(['quick', 'random']);
    expect(askOf(draft({ factors: [number('-2')], dice: 'by purpose' })).dice).toBe('by purpose');
    expect(askOf(draft({ dice: 'by purpose' })).dice).toBe('in order'); // there is nothing to be alike
    expect(askOf(draft({ ends: 'clear' })).least).toBe(0);
    expect(titleOf({ 'rules.overlapped': [-2, -3] }, 'First lesson')).toBe('First lesson: rules.overlapped -2, -3');
    expect([titleOf({}, 'First lesson'), titleOf({}, '')]).toEqual(['First lesson', '']);
    expect(unfinished(draft({ factors: [number('x')] }))?.name).toBe('rules.overlapped');
    expect(unfinished(draft({ factors: [option('a')] }))).toBeUndefined();
  });
});
