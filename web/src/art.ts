/** The drawings and looks that the Python package owns; its own renderer uses the same two files. */

import look from '$assets/look.css?raw';
import drawings from '$assets/symbols.svg?raw';

/** The stylesheet of tables, terrain, bases and markers. */
export const looks = look;

/** One svg full of symbols and patterns, to stand once in the page. */
export const symbols = drawings;

const known = new Set([...drawings.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1]));

/** The first of these names that there is a drawing of, as a link; or null. */
export function drawing(...names: string[]): string | null {
  const found = names.find((name) => known.has(name));
  return found ? `#${found}` : null;
}
