/**
 * The drawings and looks that the Python package owns; its own renderer uses the same two files. A game may bring more
 * of its own, and says what its sides look like.
 */

import look from '$assets/look.css?raw';
import drawings from '$assets/symbols.svg?raw';
import type { SideLook } from './messages';

/** The stylesheet of tables, terrain, bases and markers. */
export const looks = look;

/** One svg full of symbols and patterns, to stand once in the page. */
export const symbols = drawings;

/** What a side looks like that nobody has said anything about. */
const PLAIN: SideLook = { colour: '#6a6a6a', dark: '#3b2c1c', trim: '#fbf3df', shield: 'plain', device: 1 };

const idsIn = (svg: string) => [...svg.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]!);
const shared = new Set(idsIn(drawings));
let own = $state.raw<ReadonlySet<string>>(new Set());
let sides = $state.raw<ReadonlyMap<string, SideLook>>(new Map());

/** The first of these names that there is a drawing of, as a link; or null. */
export function drawing(...names: string[]): string | null {
  const found = names.find((name) => shared.has(name) || own.has(name));
  return found ? `#${found}` : null;
}

export function lookOf(side: string): SideLook {
  return sides.get(side) ?? PLAIN;
}

type Parts = [number, number, number];

const partsOf = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as Parts;

/** How bright a colour is, from 0 to 1, as contrasts are reckoned. */
function brightness(colour: string): number {
  const [r, g, b] = partsOf(colour)
    .map((part) => part / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Parts;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Up to this brightness white is read on a colour at 4.5 to 1, and from the other one dark ink. */
const [WHITE, INK] = [0.18, 0.21];

/** White or black, whichever is read more easily on a colour. */
export function inkOn(colour: string): string {
  return brightness(colour) > WHITE ? '#1d1409' : '#fff';
}

/** A side's colour on dark paper, where a dark one would not be seen: as light as words on it allow. */
export function onDark(colour: string): string {
  const paper: Parts = [185, 180, 168];
  for (const share of [0.72, 0.76, 0.8, 0.84, 0.88, 0.92]) {
    const mixed = partsOf(colour).map((part, index) => Math.round(share * part + (1 - share) * paper[index]!));
    const found = `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    if (brightness(found) <= WHITE || brightness(found) >= INK) return found;
  }
  return colour;
}

/** The colours of sides as rules: `.side-KEY` for bases, `.nth-N` for words and marks about the Nth of them. */
export function sideRules(list: readonly { key: string; look: SideLook }[]): string {
  return list
    .map(({ key, look: { colour, dark, trim } }, index) => {
      const base = `.sandtable .side-${key}, .sandtable .figure.side-${key} { --side: ${colour}; --side-dark: ${dark}; --trim: ${trim}; }`;
      const words = `.nth-${index} { --side: ${colour}; --side-ink: ${inkOn(colour)}; }`;
      const night = onDark(colour);
      const dim = `@media (prefers-color-scheme: dark) { .nth-${index} { --side: ${night}; --side-ink: ${inkOn(night)}; } }`;
      return [base, words, dim].join('\n');
    })
    .join('\n');
}

/** From now on the sides look so. */
export function showSides(list: readonly { key: string; look: SideLook }[]) {
  sides = new Map(list.map((side) => [side.key, side.look]));
  sheet('sides').textContent = sideRules(list);
}

/** From now on the drawings and styles of a game are there too. */
export function showArt(symbolsOfGame: string, stylesOfGame: string) {
  own = new Set(idsIn(symbolsOfGame));
  sheet('game').textContent = stylesOfGame;
  let holder = document.getElementById('art-of-game');
  if (!holder) {
    holder = document.createElement('div');
    holder.id = 'art-of-game';
    holder.className = 'symbols';
    holder.setAttribute('aria-hidden', 'true');
    document.body.prepend(holder);
  }
  holder.innerHTML =
    symbolsOfGame && `<svg xmlns="http://www.w3.org/2000/svg" class="sandtable"><defs>${symbolsOfGame}</defs></svg>`;
}

/** A stylesheet of the page by its name. */
function sheet(name: string): HTMLStyleElement {
  const found = document.querySelector<HTMLStyleElement>(`style[data-of="${name}"]`);
  if (found) return found;
  const style = document.createElement('style');
  style.dataset.of = name;
  document.head.append(style);
  return style;
}
