import { describe, expect, it } from 'vitest';
import type { ClockNow } from '../messages';
import { leftOf, timeWords } from './time';

const clock: ClockNow = {
  rule: { kind: 'live', minutes: 10, increment: 5, days: 3 },
  sides: [
    { side: 'red', left: 90, runs: true },
    { side: 'blue', left: 600, runs: false },
  ],
  halted: false,
  may_claim: true,
};

describe('time', () => {
  it('goes on for whose clock runs, and for nobody else', () => {
    expect([leftOf(clock, 'red', 4000), leftOf(clock, 'blue', 4000), leftOf(clock, 'green', 0)]).toEqual([
      86,
      600,
      null,
    ]);
  });
  it('is said in minutes, hours and days, and never below nothing', () => {
    expect([185, 3729, 60, 59.2, 0.4, 0, -12, 86_400, 190_800].map(timeWords)).toEqual([
      '3:05',
      '1:02:09',
      '1:00',
      '1:00',
      '0:01',
      '0:00',
      '0:00',
      '1 d 0 h',
      '2 d 5 h',
    ]);
  });
});
