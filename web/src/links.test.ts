import { describe, expect, it } from 'vitest';
import { firstInvitation, invitationsOf, keepInvitation, keepLinks } from './links';
import type { BattleLinks, Seat } from './messages';

function store(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage;
}
const links = {
  id: 'b1',
  seats: { red: { side: 'red', invite_url: null }, blue: { side: 'blue', invite_url: '/join/x' } },
} as unknown as BattleLinks;
const seat = (side: string, invited: boolean) => ({ side, invited }) as Seat;

describe('invitations', () => {
  it('are kept battle by battle and side by side', () => {
    const kept = store();
    keepLinks(links, kept);
    keepInvitation('b1', 'red', '/join/y', kept);
    expect(invitationsOf('b1', kept)).toEqual({ blue: '/join/x', red: '/join/y' });
    expect(invitationsOf('b2', kept)).toEqual({});
  });
  it('are shown once to whoever made the battle, while nobody has taken them', () => {
    const kept = store();
    keepLinks(links, kept);
    expect(firstInvitation('b1', [seat('red', true), seat('blue', false)], kept)).toBeNull();
    expect(firstInvitation('b1', [seat('red', false), seat('blue', true)], kept)).toBe('blue');
    expect(firstInvitation('b1', [seat('red', false), seat('blue', true)], kept)).toBeNull();
  });
  it('are shown one after another where several friends play', () => {
    const kept = store();
    keepLinks(
      { ...links, seats: { ...links.seats, red: { side: 'red', invite_url: '/join/y' } } } as unknown as BattleLinks,
      kept,
    );
    const both = [seat('red', true), seat('blue', true)];
    expect([1, 2].map(() => firstInvitation('b1', both, kept)).sort()).toEqual(['blue', 'red']);
    expect(firstInvitation('b1', both, kept)).toBeNull();
  });
  it('made at the table are in front of whoever made them already', () => {
    const kept = store();
    keepInvitation('b1', 'red', '/join/y', kept);
    expect(firstInvitation('b1', [seat('red', true)], kept)).toBeNull();
  });
});
