import { describe, expect, it } from 'vitest';
import type { OptionFact, ScenarioFact } from '../messages';
import { changes, lessonsFirst, standardOf, valueOf } from './house';

const option = (key: string, values: string[], defaults: [string, string, string][] = []): OptionFact => ({ key, values, defaults, clause: '', text: '' });
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
  const one = (key: string, lesson: ScenarioFact['lesson'] = []): ScenarioFact => ({ key, lesson, title: key, text: '', goals: {}, minutes: null, sides: [], armies: {} });
  const scenarios = [one('field'), one('river'), one('first', [{ title: 'Go', text: '', until: 'move' }]), one('hill')];
  expect(lessonsFirst({ scenarios }).map(({ key }) => key)).toEqual(['first', 'field', 'river', 'hill']);
});
