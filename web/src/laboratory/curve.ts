/** Curves of a study as lines and bands in a picture (pure). */

import { marked, ofHundred } from '../language';
import type { ArmTold, CurvePoint } from '../messages';

export interface Frame {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  battles: number;
  low: number;
  high: number;
}

/** The measure's range that shows every line, and the bands once they are no wider than four times that. */
export function rangeOf(arms: readonly ArmTold[], share: boolean): [number, number] {
  const last = arms.flatMap((arm) => arm.curve.slice(-Math.ceil(arm.curve.length / 2)));
  if (last.length === 0) return share ? [0, 1] : [0, 10];
  let low = Math.min(...last.map((point) => point.low));
  let high = Math.max(...last.map((point) => point.high));
  if (share) [low, high] = [Math.max(0, low), Math.min(1, high)];
  const room = 0.08 * (high - low || 1);
  return [share ? Math.max(0, low - room) : low - room, share ? Math.min(1, high + room) : high + room];
}

export const x = (frame: Frame, battles: number) =>
  frame.left + ((frame.width - frame.left - frame.right) * battles) / Math.max(frame.battles, 1);
export const y = (frame: Frame, value: number) => {
  const inside = Math.min(Math.max(value, frame.low), frame.high);
  return (
    frame.top + (frame.height - frame.top - frame.bottom) * (1 - (inside - frame.low) / (frame.high - frame.low || 1))
  );
};

const at = (frame: Frame, battles: number, value: number) =>
  `${x(frame, battles).toFixed(1)},${y(frame, value).toFixed(1)}`;

/** The points of a variant's line. */
export const lineOf = (frame: Frame, curve: readonly CurvePoint[]) =>
  curve.map((point) => at(frame, point.battles, point.value)).join(' ');

/** The outline of the band that its interval makes. */
export function bandOf(frame: Frame, curve: readonly CurvePoint[]): string {
  const above = curve.map((point) => at(frame, point.battles, point.high));
  const below = curve.map((point) => at(frame, point.battles, point.low)).reverse();
  return [...above, ...below].join(' ');
}

/** Round values within a range, three to six of them. */
export function ticksOf(low: number, high: number): number[] {
  const raw = (high - low) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= raw) ?? 10 * power;
  const found: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++)
    found.push(Number((k * step).toPrecision(12)));
  return found;
}

/** A value of a measure in words. */
export const said = (value: number, share: boolean) =>
  share ? ofHundred(100 * value, 1) : marked(Number(value.toPrecision(3)));

/** A mark at the side of the picture, in words. */
export const tickSaid = (value: number, share: boolean) => {
  if (!share) return marked(value);
  const hundred = 100 * value;
  return ofHundred(hundred, Number.isInteger(Number(hundred.toFixed(1))) ? 0 : 1);
};

/** What lies between two values, in words: the mark of percents stands once. */
export const between = (low: number, high: number, share: boolean) =>
  `${said(low, share).replace(/\D+$/, '')}–${said(high, share)}`;
