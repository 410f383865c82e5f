/** Small words and numbers as people read them. */

import { counted, marked, t } from './language';
import type { Line } from './messages';

/** Who plays a side when no computer does. */
export const HUMAN = 'human';

/** A seat of a new battle that is kept for somebody who is invited. */
export const GUEST = 'guest';

const ROMAN = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/** Roman numeral of a small number; larger ones stay as they are. */
export function roman(value: number): string {
  return ROMAN[value] ?? String(value);
}

/** `DBAIX-PIP-23` as it stands on a chip: `PIP-23`. */
export function shortClause(id: string): string {
  const parts = id.split('-');
  return parts.length > 2 ? parts.slice(-2).join('-') : id;
}

/** Where a drawn pose was pulled to: contact is what one has with enemies, beside what one is of friends. */
export function metWords(name: string | undefined, friend: boolean): string {
  if (!name) return t('in contact');
  return `${friend ? t('beside') : t('in contact with')} ${name}`;
}

/** `end movement` as it stands on a button: `End movement`. */
export function capital(text: string): string {
  const plain = text.replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A number with its sign, with a true minus. */
export function signed(value: number): string {
  return value < 0 ? `\u2212${-value}` : `+${value}`;
}

/** Units that have a sign, to stand right after a number; of others the word is said. */
const SIGNS: Readonly<Record<string, string>> = {
  inch: '\u2033',
  inches: '\u2033',
  cm: '\u202fcm',
};

/** A length in the game's unit, as fine as anybody measures: whole paces, else tenths. `bases` are `span` units wide. */
export function measured(bases: number, span: number, unit: string): string {
  const length = lengthOf(bases, span, unit);
  const sign = SIGNS[unit];
  return sign === undefined ? count(length, unit) : `${marked(length)}${t(sign)}`;
}

const lengthOf = (bases: number, span: number, unit: string) => Number((bases * span).toFixed(decimals(unit)));

function decimals(unit: string): number {
  return unit === 'pace' ? 0 : 1;
}

/** How far of how far: `2.5″ of 4″`, `50 of 320 paces`; what is beyond the limit never reads as the limit. */
export function measuredOf(bases: number, limit: number, span: number, unit: string): string {
  const [way, most] = [measured(bases, span, unit), measured(limit, span, unit)];
  if (way === most && (bases - limit) * span > 0.05 * 10 ** -decimals(unit)) return `${t('just over')} ${most}`;
  return `${unit in SIGNS ? way : marked(lengthOf(bases, span, unit))} ${t('of')} ${most}`;
}

/** The words of a line whose amount stands beside it already: `A Roman group move: 1.` without its end. */
export function plainLine(line: Line): string {
  return line.text.replace(/: [+\u2212-]?(\d+)\.?$/, (end, amount) =>
    Number(amount) === Math.abs(line.amount) ? '' : end,
  );
}

/** Compass word of a facing, for people who do not see the table. */
export function compass(facing: number): string {
  const words = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];
  return t(words[Math.round((((facing % 360) + 360) % 360) / 45) % 8]!);
}

/** `3 figures`, `1 figure`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return counted(n, one) ?? `${n} ${n === 1 ? one : many}`;
}

/** `Blue`, `Red and Blue`, `Red, Blue and Green`. */
export function listed(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} ${t('and')} ${names.at(-1)}` : (names[0] ?? '');
}

/** Every sentence once: those about each figure of a group often say the same. */
export function saidOnce<T extends { text: string }>(said: readonly T[]): T[] {
  return said.filter((one, index) => said.findIndex((other) => other.text === one.text) === index);
}

export function total(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0);
}

/** Time of day or date of an ISO time, in the reader's own way. */
export function when(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.valueOf()) ? iso : time.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

/** `Blades ×3, Psiloi`: each name once, in the order in which it first comes. */
export function tally(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, n]) => (n > 1 ? `${name} ×${n}` : name)).join(', ');
}
