import { describe, expect, it } from 'vitest';
import { after, keepProgress, nextOf, progressOf, solved } from './progress';

const keys = ['a', 'b', 'c'];

describe('progress with puzzles', () => {
  it('is kept by game, and read again', () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
    };
    keepProgress('dba', { a: 'solved', b: 'missed' }, store);
    expect(progressOf('dba', store)).toEqual({ a: 'solved', b: 'missed' });
    expect(progressOf('pursuit', store)).toEqual({});
  });
  it.each(['{', 'null', '[]', '3', '{"a":"eaten"}'])('is none where %s is kept', (text) => {
    expect(progressOf('dba', { getItem: () => text })).toEqual({});
  });
  it('forgets nothing that was solved', () => {
    expect(after({}, 'a', false)).toEqual({ a: 'missed' });
    expect(after({ a: 'missed' }, 'a', true)).toEqual({ a: 'solved' });
    expect(after({ a: 'solved' }, 'a', false)).toEqual({ a: 'solved' });
  });
  it('counts what is set, and no puzzle that is gone', () => {
    expect(solved(keys, { a: 'solved', b: 'missed', gone: 'solved' })).toBe(1);
  });
});

describe('the next puzzle', () => {
  it('is the first behind this one that is not solved, round the end', () => {
    expect(nextOf(keys, {}, 0)).toBe(1);
    expect(nextOf(keys, { b: 'solved' }, 0)).toBe(2);
    expect(nextOf(keys, { b: 'solved', c: 'missed' }, 2)).toBe(0);
  });
  it('is the one that follows when all others are solved', () => {
    expect(nextOf(keys, { a: 'solved', b: 'missed', c: 'solved' }, 1)).toBe(2);
    expect(nextOf(keys, { a: 'solved', b: 'solved', c: 'solved' }, 2)).toBe(0);
    expect(nextOf(['a'], {}, 0)).toBe(0);
  });
  it('at the beginning is the first that is not solved', () => {
    expect(nextOf(keys, { a: 'solved' }, -1)).toBe(1);
  });
});
