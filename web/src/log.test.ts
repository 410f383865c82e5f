import { describe, expect, it } from 'vitest';
import { event, step as plain } from './fixtures/messages';
import { asSpoken, asText, chapters, figuresIn, figuresOf, fightLine, itemsOf, partOf, playersOf } from './log';
import { thrownBy, wordsOf } from './log';
import type { Item } from './log';
import type { Event } from './messages';

const step = (number: number, side: string | null, ...events: Event[]) =>
  plain(number, { side, label: `step ${number}`, events });
const die = (actor: string, value: number) =>
  event(`${actor}: combat die ${value}.`, { kind: 'die', actor, amount: value });
const score = (actor: string, other: string, amount: number) =>
  event(`${actor} scores ${amount}.`, { kind: 'score', actor, other, amount });
const outcome = (text: string, actor: string) => event(text, { kind: 'outcome', actor });
const line = (item: Item | undefined) => item?.kind === 'fight' && fightLine(item, (id) => `Base (${id})`);

describe('a step in one breath', () => {
  it('says its fights as lines, and all else as the log has it', () => {
    const told = step(
      4,
      'romans',
      event('Obelix is called.'),
      die('A', 5),
      die('B', 2),
      score('A', 'B', 9),
      score('B', 'A', 4),
      outcome('Base (B) recoils.', 'B'),
    );
    expect(asSpoken(told, (id) => `Base (${id})`)).toBe('Obelix is called. Base (A) 9 : 4 Base (B). Base (B) recoils.');
    expect(asSpoken(step(5, 'romans'), String)).toBe('');
  });
});

it('a step is said with its side where its words name nobody', () => {
  expect(wordsOf({ label: 'End movement' }, 'Gauls')).toBe('Gauls: End movement');
  expect(wordsOf({ label: 'The Horde lay a card' }, 'Horde')).toBe('The Horde lay a card');
  expect(wordsOf({ label: 'Move Squad A' }, 'Imperials', ['A1'])).toBe('Imperials: Move Squad A');
  expect(wordsOf({ label: 'Guard (A1): run' }, 'Imperials', ['A1'])).toBe('Guard (A1): run');
  expect(wordsOf({ label: 'The table is laid' }, '')).toBe('The table is laid');
});

describe('a long log', () => {
  const list = Array.from({ length: 10 }, (_, k) => ({
    key: `${k}`,
    side: null,
    title: `turn ${k}`,
    entries: [{ key: `${k}`, step: step(k + 1, 'romans'), items: [], first: true, account: null }],
  }));
  const titles = (looked: number | null) => partOf(list, 4, looked).map((one) => one.key);

  it('shows its last turns, and looking back those around the step', () => {
    expect(titles(null)).toEqual(['6', '7', '8', '9']);
    expect(titles(9)).toEqual(['6', '7', '8', '9']);
    expect(titles(5)).toEqual(['2', '3', '4', '5']);
    expect(titles(1)).toEqual(['0', '1', '2', '3']);
    expect(titles(99)).toEqual(['6', '7', '8', '9']);
    expect(partOf(list.slice(0, 3), 4, 2)).toHaveLength(3);
  });
});

describe('the log', () => {
  const steps = [
    step(
      0,
      null,
      event('Order thrown.'),
      event('Round 1: the Romans begin their bound.', { code: 'BOUND_BEGINS', side: 'romans' }),
      event('The Romans have 5 PIPs.'),
    ),
    step(1, 'romans', event('moved', { clause: 'DBAIX-MOV-1' })),
    step(
      2,
      'romans',
      event('2 unused PIPs are lost.'),
      event('Round 1: the Gauls begin their bound.', { code: 'BOUND_BEGINS', side: 'gauls' }),
      event('The Gauls have 3 PIPs.'),
    ),
    step(3, 'gauls'),
  ];
  const list = chapters(steps);
  it('begins a chapter where a bound begins, also in the middle of a step', () => {
    expect(
      list.map((chapter) => [chapter.title, chapter.side, chapter.entries.map((entry) => entry.step.number)]),
    ).toEqual([
      ['The table is laid', null, [0]],
      ['Round 1: the Romans begin their bound', 'romans', [0, 1, 2]],
      ['Round 1: the Gauls begin their bound', 'gauls', [2, 3]],
    ]);
    expect(list[2]!.entries[0]).toMatchObject({ first: false, items: [{ text: 'The Gauls have 3 PIPs.' }] });
  });
  it('bears the names of those who acted in it, not of who began it by ending the one before', () => {
    const named = steps.map((one) => ({ ...one, player: ['', 'Anna', 'Anna', 'Boris'][one.number]! }));
    expect(chapters(named).map(playersOf)).toEqual(['', 'Anna', 'Boris']);
  });
  it('can be taken away as text', () => {
    expect(asText(list.slice(1, 2))).toBe(
      'Round 1: the Romans begin their bound\n    The Romans have 5 PIPs.\n  1. step 1\n    moved [DBAIX-MOV-1]\n  2. step 2\n    2 unused PIPs are lost.',
    );
  });
  it('is taken away with every line of every total, though the board folds them', () => {
    const fight = step(4, 'romans', die('R1', 5), {
      ...score('R1', 'G1', 7),
      lines: [{ text: 'Combat factor.', amount: 2, clause: 'DBAIX-CBT-1', thrown: false }],
    });
    expect(asText(chapters([fight]))).toContain('    R1 scores 7.\n      +2 Combat factor. [DBAIX-CBT-1]');
  });
  it('knows whom an event is about', () => {
    expect(figuresOf(event('', { actor: 'R1', other: 'G4' }))).toEqual(['R1', 'G4']);
    expect(figuresOf(event(''))).toEqual([]);
  });
});

describe('a move', () => {
  const moves = event('Psiloi (R1) moves, for 1 PIP.', { code: 'MOVES' });
  it('is said with how far it went, once', () => {
    const one = { ...step(1, 'red', event('A note.', { kind: 'note' }), moves), way: '300 paces ahead' };
    expect(itemsOf(one).map((item) => item.kind === 'said' && item.text)).toEqual([
      'A note.',
      'Psiloi (R1) moves, for 1 PIP: 300 paces ahead.',
    ]);
  });
  it('that the game words otherwise keeps its words', () => {
    expect(itemsOf(step(1, 'red', moves))).toMatchObject([{ text: moves.text }]);
    expect(itemsOf({ ...step(1, 'red', event('REMOVES', { code: 'REMOVESX' })), way: '1 pace ahead' })).toMatchObject([
      { text: 'REMOVES' },
    ]);
  });
});

describe('a fight', () => {
  const fight = [
    die('R1', 6),
    die('G1', 3),
    score('R1', 'G1', 9),
    score('G1', 'R1', 4),
    outcome('G1 is destroyed.', 'G1'),
    event('G1 counts as lost.', { actor: 'G1' }),
  ];
  it('is one line: both totals and what came of it', () => {
    const [item, ...rest] = itemsOf(step(1, 'red', ...fight));
    expect(rest).toEqual([]);
    expect(line(item)).toBe('Base (R1) 9 : 4 Base (G1). G1 is destroyed.');
    expect(figuresIn(item!)).toEqual(['R1', 'G1']);
  });
  it('leaves what came before its dice outside', () => {
    const items = itemsOf(step(1, 'red', event('The bound ends.'), ...fight));
    expect(items.map((item) => item.kind)).toEqual(['said', 'fight']);
  });
  it('is apart from the next one of the same step', () => {
    const items = itemsOf(
      step(
        1,
        'red',
        ...fight,
        die('R2', 1),
        die('G2', 2),
        score('R2', 'G2', 3),
        score('G2', 'R2', 5),
        outcome('R2 recoils.', 'R2'),
      ),
    );
    expect(items.map((item) => item.kind === 'fight' && item.outcomes)).toEqual([
      ['G1 is destroyed.'],
      ['R2 recoils.'],
    ]);
  });
  it('keeps the dice that settle what comes of it', () => {
    const items = itemsOf(step(1, 'red', ...fight.slice(0, 5), die('G2', 4), outcome('G2 flees.', 'G2')));
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ outcomes: ['G1 is destroyed.', 'G2 flees.'] });
  });
  it('with one total, as a shot, names who shot', () => {
    const [item] = itemsOf(step(1, 'red', die('R1', 6), score('R1', 'G1', 8), outcome('G1 recoils.', 'G1')));
    expect(line(item)).toBe('Base (R1) 8. G1 recoils.');
  });
  it('is no contest where a side tests its morale, and says what came of that', () => {
    const morale = event('The morale of the Patrol comes to 5.', {
      kind: 'score',
      actor: null,
      side: 'patrol',
      amount: 5,
    });
    const [item] = itemsOf(
      step(
        1,
        'patrol',
        die('R1', 6),
        morale,
        event('The Patrol run.', { side: 'patrol' }),
        event('R1 runs.', { actor: 'R1' }),
      ),
    );
    expect(line(item)).toBe('The morale of the Patrol comes to 5. The Patrol run.');
  });
  it('leaves many dice for one purpose to one line, with whose they are', () => {
    const lot = (figure: string, value: number) =>
      event(`${figure}: lot ${value}.`, {
        kind: 'die',
        actor: figure,
        die: { purpose: 'lot', side: 'red', figure, sides: 6, value, text: `${value}` },
      });
    const items = itemsOf(step(1, 'red', lot('R1', 6), lot('R2', 1), lot('G1', 3), event('R1 goes first.')));
    expect(items.map((item) => item.kind)).toEqual(['throws', 'said']);
    expect(items[0]!.kind === 'throws' && thrownBy(items[0]!, (id) => `Base (${id})`)).toBe(
      'Base (R1) 6, Base (R2) 1, Base (G1) 3',
    );
  });
  it('names the side whose dice they are, where no figure threw them', () => {
    const off = (side: string, value: number) =>
      event(`${side}: roll-off die ${value}.`, {
        kind: 'die',
        die: { purpose: 'roll off', side, figure: null, sides: 6, value, text: `${value}` },
      });
    const [item] = itemsOf(step(1, 'red', off('red', 1), off('blue', 1), off('red', 4), off('blue', 2)));
    const sides: Record<string, string> = { red: 'Imperials', blue: 'Tyranids' };
    const who =
      item!.kind === 'throws'
        ? thrownBy(
            item!,
            (id) => id,
            (key) => sides[key]!,
          )
        : '';
    expect(who).toBe('Imperials 1, Tyranids 1, Imperials 4, Tyranids 2');
  });
  it('tells of pieces of the city that throw with what each threw, beside a figure that throws too', () => {
    const throws = (piece: string) => event(`Piece ${piece} throws.`, { code: 'PIECE_THROWS' });
    const order = (figure: string | null, value: number) =>
      event(figure ? `${figure}: order die ${value}.` : `Order die ${value}.`, {
        kind: 'die',
        die: { purpose: 'order', side: figure && 'red', figure, sides: 6, value, text: `${value}` },
      });
    const items = itemsOf(
      step(1, 'red', throws('S1'), throws('S2'), order(null, 6), order('R1', 3), order(null, 4), event('R1 goes.')),
    );
    expect(items.map((item) => item.kind === 'said' && item.text)).toEqual([
      'Piece S1 throws: 6.',
      'Piece S2 throws: 4.',
      'R1: order die 3.',
      'R1 goes.',
    ]);
    expect(items.map((item) => item.kind === 'said' && item.event.die?.value)).toEqual([6, 4, 3, undefined]);
  });
  it('tells whose die it is where a piece of the city throws again, in the words of the log', () => {
    const throws = (piece: string) => event(`Кусок города ${piece} бросает.`, { code: 'PIECE_THROWS' });
    const order = (figure: string | null, value: number) =>
      event(figure ? `${figure}: кубик ${value}.` : `Кубик ${value}.`, {
        kind: 'die',
        die: { purpose: 'order', side: figure && 'red', figure, sides: 6, value, text: `${value}` },
      });
    const texts = (...events: Event[]) =>
      itemsOf(step(1, 'red', ...events)).map((item) => item.kind === 'said' && item.text);
    const pieces = [throws('S1'), throws('S2'), throws('S3')];
    // 5, 2, 5 and 2 of R1: S1 and S3 are equal in front and throw first, then S2 and R1.
    const first = [order(null, 5), order(null, 2), order(null, 5), order('R1', 2)];
    expect(texts(...pieces, ...first, order(null, 1), order(null, 6), order(null, 3), order('R1', 4))).toEqual([
      'Кусок города S1 бросает: 5.',
      'Кусок города S2 бросает: 2.',
      'Кусок города S3 бросает: 5.',
      'R1: кубик 2.',
      'Кусок города S1 бросает: 1.',
      'Кусок города S3 бросает: 6.',
      'Кусок города S2 бросает: 3.',
      'R1: кубик 4.',
    ]);
    // Dice of R5 and R6, who are equal elsewhere, follow, and are theirs.
    const others = [order('R5', 4), order('R6', 1)];
    expect(texts(throws('S1'), order('R1', 2), order(null, 2), order('R1', 1), order(null, 3), ...others)).toEqual([
      'Кусок города S1 бросает: 2.',
      'R1: кубик 2.',
      'R1: кубик 1.',
      'Кусок города S1 бросает: 3.',
      'R5: кубик 4.',
      'R6: кубик 1.',
    ]);
    // Nobody is named where the dice do not fit: S1 is not equal to S2 and does not throw again.
    expect(texts(throws('S1'), throws('S2'), order(null, 5), order(null, 2), order(null, 1)).at(-1)).toBe('Кубик 1.');
  });
  it('is none where dice are thrown for something else', () => {
    expect(itemsOf(step(1, 'red', die('R1', 6), event('R1 crosses.'))).map((item) => item.kind)).toEqual([
      'said',
      'said',
    ]);
  });
});
