import { describe, expect, it } from 'vitest';
import { Caller } from './calling';
import { settingsIn } from './settings.svelte';

const called = (hidden: boolean, wanted: object, turns: boolean[]) => {
  const heard: string[] = [];
  const caller = new Caller({
    hidden: () => hidden,
    tone: () => heard.push('tone'),
    notice: (text) => heard.push(text),
  });
  for (const yours of turns) caller.see(yours, 'Your turn', settingsIn(JSON.stringify(wanted)));
  return heard;
};

describe('whoever sits here', () => {
  it('is called when it becomes their turn, once, and not when the page opens', () => {
    expect(called(true, { sound: true, notice: true }, [true, true, false, true, true, false])).toEqual([
      'tone',
      'Your turn',
    ]);
  });
  it('is called as they like, and by a notice only where they do not look', () => {
    expect(called(false, { sound: true, notice: true }, [false, true])).toEqual(['tone']);
    expect(called(true, {}, [false, true])).toEqual([]);
  });
});
