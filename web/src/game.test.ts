import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { order, step as plain } from './fixtures/messages';
import { settings } from './friends/settings.svelte';
import { village } from './fixtures/village';
import { asked, ears, game, judgement, open, say, sent, state } from './fixtures/window';
import { Game } from './game.svelte';
import type { ClientMessage, LegalAction, ServerMessage, State } from './messages';
import type { Ears } from './socket';
import { Scale } from './units';

beforeEach(open);

describe('a drag', () => {
  it('is judged while it is held, lies as a draft, and is played as it was judged', () => {
    game.drafting.take('R1');
    game.drafting.redraft((draft) => ({ ...draft, leader: { ...draft.leader, y: draft.leader.y + 3 } }));
    expect(asked()[0]!.action).toEqual({ verb: 'move', figures: ['R1'], to: [23.5, 18.5], facing: 0 });
    game.drafting.drop();
    expect(game.drafting.draft!.held).toBe(true);
    judgement(asked()[0]!.n);
    expect(game.drafting.draft!.held).toBe(false);
    game.confirm();
    expect(sent.at(-1)).toEqual({ type: 'play', version: 1, action: { verb: 'move', figures: ['R1'], to: [1, 2] } });
  });
  it('that the rules forbid is not played, and the reason is said', () => {
    game.drafting.take('R1');
    game.drafting.redraft((draft) => ({ ...draft, leader: { ...draft.leader, y: 40 } }));
    game.drafting.drop();
    judgement(asked()[0]!.n, false, { reasons: [{ code: 'TOO_FAR', text: 'Too far.', clause: 'DBAIX-MOV-1' }] });
    game.confirm();
    expect(sent.some((message) => message.type === 'play')).toBe(false);
    expect(game.notice).toEqual({ text: 'Too far.', clauses: ['DBAIX-MOV-1'] });
  });
  it('springs back when it ends where it began', () => {
    game.drafting.take('R1');
    game.drafting.drop();
    expect(game.drafting.draft).toBeNull();
  });
  it('cannot take a figure of another side', () => {
    game.drafting.take('G1');
    expect(game.drafting.draft).toBeNull();
  });
  it('is gone when the battle goes on under it, or after a break of the line', () => {
    game.drafting.take('R1');
    say(state(2));
    expect(game.drafting.draft).toBeNull();
    game.drafting.take('R1');
    ears.link('open');
    expect(game.drafting.draft).toBeNull();
  });
});

describe('for a player who confirms nothing', () => {
  beforeEach(() => settings.set({ confirm: false }));
  afterEach(() => settings.set({ confirm: true }));
  const played = () => sent.flatMap((message) => (message.type === 'play' ? [message.action] : []));
  function drag(y: number, legal: boolean) {
    game.drafting.take('R1');
    game.drafting.redraft((draft) => ({ ...draft, leader: { ...draft.leader, y } }));
    game.drafting.drop();
    judgement(asked()[0]!.n, legal, legal ? {} : { reasons: [{ code: 'TOO_FAR', text: 'Too far.', clause: null }] });
  }

  it('a legal move is carried out as it is let go, and no other', () => {
    drag(18.5, true);
    expect(played()).toMatchObject([{ verb: 'move' }]);
    open();
    drag(40, false);
    expect(played()).toEqual([]);
    expect(game.drafting.draft).not.toBeNull();
  });
  it('a listed answer is carried out as it is pressed, and none by itself', () => {
    say(state(2, { legal: [order('fight', ['R1', 'G4'])] }));
    expect(game.considering.considered?.verb).toBe('fight');
    expect(played()).toEqual([]);
    game.choose(game.legal[0]!);
    expect(played()).toMatchObject([{ verb: 'fight' }]);
  });
});

describe('the state', () => {
  it('cuts the log where the server says and goes on from there', () => {
    say(state(2, { steps_from: 0, steps: [plain(0), plain(1), plain(2)] }));
    say(state(3, { steps_from: 1, steps: [plain(9)] }));
    expect(game.steps.map((one) => one.number)).toEqual([0, 9]);
  });
  it('lays the only thing to decide open, and asks for its chances', () => {
    say(state(2, { legal: [order('fight', ['R1', 'G4'])] }));
    expect(game.considering.considered?.verb).toBe('fight');
    expect(sent.some((message) => message.type === 'odds')).toBe(true);
  });
  it('asks why the way on is barred when it is not listed', () => {
    say(state(2, { legal: [order('move', ['R1']), order('move', ['R2'])] }));
    expect(asked().at(-1)!.action).toEqual({ verb: 'end' });
  });
  it('tells why the way on is barred though a drag asks at the same moment, and asks again after a break', () => {
    const barring = { legal: [order('move', ['R1']), order('move', ['R2'])] };
    const end = { reasons: [{ code: 'BARRED', text: 'A figure must move first.' }], action: { verb: 'end' } };
    say(state(2, barring));
    game.drafting.take('R1');
    game.drafting.redraft((draft) => ({ ...draft, leader: { ...draft.leader, y: draft.leader.y + 3 } }));
    const [barred, drag] = asked()
      .slice(-2)
      .map((message) => message.n);
    judgement(drag!);
    judgement(barred!, false, end);
    expect(game.judge.barred?.reasons[0]!.text).toBe('A figure must move first.');
    ears.link('open');
    say(state(2, { ...barring, cause: { kind: 'connect', side: null, by: null, text: '' } }));
    expect(asked().at(-1)!.action).toEqual({ verb: 'end' });
    judgement(asked().at(-1)!.n, false, end);
    say(state(3));
    judgement(asked().at(-1)!.n, false, end);
    expect(game.judge.barred).toBeNull();
  });
  it('is not mine to decide for another window', () => {
    say(
      state(2, {
        decision: {
          side: 'gauls',
          side_name: 'Gauls',
          text: '',
          phase: '',
          clause: null,
          yours: false,
          by: 'greedy',
          at_once: [],
        },
      }),
    );
    expect([game.yours, game.legal.length, game.movable.size]).toEqual([false, 0, 0]);
  });
});

describe('taking back', () => {
  const offer = (more: Partial<State['undo']>): Partial<State> => ({
    undo: { ...state(0).undo, possible: true, text: 'End', ...more },
  });
  it('goes alone where nobody else is touched', () => {
    say(state(2, offer({ past_dice: true })));
    game.undo();
    expect(sent.at(-1)).toEqual({ type: 'undo', version: 2, past_dice: true });
  });
  it('is asked for where another person would lose something, and not twice', () => {
    say(state(2, offer({ needs: ['gauls'] })));
    game.undo();
    expect(sent.at(-1)).toEqual({ type: 'ask_undo', version: 2, side: null });
    const proposal = {
      number: 1,
      side: 'romans',
      by: 'romans',
      label: 'End',
      text: '',
      past_dice: false,
      steps: 1,
      note: '',
      waits_for: ['gauls'],
      agreed: [],
      yours: true,
      asked: false,
    };
    say(state(3, offer({ needs: ['gauls'], proposal })));
    const before = sent.length;
    game.undo();
    expect(sent).toHaveLength(before);
  });
});

describe('trouble', () => {
  it('with drawing or telling a state is said, and the state stands', () => {
    say(state(2, { troubles: ['The zones could not be drawn.'] }));
    expect(game.notice?.text).toBe('The zones could not be drawn.');
    expect(game.live?.version).toBe(2);
  });
});

describe('what is news', () => {
  const seat = (side: string, yours: boolean) => ({
    side,
    name: side,
    kind: yours ? 'human' : 'greedy',
    kind_name: '',
    player: '',
    yours,
    connected: 1,
    guest: false,
    invited: false,
    may_invite: false,
    may_reseat: false,
  });
  const step = (number: number, side: string | null, by: string | null) => plain(number, { side, by });
  const decides = (side: string, yours = true) => ({
    side,
    side_name: side,
    text: '',
    phase: '',
    clause: null,
    yours,
    by: yours ? 'human' : 'greedy',
    at_once: [],
  });
  const steps = [
    step(0, null, null),
    step(1, 'romans', 'human'),
    step(2, 'gauls', 'human'),
    step(3, 'pirates', 'greedy'),
  ];
  const numbers = () => [game.since, game.traced.map((one) => one.number)];
  it('is what came after the last step of the side to decide, also where one window plays two sides', () => {
    const seats = [seat('romans', true), seat('gauls', true), seat('pirates', false)];
    say(state(2, { seats, steps, decision: decides('romans') }));
    expect(numbers()).toEqual([1, [2, 3]]);
    say(state(3, { seats, steps, decision: decides('gauls') }));
    expect(numbers()).toEqual([2, [3]]);
  });
  it('is nothing right after one\u2019s own step, whose own way is drawn', () => {
    say(state(2, { seats: [seat('romans', true)], steps: steps.slice(0, 2), decision: decides('romans') }));
    expect(numbers()).toEqual([1, [1]]);
  });
  it('is the last step alone for who looks on, and the step looked at for who looks back', () => {
    say(state(2, { seats: [seat('romans', false)], steps, decision: decides('gauls', false) }));
    expect(numbers()).toEqual([2, [3]]);
    game.look(1);
    const asked = sent.at(-1)!;
    say({
      type: 'looked',
      n: 'n' in asked ? asked.n : 0,
      step: 1,
      of: 3,
      scene: village,
      record: steps[1]!,
    } as ServerMessage & { type: 'looked' });
    expect(game.traced.map((one) => one.number)).toEqual([1]);
  });
});

describe('several figures', () => {
  const narrow: LegalAction = {
    ...order('move', ['R2', 'R1', 'R3']),
    action: {
      verb: 'move',
      figures: ['R2', 'R1', 'R3'],
      to: [24.5, 18.5],
      facing: 0,
      legs: [{ ahead: 3 }],
      column: true,
      amount: 2,
    },
  };
  it('are asked about together, and only the last answer counts', () => {
    game.questions.askTogether([]);
    game.questions.askTogether(['R1', 'R2', 'G1']);
    expect(sent, 'nobody, or not all are mine').toEqual([]);
    game.questions.askTogether(['R1', 'R2', 'R3']);
    game.questions.askTogether(['R3', 'R2', 'R1']);
    const [first, second] = sent.flatMap((message) => (message.type === 'legal' ? [message] : []));
    say({ type: 'legal', n: second!.n, version: 1, legal: [narrow] });
    say({ type: 'legal', n: first!.n, version: 1, legal: [] });
    expect(game.questions.together).toEqual([narrow]);
  });
  it('are told the odds of what only they are offered', () => {
    const declare = { ...narrow, action: { verb: 'declare', figures: ['R1', 'R2', 'R3'], mode: 'run' }, ghost: [] };
    game.questions.askTogether(['R1', 'R2', 'R3']);
    say({
      type: 'legal',
      n: sent.flatMap((message) => (message.type === 'legal' ? [message] : []))[0]!.n,
      version: 1,
      legal: [declare],
    });
    game.considering.consider(declare);
    expect(sent.at(-1)).toMatchObject({ type: 'odds', action: declare.action });
  });
  it('go farther or less far by the arrow keys, as the judge allows', () => {
    game.considering.consider(narrow);
    game.nudge(0, 0.1);
    game.nudge(0.3, 0);
    judgement(asked()[0]!.n);
    expect(asked().at(-1)!.action).toEqual({
      verb: 'move',
      figures: ['R2', 'R1', 'R3'],
      legs: [{ ahead: 3.1 }],
      column: true,
      amount: 2,
    });
    judgement(asked().at(-1)!.n, true, { ghost: [{ id: 'R2', x: 24.5, y: 18.6, facing: 0 }] });
    game.confirm();
    expect(sent.at(-1)).toMatchObject({ type: 'play', action: { legs: [{ ahead: 3.1 }] } });
  });
});

describe('a table in paces', () => {
  it('is shown in bases, and what is played is in paces again', () => {
    const large = new Scale(160).scene(village);
    const sentHere: ClientMessage[] = [];
    let heard: Ears;
    const paces = new Game((given) => {
      heard = given;
      return { send: (message) => sentHere.push(message) > 0, close: () => {} };
    });
    heard!.message({
      type: 'welcome',
      battle: { hand: [{ label: 'Move', form: { verb: 'move' }, stays: false }] },
    } as never);
    heard!.message({ ...state(1), scene: { ...large, unit: 'pace' } });
    expect([paces.span, paces.scene!.width]).toEqual([160, 48]);
    paces.drafting.take('R1');
    paces.drafting.redraft((draft) => ({ ...draft, leader: { ...draft.leader, y: draft.leader.y + 3 } }));
    expect(sentHere[0]).toMatchObject({ type: 'judge', action: { to: [160 * 23.5, 160 * 18.5] } });
    expect(paces.measured(3)).toBe('480 paces');
  });
});

describe('a refusal', () => {
  it('is said with its clauses, and another try is free', () => {
    game.play({ verb: 'end' });
    expect(game.sending).toBe(true);
    say({
      type: 'refused',
      n: null,
      about: 'play',
      code: 'stale',
      text: 'The battle has gone on.',
      reasons: [],
      version: 2,
    });
    expect([game.sending, game.notice?.text]).toEqual([false, 'The battle has gone on.']);
  });
});

it('n goes through the figures that may act, round and round', () => {
  const able = village.figures.filter((figure) => figure.may_act).map((figure) => figure.id);
  game.chosen.selectNext(-1);
  expect(game.chosen.ids).toEqual([able.at(-1)]);
  game.chosen.selectNext(1);
  expect(game.chosen.ids).toEqual([able[0]]);
});

it('n goes on to whom a listed action names, whatever is said of him', () => {
  say(
    state(2, {
      scene: { ...village, figures: village.figures.map((one) => ({ ...one, may_act: false })) },
      legal: [order('cast', ['R2']), order('end', [])],
    }),
  );
  game.chosen.selectNext(1);
  expect(game.chosen.ids).toEqual(['R2']);
});

describe('whose turn it is', () => {
  const move = (id: string) => order('move', [id]);
  const turn = (id: string, now: boolean) => ({
    id,
    name: id,
    side: 'romans',
    state: now ? ('now' as const) : ('to come' as const),
    tie: '',
  });
  const turns = (now: string) => ['R1', 'R2', 'R3'].map((id) => turn(id, id === now));
  it('is chosen where the game fixes it, and is then the one whose orders stand with him', () => {
    const [first, second] = [move('R1'), move('R2')];
    say(state(2, { scene: { ...village, order: turns('R1') }, legal: [first, second] }));
    expect(game.chosen.ids).toEqual(['R1']);
    expect(game.chosen.about).toEqual([first]);
    game.escape();
    expect([game.chosen.ids, game.chosen.about]).toEqual([[], []]);
    say(state(3, { scene: { ...village, order: turns('R2') }, legal: [first, second] }));
    expect(game.chosen.ids).toEqual(['R2']);
  });
  it('is chosen where a place is asked for him alone, too', () => {
    const put = {
      ...order('stand', ['R2']),
      action: { verb: 'stand', figures: ['R2'], to: [4, 5] as [number, number], facing: 0 },
    };
    say(state(2, { legal: [{ ...put, ...move('R2'), action: { ...put.action, verb: 'move' } }, order('end', [])] }));
    expect(game.chosen.ids).toEqual([]); // the last who may go is not: whoever plays may end his movement
    say(state(3, { legal: [put, order('let', [])] }));
    expect(game.chosen.ids).toEqual(['R2']);
    say(state(4, { legal: [put, order('let', [])], decision: { ...state(4).decision!, yours: false } }));
    game.escape();
    say(state(5, { legal: [put, order('let', [])], decision: { ...state(5).decision!, yours: false } }));
    expect(game.chosen.ids).toEqual([]);
  });
  it('may then be moved though he is an enemy, and goes by the kind of move that is listed', () => {
    const listed = (verb: string) => verb === 'stand';
    const hand = ['move', 'turn', 'stand'].map((verb) => ({
      label: verb,
      form: { verb },
      stays: false,
      listed: listed(verb),
    }));
    say({
      type: 'welcome',
      battle: { hand, foresees: false, ends: true, explains: false, overlays: [], sides: [] },
    } as never);
    const put = {
      ...order('stand', ['G1']),
      action: { verb: 'stand', figures: ['G1'], to: [4, 5] as [number, number], facing: 0 },
    };
    say(state(2, { legal: [put, order('let', [])] }));
    expect([game.movable.has('G1'), game.movable.has('G2'), game.drafting.handed, game.drafting.kinds]).toEqual([
      true,
      false,
      2,
      [2],
    ]);
    say(state(3, { legal: [move('R1'), move('R2')] }));
    expect([game.movable.has('G1'), game.drafting.handed, game.drafting.kinds]).toEqual([false, 0, [0, 1]]);
  });
  it('is not, where another player decides', () => {
    const decision = { ...state(2).decision!, yours: false };
    say(state(2, { scene: { ...village, order: turns('R1') }, decision }));
    expect(game.chosen.ids).toEqual([]);
  });
});

describe('in a game of one figure an action', () => {
  const hand = [{ label: 'Move', form: { verb: 'move' }, stays: false, listed: false }];
  const battle = { hand, foresees: false, ends: true, explains: false, overlays: [], sides: [] };
  it.each([
    [1, ['R2']],
    [32, ['R2', 'R1']],
  ])('of those chosen who is taken goes alone (%i)', (actors, gone) => {
    say({ type: 'welcome', battle: { ...battle, actors } } as never);
    say(state(2, { legal: [order('move', ['R1']), order('move', ['R2'])] }));
    game.chosen.select(['R1', 'R2']);
    game.drafting.take('R2');
    expect(game.drafting.draft!.block.map((one) => one.id)).toEqual(gone);
  });
});

describe('a unit', () => {
  it('is chosen as far as it may still move, once whose turn it is is one of it', () => {
    const figures = village.figures.map((one) => ({
      ...one,
      unit: ['R1', 'R2', 'R3'].includes(one.id) ? 'Scouts' : '',
      may_act: one.id !== 'R3',
    }));
    say(state(2, { scene: { ...village, figures } }));
    game.chosen.select(['R2']);
    game.chosen.selectBlock();
    expect(game.chosen.ids).toEqual(['R2', 'R1']);
    game.chosen.select(['R3']);
    game.chosen.selectBlock();
    expect([...game.chosen.ids].sort()).toEqual(['R1', 'R2', 'R3']);
  });
});
