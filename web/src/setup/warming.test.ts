import { expect, test } from 'vitest';
import type { GameWarming } from '../messages';
import { toCome, wordsFor, wordsForOthers } from './warming';

const game = (key: string, state: GameWarming['state'], percent = 0): GameWarming => ({ key, title: key.toUpperCase(), state, percent, note: '' });

test('a game that is ready, or that cannot be prepared, is not waited for', () => {
  const told = [game('dba', 'ready', 100), game('dbaix', 'failed', 100), game('chess', 'compiling', 40), game('go', 'waiting')];
  expect(toCome(told, 'dba')).toEqual({ own: undefined, others: [told[2], told[3]] });
  expect(toCome(told, 'go')).toEqual({ own: told[3], others: [told[2]] });
  expect(toCome([], 'dba')).toEqual({ own: undefined, others: [] });
});

test('the chosen game says what is done with its rules', () => {
  const begin = 'Begin when you like: the table opens as soon as they are ready.';
  expect(wordsFor(game('dba', 'waiting'))).toBe(`About to compile the rules of DBA for this computer. ${begin}`);
  expect(wordsFor(game('dba', 'compiling', 40))).toBe(`Compiling the rules of DBA for this computer: once, for about a minute. ${begin}`);
  expect(wordsFor(game('dba', 'loading', 100))).toBe(`Loading the rules of DBA. ${begin}`);
  expect(wordsFor(game('dba', 'playable', 80))).toBe(
    'A battle of DBA can begin. Its generals are still being prepared, and play as soon as they are ready.',
  );
});

test('none, one and several others', () => {
  expect(wordsForOthers([])).toBe('');
  expect(wordsForOthers([game('dba', 'waiting')])).toBe('Meanwhile, in the background: DBA.');
  expect(wordsForOthers([game('dba', 'compiling', 40), game('go', 'waiting')])).toBe('Meanwhile, in the background: DBA, 40 %; GO.');
});
