/** Invitations of a battle that this window has made: the server tells each only once, to whoever makes it. */

import type { BattleLinks, Seat } from './messages';

const place = (id: string) => `invitations of ${id}`;
const toShow = (id: string) => `invitation to show of ${id}`;

export function keepLinks(links: BattleLinks, store: Storage = sessionStorage): void {
  const invited = Object.values(links.seats).filter((seat) => seat.invite_url);
  for (const seat of invited) keepInvitation(links.id, seat.side, seat.invite_url!, store);
  if (invited.length > 0) store.setItem(toShow(links.id), invited.map((seat) => seat.side).join(' '));
}

export function keepInvitation(
  id: string,
  side: string,
  url: string,
  store: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): void {
  store.setItem(place(id), JSON.stringify({ ...invitationsOf(id, store), [side]: url }));
}

/** Side -> address; empty in a window that made none. */
export function invitationsOf(id: string, store: Pick<Storage, 'getItem'> = sessionStorage): Record<string, string> {
  try {
    return JSON.parse(store.getItem(place(id)) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

/** The first side whose invitation, made with the battle, its maker has not been shown; it counts as shown from now on. */
export function firstInvitation(
  id: string,
  seats: readonly Seat[],
  store: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage,
): string | null {
  const waiting = (store.getItem(toShow(id)) ?? '').split(' ');
  const side = waiting.find((key) => seats.some((one) => one.side === key && one.invited));
  if (side) store.setItem(toShow(id), waiting.filter((key) => key !== side).join(' '));
  return side ?? null;
}
