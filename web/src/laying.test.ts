import { beforeEach, describe, expect, it } from 'vitest';
import { order } from './fixtures/messages';
import { village } from './fixtures/village';
import { asked, game, judgement, open, say, sent, state } from './fixtures/window';
import type { LegalAction } from './messages';

beforeEach(open);

describe('figures beside the table', () => {
  const waiting = village.figures.filter((figure) => figure.side === 'romans').slice(0, 3);
  const ids = waiting.map((figure) => figure.id);
  const put = (id: string): LegalAction => ({
    ...order('deploy', [id]),
    action: { verb: 'deploy', figures: [id], to: [4, 5], facing: 90 },
  });
  const scene = {
    ...village,
    figures: village.figures.filter((figure) => !ids.includes(figure.id)),
    boxes: [{ id: 'reserve', title: 'Reserve', side: 'romans', figures: waiting }],
  };
  beforeEach(() => say(state(2, { scene, legal: [order('end', []), ...ids.map(put)] })));

  it('are put where the table is pointed at, facing as the rules suggest', () => {
    game.chosen.select([ids[0]!]);
    expect(game.drafting.putDown({ x: 10, y: 11 })).toBe(true);
    expect(asked().at(-1)!.action).toEqual({ verb: 'deploy', figures: [ids[0]], to: [10, 11], facing: 90 });
    judgement(asked().at(-1)!.n, true, { action: { verb: 'deploy', figures: [ids[0]], to: [10, 11], facing: 90 } });
    game.confirm();
    expect(sent.at(-1)).toMatchObject({ type: 'play', action: { verb: 'deploy', to: [10, 11] } });
  });
  it('stand in a row, in the order in which they were chosen, the others to the right of the first', () => {
    game.chosen.select(ids);
    game.drafting.putDown({ x: 10, y: 11 });
    expect(game.drafting.draft!.block.map(({ id, x, y }) => [id, x, y])).toEqual([
      [ids[0], 10, 11],
      [ids[1], 10, 10],
      [ids[2], 10, 9],
    ]);
  });
  it('are all placed by the program once that is asked for, whenever it is theirs, until nobody waits', () => {
    const deployed = () => sent.flatMap((message) => (message.type === 'deploy' ? [message.version] : []));
    const theirs = state(3).decision!;
    game.placeAll();
    say(state(3, { scene, decision: { ...theirs, yours: false }, legal: [] }));
    expect(deployed()).toEqual([2]);
    say(state(4, { scene, legal: [order('end', []), ...ids.slice(1).map(put)] }));
    expect(deployed()).toEqual([2, 4]);
    say(state(5, { scene, legal: [order('end', [])] }));
    expect([deployed(), game.placing]).toEqual([[2, 4], false]);
  });
  it('are not placed any more when the program cannot, or the player has said so', () => {
    game.placeAll();
    say({ type: 'refused', about: 'deploy', code: 'not_now', text: 'No place is left.', reasons: [], n: null });
    expect([game.placing, game.notice?.text]).toEqual([false, 'No place is left.']);
  });
  it('follow a pointer that brings them, and lie where it lets go', () => {
    game.drafting.bring(ids[1]!, { x: 3, y: 3 });
    expect([game.drafting.draft!.held, game.chosen.ids]).toEqual([true, [ids[1]]]);
    game.drafting.bring(ids[1]!, { x: 6, y: 7 });
    expect(game.drafting.draft!.leader).toEqual({ x: 6, y: 7, facing: 90 });
    judgement(asked()[0]!.n);
    game.drafting.drop();
    judgement(asked().at(-1)!.n);
    expect(game.drafting.draft).toMatchObject({ held: false, fresh: true });
  });
  it('that come out by an order with an offset only are not put by hand', () => {
    const muster: LegalAction = {
      ...order('muster', ids),
      action: { verb: 'muster', figures: ids, target: 'north_gate', amount: 3, to: [0, 0] },
    };
    say(state(3, { scene, legal: [order('end', []), muster] }));
    expect([game.reserve.size, game.orders.length]).toEqual([0, 1]);
  });
  it('are not put by a tap when none of the chosen waits there', () => {
    game.chosen.select([scene.figures[0]!.id]);
    expect(game.drafting.putDown({ x: 10, y: 11 })).toBe(false);
    expect(game.drafting.draft).toBeNull();
  });
});

describe('a thing without a base', () => {
  const wood: LegalAction = {
    ...order('place', []),
    action: { verb: 'place', figures: [], item: 'wood', to: [4, 5], facing: 0 },
  };
  it('is listed among the orders, goes where the table is pointed at, and turns', () => {
    say(state(2, { legal: [order('end', []), wood, { ...wood, action: { ...wood.action, to: [7, 7] } }] }));
    expect([game.controls.length, game.orders.length]).toEqual([1, 2]);
    game.considering.consider(game.orders[0]!);
    expect(game.considering.laying.at({ x: 12, y: 13 })).toBe(true);
    game.spin(-15);
    expect(game.considering.considered!.action).toEqual({
      verb: 'place',
      figures: [],
      item: 'wood',
      to: [12, 13],
      facing: 345,
    });
    expect(sent.at(-1)!.type).toBe('judge');
    game.confirm();
    expect(sent.at(-1)!.type, 'what is not listed waits for the judge').toBe('judge');
    for (const { n } of asked()) judgement(n);
    judgement(asked().at(-1)!.n);
    expect(sent.at(-1)).toMatchObject({ type: 'play', action: { to: [12, 13], facing: 345 } });
  });
});

describe('a piece of terrain', () => {
  const wood: LegalAction = {
    ...order('place', []),
    action: { verb: 'place', figures: [], to: [5, 5], facing: 0 },
    puts: [
      {
        id: 'wood_0',
        kind: 'wood',
        label: 'Wood',
        shape: 'polygon',
        points: [
          [4, 4],
          [6, 4],
          [6, 6],
          [4, 6],
        ],
        radius: 0,
        width: 0,
        clause: '',
        level: null,
      },
    ],
  };
  beforeEach(() => {
    say(state(2, { legal: [wood, order('end', [])] }));
    game.considering.consider(game.legal[0]!);
  });
  it('follows the pointer that holds it, is judged on the way, and is played where it is dropped', () => {
    game.considering.laying.hold();
    game.considering.laying.shift(1, 0);
    game.considering.laying.shift(2, 1);
    game.confirm();
    expect(sent.some((message) => message.type === 'play')).toBe(false); // not while it is held
    game.considering.laying.drop();
    expect(game.considering.laying.piece!.puts[0]!.points[0]).toEqual([6, 5]);
    judgement(asked()[0]!.n);
    expect(asked().at(-1)!.action.to).toEqual([7, 6]);
    judgement(asked().at(-1)!.n, true);
    game.confirm();
    expect(sent.at(-1)).toMatchObject({ type: 'play', action: { verb: 'place', to: [7, 6] } });
  });
  it('is not played where it may not lie', () => {
    game.considering.laying.at({ x: 0, y: 0 });
    judgement(asked()[0]!.n);
    judgement(asked().at(-1)!.n, false, {
      reasons: [{ code: 'OFF', text: 'Off the board.', clause: 'DBA-TERR-1' }],
      action: { verb: 'place', figures: [] },
    });
    game.confirm();
    expect(sent.some((message) => message.type === 'play')).toBe(false);
  });
  it('goes back when the drag is given up, and with the keys by small steps', () => {
    game.considering.laying.hold();
    game.considering.laying.shift(3, 3);
    game.considering.laying.drop(true);
    expect(game.considering.laying.piece!.action.to).toEqual([5, 5]);
    game.nudge(0.1, 0);
    game.spin(90);
    expect([game.considering.laying.piece!.action.to, game.considering.laying.piece!.action.facing]).toEqual([
      [5.1, 5],
      90,
    ]);
  });
  it('is brought from the list', () => {
    game.cancel();
    game.considering.laying.bring(wood, { x: 2, y: 3 });
    game.considering.laying.bring(wood, { x: 2, y: 4 });
    expect([game.considering.laying.piece!.action.to, game.considering.laying.held]).toEqual([[2, 4], true]);
    game.considering.laying.drop();
    expect([game.considering.laying.piece!.action.to, game.considering.laying.held]).toEqual([[2, 4], false]);
  });
});
