/** The links of a battle's seats, which the server tells only whoever makes the battle: kept by this window. */

import type { BattleLinks } from './messages';

const place = (id: string) => `links of ${id}`;

export function keepLinks(links: BattleLinks, store: Pick<Storage, 'setItem'> = sessionStorage): void {
  const urls: Record<string, string> = { watch: links.watch_url };
  for (const seat of Object.values(links.seats)) if (seat.url) urls[seat.side] = seat.url;
  store.setItem(place(links.id), JSON.stringify(urls));
}

/** Side, or `watch`, to address; empty in a window that did not make the battle. */
export function linksOf(id: string, store: Pick<Storage, 'getItem'> = sessionStorage): Record<string, string> {
  try {
    return JSON.parse(store.getItem(place(id)) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
