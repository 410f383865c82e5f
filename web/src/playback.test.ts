import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SceneAccount, SceneAct, ServerMessage, StepRecord } from './messages';
import { Playback, standing, wayUntil } from './playback.svelte';

const act = (figure: string, way: [number, number][], off = false): SceneAct => ({
  figure,
  cells: [],
  text: `${figure} is swept.`,
  way,
  off,
});
/** A goes 3 east and 1 north; B, who stands there, is knocked off at once and dies; A goes 2 more. */
const acts = [
  act('A', [
    [0, 0],
    [3, 0],
    [3, 1],
  ]),
  act('B', [[5, 5]], true),
  act('A', [
    [3, 1],
    [3, 3],
  ]),
];
const account: SceneAccount = { title: 'The flood', summary: '', columns: [], acts, notes: [] };
const step = { number: 1, account } as unknown as StepRecord;
const state = (kind: string): ServerMessage =>
  ({ type: 'state', cause: { kind, side: null, by: null, text: '' } }) as ServerMessage;

let heard: ServerMessage[];
const made = (calm = false) => new Playback(calm, (message) => heard.push(message));

beforeEach(() => {
  heard = [];
  vi.stubGlobal('document', { hidden: false });
});

describe('where they stand', () => {
  it('is along the way, round its turns', () => {
    expect(wayUntil(acts[0]!, 0.5)).toEqual([
      { x: 0, y: 0 },
      { x: 2, y: 0 },
    ]);
    expect(wayUntil(acts[0]!, 0.875)).toEqual([
      { x: 0, y: 0 },
      { x: 3, y: 0 },
      { x: 3, y: 0.5 },
    ]);
    expect(wayUntil(acts[1]!, 0.3)).toEqual([{ x: 5, y: 5 }]);
  });
  it('is where they were before their turn, and where they came to after it; who is dead stands nowhere', () => {
    expect([...standing(acts, 0, 0)]).toEqual([
      ['A', { x: 0, y: 0 }],
      ['B', { x: 5, y: 5 }],
    ]);
    expect([...standing(acts, 1, 1)]).toEqual([
      ['A', { x: 3, y: 1 }],
      ['B', { x: 5, y: 5 }],
    ]);
    expect([...standing(acts, 2, 1)]).toEqual([
      ['A', { x: 3, y: 3 }],
      ['B', null],
    ]);
  });
});

describe('what is watched', () => {
  it('goes on by itself, at the speed that is chosen, until it is over', () => {
    const playback = made();
    playback.see(step);
    playback.tick(260); // 2 of its 4 bases, at 130 each
    expect(playback.places.get('A')).toEqual({ x: 2, y: 0 });
    playback.speed = 'fast';
    playback.tick(20);
    expect(playback.at).toBe(1); // 4 bases at 35 and 140 to read have gone by
    playback.tick(139);
    playback.paused = true;
    playback.tick(5000);
    expect(playback.at).toBe(1);
    playback.paused = false;
    playback.tick(1);
    expect(playback.at).toBe(2);
    playback.tick(210);
    expect(playback.account).toBeNull();
  });
  it('lets what others do meanwhile wait, and is ended by what takes it back', () => {
    const playback = made();
    playback.see(step);
    expect(playback.holds(state('play'))).toBe(true);
    expect(heard).toEqual([]);
    playback.skip();
    expect(heard).toEqual([state('play')]);
    playback.see(step);
    expect(playback.holds(state('undo'))).toBe(false);
    expect(playback.account).toBeNull();
  });
  it('is shown to who wants less motion only when asked for, and then figure by figure', () => {
    const playback = made(true);
    playback.see(step);
    expect(playback.account).toBeNull();
    playback.want();
    playback.see(step);
    expect(playback.places.get('A')).toEqual({ x: 3, y: 1 });
  });
});
