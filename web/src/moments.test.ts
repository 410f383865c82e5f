import { describe, expect, it } from 'vitest';
import { momentLink, momentOf, turnAround } from './moments';

/** Laid; red acts twice; blue three times; red once. */
const steps = ['', 'red', 'red', 'blue', 'blue', 'blue', 'red'].map((side) => ({ side }));

describe('moments', () => {
  it.each([
    [0, [0, 0]],
    [1, [0, 2]],
    [2, [0, 2]],
    [4, [2, 5]],
    [6, [5, 6]],
  ])('the turn around step %i', (step, turn) => expect(turnAround(steps, step)).toEqual(turn));

  it('a link leads to the moment', () => {
    const link = momentLink('/games/play/abc', 7, 'http://table.example/games/play/mine');
    expect(link).toBe('http://table.example/games/play/abc/at/7');
    expect(momentOf('/play/abc/at/7')).toEqual({ token: 'abc', step: 7 });
    expect(momentOf('/play/abc/')).toEqual({ token: 'abc', step: null });
    expect(momentOf('/join/abc')).toEqual({ token: '', step: null });
  });
});
