import { describe, expect, it } from 'vitest';
import { onlyPlaced, ownChoices, reserveIn, withOdds } from './choices';
import { order as plain } from './fixtures/messages';
import { figures } from './fixtures/village';

const order = (verb: string, figures: string[], more: object = {}) =>
  plain(verb, figures, { action: { verb, figures, ...more }, text: '', label: '' });
const isGaul = (id: string) => id.startsWith('G');
const isRoman = (id: string) => id.startsWith('R');
const name = (id: string) => id;

describe('an order for the chosen only', () => {
  const drink = [order('drink', ['G1', 'G2', 'G3'])];
  it('is offered for a part of a company', () => {
    const [only, ...rest] = ownChoices(drink, ['G2'], isGaul, name);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ label: 'Drink: only G2', action: { verb: 'drink', figures: ['G2'] } });
  });
  it('is not offered for the whole company, nor for strangers to it', () => {
    expect(ownChoices(drink, ['G3', 'G1', 'G2'], isGaul, name)).toEqual([]);
    expect(ownChoices(drink, ['G2', 'G9'], isGaul, name)).toEqual([]);
    expect(ownChoices(drink, [], isGaul, name)).toEqual([]);
  });
  it('is not offered where an enemy has a part in it', () => {
    expect(ownChoices([order('fight', ['R1', 'G1'])], ['R1'], isRoman, name)).toEqual([]);
  });
  it('goes by the gate and in no more files than it has men', () => {
    const muster = [
      order('muster', ['R9', 'R10', 'R11'], { target: 'north_gate', amount: 3 }),
      order('muster', ['R9'], { target: 'north_gate', amount: 1 }),
    ];
    const found = ownChoices(muster, ['R9', 'R11'], isRoman, name);
    expect(found.map((one) => [one.label, one.action.amount])).toEqual([['Muster at north gate: only R9, R11', 2]]);
  });
});

describe('odds in the list of answers', () => {
  const going = (n: number, target?: string) => ({
    ...order('shoot', [`R${n}`], target ? { target } : {}),
    ghost: [{ id: `R${n}`, x: n, y: 0, facing: 0 }],
  });
  it('are asked where dice may fall at once, and for the first attacks of those who go somewhere first', () => {
    const fight = order('fight', ['R1'], { target: 'G1' });
    const shots = Array.from({ length: 12 }, (_, n) => going(n, 'G1'));
    expect(withOdds([going(1), ...shots, fight, order('end', [])], false)).toEqual([...shots.slice(0, 8), fight]);
  });
  it('are not asked for moves in a game that foresees the fights that they lead to', () => {
    expect(withOdds([going(1, 'G1')], true)).toEqual([]);
  });
});

describe('the one whose place is asked', () => {
  const place = (id: string, x: number) => order('come out', [id], { to: [x, 5], facing: 0 });
  it('is he whom all that is listed puts somewhere, beside answers that name nobody', () => {
    expect(onlyPlaced([place('B1', 3), place('B1', 4), order('let', [])])).toBe('B1');
  });
  it('is nobody where there are several, or something else to do', () => {
    expect(onlyPlaced([place('B1', 3), place('B2', 4)])).toBeNull();
    expect(onlyPlaced([place('B1', 3), order('charge', ['B1'])])).toBeNull();
    expect(onlyPlaced([order('end', [])])).toBeNull();
  });
});

describe('who waits beside the table', () => {
  const place = (id: string) => order('move', [id], { to: [3, 5], facing: 0 });
  const boxes = [{ id: 'reserve', title: 'To deploy', side: 'south', figures: figures.slice(0, 1) }];
  const id = figures[0]!.id;
  it('is in a box there, and may be put somewhere', () => {
    expect([...reserveIn([place(id)], boxes).keys()]).toEqual([id]);
    expect([...reserveIn([order('end', [])], boxes).keys()]).toEqual([]);
  });
  it('is no hero who gets off the base of a battalion', () => {
    expect([...reserveIn([place('A12')], boxes).keys()]).toEqual([]);
  });
});
