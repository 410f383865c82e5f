import { describe, expect, it } from 'vitest';
import { asText, chapters, figuresOf } from './log';
import type { Event, StepRecord } from './messages';
import { capital, compass, measured, plainLine, roman, saidOnce, shortClause, signed, tally } from './words';

const event = (text: string, more: Partial<Event> = {}): Event => ({
  kind: 'event', code: '', clause: null, text, side: null, actor: null, other: null, amount: 0, value: null, geometry: null, die: null, lines: [], ...more,
});
const step = (number: number, side: string | null, ...events: Event[]): StepRecord => ({ number, side, by: null, action: '', label: `step ${number}`, events });

describe('words', () => {
  it('read as people write them', () => {
    expect([roman(4), roman(99)]).toEqual(['IV', '99']);
    expect([shortClause('DBAIX-PIP-23'), shortClause('PIP-23')]).toEqual(['PIP-23', 'PIP-23']);
    expect(capital('hand_over')).toBe('Hand over');
    expect([signed(2), signed(-1), signed(0)]).toEqual(['+2', '\u22121', '+0']);
    expect([compass(0), compass(350), compass(-90), compass(130)]).toEqual(['north', 'north', 'west', 'south-east']);
  });
});

it('a line does not say its amount twice', () => {
  const line = (text: string, amount: number) => plainLine({ text, amount, clause: null });
  expect(line('A Roman group move: 1.', 1)).toBe('A Roman group move');
  expect(line('V (G3) overlaps R (R1) side edge to side edge: -1.', -1)).toBe('V (G3) overlaps R (R1) side edge to side edge');
  expect(line('Vitalstatistix (G3) throws 6.', 6)).toBe('Vitalstatistix (G3) throws 6.');
  expect(line('More than 8 inches: 12.', 1)).toBe('More than 8 inches: 12.');
});

describe('the log', () => {
  const steps = [
    step(0, null, event('Order thrown.'), event('Round 1: the Romans begin their bound.', { code: 'BOUND_BEGINS', side: 'romans' }), event('The Romans have 5 PIPs.')),
    step(1, 'romans', event('moved', { clause: 'DBAIX-MOV-1' })),
    step(2, 'romans', event('2 unused PIPs are lost.'), event('Round 1: the Gauls begin their bound.', { code: 'BOUND_BEGINS', side: 'gauls' }), event('The Gauls have 3 PIPs.')),
    step(3, 'gauls'),
  ];
  const list = chapters(steps);
  it('begins a chapter where a bound begins, also in the middle of a step', () => {
    expect(list.map((chapter) => [chapter.title, chapter.side, chapter.entries.map((entry) => entry.step.number)])).toEqual([
      ['The table is laid', null, [0]],
      ['Round 1: the Romans begin their bound', 'romans', [0, 1, 2]],
      ['Round 1: the Gauls begin their bound', 'gauls', [2, 3]],
    ]);
    expect(list[2]!.entries[0]).toMatchObject({ first: false, events: [{ text: 'The Gauls have 3 PIPs.' }] });
  });
  it('can be taken away as text', () => {
    expect(asText(list.slice(1, 2))).toBe(
      'Round 1: the Romans begin their bound\n    The Romans have 5 PIPs.\n  1. step 1\n    moved [DBAIX-MOV-1]\n  2. step 2\n    2 unused PIPs are lost.',
    );
  });
  it('knows whom an event is about', () => {
    expect(figuresOf(event('', { actor: 'R1', other: 'G4' }))).toEqual(['R1', 'G4']);
    expect(figuresOf(event(''))).toEqual([]);
  });
});

describe('a length', () => {
  it('reads without idle zeros, in inches and in paces', () => {
    expect([4, 0.5, 1.41421, 12.04, 0].map((value) => measured(value, 1, 'inch'))).toEqual(['4″', '0.5″', '1.41″', '12″', '0″']);
    expect([1, 0.5, 0.0625].map((value) => measured(value, 160, 'pace'))).toEqual(['160\u202fp', '80\u202fp', '10\u202fp']);
  });
});

describe('sentences', () => {
  it('that say the same of several figures stand once', () => {
    const said = [{ text: 'In its zone.' }, { text: 'Too far.' }, { text: 'In its zone.' }];
    expect(saidOnce(said).map((one) => one.text)).toEqual(['In its zone.', 'Too far.']);
  });
});

describe('several names', () => {
  it('are each said once', () => {
    expect(tally(['Blades', 'Psiloi', 'Blades'])).toBe('Blades ×2, Psiloi');
    expect(tally(['Asterix'])).toBe('Asterix');
  });
});
