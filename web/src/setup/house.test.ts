import { describe, expect, it } from 'vitest';
import type { OptionFact, ScenarioFact } from '../messages';
import { changes, lessonsFirst, standardOf, valueOf } from './house';

const option = (key: string, values: string[], defaults: [string, string, string][] = []): OptionFact => ({
  key,
  name: key,
  values,
  words: values,
  defaults,
  clause: '',
  text: '',
});
const CONVENTIONS = option('conventions', ['wadbag', 'plain']);
const BOARD = option('board', ['expanded', 'regulation'], [['conventions', 'plain', 'regulation']]);
const HORDES = option('hordes', ['destroyed', 'recoil']);
const ALL = [CONVENTIONS, BOARD, HORDES];

describe('house rules', () => {
  it('show what another switch sets', () => {
    expect(valueOf(BOARD, ALL, {})).toBe('expanded');
    expect(valueOf(BOARD, ALL, { conventions: 'plain' })).toBe('regulation');
    expect(standardOf(BOARD, ALL, { conventions: 'plain', board: 'expanded' })).toBe('regulation');
  });
  it('show what the battle sets, and what follows from that', () => {
    const usual = { conventions: 'plain', hordes: 'recoil' };
    expect([CONVENTIONS, BOARD, HORDES].map((one) => valueOf(one, ALL, {}, usual))).toEqual([
      'plain',
      'regulation',
      'recoil',
    ]);
    expect(changes(ALL, {}, usual)).toBe(0);
    expect(valueOf(HORDES, ALL, { hordes: 'destroyed' }, usual)).toBe('destroyed');
    expect(changes(ALL, { hordes: 'destroyed' }, usual)).toBe(1);
    expect(valueOf(BOARD, ALL, { conventions: 'wadbag' }, usual)).toBe('expanded');
  });
  it('keep what the player has said, even where it is the first value', () => {
    expect(valueOf(BOARD, ALL, { conventions: 'plain', board: 'expanded' })).toBe('expanded');
  });
  it('count what differs from what would hold anyway', () => {
    expect(changes(ALL, {})).toBe(0);
    expect(changes(ALL, { conventions: 'plain' })).toBe(1);
    expect(changes(ALL, { conventions: 'plain', board: 'expanded' })).toBe(2);
    expect(changes(ALL, { conventions: 'wadbag', board: 'expanded', hordes: 'destroyed' })).toBe(0);
  });
});

it('lessons stand before the other scenarios, which keep their order', () => {
  const one = (key: string, lesson: ScenarioFact['lesson'] = []): ScenarioFact => ({
    key,
    lesson,
    learner: '',
    title: key,
    text: '',
    goals: {},
    minutes: null,
    sides: [],
    armies: {},
    options: {},
  });
  const scenarios = [
    one('field'),
    one('river'),
    one('first', [{ title: 'Go', text: '', until: 'move', clause: null }]),
    one('hill'),
  ];
  expect(lessonsFirst({ scenarios }).map(({ key }) => key)).toEqual(['first', 'field', 'river', 'hill']);
});
