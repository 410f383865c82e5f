import { beforeEach, expect, test, vi } from 'vitest';
import { rules } from './api';
import { Terms } from './terms.svelte';

vi.mock('./api', () => ({ rules: vi.fn() }));
const pip = { word: 'PIP', text: 'Pays.', clause: 'DBA-PIP-1', forms: ['PIP', 'PIPs'] };
const clause = { id: 'DBA-PIP-2', title: 'The price' };
const reads = vi.mocked(rules);

beforeEach(() => void reads.mockReset());

test('words of the game can be pressed once the book is read, and clauses not: a chip names them', async () => {
  reads.mockResolvedValue({ clauses: [clause], glossary: [pip], chapters: {} } as never);
  const opened: string[] = [];
  const terms = new Terms((word) => opened.push(word));
  expect(terms.pieces('4 PIPs left.')).toEqual([{ text: '4 PIPs left.' }]);
  await terms.read('dba');
  expect(terms.pieces('4 PIPs left (PIP-2).')).toEqual([
    { text: '4 ' },
    { text: 'PIPs', term: pip },
    { text: ' left (' },
    { text: 'PIP-2' },
    { text: ').' },
  ]);
});

test('a book that cannot be read leaves sentences as they are', async () => {
  reads.mockRejectedValue(new Error('gone'));
  const terms = new Terms(() => undefined);
  await terms.read('dba');
  expect(terms.pieces('4 PIPs left.')).toEqual([{ text: '4 PIPs left.' }]);
});
