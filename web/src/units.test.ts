import { describe, expect, it } from 'vitest';
import { step } from './fixtures/messages';
import { village } from './fixtures/village';
import type { Scene } from './messages';
import { inBases, nudgeOf, Scale, spanOf } from './units';

/** The same table in paces, 160 of which are one base. */
const inPaces: Scene = new Scale(160).scene(village);

describe('the board measures in bases', () => {
  it('takes the commonest base as its unit', () => {
    expect([spanOf(village), spanOf(inPaces)]).toEqual([1, 160]);
    expect(inPaces.width).toBe(160 * village.width);
  });
  it('leaves alone what is a base wide already', () => {
    expect(inBases(village)).toBe(village);
  });
  it('draws a table in paces as one in bases', () => {
    const back = inBases(inPaces);
    expect(back.width).toBeCloseTo(village.width, 9);
    expect(back.figures[0]!.x).toBeCloseTo(village.figures[0]!.x, 9);
    expect(back.features[0]!.points[2]![0]).toBeCloseTo(village.features[0]!.points[2]![0], 9);
  });
  it('counts figures that wait beside an empty table, and does without any', () => {
    const waiting = {
      ...inPaces,
      figures: [],
      boxes: [{ id: 'reserve', title: 'Reserve', side: 'red', figures: inPaces.figures }],
    };
    expect(spanOf(waiting)).toBe(160);
    expect(spanOf({ ...inPaces, figures: [], boxes: [] })).toBe(320);
  });
  it('brings an action back to what it was', () => {
    const action = {
      verb: 'move',
      figures: ['A'],
      to: [1234.5, 160] as [number, number],
      facing: 90,
      via: [[80, 40]] as [number, number][],
    };
    const back = new Scale(160).action(new Scale(1 / 160).action(action));
    expect(back.to![0]).toBeCloseTo(1234.5, 9);
    expect(back.via![0]![1]).toBeCloseTo(40, 9);
    const march = { verb: 'move', figures: ['A'], legs: [{ ahead: 120 }, { wheel: 'right' as const, degrees: 30 }] };
    expect(new Scale(1 / 160).action(march).legs).toEqual([{ ahead: 0.75 }, { wheel: 'right', degrees: 30 }]);
    expect(
      new Scale(1 / 160).action({ verb: 'wheel', figures: ['A'], wheel: { about: 'left', degrees: 30 } }).wheel!.about,
    ).toBe('left');
  });
  it('shrinks the ways in the log too', () => {
    const record = step(1, { shifts: [{ id: 'A', before: null, after: { id: 'A', x: 320, y: 80, facing: 90 } }] });
    const said = new Scale(1 / 160).message({ type: 'looked', n: 1, step: 1, of: 1, scene: inPaces, record });
    expect(said.type === 'looked' && said.record.shifts).toEqual([
      { id: 'A', before: null, after: { id: 'A', x: 2, y: 0.5, facing: 90 } },
    ]);
  });
  it('nudges by round numbers of the unit', () => {
    expect(nudgeOf(1)).toBeCloseTo(0.1, 9);
    expect(160 * nudgeOf(160)).toBeCloseTo(10, 9);
  });
});
