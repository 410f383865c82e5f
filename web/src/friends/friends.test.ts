import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientMessage, ServerMessage } from '../messages';
import { Friends } from './friends.svelte';

let sent: ClientMessage[] = [];
let friends: Friends;
beforeEach(() => {
  sent = [];
  friends = new Friends((message) => sent.push(message) > 0);
});

const line = (number: number) => ({
  number,
  side: 'red',
  name: 'Anna',
  text: `line ${number}`,
  when: '2026-11-28T10:00:00+00:00',
});
const hear = (message: object) => friends.hear(message as ServerMessage);

describe('friends', () => {
  it('keep in its field a line that was refused, and not over another', () => {
    friends.draft = ' Your move! ';
    friends.say();
    expect([sent, friends.draft]).toEqual([[{ type: 'say', text: 'Your move!' }], '']);
    friends.refused();
    expect(friends.draft).toBe('Your move!');
    friends.draft = 'Another';
    friends.refused();
    expect(friends.draft).toBe('Another');
  });
  it('do not write again a line that all have heard, whatever is refused later', () => {
    friends.draft = 'Well met';
    friends.say();
    hear({ type: 'talk', whole: false, lines: [{ ...line(1), text: 'Well met' }] });
    friends.refused();
    expect(friends.draft).toBe('');
  });
  it('count what was said since one looked, and not what was said before one came', () => {
    hear({ type: 'talk', whole: true, lines: [line(1), line(2)] });
    expect(friends.unread).toBe(0);
    hear({ type: 'talk', whole: false, lines: [line(3)] });
    expect([friends.lines.length, friends.unread]).toEqual([3, 1]);
    friends.seen();
    expect(friends.unread).toBe(0);
    hear({ type: 'talk', whole: true, lines: [line(1), line(2), line(3), line(4)] });
    expect([friends.lines.length, friends.unread]).toEqual([4, 1]);
  });
  it('tell what became of an offer, not that one stands', () => {
    const offer = {
      number: 1,
      what: 'draw',
      swap: false,
      by: 'red',
      text: 'Reds offer a draw.',
      waits_for: ['blue'],
      yours: true,
      asked: false,
    };
    hear({ type: 'company', offer, clock: null, rematch: null, text: 'Reds offer a draw.' });
    expect([friends.offer?.number, friends.news]).toEqual([1, null]);
    hear({ type: 'company', offer: null, clock: null, rematch: '/play/x', text: 'Blues decline.' });
    expect([friends.offer, friends.news, friends.rematch]).toEqual([null, 'Blues decline.', '/play/x']);
  });
  it('forget over a break of the line an offer that the server no longer knows, and say so', () => {
    const offer = {
      number: 1,
      what: 'draw',
      swap: false,
      by: 'red',
      text: '',
      waits_for: [],
      yours: true,
      asked: false,
    };
    hear({ type: 'company', offer, clock: null, rematch: null, text: '' });
    hear({ type: 'welcome' });
    expect([friends.offer, friends.news]).toEqual([null, 'That offer does not stand any more.']);
    hear({ type: 'company', offer, clock: null, rematch: null, text: '' });
    expect([friends.offer?.number, friends.news]).toEqual([1, null]);
  });
});
