/** The time that a side has left, in words. */

import { t } from '../language';
import type { ClockNow } from '../messages';

/** Seconds left of a side, `since` milliseconds after the clocks were told; null: it has no clock. */
export function leftOf(clock: ClockNow, side: string, since: number): number | null {
  const one = clock.sides.find((each) => each.side === side);
  return one ? one.left - (one.runs ? since / 1000 : 0) : null;
}

/** What a flag means here. */
export const flagWords = () =>
  t(
    'When time is up nothing happens by itself: any other player may claim, and then it is as if that side had resigned.',
  );

/** `3:05`, `1:02:09`, from a day on `2 d 5 h`; what is up is `0:00`. */
export function timeWords(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours] = [Math.floor(whole / 86_400), Math.floor((whole % 86_400) / 3600)];
  if (days > 0) return `${days} ${t('d')} ${hours} ${t('h')}`;
  const [minutes, rest] = [Math.floor((whole % 3600) / 60), String(whole % 60).padStart(2, '0')];
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
