import { describe, expect, it } from 'vitest';
import { event, step as plain } from './fixtures/messages';
import type { StepRecord } from './messages';
import { deeds, gone, lastOf, traces, turned } from './since';

const step = (number: number, side: string | null, by: string | null, more: Partial<StepRecord> = {}) =>
  plain(number, { side, by, label: `step ${number}`, ...more });

/** Laid, the Romans end, the Gauls (a general) move, fight, and end. */
const begins = event('The Gauls begin.', { code: 'BOUND_BEGINS', side: 'gauls' });
const STEPS = [
  step(0, null, null),
  step(1, 'romans', 'human', { way: '4 inches ahead' }),
  step(2, 'romans', 'human', {
    events: [
      event('2 PIPs are lost.'),
      begins,
      event('The Gauls have 3 PIPs.'),
      event('G1 wakes up.', { actor: 'G1' }),
      event('G1: order die 3.', { kind: 'die', actor: 'G1' }),
    ],
  }),
  step(3, 'gauls', 'greedy', { way: '2 inches ahead', events: [event('G1 moves.', { actor: 'G1', code: 'MOVES' })] }),
  step(4, 'gauls', 'greedy', {
    events: [
      event('', { kind: 'score', actor: 'G1', other: 'R1', amount: 7 }),
      event('R1 is destroyed.', { kind: 'outcome', actor: 'R1' }),
    ],
  }),
  step(5, 'gauls', 'greedy', { events: [event('1 PIP is lost.')] }),
];

describe('what others did', () => {
  it('is everything after the last step that a person made for the side', () => {
    expect(lastOf(STEPS, new Set(['romans']))).toBe(2);
    expect(lastOf(STEPS, new Set(['gauls']))).toBe(0);
    expect(turned(STEPS, 2)).toBe(true);
    expect(turned(STEPS, 3)).toBe(false);
  });
  it('is told in order, with what their turn brought, without ends, PIPs and lone dice', () => {
    const named = { ...STEPS[3]!, label: 'Villager (G1): move' };
    const told = deeds([...STEPS, named], 2, (side) => `The ${side}`);
    expect(told.map((deed) => [deed.step, deed.text, deed.fight?.outcomes])).toEqual([
      [2, 'G1 wakes up.', undefined],
      [3, 'The gauls: step 3', undefined],
      [4, null, ['R1 is destroyed.']],
      [3, 'Villager (G1): move', undefined], // its words name who
    ]);
    expect(deeds(STEPS, 2)[2]!.figures).toEqual(['G1', 'R1']);
  });
  it('is nothing right after an action of one\u2019s own', () => {
    expect(deeds(STEPS.slice(0, 2), 1)).toEqual([]);
  });
});

describe('traces', () => {
  const pose = (id: string, x: number, y: number) => ({ id, x, y, facing: 0 });
  const shift = (id: string, before: [number, number] | null, after: [number, number] | null) => ({
    id,
    before: before && pose(id, ...before),
    after: after && pose(id, ...after),
  });
  const size = () => ({ width: 1, depth: 0.5 });
  const moves = (...shifts: ReturnType<typeof shift>[]) => step(9, 'gauls', 'greedy', { shifts });
  it('bend where a figure halted', () => {
    const drawn = traces([moves(shift('G1', [2, 6], [2, 4])), moves(shift('G1', [2, 4], [5, 4]))], size);
    expect(drawn).toMatchObject([
      {
        kind: 'trail',
        key: 'went G1',
        points: [
          { x: 2, y: 6 },
          { x: 2, y: 4 },
          { x: 5, y: 4 },
        ],
      },
    ]);
  });
  it('say nothing of whoever only turned, or has just come', () => {
    expect(traces([moves(shift('G1', [2, 6], [2, 6]), shift('G2', null, [1, 1]))], size)).toEqual([]);
  });
  it('show the gap of whoever is gone, where it last stood', () => {
    const steps = [moves(shift('R1', [1, 2], [1, 3])), moves(shift('R1', [1, 3], null), shift('R2', null, null))];
    expect(traces(steps, size)).toMatchObject([
      { kind: 'place', key: 'gap R1', style: 'gap', base: { x: 1, y: 3, depth: 0.5 } },
    ]);
    expect(gone(steps)).toEqual(['R1']);
  });
  it('show no gap of whoever came back', () => {
    const steps = [moves(shift('R1', [1, 2], null)), moves(shift('R1', null, [4, 2]))];
    expect(gone(steps)).toEqual([]);
    expect(traces(steps, size).map((one) => one.kind)).toEqual(['trail']);
  });
});
