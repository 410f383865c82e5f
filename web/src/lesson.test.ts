import { describe, expect, it } from 'vitest';
import { step as plain } from './fixtures/messages';
import { after, begun, isDone, keepProgress, othersBegin, pieces, progressOf } from './lesson';
import type { Done } from './lesson';
import type { Event, StepRecord } from './messages';

const lesson = (until: string) => ({ title: '', text: '', until, clause: null });
const step = (more: Partial<StepRecord>) => plain(1, { side: 'red', by: 'human', ...more });
const score = (side: string) => ({ kind: 'score', side }) as Event;
const done = (more: Partial<Done>): Done => ({
  chosen: false,
  reads: false,
  steps: [],
  sides: new Set(['red']),
  waits: false,
  asked: [],
  ...more,
});

describe('a lesson in a battle that others begin', () => {
  const [red, theirs] = [new Set(['red']), step({ side: 'blue', by: 'quick', action: 'move B1 to 3,4 facing 0' })];
  it('waits until something is asked here', () => {
    expect(othersBegin(0, false, [step({ action: '', side: null }), theirs], red)).toBe(true);
    expect(othersBegin(0, true, [theirs], red)).toBe(false);
  });
  it('goes on by itself once its player has acted or its first step is past', () => {
    expect(othersBegin(0, false, [step({ action: 'move A1 to 3,4 facing 0' }), theirs], red)).toBe(false);
    expect(othersBegin(1, false, [theirs], red)).toBe(false);
  });
});

describe('a step of a lesson', () => {
  it('is done when its player has done it', () => {
    expect(isDone(lesson('choose'), done({ chosen: true }))).toBe(true);
    expect(isDone(lesson('read'), done({ reads: true }))).toBe(true);
    expect(isDone(lesson('fight'), done({ steps: [step({ action: 'fight R1 B1' })] }))).toBe(true);
    expect(isDone(lesson('move'), done({ steps: [step({ action: 'wheel R1 about left', way: 'by a wheel' })] }))).toBe(
      true,
    );
    expect(isDone(lesson('move'), done({ steps: [step({ action: 'move A1 to 30,18 facing 0' })] }))).toBe(true);
  });
  it('is not done by anything else', () => {
    expect(isDone(lesson('choose'), done({ reads: true }))).toBe(false);
    expect(isDone(lesson('fight'), done({ steps: [step({ action: 'fights' }), step({ action: 'end' })] }))).toBe(false);
    expect(isDone(lesson('move'), done({ steps: [step({ action: 'end' })] }))).toBe(false);
  });
  it('that says how to deploy is done when nobody waits any more, whoever placed them', () => {
    const steps = [step({ action: 'deploy R1 at 3,4' })];
    expect(isDone(lesson('deploy'), done({ steps, waits: true }))).toBe(false);
    expect(isDone(lesson('deploy'), done({ steps }))).toBe(true);
    expect(isDone(lesson('deploy'), done({}))).toBe(true);
  });
  it('is not done by others', () => {
    const steps = [step({ action: 'fight B1 R1', side: 'blue' }), step({ action: 'fight R1 B1', by: 'greedy' })];
    expect(isDone(lesson('fight'), done({ steps }))).toBe(false);
  });
});

describe('a step that waits until all of it is done', () => {
  const placed = [step({ action: 'place S1 at 3,4' })];
  const all = lesson('all place or put');
  it('is not done while more of it is asked, or others decide and it may be asked again', () => {
    expect(isDone(all, done({ steps: placed, asked: ['place'] }))).toBe(false);
    expect(isDone(all, done({ steps: placed, asked: null }))).toBe(false);
    expect(isDone(all, done({ asked: ['move'] }))).toBe(false); // nobody has
  });
  it('is done once something else is asked', () => {
    expect(isDone(all, done({ steps: placed, asked: ['move', 'stay'] }))).toBe(true);
  });
});

describe('a step that waits for one verb or another', () => {
  it('is done by either, and by verbs of two words', () => {
    expect(isDone(lesson('keep or slow'), done({ steps: [step({ action: 'slow B1 by 2' })] }))).toBe(true);
    expect(isDone(lesson('take_up'), done({ steps: [step({ action: 'take up M1' })] }))).toBe(true);
    expect(isDone(lesson('keep or slow'), done({ steps: [step({ action: 'keeper' })] }))).toBe(false);
  });
});

describe('the step that follows', () => {
  const steps = ['choose', 'move', 'end', 'fight', 'read'].map(lesson);
  it('is the next once this one is done, and this one till then', () => {
    expect(after(steps, 0, done({ chosen: true }))).toBe(1);
    expect(after(steps, 1, done({ chosen: true }))).toBe(1);
  });
  it('lies behind a fight of one of theirs that others chose, but nobody jumps to it for that', () => {
    const fight = (side: string) => step({ action: 'fight B1 R1', side: 'blue', by: 'quick', events: [score(side)] });
    expect(after(steps, 3, done({ steps: [fight('red')] }))).toBe(4);
    expect(after(steps, 3, done({ steps: [fight('blue')] }))).toBe(3);
    expect(after(steps, 1, done({ steps: [fight('red')] }))).toBe(1);
  });
  it('lies behind a later one whose thing was done: nobody is stuck', () => {
    expect(after(steps, 1, done({ steps: [step({ action: 'end' })] }))).toBe(3);
    expect(after(steps, 0, done({ steps: [step({ action: 'end' }), step({ action: 'fight R1 B1' })] }))).toBe(4);
  });
  it('is the next where a later one waits for the same', () => {
    const twice = ['take_up', 'move', 'done or take_up'].map(lesson);
    expect(after(twice, 0, done({ steps: [step({ action: 'take up M1' })] }))).toBe(1);
  });
  it('is not jumped to by a rule that is read, nor by figures that all stand', () => {
    expect(after(steps, 1, done({ reads: true }))).toBe(1);
    expect(after(['move', 'deploy', 'end'].map(lesson), 0, done({}))).toBe(0);
  });
  it('is the one behind deploying in a battle that begins with all on the table', () => {
    const deploying = ['deploy', 'give', 'ready'].map(lesson);
    expect(after(deploying, 0, done({ waits: true }))).toBe(0);
    expect(after(deploying, 0, done({}))).toBe(1);
  });
  it('is none after the last', () => {
    expect(after(steps, 4, done({ reads: true }))).toBe(5);
    expect(after(steps, 5, done({ reads: true }))).toBe(5);
  });
});

describe('the words of a step', () => {
  it('are one piece where they name no keys', () => {
    expect(pieces('Click a figure.')).toEqual([{ words: 'Click a figure.', keys: false }]);
  });
  it('name keys in pieces of their own', () => {
    const said = (text: string, withKeys: boolean) =>
      pieces(text)
        .filter((piece) => withKeys || !piece.keys)
        .map((piece) => piece.words)
        .join('');
    const text = 'Click a figure{keys|, or press n}. {keys|Enter, or }Confirm carries the move out.';
    expect(said(text, true)).toBe('Click a figure, or press n. Enter, or Confirm carries the move out.');
    expect(said(text, false)).toBe('Click a figure. Confirm carries the move out.');
  });
});

describe('a lesson', () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  it('goes on where it was left, battle by battle', () => {
    keepProgress('a', { at: 2, since: 7 }, store);
    expect(progressOf('a', store)).toEqual({ at: 2, since: 7 });
    expect(progressOf('b', store)).toBeNull();
  });
  it('begins anew when what was kept cannot be read', () => {
    kept.set('lesson of a', '{"at": "x"}');
    expect(progressOf('a', store)).toBeNull();
    kept.set('lesson of a', '{');
    expect(progressOf('a', store)).toBeNull();
  });
  it('is not begun in a battle that has gone on for whoever plays here', () => {
    const sides = new Set(['red']);
    expect(begun([plain(0)], sides, 5)).toEqual({ at: 0, since: 0 });
    expect(begun([plain(0), step({ side: 'blue', action: 'end' })], sides, 5)).toEqual({ at: 0, since: 0 });
    expect(begun([plain(0), step({ action: 'end', by: null })], sides, 5)).toEqual({ at: 5, since: 0 });
  });
});
