import { describe, expect, it } from 'vitest';
import { isStraight, stretched } from './marches';
import type { LegalAction } from './messages';

const march = (legs: object[]): LegalAction =>
  ({
    action: { verb: 'move', figures: ['B', 'C', 'A', 'D'], to: [7, 6], facing: 0, legs, column: true, amount: 2 },
    text: '',
    label: '',
    verb: 'move',
    figures: ['B', 'C', 'A', 'D'],
    cost: 1,
    ghost: [{ id: 'B', x: 7, y: 6, facing: 0 }],
    puts: [],
    place: 0,
    likely: false,
    sweeping: false,
  }) as LegalAction;

describe('a march', () => {
  it('goes farther or less far, where it ends being left to the judge', () => {
    const longer = stretched(march([{ ahead: 0.875 }]), 0.0625);
    expect(longer.action).toEqual({
      verb: 'move',
      figures: ['B', 'C', 'A', 'D'],
      legs: [{ ahead: 0.9375 }],
      column: true,
      amount: 2,
    });
    expect(longer.ghost).toEqual([]);
    expect(stretched(longer, -2).action.legs).toEqual([{ ahead: 0 }]);
  });
  it('has a way of one length only where it goes straight ahead', () => {
    expect(isStraight(march([{ ahead: 0.5 }]))).toBe(true);
    expect(isStraight(march([{ ahead: 0.5 }, { wheel: 'right', degrees: 30 }]))).toBe(false);
    expect(isStraight(march([{ wheel: 'right', degrees: 30 }]))).toBe(false);
    expect(isStraight(march([]))).toBe(false);
  });
});
