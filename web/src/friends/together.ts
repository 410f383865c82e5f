/** What is chosen for a battle of several people, as it is asked for and as the server takes it. */

import { t } from '../language';
import type { ClockRule, NewBattle } from '../messages';

export interface Table {
  clock: '' | 'live' | 'days';
  minutes: number;
  increment: number;
  days: number;
  spectators: 'anyone' | 'nobody';
}

export const usual = (): Table => ({ clock: '', minutes: 60, increment: 30, days: 3, spectators: 'anyone' });

/** What is wrong with the numbers of a clock, in a sentence; empty: nothing. */
export function clockTrouble(table: Table): string {
  const whole = (value: number, low: number, high: number) => Number.isInteger(value) && low <= value && value <= high;
  if (table.clock === 'live' && !whole(table.minutes, 1, 600)) return t('The clock: whole minutes, from 1 to 600.');
  if (table.clock === 'live' && !whole(table.increment, 0, 600)) return t('The clock: whole seconds, from 0 to 600.');
  return table.clock === 'days' && !whole(table.days, 1, 60) ? t('The clock: whole days, from 1 to 60.') : '';
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value) || low));

/** A clock that the server takes, whatever stands in the fields. */
export function clockOf(table: Table): ClockRule | null {
  if (table.clock === '') return null;
  return {
    kind: table.clock,
    minutes: within(table.minutes, 1, 600),
    increment: within(table.increment, 0, 600),
    days: within(table.days, 1, 60),
  };
}

/** What a new battle is asked for beside game and sides; alone nobody needs a clock. */
export function besides(table: Table, several: boolean, player: string): Partial<NewBattle> {
  return { player, ...(several ? { clock: clockOf(table), spectators: table.spectators } : {}) };
}
