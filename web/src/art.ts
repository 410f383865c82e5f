/** The drawings and looks that the Python package owns; its own renderer uses the same two files. */

const files = import.meta.glob<string>('$assets/*.{svg,css}', { query: '?raw', import: 'default', eager: true });

function file(name: string): string {
  return Object.entries(files).find(([path]) => path.endsWith(`/${name}`))?.[1] ?? '';
}

/** One svg full of symbols, to stand once in the page. */
export const symbols = file('symbols.svg').replace(/<\?xml.*?\?>/s, '');

/** The stylesheet of features, bases and markers. */
export const looks = file('look.css');

const known = new Set([...symbols.matchAll(/<symbol[^>]*\bid="([^"]+)"/g)].map((match) => match[1]));

/** The symbol of that name, or null: then a letter stands in. */
export function symbol(...names: string[]): string | null {
  const found = names.find((name) => known.has(name));
  return found ? `#${found}` : null;
}
