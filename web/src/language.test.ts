import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wordsInScript, wordsOf, wrapped } from '../scripts/said.js';
import { counted, learn, learnGame, learnPage, marked, t } from './language';
import { KEYS } from './table/keys';
import { measured } from './words';

const files = (readdirSync('src', { recursive: true }) as string[]).map((name) => `src/${name}`);
const languages = files.filter((name) => /languages\/[^/]+\.json$/.test(name));
const pages = [...new Set(files.map((name) => /languages\/.*\/(.*)\.json$/.exec(name)?.[1] ?? '').filter(Boolean))];
const sources = files
  .filter((name) => /(\.svelte|(?<!\.test)\.ts)$/.test(name))
  .map((name) => ({ name, text: readFileSync(name, 'utf8') }));

const saidBy = (own: (name: string) => boolean) =>
  sources
    .filter(({ name }) => own(name))
    .flatMap(({ name, text }) => [...(name.endsWith('.svelte') ? wordsOf(text) : []), ...wordsInScript(text)]);
const isOf = (page: string) => (name: string) => name.startsWith(`src/${page}/`);
const wordsIn = (name: string) => JSON.parse(readFileSync(name, 'utf8')) as Record<string, string>;

describe('the languages of the board', () => {
  it('no look hangs on words: they are others in another language', () => {
    const styles = files
      .filter((name) => /\.(svelte|css)$/.test(name))
      .map((name) => ({ name, text: readFileSync(name, 'utf8') }));
    const said = styles.flatMap(({ name, text }) =>
      [...text.matchAll(/\[(?:aria-label|title|placeholder|alt)[~|^$*]?=['"]/g)].map(([found]) => `${name}: ${found}`),
    );
    expect(said).toEqual([]);
  });
  it.each(languages)('%s leaves nothing in English', (name) => {
    const words = wordsIn(name);
    const said = saidBy((file) => !pages.some((page) => isOf(page)(file)));
    expect(said.filter((key) => !(key in words))).toEqual([]);
    for (const page of pages) {
      const more = wordsIn(name.replace('.json', `/${page}.json`));
      expect(Object.keys(more).filter((key) => key in words)).toEqual([]);
      const own = [
        ...saidBy(isOf(page)),
        ...(page === 'help'
          ? KEYS.flatMap((key) => [key.text, key.shown].filter((said) => /\b[a-z]{2,}\b/.test(said)))
          : []),
      ];
      expect(own.filter((key) => !(key in words) && !(key in more))).toEqual([]);
    }
  });

  it('learns what a page says besides when the page is opened', async () => {
    await learn('ru');
    expect(t('spike pit')).toBe('spike pit');
    await learnPage('editor');
    expect([t('spike pit'), t('All battles')]).not.toContain('spike pit');
    expect(t('All battles')).toBe('Все битвы');
    await learn('en');
    await learnPage('editor');
    expect(t('spike pit')).toBe('spike pit');
  });

  it('says what it has learnt, with the room around it, and leaves the rest as it is', async () => {
    expect(t(' All battles ')).toBe(' All battles ');
    await learn('ru');
    expect(t(' All battles ')).toBe(' Все битвы ');
    expect(t('Halberdiers')).toBe('Halberdiers');
    expect(t(12)).toBe(12);
    learnGame({ Halberdiers: 'Алебардисты' });
    expect(t('Halberdiers')).toBe('Алебардисты');
    expect([0, 1, 2, 5, 11, 21, 104, 112].map((n) => counted(n, 'figure'))).toEqual([
      '0 фигур',
      '1 фигура',
      '2 фигуры',
      '5 фигур',
      '11 фигур',
      '21 фигура',
      '104 фигуры',
      '112 фигур',
    ]);
    expect([counted(2.5, 'pace'), marked(2.5), measured(2.5, 1, 'inch')]).toEqual(['2,5 паса', '2,5', '2,5″']);
    expect(t('.')).toBe('.'); // the end of a sentence whose last word can be pressed
    await learn('en');
    expect([marked(2.5), measured(2.5, 1, 'inch')]).toEqual(['2.5', '2.5″']);
    expect([t('All battles'), counted(2, 'figure')]).toEqual(['All battles', null]);
  });

  it('is asked for every piece of text that a component says', () => {
    const text = wrapped(
      '<p class="x" title="Go on">Add {n} to <kbd>ok</kbd> {a ? \'yes\' : b.c}</p>',
      '/x/src/table/A.svelte',
    );
    expect(text).toContain(
      'title={__t("Go on")}>{__t("Add")} {__t(n)} {__t("to")} <kbd>ok</kbd> {a ? __t("yes") : __t(b.c)}</p>',
    );
  });

  it('are not asked for what people typed, nor for names of languages', () => {
    const text = wrapped('<p><span translate="no">{line.text}</span> {a.b}</p>', '/x/src/table/A.svelte');
    expect(text).toContain('<p><span translate="no">{line.text}</span> {__t(a.b)}</p>');
  });
});
