/** How fast computers act: words and seconds, and what is kept of it here for every battle. */

import { t } from '../language';

const SECONDS = [2.5, 1.2, 0.4, 0];

/** Each tempo in words, with its seconds. */
export function speeds(): (readonly [string, number])[] {
  const words = [t('slow'), t('steady'), t('quick'), t('at once')];
  return SECONDS.map((seconds, index) => [words[index] ?? '', seconds]);
}
const KEPT = 'pace of computers';

/** Seconds that are liked here; null: nothing was chosen yet. */
export function keptPace(store: Pick<Storage, 'getItem'> = localStorage): number | null {
  const kept = store.getItem(KEPT);
  return SECONDS.find((seconds) => kept === String(seconds)) ?? null;
}

export const keepPace = (seconds: number, store: Pick<Storage, 'setItem'> = localStorage) =>
  store.setItem(KEPT, String(seconds));
