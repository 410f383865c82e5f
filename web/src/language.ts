/** The board's own words in the language of the page. English ones are the keys; what has no other stays English. */

const FORMS = 3;
const tables = import.meta.glob<Record<string, string>>('./languages/*.json', { import: 'default' });
/** Words that only pages that few open say, a file a page. */
const more = import.meta.glob<Record<string, string>>('./languages/*/*.json', { import: 'default' });
let spoken = '';

let house: Readonly<Record<string, string>> = {};
/** Every language that the board speaks, each by its own name. */
export const LANGUAGES: readonly (readonly [string, string])[] = ['en', ...Object.keys(tables).map(nameOf)].map(
  (code) => [code, new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code] as const,
);

function nameOf(file: string) {
  return file.replace(/^.*\/|\.json$/g, '');
}

/** Of the game on the table. */
let game: Readonly<Record<string, string>> = {};

/** Learn the language of the page, before anything is said. */
export async function learn(language: string) {
  house = (await tables[`./languages/${language}.json`]?.()) ?? {};
  spoken = language;
}

/** Learn what a page says besides, before it says it. */
export async function learnPage(page: string) {
  house = { ...house, ...(await more[`./languages/${spoken}/${page}.json`]?.()) };
}

/** Words of the game on the table, by the English ones. */
export function learnGame(words: Readonly<Record<string, string>>) {
  game = words;
}

/** What these words are in the language of the page, with the room around them as it was. */
export function t<T>(english: T): T {
  if (typeof english !== 'string') return english;
  const core = english.trim().replace(/\s+/g, ' ');
  const said = house[core] ?? game[core];
  return said === undefined ? english : (english.replace(english.trim(), () => said) as T & string);
}

/** A number with what it counts, where the language has one form for one, one for two to four and what is not whole, and one for more. */
export function counted(n: number, one: string): string | null {
  const forms = house[`1 ${one}`]?.split('|');
  if (forms?.length !== FORMS) return null;
  const [last, tens] = [Math.abs(n) % 10, Math.floor((Math.abs(n) % 100) / 10)];
  const place = !Number.isInteger(n) ? 1 : tens === 1 || last === 0 || last > 4 ? 2 : last === 1 ? 0 : 1;
  return `${marked(n)} ${forms[place]}`;
}

/** A number with the mark before its parts that the language has: 2.5, in Russian 2,5. */
export function marked(n: number): string {
  return String(n).replace('.', house['decimal mark'] ?? '.');
}

/** So many of a hundred, with the marks that the language has: 55.6%, in Russian 55,6 %. */
export function ofHundred(n: number, digits = 0): string {
  return `${n.toFixed(digits).replace('.', house['decimal mark'] ?? '.')}${house['percent mark'] ?? '%'}`;
}
