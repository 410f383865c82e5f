import { describe, expect, it } from 'vitest';
import type { LegalAction } from './messages';
import { canBeMoved, kindsOf, laidAt, laidTurned, liesOn, sharedWords } from './placing';

const square = (x: number, y: number): [number, number][] => [
  [x - 1, y - 1],
  [x + 1, y - 1],
  [x + 1, y + 1],
  [x - 1, y + 1],
];

function wood(x: number, y: number, where: string, more: object = {}): LegalAction {
  const puts = [
    {
      id: 'wood_0',
      kind: 'wood',
      label: 'Wood',
      shape: 'polygon' as const,
      points: square(x, y),
      radius: 0,
      width: 0,
      clause: '',
      level: null,
    },
  ];
  return {
    action: { verb: 'place', to: [x, y], facing: 0, item: 'wood', target: 'optional', ...more },
    text: '',
    label: `Place a wood in the ${where} as an optional feature`,
    verb: 'place',
    figures: [],
    cost: null,
    ghost: [],
    puts,
    place: 0,
    likely: false,
    sweeping: false,
  };
}

/** It lies along the north edge; the place that its action names is its depth. */
const SHORE: LegalAction = {
  ...wood(0.5, 0, ''),
  puts: [
    {
      ...wood(0, 0, '').puts[0]!,
      points: [
        [0, 18],
        [18, 18],
        [18, 18.5],
        [0, 18.5],
      ],
    },
  ],
};

/** The narrowest waterway: its shore, which the action names, is a quarter of a base from its middle. */
const NARROW: LegalAction = {
  ...wood(9, 17.5, ''),
  puts: [
    {
      ...wood(0, 0, '').puts[0]!,
      points: [
        [0, 17.5],
        [18, 17.5],
        [18, 18],
        [0, 18],
      ],
    },
  ],
};

describe('a piece that is put on the table', () => {
  it('can be moved when it lies about the place that its action names', () => {
    expect(canBeMoved(wood(5, 5, 'middle'))).toBe(true);
    expect(canBeMoved(SHORE)).toBe(false);
    expect(canBeMoved(NARROW)).toBe(false);
    expect(canBeMoved({ ...wood(5, 5, 'middle'), figures: ['R1'] })).toBe(false);
  });
  it('goes with its outline to another place, and is turned about its middle', () => {
    const there = laidAt(wood(5, 5, 'middle'), { x: 8, y: 4 });
    expect([there.action.to, there.puts[0]!.points]).toEqual([[8, 4], square(8, 4)]);
    const turned = laidTurned(there, 90);
    expect(turned.action.facing).toBe(90);
    expect(turned.puts[0]!.points[0]!.map(Math.round)).toEqual([7, 5]);
  });
  it('is taken hold of where it lies', () => {
    expect(liesOn(wood(5, 5, ''), { x: 5.9, y: 4.1 }, 0)).toBe(true);
    expect(liesOn(wood(5, 5, ''), { x: 6.2, y: 5 }, 0)).toBe(false);
    expect(liesOn(wood(5, 5, ''), { x: 6.2, y: 5 }, 0.3)).toBe(true);
  });
});

describe('a list of pieces', () => {
  it('names each once, wherever it could lie, beginning with the place nearest the middle', () => {
    const kinds = kindsOf(
      [
        wood(2, 2, 'south-west'),
        wood(9, 8, 'middle'),
        wood(2, 2, 'south-west', { item: 'marsh' }),
        SHORE,
        { ...SHORE },
      ],
      { x: 9, y: 9 },
    );
    expect(kinds.map((one) => one.places)).toEqual([2, 1, 1, 1]);
    expect(kinds[0]!.label).toBe('Place a wood as an optional feature');
    expect(kinds[0]!.order.action.to).toEqual([9, 8]);
  });
  it('says what all labels have in common', () => {
    expect(sharedWords(['Pitch the camp in the south', 'Pitch the camp in the south-west'])).toBe('Pitch the camp');
    expect(
      sharedWords(['Pitch the camp in the south, unoccupied', 'Pitch the camp in the south-west, unoccupied']),
    ).toBe('Pitch the camp unoccupied');
    expect(sharedWords(['Lay a road', 'Lay a road'])).toBe('Lay a road');
    expect(sharedWords(['Вернуть кусок S2a к Прибытию на 12,5″', 'Вернуть кусок S2a к Прибытию на 30″'])).toBe(
      'Вернуть кусок S2a к Прибытию',
    );
  });
});
