import { describe, expect, it } from 'vitest';
import { apart } from './apart';
import { figures as table } from './fixtures/village';
import type { LegalAction } from './messages';

const known = { figures: new Map(table.map((one) => [one.id, one])), hands: [], scene: { unit: 'inch' }, span: 1 };

/** R1 stands at 23.5, 15.5 and looks north. */
function move(id: string, to: [number, number], more: Partial<LegalAction['action']> = {}): LegalAction {
  const ghost = [{ id, x: to[0], y: to[1], facing: 0 }];
  const action = { verb: 'move', figures: [id], to, ...more };
  return {
    action,
    verb: 'move',
    figures: [id],
    label: `${id}: move`,
    text: JSON.stringify(action),
    ghost,
    cost: 1,
  } as LegalAction;
}
const words = (...orders: LegalAction[]) => apart(orders, known).map((one) => one.words);

describe('answers that read alike', () => {
  it('are told apart by who does it', () => {
    const [a, b] = [known.figures.get('R1')!, known.figures.get('R2')!];
    expect(words(move('R1', [a.x, a.y + 4]), move('R2', [b.x, b.y + 4]))).toEqual([
      'alone: 4″ ahead (R1)',
      'alone: 4″ ahead (R2)',
    ]);
  });
  it('are told apart by where their ways bend, and to which hand', () => {
    const to: [number, number] = [24.5, 19.5];
    expect(
      words(move('R1', to), move('R1', to, { via: [[23.5, 18.5]] }), move('R1', to, { via: [[24.5, 16.5]] })),
    ).toEqual([
      'alone: 4″ ahead, 1″ to the right',
      'alone: 4″ ahead, 1″ to the right, bending right after 3″',
      'alone: 4″ ahead, 1″ to the right, bending right, left after 1.4″',
    ]);
  });
  it('are one where they differ by less than is said, but not where one costs more', () => {
    const near = move('R1', [23.5, 19.504]);
    expect(words(move('R1', [23.5, 19.5]), near)).toEqual(['alone: 4″ ahead']);
    expect(words(move('R1', [23.5, 19.5]), { ...near, cost: 2 })).toHaveLength(2);
  });
  it('go in the words of their kind of move', () => {
    const hands = [{ label: 'Бегом', form: { verb: 'move', mode: 'run' }, stays: false, listed: false }];
    const orders = [move('R1', [23.5, 19.5], { mode: 'run' }), move('R1', [23.5, 17.5], { mode: 'crawl' })];
    expect(apart(orders, { ...known, hands }).map((one) => one.words)).toEqual([
      'alone, бегом: 4″ ahead',
      'alone, crawl: 2″ ahead',
    ]);
  });
  it('say their places where nothing else is said of them', () => {
    const put = (x: number) => ({ ...move('Z1', [x, 2]), label: 'Place' });
    expect(words(put(1), put(3))).toEqual([
      'Place: 1″ to the east, 2″ to the north',
      'Place: 3″ to the east, 2″ to the north',
    ]);
  });
  it('are all kept where each has words of its own', () => {
    expect(words(move('R1', [23.5, 19.5]), move('R1', [23.5, 18.5]))).toEqual(['alone: 4″ ahead', 'alone: 3″ ahead']);
  });
});
