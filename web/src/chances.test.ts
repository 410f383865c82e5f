import { describe, expect, it } from 'vitest';
import { chancesIn, lineOf, points, told } from './chances';
import type { Chances } from './chances';

const CHANCES: Chances = {
  sides: ['Rome', 'Carthage'],
  start: [0.5, 0.5],
  actions: [
    { number: 1, side: 'Rome', words: 'B1 moves', before: [0.5, 0.5], expected: [0.44, 0.56], after: [0.44, 0.56] },
    {
      number: 2,
      side: 'Carthage',
      words: 'A2 fights',
      before: [0.44, 0.56],
      expected: [0.4, 0.6],
      after: [0.25, 0.75],
    },
  ],
  turning_points: [2],
  costliest: [{ number: 1, cost: 0.1, words: ['B1 stands'] }],
};

describe('chances', () => {
  it('are read from the page that holds them', () => {
    const data = JSON.stringify(CHANCES).replaceAll('<', '\\u003c');
    expect(chancesIn(`<h1>x</h1><script type="application/json" id="review">${data}</script>`)).toEqual(CHANCES);
    expect(chancesIn('<h1>x</h1>')).toBeNull();
  });

  it('are drawn from the start to the last action, certainty at the top', () => {
    expect(lineOf(CHANCES, 0, 200, 100)).toBe('0.0,50.0 100.0,56.0 200.0,75.0');
    expect(lineOf({ ...CHANCES, actions: [] }, 1, 200, 100)).toBe('0.0,50.0');
  });

  it('are told of the side that acted, its decision apart from the dice', () => {
    expect(told(CHANCES, 1)).toMatchObject({ from: 50, to: 44, decision: '−6', dice: '0', better: ['B1 stands'] });
    expect(told(CHANCES, 2)).toMatchObject({ from: 56, to: 75, decision: '+4', dice: '+15', better: [] });
    expect(told(CHANCES, 0)).toBeNull();
    expect(told(CHANCES, 3)).toBeNull();
  });

  it('are rounded to whole points', () => {
    expect([0.004, -0.004, 0.006, -0.125].map(points)).toEqual(['0', '0', '+1', '−12']);
  });
});
