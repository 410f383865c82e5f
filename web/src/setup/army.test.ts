import { describe, expect, it } from 'vitest';
import type { ArmyCheck, ArmyDraft, ArmyElement, ArmyList } from '../messages';
import {
  all,
  armiesOf,
  countOf,
  fewer,
  fieldsOf,
  fileName,
  isOneChoice,
  more,
  sizeOf,
  slotsOf,
  slotWords,
  troubleOf,
  withOpened,
  withoutStray,
  withValue,
} from './army';
import type { Muster } from './army';
import { learn } from '../language';

const line = (count: number, of: string[], rest: object = {}) => ({
  words: '',
  count,
  of,
  alike: false,
  general: false,
  ...rest,
});
const field = (key: string, unless: [string, string] | null = null) => ({
  key,
  label: key,
  clause: '',
  choices: [],
  least: 0,
  most: 6,
  step: 0.25,
  unless,
});

/** Persians in small: a general, two cavalry, and four spears or auxilia, or both. */
const READY: ArmyDraft = {
  list: 'persian',
  name: '',
  strays: [],
  picks: [['3Cv'], ['3Kn', '3Kn'], ['4Sp', '4Sp', '4Sp', '3Ax']],
  values: { camp: 'followers', length: '2' },
};
const LIST: ArmyList = {
  key: 'persian',
  title: 'II/7 Persian',
  name: 'Persians',
  text: '',
  lines: [
    line(1, ['LCh', '3Cv'], { general: true }),
    line(2, ['3Kn', '5Wb'], { alike: true }),
    line(4, ['4Sp', '3Ax', '2Ps']),
  ],
  fields: [field('camp'), field('length', ['camp', 'none'])],
  ready: READY,
  ready_words: '',
  side: '',
};

describe('an army that is put together', () => {
  it('takes the place of the commonest other kind in a line that is full', () => {
    expect(more(READY, LIST, 2, '3Ax').picks[2]).toEqual(['4Sp', '4Sp', '3Ax', '3Ax']);
    expect(more(READY, LIST, 2, '2Ps').picks[2]).toEqual(['4Sp', '4Sp', '3Ax', '2Ps']);
    expect(countOf(more(READY, LIST, 2, '2Ps'))).toBe(sizeOf(LIST));
  });
  it('has no more of a kind than its line has places', () => {
    const spears = all(READY, LIST, 2, '4Sp');
    expect(more(spears, LIST, 2, '4Sp')).toEqual(spears);
  });
  it('may lack elements, and shows where', () => {
    const less = fewer(fewer(READY, LIST, 2, '4Sp'), LIST, 2, '4Sp');
    expect(less.picks[2]).toEqual(['4Sp', '3Ax']);
    expect([countOf(less), sizeOf(LIST)]).toEqual([5, 7]);
    expect(slotsOf(less, LIST).map((slot) => slot.word)).toEqual(['3Cv', '3Kn', '3Kn', '4Sp', '3Ax', null, null]);
    expect(more(less, LIST, 2, '3Ax').picks[2]).toEqual(['4Sp', '3Ax', '3Ax']);
    expect(fewer(less, LIST, 2, '2Ps')).toEqual(less);
  });
  it('changes a line whose elements are alike all at once', () => {
    expect(LIST.lines.map(isOneChoice)).toEqual([true, true, false]);
    expect(all(READY, LIST, 1, '5Wb').picks).toEqual([['3Cv'], ['5Wb', '5Wb'], ['4Sp', '4Sp', '4Sp', '3Ax']]);
  });
  it('shows the general and what has no place in the list', () => {
    const odd = { ...READY, strays: ['El', '4Bd'] };
    expect(
      slotsOf(odd, LIST)
        .filter((slot) => slot.general)
        .map((slot) => slot.word),
    ).toEqual(['3Cv']);
    expect(
      slotsOf(odd, LIST)
        .filter((slot) => slot.stray)
        .map((slot) => slot.word),
    ).toEqual(['El', '4Bd']);
    expect(countOf(odd)).toBe(9);
    expect(withoutStray(odd, 0).strays).toEqual(['4Bd']);
  });
  it('asks for the size of a camp only where there is one', () => {
    expect(fieldsOf(LIST, READY).map((one) => one.key)).toEqual(['camp', 'length']);
    expect(fieldsOf(LIST, withValue(READY, 'camp', 'none')).map((one) => one.key)).toEqual(['camp']);
  });
  it('is saved under the name of its people', () => {
    expect(fileName(READY, LIST)).toBe('persians.toml');
    expect(fileName({ ...READY, name: "Darius' last men!" }, LIST)).toBe('darius-last-men.toml');
  });
});

describe('lists of the player\u2019s own', () => {
  const kind = { word: '2LH', name: 'Light Horse', text: '', figure: {} } as ArmyElement;
  const check: ArmyCheck = {
    army: READY,
    count: 7,
    size: 7,
    words: [],
    text: '',
    faults: [],
    list: LIST,
    elements: [kind],
  };
  it('stand among the others once they were opened, each once', () => {
    const none = { lists: [], elements: [] };
    const one = withOpened(none, check);
    expect(one).toEqual({ lists: [LIST], elements: [kind] });
    expect(withOpened(one, check)).toBe(one);
    expect(withOpened(one, { ...check, list: null, elements: [] })).toBe(one);
  });
});

describe('the places of an army', () => {
  it('are said in words of the page, the general and whoever does not belong there too', async () => {
    const kinds = new Map([['3Cv', { name: 'Конница' }]]);
    const said = (word: string | null, general: boolean, stray: boolean) => slotWords({ word, general, stray }, kinds);
    expect(said('3Cv', true, false)).toBe('The general: Конница (3Cv)');
    await learn('ru');
    expect(said('3Cv', true, false)).toBe('Полководец: Конница (3Cv)');
    expect(said('9Zz', false, true)).toBe('9Zz (9Zz), нет в списке');
    expect(said(null, false, false)).toBe('Ещё не выбрано');
    await learn('en');
  });
});

describe('the armies of a battle', () => {
  const check = (...texts: string[]): ArmyCheck => ({
    army: null,
    count: 0,
    size: 0,
    words: [],
    text: '',
    list: null,
    elements: [],
    faults: texts.map((text) => ({ text, clause: '' })),
  });
  const musters: Record<string, Muster> = {
    red: { way: 'ready', draft: READY, check: check('Never mind.') },
    blue: {
      way: 'build',
      draft: { ...READY, name: 'Ten Thousand' },
      check: check('Expected 12 elements, found 7.', 'No camp.'),
    },
  };
  it('are told to the server where they are not the scenario\u2019s own', () => {
    expect(Object.keys(armiesOf(musters))).toEqual(['blue']);
  });
  it('bar the way to a battle with the first thing that is wrong', () => {
    expect(troubleOf(musters, (side) => side.toUpperCase())).toBe("BLUE's army: Expected 12 elements, found 7.");
    expect(troubleOf({ red: musters.red! }, String)).toBe('');
  });
});
