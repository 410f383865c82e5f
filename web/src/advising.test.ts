import { describe, expect, it } from 'vitest';
import { Advising } from './advising.svelte';
import type { Advice, ClientMessage } from './messages';

const advice = (n: number): Advice => ({
  type: 'advice',
  n,
  version: 3,
  side: 'red',
  playouts: 64,
  why: 'So.',
  plans: [],
});

describe('advice', () => {
  it('is asked for once, and taken when it comes', () => {
    const sent: ClientMessage[] = [];
    const advising = new Advising((message) => sent.push(message) > 0);
    advising.ask(null);
    advising.ask(null);
    expect(sent).toEqual([{ type: 'advise', n: 1, step: null }]);
    expect(advising.waiting).toBe(true);
    advising.hear(advice(1));
    expect([advising.waiting, advising.advice?.why]).toEqual([false, 'So.']);
  });

  it('is not heard once the table has changed', () => {
    const advising = new Advising(() => true);
    advising.ask(4);
    advising.forget();
    advising.hear(advice(1));
    expect([advising.waiting, advising.advice]).toEqual([false, null]);
  });
});
