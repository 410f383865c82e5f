import { describe, expect, it } from 'vitest';
import * as drafts from './draft';
import type { Judgement } from './messages';
import { figures } from './fixtures/village';

const rank = () => drafts.draftOf(figures, ['R13', 'R14', 'R15'], 'R14', { verb: 'move' })!;
const one = () => drafts.draftOf(figures, ['R23', 'R24'], 'R24', { verb: 'move', mode: 'run' })!;

describe('a draft', () => {
  it('puts the leader first and starts where the figures stand', () => {
    const draft = rank();
    expect(draft.block.map((base) => base.id)).toEqual(['R14', 'R13', 'R15']);
    expect(draft.leader).toEqual({ x: 18.5, y: 11.5, facing: 0 });
    expect(drafts.isMoved(draft)).toBe(false);
  });
  it('follows a drag from where it was taken, without gathering errors', () => {
    let draft = drafts.taken(rank());
    draft = drafts.shifted(draft, 1, 1);
    draft = drafts.shifted(draft, 0, 4);
    expect(draft.leader).toEqual({ x: 18.5, y: 15.5, facing: 0 });
    expect(drafts.posesOf(draft).map((base) => [base.x, base.y])).toEqual([
      [18.5, 15.5],
      [17.5, 15.5],
      [19.5, 15.5],
    ]);
  });
  it('goes on following the pointer after a turn in mid-drag', () => {
    let draft = drafts.taken(one());
    draft = drafts.shifted(draft, 2, 0);
    draft = drafts.spun(draft, 90);
    expect(draft.leader.facing).toBe(90);
    draft = drafts.shifted(draft, 3, 0);
    expect(draft.leader.x).toBeCloseTo(27, 9);
    expect(draft.leader.facing).toBe(90);
  });
  it('turns by whole degrees, and is drawn onto right angles', () => {
    const draft = drafts.taken(one());
    expect(drafts.turnedBy(draft, draft.leader, 41.4).leader.facing).toBe(41);
    expect(drafts.turnedBy(draft, draft.leader, 88.2).leader.facing).toBeCloseTo(90, 9);
  });
  it('wheels about the front corner on the side to which it turns, and that corner stays', () => {
    // R14 stands at 18.5, 11.5 between R13 and R15, bases of an inch, facing north: the front corners are 17 and 20, 12.
    const right = drafts.wheeledBy(rank(), 90);
    expect(right.leader.facing).toBeCloseTo(90, 9);
    expect([right.leader.x, right.leader.y]).toEqual([expect.closeTo(19.5, 9), expect.closeTo(13.5, 9)]);
    const left = drafts.wheeledBy(rank(), -90);
    expect([left.leader.x, left.leader.y]).toEqual([expect.closeTo(17.5, 9), expect.closeTo(13.5, 9)]);
    expect(left.leader.facing).toBeCloseTo(270, 9);
  });
  it('that stays turns each where it stands, by keys and by the handle, and goes back there when it becomes one', () => {
    const stand = drafts.draftOf(figures, ['R13', 'R14', 'R15'], 'R13', { verb: 'stand' }, true)!;
    const places = [
      [17.5, 11.5],
      [18.5, 11.5],
      [19.5, 11.5],
    ];
    const middle = { x: 18.5, y: 11.5 };
    for (const draft of [drafts.spun(stand, 90), drafts.wheeledBy(stand, 90), drafts.turnedBy(stand, middle, 90)]) {
      expect(drafts.posesOf(draft).map((base) => [base.x, base.y])).toEqual(places);
      expect(drafts.posesOf(draft).map((base) => base.facing)).toEqual([90, 90, 90]);
      expect(drafts.actionOf(draft)).toMatchObject({ verb: 'stand', to: [17.5, 11.5], facing: 90 });
    }
    const gone = drafts.bent(drafts.shifted(drafts.taken(rank()), 2, 1));
    expect(drafts.actionOf(drafts.goingBy(gone, { verb: 'stand' }, true))).toMatchObject({
      verb: 'stand',
      to: [18.5, 11.5],
    });
    expect(drafts.goingBy(gone, { verb: 'stand' }, true).via).toEqual([]);
    expect(drafts.goingBy(gone, { verb: 'run' }, false).leader).toEqual(gone.leader);
  });
  it('nudged by keys keeps to tenths and does without the magnet', () => {
    let draft = one();
    for (let n = 0; n < 3; n += 1) draft = drafts.nudged(draft, 0.1, 0);
    expect(draft.leader.x).toBe(24.3);
    expect(draft.magnet).toBe(false);
  });
  it('lies where the magnet pulled it', () => {
    const draft = drafts.shifted(drafts.taken(one()), 0.9, 0);
    const said = { snapped: true, ghost: [{ id: 'R24', x: 25, y: 5, facing: 0 }] } as unknown as Judgement;
    expect(drafts.dropped(draft, said).leader).toEqual({ x: 25, y: 5, facing: 0 });
    expect(drafts.dropped(draft, null).leader.x).toBeCloseTo(24.9, 9);
  });
  it('is told to the server with its waypoints, in the precision that travels', () => {
    let draft = drafts.taken(one());
    draft = drafts.bent(drafts.shifted(draft, 1.00000004, 0));
    draft = drafts.shifted(draft, 1, 2);
    expect(drafts.actionOf(draft)).toEqual({
      verb: 'move',
      mode: 'run',
      figures: ['R24'],
      to: [25, 7],
      facing: 0,
      via: [[25, 5]],
    });
  });
  it('says of each of a row where he comes to stand, where its game wants that', () => {
    const two = figures.filter((figure) => ['R1', 'R2'].includes(figure.id));
    const row = drafts.rowAt(two, { verb: 'deploy', each: true }, { x: 5, y: 4, facing: 90 }, false);
    expect(drafts.actionOf(row)).toMatchObject({
      to: [5, 4],
      each: [
        { to: [5, 4], facing: 90 },
        { to: [5, 3], facing: 90 },
      ],
    });
  });
});
