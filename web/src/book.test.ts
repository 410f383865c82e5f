import { expect, test } from 'vitest';
import { chaptersOf, Links, search } from './book';
import type { ClauseFact, TermFact } from './messages';

const clause = (id: string, title: string, text: string): ClauseFact => ({
  ...{ id, title, text, section: '', source: '', ruling: '', option: '', narrative: '' },
});
const zone: TermFact = {
  word: 'zone of control',
  text: 'Ground.',
  clause: 'DBA-ZOC-1',
  forms: ['zone of control', 'zone'],
};
const pip: TermFact = { word: 'PIP', text: 'Pays.', clause: 'DBA-PIP-1', forms: ['PIP', 'PIPs'] };
const column: TermFact = { word: 'Column', text: 'A formation.', clause: 'DBA-ZOC-1', forms: ['Column'] };
const book = {
  chapters: { 'DBA-PIP': 'PIPs', 'DBA-ZOC': 'Zones', ZOC: 'nothing' },
  clauses: [
    clause('DBA-PIP-1', 'The die', 'A die.'),
    clause('DBA-PIP-2', 'The price', 'One PIP.'),
    clause('DBA-ZOC-1', 'The zone', 'A square.'),
    clause('WAD-ZOC-1', 'The zone', 'Another.'),
  ],
  glossary: [zone, pip, column],
};
const links = new Links(book);
/** What can be pressed of a sentence. */
const pressed = (text: string, within = 'DBA-PIP-1', own?: TermFact) =>
  links.pieces(text, within, own).flatMap((piece) => piece.term?.word ?? piece.clause ?? []);

test('clauses stand in their chapters, whose headings may leave the family out', () => {
  expect(chaptersOf(book).map(({ key, heading, clauses }) => [key, heading, clauses.length])).toEqual([
    ['DBA-PIP', 'PIPs', 2],
    ['DBA-ZOC', 'Zones', 1],
    ['WAD-ZOC', 'nothing', 1],
  ]);
});

test('a sentence is put together again from its pieces', () => {
  const text = 'Zones (ZOC-1) cost PIPs: a Zone of control, a PIP.';
  const pieces = links.pieces(text, 'DBA-PIP-1');
  expect(pieces.map((piece) => piece.text + (piece.marks ?? '')).join('')).toBe(text);
  expect(pieces.flatMap((piece) => piece.marks ?? [])).toEqual([')', ':', ',']); // what stands behind a link stays with it
});

test('a word is linked once, the longest way that fits, and only as a whole', () => {
  expect(pressed('A zone of control costs a PIP, another zone two PIPs.')).toEqual(['zone of control', 'PIP']);
  expect(links.pieces('The zone of control.', 'DBA-PIP-1')[1]).toEqual({
    ...{ text: 'zone of control', term: zone, marks: '.' },
  });
  expect(pressed('Ozone, PIPE, zone-like')).toEqual([]);
  expect(pressed('Zone by zone')).toEqual(['zone of control']);
});

test('a word with a capital is meant only with it', () => {
  expect(pressed('A column of wounded')).toEqual([]);
  expect(pressed('In Column')).toEqual(['Column']);
});

test('where a sentence says words of the game: each time, also behind a value', () => {
  const said = (of: Links, text: string) => of.said(text).map(({ word, from, to }) => [word, text.slice(from, to)]);
  expect(said(links, '`pip = PIP` (PIP-2): PIPs, a zone of control and a PIP in column.')).toEqual([
    ['PIP', 'PIPs'],
    ['zone of control', 'zone of control'],
    ['PIP', 'PIP'],
  ]);
  const russian = new Links({ clauses: [], glossary: [{ word: 'зона', forms: ['зона', 'зон*'] }] });
  expect(said(russian, 'Зоной и озоном')).toEqual([['зона', 'Зоной']]);
});

test('of a language that inflects its words a form leaves their endings open, and letters of any language bound it', () => {
  const forms = ['зона контроля', 'зон* контроля', 'ход*', 'Сила'];
  const russian = new Links({ ...book, glossary: [{ ...zone, forms }] });
  const linked = (text: string) => russian.pieces(text, '').flatMap((piece) => (piece.term ? [piece.text] : []));
  expect(linked('Вход в зоны контроля')).toEqual(['зоны контроля']);
  expect(linked('Ходом')).toEqual(['Ходом']);
  expect(linked('силой, Силами, проходы')).toEqual([]);
});

test('what explains a word does not lead to itself, nor a clause', () => {
  expect(pressed('The zone, by PIPs', 'DBA-ZOC-1', zone)).toEqual(['PIP']);
  expect(pressed('As said here (DBA-PIP-1) and there (PIP-2)')).toEqual(['DBA-PIP-2']);
});

test('a clause that is cited by its chapter is that of the same family, and one that is not there is no link', () => {
  expect(pressed('ZOC-1', 'WAD-ZOC-2')).toEqual(['WAD-ZOC-1']);
  expect(pressed('ZOC-1', 'DBA-PIP-1')).toEqual(['DBA-ZOC-1']);
  expect(pressed('WAD-ZOC-1, MOV-7')).toEqual(['WAD-ZOC-1']);
});

test('a value stands as it is typed', () => {
  expect(links.pieces('fog = `PIP`, a PIP', 'DBA-ZOC-1').slice(1)).toEqual([
    { text: 'PIP', code: true },
    { text: ', a ' },
    { text: 'PIP', term: pip, marks: '' },
  ]);
});

test('words of Russian are found in any case', () => {
  const fork = { ...book, clauses: [clause('BAT-1', 'Развилки', 'На развилке (1–3) зоной контроля.')] };
  for (const typed of ['развилка', 'Развилкой', 'зона контроля', '(1–3)', 'разви'])
    expect(search(fork, typed).clauses).toHaveLength(1);
  for (const typed of ['развал', 'зона боя']) expect(search(fork, typed).clauses).toEqual([]);
});

test('words are found by their forms, clauses by all that they say', () => {
  expect(search(book, ' pips ')).toMatchObject({ terms: [pip], clauses: [] });
  expect(search(book, 'pip').clauses.map((one) => one.id)).toEqual(['DBA-PIP-1', 'DBA-PIP-2']);
  expect(search(book, 'square').terms).toEqual([]);
});
