import { describe, expect, it } from 'vitest';
import { cancel, figureAt, IDLE, step } from './gesture';
import type { Gesture, Intention, PointerInput, Target } from './gesture';
import type { Placed } from './types';

const GROUND: Target = { kind: 'ground' };
const MINE: Target = { kind: 'figure', id: 'R1', movable: true };
const THEIRS: Target = { kind: 'figure', id: 'G1', movable: false };

/** One unit is ten pixels, so that half a unit passes the threshold. */
function input(
  type: PointerInput['type'],
  x: number,
  y: number,
  target: Target = GROUND,
  more: Partial<PointerInput> = {},
): PointerInput {
  return { type, id: 1, at: { x, y }, screen: { x: 10 * x, y: 10 * y }, target, adding: false, ...more };
}

function run(...inputs: PointerInput[]): [Gesture, Intention[]] {
  let gesture: Gesture = IDLE;
  const all: Intention[] = [];
  for (const one of inputs) {
    const [next, intentions] = step(gesture, one);
    gesture = next;
    all.push(...intentions);
  }
  return [gesture, all];
}

describe('a press', () => {
  it('that stays where it is, is a tap', () => {
    const [gesture, all] = run(input('down', 5, 5, MINE), input('move', 5.2, 5.2), input('up', 5.2, 5.2));
    expect(gesture).toEqual(IDLE);
    expect(all).toEqual([{ kind: 'tap', target: MINE, adding: false, at: { x: 5, y: 5 } }]);
  });
  it('that moves on the ground, moves the table with the finger', () => {
    const [, all] = run(input('down', 5, 5), input('move', 6, 5));
    expect(all).toEqual([{ kind: 'pan', dx: -1, dy: 0 }]);
  });
  it('on a piece whose place is being chosen carries it', () => {
    const [gesture, all] = run(input('down', 5, 5, { kind: 'piece' }), input('move', 6, 7), input('up', 6, 8));
    expect(gesture).toEqual(IDLE);
    expect(all).toEqual([
      { kind: 'take', id: null },
      { kind: 'shift', dx: 1, dy: 2 },
      { kind: 'shift', dx: 1, dy: 3 },
      { kind: 'drop' },
    ]);
  });
  it('on a figure of the other side moves the table too', () => {
    const [gesture, all] = run(input('down', 5, 5, THEIRS), input('move', 6, 5));
    expect(gesture.kind).toBe('panning');
    expect(all[0]).toEqual({ kind: 'barred', id: 'G1' });
  });
});

describe('a drag', () => {
  it('takes the figure, shifts it by the whole way from the press, and drops it', () => {
    const [gesture, all] = run(input('down', 5, 5, MINE), input('move', 6, 5), input('move', 8, 7), input('up', 8, 7));
    expect(gesture).toEqual(IDLE);
    expect(all).toEqual([
      { kind: 'take', id: 'R1' },
      { kind: 'shift', dx: 1, dy: 0 },
      { kind: 'shift', dx: 3, dy: 2 },
      { kind: 'shift', dx: 3, dy: 2 },
      { kind: 'drop' },
    ]);
  });
  it('is taken back when it is cancelled', () => {
    const [gesture] = run(input('down', 5, 5, MINE), input('move', 7, 5));
    expect(cancel(gesture)).toEqual([IDLE, [{ kind: 'undrag' }]]);
    expect(cancel(IDLE)).toEqual([IDLE, []]);
  });
  it('of another finger is not heard', () => {
    const [, all] = run(input('down', 5, 5, MINE), input('move', 7, 5), input('move', 9, 9, GROUND, { id: 2 }));
    expect(all.at(-1)).toEqual({ kind: 'shift', dx: 2, dy: 0 });
  });
});

describe('a handle', () => {
  it('turns by the angle about its pivot, past the half circle and on', () => {
    const turn: Target = { kind: 'turn', pivot: { x: 0, y: 0 } };
    const [, all] = run(input('down', 0, 2, turn), input('move', 2, 0), input('move', 0, -2), input('move', -2, -0.01));
    const degrees = all.flatMap((one) => (one.kind === 'turn' ? Math.round(one.degrees) : []));
    expect(degrees).toEqual([90, 180, 270]);
  });
});

describe('a box', () => {
  it('is drawn with Shift, also from a figure, and chooses what it covers', () => {
    const [, all] = run(input('down', 5, 5, MINE, { adding: true }), input('move', 2, 9), input('up', 2, 9));
    expect(all).toEqual([{ kind: 'select box', box: { x0: 2, y0: 5, x1: 5, y1: 9 }, adding: true }]);
  });
});

describe('two fingers', () => {
  it('twice as far apart come twice as close', () => {
    const [gesture, all] = run(
      input('down', 4, 5),
      input('down', 6, 5, GROUND, { id: 2 }),
      input('move', 8, 5, GROUND, { id: 2 }),
    );
    expect(gesture.kind).toBe('pinching');
    expect(all.find((one) => one.kind === 'zoom')).toMatchObject({ factor: 2 });
  });
  it('go on as one when the other is lifted', () => {
    const [gesture] = run(
      input('down', 4, 5),
      input('down', 6, 5, GROUND, { id: 2 }),
      input('up', 6, 5, GROUND, { id: 2 }),
    );
    expect(gesture).toMatchObject({ kind: 'panning', id: 1 });
  });
});

describe('a thick finger', () => {
  const bases: Placed[] = [
    { id: 'a', x: 0, y: 0, facing: 0, width: 1, depth: 1 },
    { id: 'b', x: 3, y: 0, facing: 0, width: 1, depth: 1 },
  ];
  it('finds the nearest figure within the slack', () => {
    expect(figureAt({ x: 1.1, y: 0 }, bases, 0)).toBeUndefined();
    expect(figureAt({ x: 1.1, y: 0 }, bases, 0.7)?.id).toBe('a');
    expect(figureAt({ x: 1.7, y: 0 }, bases, 0.9)?.id).toBe('b');
    expect(figureAt({ x: 1.5, y: 4 }, bases, 0.9)).toBeUndefined();
  });
});
