/** The personal link of whoever sits at this browser: made when first needed, kept here, opened on other machines. */

import { newPerson } from '../api';

const PLACE = 'personal link';

/** Their token; empty: they have none yet. */
export const personHere = (store: Pick<Storage, 'getItem'> = localStorage): string => store.getItem(PLACE) ?? '';

export function keepPerson(token: string, store: Pick<Storage, 'setItem'> = localStorage) {
  store.setItem(PLACE, token);
}

/** The same, made where there is none; empty where the server makes none now: a battle is played without it, too. */
export async function person(
  make = newPerson,
  store: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): Promise<string> {
  if (!personHere(store)) {
    try {
      keepPerson((await make()).token, store);
    } catch {
      return '';
    }
  }
  return personHere(store);
}
