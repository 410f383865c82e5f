/** An army that is being put together: pure functions. What is allowed the server says. */

import { t } from '../language';
import type { ArmiesOf, ArmyCheck, ArmyDraft, ArmyField, ArmyLine, ArmyList } from '../messages';

/** Where a side's army comes from: as the scenario has it, a list's ready one, or one of the player's own. */
export type Way = 'ready' | 'list' | 'build';

export interface Muster {
  way: Way;
  draft: ArmyDraft;
  /** What the rules said to the draft last; null while they are asked for the first time. */
  check: ArmyCheck | null;
}

/** Lists of the player's own that were opened on this page, with their kinds of element. */
export type Opened = Pick<ArmiesOf, 'lists' | 'elements'>;

/** With the list that a check brought, once; those of the game come with the page. */
export function withOpened(opened: Opened, check: ArmyCheck): Opened {
  const { list, elements } = check;
  if (!list || opened.lists.some((one) => one.key === list.key)) return opened;
  return { lists: [...opened.lists, list], elements: [...opened.elements, ...elements] };
}

export const countOf = (draft: ArmyDraft): number => draft.picks.flat().length + draft.strays.length;

export const sizeOf = (list: ArmyList): number => list.lines.reduce((sum, line) => sum + line.count, 0);

export const numberOf = (picks: readonly string[], word: string): number => picks.filter((one) => one === word).length;

/** A line whose elements are chosen all at once: one element, or all of them alike. */
export const isOneChoice = (line: ArmyLine): boolean => line.of.length > 1 && (line.count === 1 || line.alike);

/** The line's elements in the order in which the list names their kinds. */
function inOrder(line: ArmyLine, picks: readonly string[]): string[] {
  return [...picks].sort((a, b) => line.of.indexOf(a) - line.of.indexOf(b));
}

function withPicks(draft: ArmyDraft, list: ArmyList, index: number, picks: readonly string[]): ArmyDraft {
  const line = list.lines[index]!;
  return {
    ...draft,
    picks: list.lines.map((_, at) => (at === index ? inOrder(line, picks) : (draft.picks[at] ?? []))),
  };
}

/** One more element of a kind; where the line is full already, in the place of one of the kind it has most of. */
export function more(draft: ArmyDraft, list: ArmyList, index: number, word: string): ArmyDraft {
  const line = list.lines[index]!;
  const picks = [...(draft.picks[index] ?? [])];
  if (picks.length >= line.count) {
    const others = line.of.filter((one) => one !== word && picks.includes(one));
    const most = others.sort((a, b) => numberOf(picks, b) - numberOf(picks, a))[0];
    if (most === undefined) return draft;
    picks.splice(picks.indexOf(most), 1);
  }
  return withPicks(draft, list, index, [...picks, word]);
}

export function fewer(draft: ArmyDraft, list: ArmyList, index: number, word: string): ArmyDraft {
  const picks = [...(draft.picks[index] ?? [])];
  const at = picks.indexOf(word);
  if (at < 0) return draft;
  picks.splice(at, 1);
  return withPicks(draft, list, index, picks);
}

/** All elements of a line of one kind. */
export function all(draft: ArmyDraft, list: ArmyList, index: number, word: string): ArmyDraft {
  return withPicks(
    draft,
    list,
    index,
    Array.from({ length: list.lines[index]!.count }, () => word),
  );
}

export function withoutStray(draft: ArmyDraft, index: number): ArmyDraft {
  return { ...draft, strays: draft.strays.filter((_, at) => at !== index) };
}

export function withValue(draft: ArmyDraft, key: string, value: string): ArmyDraft {
  return { ...draft, values: { ...draft.values, [key]: value } };
}

/** What is to be said besides the elements, the army being as it is. */
export function fieldsOf(list: ArmyList, draft: ArmyDraft): ArmyField[] {
  return list.fields.filter((field) => !field.unless || draft.values[field.unless[0]] !== field.unless[1]);
}

export interface Slot {
  /** The kind of element that stands there; null where one is still to be chosen. */
  word: string | null;
  general: boolean;
  /** It has no place in the list. */
  stray: boolean;
}

/** The elements as they are set out: line by line, with the places that are still empty. */
export function slotsOf(draft: ArmyDraft, list: ArmyList): Slot[] {
  const slots = list.lines.flatMap((line, index): Slot[] => {
    const picks = draft.picks[index] ?? [];
    const empty = Math.max(0, line.count - picks.length);
    return [...picks, ...Array.from({ length: empty }, () => null)].map((word) => ({
      word,
      general: line.general,
      stray: false,
    }));
  });
  return [...slots, ...draft.strays.map((word) => ({ word, general: false, stray: true }))];
}

/** What stands in such a place, in words. */
export function slotWords({ word, general, stray }: Slot, kinds: ReadonlyMap<string, { name: string }>): string {
  if (word === null) return t('Still to be chosen');
  const said = `${kinds.get(word)?.name ?? word} (${word})${stray ? t(', not in the list') : ''}`;
  return general ? `${t('The general:')} ${said}` : said;
}

/** The armies that the server is to be told of: those that are not the scenario's own. */
export function armiesOf(musters: Readonly<Record<string, Muster>>): Record<string, ArmyDraft> {
  return Object.fromEntries(
    Object.entries(musters)
      .filter(([, muster]) => muster.way !== 'ready')
      .map(([side, muster]) => [side, muster.draft]),
  );
}

/** Why the battle cannot begin, of the first side whose army may not fight; else nothing. */
export function troubleOf(musters: Readonly<Record<string, Muster>>, nameOf: (side: string) => string): string {
  for (const [side, { way, check }] of Object.entries(musters)) {
    const fault = way === 'ready' ? undefined : check?.faults[0];
    if (fault) return `${nameOf(side)}${t("'s army:")} ${fault.text}`;
  }
  return '';
}

/** A file's name for an army. */
export function fileName(draft: ArmyDraft, list: ArmyList): string {
  const plain = (draft.name || list.name)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  return `${plain || 'army'}.toml`;
}
