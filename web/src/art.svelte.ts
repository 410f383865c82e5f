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

/** White or black, whichever is read more easily on a colour. */
export function inkOn(colour: string): string {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? '#1d1409' : '#fff';
}

/** The colours of sides as rules: `.side-KEY` for bases, `.nth-N` for words and marks about the Nth of them. */
export function sideRules(list: readonly { key: string; look: SideLook }[]): string {
  return list
    .map(({ key, look: { colour, dark, trim } }, index) => {
      const base = `.sandtable .side-${key}, .sandtable .figure.side-${key} { --side: ${colour}; --side-dark: ${dark}; --trim: ${trim}; }`;
      const words = `.nth-${index} { --side: ${colour}; --side-ink: ${inkOn(colour)}; }`;
      // On dark paper a dark colour would not be seen.
      const dim = `@media (prefers-color-scheme: dark) { .nth-${index} { --side: color-mix(in srgb, ${colour} 72%, #b9b4a8); } }`;
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
  holder.innerHTML = symbolsOfGame && `<svg xmlns="http://www.w3.org/2000/svg" class="sandtable"><defs>${symbolsOfGame}</defs></svg>`;
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
