import { describe, expect, it } from 'vitest';
import { besides, clockOf, usual } from './together';

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
  it('asks for clock and lookers-on only where there are others', () => {
    const table = { ...usual(), clock: 'live' as const, spectators: 'nobody' as const };
    expect(besides(table, false, 'Anna')).toEqual({ player: 'Anna' });
    expect(besides(table, true, '')).toMatchObject({ player: '', spectators: 'nobody', clock: { kind: 'live' } });
  });
});
