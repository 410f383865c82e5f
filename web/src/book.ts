/** The rulebook as it is read: its chapters, and sentences in which clauses and words of the game can be pressed. Pure. */

import type { ClauseFact, RulesOf, TermFact } from './messages';

export interface Chapter {
  key: string;
  heading: string;
  clauses: readonly ClauseFact[];
}

/** A word of the game with the forms under which sentences say it. */
export type Word = Pick<TermFact, 'word' | 'forms'>;

/** A part of a sentence; one with a clause or a word leads there, a value stands as it is typed. */
export interface Piece {
  text: string;
  clause?: string;
  term?: Word;
  code?: true;
  /** The marks behind what is pressed, which stay in its line. */
  marks?: string;
}

const before = (id: string, part: number) => id.slice(0, part < 0 ? id.length : part);
/** `DBA-PIP` of DBA-PIP-5. */
const chapterOf = (id: string) => before(id, id.lastIndexOf('-'));
const familyOf = (id: string) => before(id, id.indexOf('-'));

/** The chapters of a book in their order, each with its clauses. Headings may be kept without the book's family. */
export function chaptersOf({ chapters, clauses }: Pick<RulesOf, 'chapters' | 'clauses'>): Chapter[] {
  const found = new Map<string, ClauseFact[]>();
  for (const clause of clauses) {
    const key = chapterOf(clause.id);
    found.set(key, [...(found.get(key) ?? []), clause]);
  }
  return [...found].map(([key, own]) => ({
    key,
    heading: chapters[key] ?? chapters[key.slice(key.indexOf('-') + 1)] ?? key,
    clauses: own,
  }));
}

/** The clause that is meant by `PIP-5` or DBA-PIP-5 in a clause of the book; one of the same family where two could be. */
function cited(name: string, ids: readonly string[], within: string): string | undefined {
  const meant = ids.filter((id) => id === name || id.endsWith(`-${name}`));
  return meant.find((id) => familyOf(id) === familyOf(within)) ?? meant[0];
}

const escaped = (words: string) => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** How a form of a word may be written: a small first letter is a capital one where a sentence begins, * any letters. */
const written = (form: string) =>
  escaped(form)
    .replaceAll('\\*', '\\p{L}*')
    .replace(/^\p{Ll}/u, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** Splits sentences of a book into what can be pressed and what stands between. */
export class Links {
  private readonly forms: readonly { pattern: RegExp; term: Word }[];
  private readonly pattern: RegExp;
  private readonly ids: readonly string[];

  constructor({ clauses, glossary }: { clauses: readonly ClauseFact[]; glossary: readonly Word[] }) {
    this.ids = clauses.map((clause) => clause.id);
    const forms = glossary.flatMap((term) => term.forms.map((form) => ({ form, term })));
    forms.sort((a, b) => b.form.length - a.form.length);
    this.forms = forms.map(({ form, term }) => ({ pattern: new RegExp(`^${written(form)}$`, 'u'), term }));
    const words = ['`[^`]+`', '(?:[A-Z]\\w*-)+\\d+[a-z]?', ...forms.map(({ form }) => written(form))].join('|');
    this.pattern = new RegExp(`(?<![\\p{L}\\d_-])(?:${words})(?![\\p{L}\\d_-])`, 'gu');
  }

  private termOf(said: string): Word | undefined {
    return this.forms.find(({ pattern }) => pattern.test(said))?.term;
  }

  /** Where a sentence says words of the game. */
  said(text: string): { word: string; from: number; to: number }[] {
    return [...text.matchAll(this.pattern)].flatMap(({ 0: said, index }) => {
      const term = this.termOf(said);
      return term ? [{ word: term.word, from: index, to: index + said.length }] : [];
    });
  }

  /** The pieces of a sentence; a word is linked once, where it comes first, and `own` not at all. */
  pieces(text: string, within: string, own?: Word): Piece[] {
    const found: Piece[] = [];
    const linked = new Set<Word | undefined>([own]);
    let done = 0;
    for (const match of text.matchAll(this.pattern)) {
      const [said] = match;
      const code = said.startsWith('`');
      const term = this.termOf(said);
      const clause = term || code ? undefined : cited(said, this.ids, within);
      if (!code && (clause === within || !(clause || (term && !linked.has(term))))) continue;
      linked.add(term);
      if (match.index > done) found.push({ text: text.slice(done, match.index) });
      done = match.index + said.length;
      if (code) found.push({ text: said.slice(1, -1), code });
      else {
        const marks = /^[^\s\p{L}\d`]*/u.exec(text.slice(done))![0];
        found.push({ text: said, ...(term ? { term } : { clause }), marks });
        done += marks.length;
      }
    }
    return done < text.length ? [...found, { text: text.slice(done) }] : found;
  }
}

const ENDING =
  /(?<=[а-яё]{3})(?:[ая]ми|[оеё]го|[оеё]му|[ыи]ми|[ая]х|[ая]м|[оеё]м|[оеё]й|[ыи]й|[ыи]х|[ыи]м|ая|яя|ое|ее|ые|ие|ую|юю|[оеё]в|[аяоеёыиуюйь])$/i;
/** What a word that was typed keeps in every case of Russian, as far as its ending tells; in other letters the whole. */
const stem = (word: string) => escaped(word.replace(ENDING, ''));

/** What holds all that was typed, as it may be written and in any case: words of the game, and clauses. */
export function search({ clauses, glossary }: Pick<RulesOf, 'clauses' | 'glossary'>, typed: string) {
  const wanted = new RegExp(typed.trim().split(/\s+/).map(stem).join('[а-яё]*\\s+'), 'i');
  const has = (...words: string[]) => wanted.test(words.join(' '));
  return {
    terms: glossary.filter((term) => has(term.word, ...term.forms)),
    clauses: clauses.filter(({ id, title, text, ruling }) => has(id, title, text, ruling)),
  };
}
