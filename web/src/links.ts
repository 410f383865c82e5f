/** Invitations of a battle that this window has made: the server tells each only once, to whoever makes it. */

import type { BattleLinks, Seat } from './messages';

const place = (id: string) => `invitations of ${id}`;

export function keepLinks(links: BattleLinks, store: Storage = sessionStorage): void {
  for (const seat of Object.values(links.seats)) if (seat.invite_url) keepInvitation(links.id, seat.side, seat.invite_url, store);
}

export function keepInvitation(id: string, side: string, url: string, store: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage): void {
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

/** The side whose invitation its maker has not been shown yet, if there is one; it counts as shown from now on. */
export function firstInvitation(id: string, seats: readonly Seat[], store: Pick<Storage, 'getItem' | 'setItem'> = sessionStorage): string | null {
  const told = `told of ${place(id)}`;
  const known = invitationsOf(id, store);
  const seat = seats.find((one) => one.invited && known[one.side]);
  if (!seat || store.getItem(told)) return null;
  store.setItem(told, 'yes');
  return seat.side;
}
