/** Invitations of a battle that this window has made: the server tells each only once, to whoever makes it. */

import type { BattleLinks, Seat } from './messages';

const place = (id: string) => `invitations of ${id}`;
const toShow = (id: string) => `invitation to show of ${id}`;

export function keepLinks(links: BattleLinks, store: Storage = sessionStorage): void {
  for (const seat of Object.values(links.seats)) {
    if (!seat.invite_url) continue;
    keepInvitation(links.id, seat.side, seat.invite_url, store);
    store.setItem(toShow(links.id), seat.side);
  }
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

/** The side whose invitation, made with the battle, its maker has not been shown yet; it counts as shown from now on. */
export function firstInvitation(
  id: string,
  seats: readonly Seat[],
  store: Pick<Storage, 'getItem' | 'removeItem'> = sessionStorage,
): string | null {
  const side = store.getItem(toShow(id));
  if (!side || !seats.some((one) => one.side === side && one.invited)) return null;
  store.removeItem(toShow(id));
  return side;
}
