import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientMessage, Seat, ServerMessage } from './messages';
import { lookersOn, People } from './people.svelte';

let sent: ClientMessage[];
let people: People;
const say = (message: object) => people.hear(message as ServerMessage);
const seat = (side: string): Seat => ({
  side,
  name: side,
  kind: 'human',
  kind_name: '',
  player: '',
  yours: true,
  connected: 1,
  guest: false,
  invited: false,
  may_invite: true,
  may_reseat: true,
});

beforeEach(() => {
  sent = [];
  people = new People((message) => sent.push(message) > 0);
});

describe('who is there', () => {
  it('is as the last state or the last word about presence says', () => {
    say({
      type: 'state',
      seats: [seat('red')],
      watchers: 0,
      cause: { kind: 'connect', text: '' },
      undo: { proposal: null },
    });
    say({ type: 'presence', seats: [seat('red'), seat('blue')], watchers: 2 });
    expect([people.seats.map((one) => one.side), people.watchers]).toEqual([['red', 'blue'], 2]);
    expect([0, 1, 2].map(lookersOn)).toEqual(['', '1 person looks on', '2 people look on']);
  });
});

describe('what everybody is told', () => {
  it('is what was taken back and who plays, and not every move', () => {
    const state = (kind: string, text: string) =>
      say({ type: 'state', seats: [], watchers: 0, cause: { kind, text }, undo: { proposal: null } });
    state('play', 'Psiloi (R1): move 300 paces ahead');
    expect(people.news).toBeNull();
    state('undo', 'Red took back: End');
    expect(people.news).toBe('Red took back: End');
    state('seats', '');
    expect(people.news).toBe('Red took back: End');
    state('pace', '');
    expect(people.news).toBe('Red took back: End');
    state('pace', 'The computer could not play.');
    expect(people.news).toBe('The computer could not play.');
  });
  it('is what became of a proposal, and not that one stands', () => {
    const state = (text: string, proposal: object | null) =>
      say({ type: 'state', seats: [], watchers: 0, cause: { kind: 'proposal', text }, undo: { proposal } });
    state('Red asks to take back: End', { number: 1 });
    expect(people.news).toBeNull();
    state('Blue refuses.', null);
    expect(people.news).toBe('Blue refuses.');
  });
});

describe('questions', () => {
  it('about taking back name their proposal', () => {
    people.askUndo(7);
    people.askUndo(7, 'blue');
    people.answerUndo(3, false);
    people.withdrawUndo(3);
    expect(sent).toEqual([
      { type: 'ask_undo', version: 7, side: null },
      { type: 'ask_undo', version: 7, side: 'blue' },
      { type: 'answer_undo', number: 3, grant: false },
      { type: 'withdraw_undo', number: 3 },
    ]);
  });
  it('for a link, a case or a new battle take their own answer and no older one', () => {
    people.invite('red');
    people.invite('blue');
    const [first, second] = sent.map((message) => ('n' in message ? message.n : -1));
    say({ type: 'invited', n: first, side: 'red', url: '/join/a' });
    expect(people.invited).toBeNull();
    say({ type: 'invited', n: second, side: 'blue', url: '/join/b' });
    expect(people.invited?.url).toBe('/join/b');
    people.makeCase(null);
    say({ type: 'case_made', n: second, step: 1, name: 'x.yaml', text: 'game: dba' });
    expect(people.made).toBeNull();
    people.playOn(4, { red: 'human' }, true);
    const asked = sent.at(-1)!;
    expect(asked).toMatchObject({ type: 'play_on', step: 4, seats: { red: 'human' }, analysis: true });
    say({ type: 'branched', n: 'n' in asked && asked.n, id: 'b', url: '/play/x' });
    expect(people.branched?.url).toBe('/play/x');
  });
});
