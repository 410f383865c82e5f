import { describe, expect, it } from 'vitest';
import { Judge } from './judge.svelte';
import type { ClientMessage, Judgement } from './messages';

function bench() {
  const sent: Extract<ClientMessage, { type: 'judge' }>[] = [];
  const judge = new Judge((message) => {
    if (message.type === 'judge') sent.push(message);
    return true;
  });
  const ask = (x: number) => judge.ask({ verb: 'move', to: [x, 0] }, true);
  const answer = (n: number, legal = true) =>
    judge.hear({ n, legal, reasons: [{ code: legal ? 'NOT_NOW' : 'BARRED' }] } as unknown as Judgement);
  return { sent, judge, ask, answer };
}

describe('the judge', () => {
  it('is asked one question at a time, and of those waiting only the last', () => {
    const { sent, ask, answer } = bench();
    [1, 2, 3, 4].forEach(ask);
    expect(sent.map((message) => message.action.to![0])).toEqual([1]);
    answer(sent[0]!.n);
    expect(sent.map((message) => message.action.to![0])).toEqual([1, 4]);
  });
  it('lets nobody decide before the last answer is in', () => {
    const { sent, judge, ask, answer } = bench();
    let done = 0;
    ask(1);
    ask(2);
    judge.settled(() => (done += 1));
    answer(sent[0]!.n);
    expect(done).toBe(0);
    answer(sent[1]!.n);
    expect(done).toBe(1);
    expect(judge.said?.n).toBe(sent[1]!.n);
  });
  it('does not hear answers to what nobody asks any more', () => {
    const { sent, judge, ask, answer } = bench();
    ask(1);
    judge.forget();
    answer(sent[0]!.n);
    expect(judge.said).toBeNull();
    ask(2);
    expect(sent.length).toBe(2);
  });
  it('goes on when a question is refused', () => {
    const { sent, judge, ask } = bench();
    ask(1);
    ask(2);
    judge.lost(sent[0]!.n);
    expect(sent.length).toBe(2);
  });
  it('hears why the way on is barred, whichever answer comes first while a figure is dragged', () => {
    for (const first of ['drag', 'barred']) {
      const { sent, judge, ask, answer } = bench();
      ask(1);
      judge.askBarred({ verb: 'end' });
      ask(2);
      const [drag, barred] = sent.map((message) => message.n);
      if (first === 'drag') answer(drag!);
      answer(barred!, false);
      if (first === 'barred') answer(drag!);
      expect(judge.barred?.n).toBe(barred);
      expect(judge.said?.n).toBe(drag);
      expect(sent.at(-1)!.action.to).toEqual([2, 0]);
    }
  });
  it('takes no answer of an earlier state for what bars the way on now', () => {
    const { sent, judge, answer } = bench();
    judge.askBarred({ verb: 'end' });
    judge.askBarred(null);
    answer(sent[0]!.n, false);
    expect(judge.barred).toBeNull();
    expect(sent.length).toBe(1);
  });
  it('keeps what bars the way on apart from the drag', () => {
    const { sent, judge, answer } = bench();
    judge.askBarred({ verb: 'end' });
    answer(sent[0]!.n, false);
    expect(judge.barred?.legal).toBe(false);
    expect(judge.said).toBeNull();
  });
});
