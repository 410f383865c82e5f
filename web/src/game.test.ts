import { beforeEach, describe, expect, it } from 'vitest';
import { village } from './fixtures/village';
import { Game } from './game.svelte';
import type { ClientMessage, LegalAction, ServerMessage, State } from './messages';
import type { Ears } from './socket';

let ears: Ears;
let sent: ClientMessage[];
let game: Game;

const order = (verb: string, figures: string[]): LegalAction => ({ action: { verb, figures }, text: `${verb} ${figures}`, label: verb, verb, figures, cost: null, ghost: [] });

function state(version: number, more: Partial<State> = {}): State {
  return {
    type: 'state', version, cause: { kind: 'play', side: null, by: null, text: '' }, scene: village,
    decision: { side: 'romans', side_name: 'Romans', text: 'Move.', phase: 'movement', yours: true, by: 'human' },
    legal: [order('end', [])], steps_from: 0, steps: [], hash: '', over: false, result: null, returns: {}, seed: null,
    seats: [], undo: { possible: false, past_dice: false, text: '' }, pace: { seconds: 1, paused: false }, ...more,
  };
}
const say = (message: Partial<ServerMessage> & { type: string }) => ears.message(message as ServerMessage);
const judgement = (n: number, legal = true, more: object = {}) =>
  say({ type: 'judgement', n, version: 1, legal, cost: 2, prices: [], reasons: [], notes: [], ghost: [], snapped: false, snapped_to: null, action: { verb: 'move', figures: ['R1'], to: [1, 2] }, text: '', ...more });
const asked = () => sent.flatMap((message) => (message.type === 'judge' ? [message] : []));

beforeEach(() => {
  sent = [];
  game = new Game((given) => {
    ears = given;
    return { send: (message) => sent.push(message) > 0, close: () => {} };
  });
  say(state(1));
});

describe('a drag', () => {
  it('is judged while it is held, lies as a draft, and is played as it was judged', () => {
    game.take('R1');
    game.redraft((draft) => ({ ...draft, leader: { ...draft.leader, y: draft.leader.y + 3 } }));
    expect(asked()[0]!.action).toEqual({ verb: 'move', figures: ['R1'], to: [23.5, 18.5], facing: 0 });
    game.drop();
    expect(game.draft!.held).toBe(true);
    judgement(asked()[0]!.n);
    expect(game.draft!.held).toBe(false);
    game.confirm();
    expect(sent.at(-1)).toEqual({ type: 'play', version: 1, action: { verb: 'move', figures: ['R1'], to: [1, 2] } });
  });
  it('that the rules forbid is not played, and the reason is said', () => {
    game.take('R1');
    game.redraft((draft) => ({ ...draft, leader: { ...draft.leader, y: 40 } }));
    game.drop();
    judgement(asked()[0]!.n, false, { reasons: [{ code: 'TOO_FAR', text: 'Too far.', clause: 'DBAIX-MOV-1' }] });
    game.confirm();
    expect(sent.some((message) => message.type === 'play')).toBe(false);
    expect(game.notice).toEqual({ text: 'Too far.', clauses: ['DBAIX-MOV-1'] });
  });
  it('springs back when it ends where it began', () => {
    game.take('R1');
    game.drop();
    expect(game.draft).toBeNull();
  });
  it('cannot take a figure of another side', () => {
    game.take('G1');
    expect(game.draft).toBeNull();
  });
  it('is gone when the battle goes on under it, or after a break of the line', () => {
    game.take('R1');
    say(state(2));
    expect(game.draft).toBeNull();
    game.take('R1');
    ears.link('open');
    expect(game.draft).toBeNull();
  });
});

describe('the state', () => {
  it('cuts the log where the server says and goes on from there', () => {
    const step = (number: number) => ({ number, side: null, by: null, action: '', label: '', events: [] });
    say(state(2, { steps_from: 0, steps: [step(0), step(1), step(2)] }));
    say(state(3, { steps_from: 1, steps: [step(9)] }));
    expect(game.steps.map((one) => one.number)).toEqual([0, 9]);
  });
  it('lays the only thing to decide open, and asks for its chances', () => {
    say(state(2, { legal: [order('fight', ['R1', 'G4'])] }));
    expect(game.considered?.verb).toBe('fight');
    expect(sent.some((message) => message.type === 'odds')).toBe(true);
  });
  it('asks why the way on is barred when it is not listed', () => {
    say(state(2, { legal: [order('move', ['R1']), order('move', ['R2'])] }));
    expect(asked().at(-1)!.action).toEqual({ verb: 'end' });
  });
  it('is not mine to decide for another window', () => {
    say(state(2, { decision: { side: 'gauls', side_name: 'Gauls', text: '', phase: '', yours: false, by: 'greedy' } }));
    expect([game.yours, game.legal.length, game.movable.size]).toEqual([false, 0, 0]);
  });
});

describe('a refusal', () => {
  it('is said with its clauses, and another try is free', () => {
    game.play({ verb: 'end' });
    expect(game.sending).toBe(true);
    say({ type: 'refused', n: null, about: 'play', code: 'stale', text: 'The battle has gone on.', reasons: [], version: 2 });
    expect([game.sending, game.notice?.text]).toEqual([false, 'The battle has gone on.']);
  });
});

it('n goes through the figures that may act, round and round', () => {
  const able = village.figures.filter((figure) => figure.may_act).map((figure) => figure.id);
  game.selectNext(-1);
  expect(game.selection).toEqual([able.at(-1)]);
  game.selectNext(1);
  expect(game.selection).toEqual([able[0]]);
});
