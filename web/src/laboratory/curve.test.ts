import { describe, expect, it } from 'vitest';
import { bandOf, between, lineOf, rangeOf, said, tickSaid, ticksOf } from './curve';
import type { Frame } from './curve';

const frame: Frame = { width: 110, height: 120, left: 10, right: 0, top: 0, bottom: 20, battles: 100, low: 0, high: 1 };
const curve = [
  { battles: 0, value: 0.5, low: 0, high: 1 },
  { battles: 100, value: 0.25, low: 0.2, high: 0.3 },
];

describe('the curves of a study', () => {
  it('run from the left edge to the last battle, high values above', () => {
    expect(lineOf(frame, curve)).toBe('10.0,50.0 110.0,75.0');
    expect(bandOf(frame, curve)).toBe('10.0,0.0 110.0,70.0 110.0,80.0 10.0,100.0');
  });

  it('show what the later half of the points needs', () => {
    const [low, high] = rangeOf([{ label: '', curve }], true);
    expect(low).toBeCloseTo(0.2 - 0.008);
    expect(high).toBeCloseTo(0.3 + 0.008);
    expect(rangeOf([], true)).toEqual([0, 1]);
  });

  it('have round values at the edge', () => {
    expect(ticksOf(0.18, 0.52)).toEqual([0.2, 0.3, 0.4, 0.5]);
    expect(ticksOf(13, 19)).toEqual([14, 16, 18]);
    expect([said(0.482, true), said(18.75, false), said(100, false)]).toEqual(['48.2%', '18.8', '100']);
    expect([tickSaid(0.5, true), tickSaid(0.475, true), tickSaid(2.5, false)]).toEqual(['50%', '47.5%', '2.5']);
    expect([between(0.2, 0.305, true), between(-1.25, 3, false)]).toEqual(['20.0–30.5%', '-1.25–3']);
  });
});
