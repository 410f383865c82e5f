import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { order as plain } from './fixtures/messages';
import { Foresight } from './foresight.svelte';
import type { ClientMessage, ServerMessage } from './messages';

let sent: ClientMessage[];
let foresight: Foresight;
const order = (text: string) => plain('fight', [text], { text, label: text });
const hear = (message: Partial<ServerMessage> & { type: string }) => foresight.hear(message as ServerMessage);
const asked = (type: string) => sent.filter((message) => message.type === type) as { n: number }[];

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  foresight = new Foresight((message) => sent.push(message) > 0);
});
afterEach(() => void vi.useRealTimers());

describe('odds in one line', () => {
  it('are asked for one after another, and kept by the order', () => {
    foresight.askShares([order('A'), order('B')]);
    expect(asked('odds').length).toBe(1);
    hear({
      type: 'odds',
      n: asked('odds')[0]!.n,
      share: { better: 10, even: 0, worse: 90, both: 0, text: 'win' },
    });
    expect(asked('odds').length).toBe(2);
    hear({ type: 'odds', n: asked('odds')[1]!.n, share: null });
    expect([...foresight.shares.keys()]).toEqual(['A']);
  });
  it('go on after a refusal, and hear nothing about an older list', () => {
    foresight.askShares([order('A'), order('B')]);
    hear({ type: 'refused', about: 'odds', n: asked('odds')[0]!.n });
    const old = asked('odds')[1]!.n;
    foresight.askShares([order('C')]);
    hear({
      type: 'odds',
      n: old,
      share: { better: 10, even: 0, worse: 90, both: 0, text: 'win' },
    });
    expect(foresight.shares.size).toBe(0);
    hear({
      type: 'odds',
      n: asked('odds').at(-1)!.n,
      share: { better: 1, even: 2, worse: 97, both: 0, text: 'win' },
    });
    expect([...foresight.shares.keys()]).toEqual(['C']);
  });
});

describe('the fights that a move leads to', () => {
  it('are asked for once the draft lies still', () => {
    foresight.askFights({ verb: 'move' });
    vi.advanceTimersByTime(100);
    foresight.askFights({ verb: 'move', figures: ['A'] });
    vi.advanceTimersByTime(1000);
    expect(asked('foresee')).toEqual([{ type: 'foresee', n: 2, action: { verb: 'move', figures: ['A'] } }]);
    hear({ type: 'foreseen', n: 1, fights: [], risks: [] });
    expect(foresight.fights).toBeNull();
    hear({ type: 'foreseen', n: 2, fights: [], risks: [{ text: 'It survives: 50.0 %.', clause: 'X-1' }] });
    expect([foresight.fights, foresight.risks.length]).toEqual([[], 1]);
    foresight.askFights(null);
    expect([foresight.fights, foresight.risks]).toEqual([null, []]);
  });
});

describe('reach', () => {
  it('is that of the figures asked about last', () => {
    foresight.askReach(['A'], 0);
    foresight.askReach(['B'], 1);
    hear({ type: 'reach', n: 1, points: [[1, 2]] });
    expect(foresight.reach).toEqual([]);
    hear({
      type: 'reach',
      n: 2,
      points: [
        [1, 2],
        [3, 4],
      ],
    });
    expect(foresight.reach).toEqual([
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ]);
    foresight.askReach([], 0);
    expect([foresight.reach, sent.length]).toEqual([[], 2]);
  });
});
