import { describe, expect, it } from 'vitest';
import {
  capital,
  compass,
  listed,
  measured,
  measuredOf,
  metWords,
  plainLine,
  roman,
  saidOnce,
  shortClause,
  signed,
  tally,
} from './words';

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
  const line = (text: string, amount: number) => plainLine({ text, amount, clause: null, thrown: false });
  expect(line('A Roman group move: 1.', 1)).toBe('A Roman group move');
  expect(line('V (G3) overlaps R (R1) side edge to side edge: -1.', -1)).toBe(
    'V (G3) overlaps R (R1) side edge to side edge',
  );
  expect(line('Vitalstatistix (G3) throws 6.', 6)).toBe('Vitalstatistix (G3) throws 6.');
  expect(line('More than 8 inches: 12.', 1)).toBe('More than 8 inches: 12.');
});

describe('a length', () => {
  it('reads as fine as anybody measures, in inches and in paces', () => {
    expect([4, 0.5, 1.41421, 12.04, 0].map((value) => measured(value, 1, 'inch'))).toEqual([
      '4″',
      '0.5″',
      '1.4″',
      '12″',
      '0″',
    ]);
    expect([0.9281, 0.00625].map((value) => measured(value, 160, 'pace'))).toEqual(['148 paces', '1 pace']);
    expect([1, 0.5, 0.0625].map((value) => measured(value, 160, 'pace'))).toEqual([
      '160 paces',
      '80 paces',
      '10 paces',
    ]);
  });
});

describe('how far of how far', () => {
  it('names a unit that has no sign once', () => {
    expect(measuredOf(0.3125, 2, 160, 'pace')).toBe('50 of 320 paces');
    expect([3.7, 1].map((way) => measured(way, 1, 'step'))).toEqual(['3.7 steps', '1 step']);
  });

  it('says so when it is only just too far', () => {
    expect([3, 4, 4.003, 4.02, 4.3].map((way) => measuredOf(way, 4, 1, 'inch'))).toEqual([
      '3″ of 4″',
      '4″ of 4″',
      '4″ of 4″',
      'just over 4″',
      '4.3″ of 4″',
    ]);
  });
});

describe('sentences', () => {
  it('that say the same of several figures stand once', () => {
    const said = [{ text: 'In its zone.' }, { text: 'Too far.' }, { text: 'In its zone.' }];
    expect(saidOnce(said).map((one) => one.text)).toEqual(['In its zone.', 'Too far.']);
  });
});

describe('whom a pose is lined up with', () => {
  it('is in contact with an enemy and beside a friend', () => {
    expect([metWords('Pirate', false), metWords('Pirate', true), metWords(undefined, false)]).toEqual([
      'in contact with Pirate',
      'beside Pirate',
      'in contact',
    ]);
  });
});

describe('several names', () => {
  it('are each said once', () => {
    expect(tally(['Blades', 'Psiloi', 'Blades'])).toBe('Blades ×2, Psiloi');
    expect(tally(['Asterix'])).toBe('Asterix');
    expect([listed([]), listed(['Red']), listed(['Red', 'Blue']), listed(['Red', 'Blue', 'Green'])]).toEqual([
      '',
      'Red',
      'Red and Blue',
      'Red, Blue and Green',
    ]);
  });
});
