import { describe, expect, it } from 'vitest';
import { besides, clockOf, clockTrouble, usual } from './together';

describe('a battle of several people', () => {
  it('has the clock that was chosen, within what the server takes', () => {
    expect(clockOf(usual())).toBe(null);
    expect(clockOf({ ...usual(), clock: 'live', minutes: 0, increment: 5000 })).toEqual({
      kind: 'live',
      minutes: 1,
      increment: 600,
      days: 3,
    });
    expect(clockOf({ ...usual(), clock: 'days', days: NaN })).toEqual({
      kind: 'days',
      minutes: 60,
      increment: 30,
      days: 1,
    });
  });
  it('says what is wrong with the numbers of a clock, and nothing of those that do not count', () => {
    const live = { ...usual(), clock: 'live' as const };
    expect(clockTrouble({ ...usual(), minutes: -3 })).toBe('');
    expect(clockTrouble({ ...live, days: 0 })).toBe('');
    expect(clockTrouble({ ...live, minutes: -3 })).toBe('The clock: whole minutes, from 1 to 600.');
    expect(clockTrouble({ ...live, minutes: 1.5 })).toBe('The clock: whole minutes, from 1 to 600.');
    expect(clockTrouble({ ...live, increment: 601 })).toBe('The clock: whole seconds, from 0 to 600.');
    expect(clockTrouble({ ...usual(), clock: 'days', days: NaN })).toBe('The clock: whole days, from 1 to 60.');
    expect(clockTrouble({ ...usual(), clock: 'days', days: 60 })).toBe('');
  });
  it('asks for clock and lookers-on only where there are others', () => {
    const table = { ...usual(), clock: 'live' as const, spectators: 'nobody' as const };
    expect(besides(table, false, 'Anna')).toEqual({ player: 'Anna' });
    expect(besides(table, true, '')).toMatchObject({ player: '', spectators: 'nobody', clock: { kind: 'live' } });
  });
});
