/** The log as the board shows it: steps put under headings, moves with their way, fights in one line. Pure. */

import { t } from './language';
import type { Event, SceneAccount, StepRecord } from './messages';
import { signed } from './words';

/** One event with the words that stand for it. */
export interface Said {
  kind: 'said';
  text: string;
  event: Event;
}

/** Everything from the first die of a fight, a shot or another contest to what came of it. */
export interface Fight {
  kind: 'fight';
  /** Who threw, with the total; where only one has a total, that one. */
  scores: Event[];
  /** What came of it, in the game's words. */
  outcomes: string[];
  events: Event[];
}

/** Many dice for the same purpose, as those for the order of turns: one line. */
export interface Throws {
  kind: 'throws';
  purpose: string;
  events: Event[];
}

export type Item = Said | Fight | Throws;

/** A step, or the part of it that belongs to one chapter: one action may end a bound and begin the next. */
export interface Entry {
  key: string;
  step: StepRecord;
  items: Item[];
  /** The action's own words stand before its first part only, and the laying of the table has none. */
  first: boolean;
  /** The account of a step, where there is one, stands before its last part. */
  account: SceneAccount | null;
}

export interface Chapter {
  key: string;
  side: string | null;
  title: string;
  entries: Entry[];
}

/** By agreement of all games: an event with such a code begins a turn, and its words are the heading. */
export const opens = (event: Event): boolean => event.code.endsWith('_BEGINS');

/** By agreement of all games: an event with such a code says that the move of its action was made. */
const WENT = /(^|_)MOVES$/;

/** Somebody went somewhere: its way is told, or the verb of a game that has words of its own for ways is to move. */
export const went = (step: Pick<StepRecord, 'way' | 'action'>): boolean =>
  step.way !== '' || step.action.startsWith('move ');

/** A step in the words of its action; where they name nobody, none of its figures either, with the side that did it. */
export function wordsOf(step: Pick<StepRecord, 'label'>, side: string, figures: readonly string[] = []): string {
  const names = figures.some((id) => step.label.includes(id)) || step.label.includes(side);
  return names ? step.label : `${side}: ${step.label}`;
}

/** Steps in order under the headings of the turns they belong to. */
export function chapters(steps: readonly StepRecord[], laid = t('The table is laid')): Chapter[] {
  const list: Chapter[] = [];
  let chapter: Chapter = { key: 'laid', side: null, title: laid, entries: [] };
  const open = (next: Chapter) => {
    if (chapter.entries.length > 0) list.push(chapter);
    chapter = next;
  };
  for (const step of steps) {
    let part: Event[] = [];
    let first = step.number > 0;
    const close = (account: SceneAccount | null = null) => {
      if (part.length > 0 || first)
        chapter.entries.push({
          key: `${step.number}.${list.length}`,
          step,
          items: itemsOf(step, part),
          first,
          account,
        });
      part = [];
      first = false;
    };
    for (const event of step.events) {
      if (opens(event)) {
        close();
        open({ key: `${step.number} ${event.text}`, side: event.side, title: plain(event.text), entries: [] });
      } else {
        part.push(event);
      }
    }
    close(step.account);
  }
  open(chapter);
  return list;
}

/** What they who acted in a turn called themselves then; not who ended the turn before, which began it. */
export const playersOf = ({ entries }: Chapter): string =>
  [...new Set(entries.map((entry) => entry.first && entry.step.player))].filter(Boolean).join(', ');

/** A sentence without its full stop. */
const plain = (text: string) => text.replace(/\.$/, '');

/** Events in order: those of a fight together, and a move with how far it went. */
export function itemsOf(step: StepRecord, events: readonly Event[] = step.events): Item[] {
  const said = (event: Event): Said => {
    const way = step.way && WENT.test(event.code) ? `: ${step.way}.` : null;
    return { kind: 'said', event, text: way ? plain(event.text) + way : event.text };
  };
  return thrown(
    parted(withTheirDice(events)).flatMap((part): Item[] =>
      part.some((event) => event.kind === 'score') ? fightIn(part, said) : part.map(said),
    ),
  );
}

/** Nobody of the table throws: a piece of the city does, or chance itself. */
const isNobodys = ({ kind, die }: Event): boolean => kind === 'die' && die !== null && !die.figure && !die.side;

/** Events that say one after another who throws, nobody of the table, have their dice from those after them. */
function withTheirDice(events: readonly Event[]): Event[] {
  const found = [...events];
  for (let first = 0; first < found.length; first += 1) {
    const { code, kind, actor, side } = found[first]!;
    if (kind !== 'event' || actor !== null || side !== null) continue;
    let last = first + 1;
    while (found[last]?.code === code) last += 1;
    let stop = last;
    while (found[stop]?.kind === 'die') stop += 1;
    const dice = found
      .slice(last, stop)
      .filter(isNobodys)
      .slice(0, last - first);
    if (dice.length < last - first) continue;
    const throwing = found.slice(first, last);
    const told = throwing.map((event, index) => withDie(event, dice[index]!));
    const again = throwersOf(found.slice(last, stop), throwing.length);
    const rest = found.slice(last, stop).map((one, index) => {
      const piece = again?.[index];
      return piece == null || dice.includes(one) ? one : withDie(throwing[piece]!, one);
    });
    found.splice(first, stop - first, ...told, ...rest.filter((one) => !dice.includes(one)));
    first += told.length - 1;
  }
  return found;
}

/** Who throws, with what was thrown. */
const withDie = (event: Event, { die }: Event): Event => ({
  ...event,
  die,
  text: `${plain(event.text)}: ${die!.text}.`,
});

/**
 * Which of so many pieces threw each die, null of a figure's: all throw once, then those who are equal throw again, the
 * foremost first, until the order is clear. Null where dice can be read in more ways than one, or in none.
 */
function throwersOf(dice: readonly Event[], pieces: number): (number | null)[] | null {
  const who: (string | null)[] = [];
  const ways = new Map<string, (number | null)[]>();
  for (const one of dice) {
    const figure = isNobodys(one) ? null : (one.die?.figure ?? '');
    if (figure !== null && who.includes(figure)) break;
    who.push(figure);
    const thrown = who.filter((each) => each === null).length;
    if (thrown > pieces) break;
    const way = thrown === pieces ? contest(dice, who) : null;
    if (way) ways.set(JSON.stringify(way), way);
  }
  return ways.size === 1 ? [...ways.values()][0]! : null;
}

/** The same for those who throw, by figures, in the order in which they throw; null where the dice do not fit. */
function contest(dice: readonly Event[], who: readonly (string | null)[]): (number | null)[] | null {
  const places = who.map(() => 0);
  const way: (number | null)[] = [];
  for (;;) {
    const shared = Math.min(...places.filter((place, k) => places.indexOf(place) !== k));
    if (shared === Infinity) return dice.slice(way.length).some(isNobodys) ? null : way;
    const tied = who.flatMap((_, k) => (places[k] === shared ? [k] : []));
    const threw = dice.slice(way.length, way.length + tied.length);
    if (threw.length < tied.length) return null;
    for (const [at, k] of tied.entries()) {
      const one = threw[at]!;
      if (who[k] === null ? !isNobodys(one) : one.die?.figure !== who[k]) return null;
      places[k]! += threw.filter((other) => other.die!.value > one.die!.value).length;
      way.push(who[k] === null ? who.slice(0, k).filter((each) => each === null).length : null);
    }
  }
}

/** So many dice in a row are said one by one. */
const FEW_DICE = 2;

/** Dice for one purpose that were thrown one after another, as one. */
function thrown(items: readonly Item[]): Item[] {
  const found: Item[] = [];
  let run: Said[] = [];
  const close = () => {
    const purpose = run[0]?.event.die?.purpose ?? '';
    found.push(
      ...(run.length > FEW_DICE ? [{ kind: 'throws' as const, purpose, events: run.map((one) => one.event) }] : run),
    );
    run = [];
  };
  for (const item of items) {
    const purpose = item.kind === 'said' && item.event.kind === 'die' ? item.event.die?.purpose : undefined;
    if (purpose === undefined || purpose !== (run[0]?.event.die?.purpose ?? purpose)) close();
    if (purpose === undefined) found.push(item);
    else run.push(item as Said);
  }
  close();
  return found;
}

/** Whose die showed what: `Levy slingers (A7) 1, Rangers (A9) 5`; of a die of nobody its number alone. */
export function thrownBy(
  { events }: Throws,
  nameOf: (id: string) => string,
  sideOf: (key: string) => string = nameOf,
): string {
  return events
    .map(({ die, actor }) => {
      const figure = die?.figure ?? actor;
      const who = figure ? nameOf(figure) : die?.side ? sideOf(die.side) : '';
      return [who, die?.value].filter((one) => one != null && one !== '').join(' ');
    })
    .join(', ');
}

/** Events cut before every die that comes after totals: there another fight begins. */
function parted(events: readonly Event[]): Event[][] {
  const parts: Event[][] = [[]];
  for (const event of events) {
    const part = parts.at(-1)!;
    if (event.kind === 'die' && part.some((one) => one.kind === 'score')) parts.push([event]);
    else part.push(event);
  }
  // Dice that settle what comes of a fight (who flees, and where) belong to it.
  return parts.reduce<Event[][]>((whole, part) => {
    const before = whole.at(-1);
    if (before && !part.some((event) => event.kind === 'score')) before.push(...part);
    else whole.push(part);
    return whole;
  }, []);
}

/** Figures threw against each other, or one alone; a side's own total, of its morale, is about no figure. */
export function isContest(scores: readonly Event[]): boolean {
  return scores.length !== 1 || scores[0]!.actor !== null;
}

/** A part with totals as a fight, and what stands before its dice on its own. */
function fightIn(part: readonly Event[], said: (event: Event) => Said): Item[] {
  let begins = part.findIndex((event) => event.kind === 'score');
  while (begins > 0 && part[begins - 1]!.kind === 'die') begins -= 1;
  const events = part.slice(begins);
  const scores = events.filter((event) => event.kind === 'score');
  const came = events.slice(events.findLastIndex((event) => event.kind === 'score') + 1);
  const outcomes = (
    isContest(scores)
      ? events.filter((event) => event.kind === 'outcome')
      : came.filter((event) => event.kind === 'event').slice(0, 1)
  ).map((event) => event.text);
  return [...part.slice(0, begins).map(said), { kind: 'fight', scores, outcomes, events }];
}

/** A fight in one line: `Blades (R2) 9 : 4 Cavalry (B10). Cavalry (B10) is destroyed.` */
export function fightLine(fight: Fight, nameOf: (id: string) => string): string {
  return [`${totals(fight, nameOf)}.`, ...fight.outcomes].join(' ');
}

/** All that came of a step in one breath: fights as lines, everything else in the words of the log. */
export function asSpoken(
  step: StepRecord,
  nameOf: (id: string) => string,
  sideOf: (key: string) => string = nameOf,
): string {
  return itemsOf(step)
    .map((item) =>
      item.kind === 'fight'
        ? fightLine(item, nameOf)
        : item.kind === 'throws'
          ? `${item.purpose}: ${thrownBy(item, nameOf, sideOf)}.`
          : item.text,
    )
    .join(' ');
}

/** Who met whom, and with what totals. */
export function totals({ scores }: Fight, nameOf: (id: string) => string): string {
  const name = (score: Event) => (score.actor === null ? (score.side ?? '') : nameOf(score.actor));
  const [one, other] = scores;
  if (one && !isContest(scores)) return plain(one.text);
  if (one && other && scores.length === 2) return `${name(one)} ${one.amount} : ${other.amount} ${name(other)}`;
  return scores.map((score) => `${name(score)} ${score.amount}`).join(', ');
}

/** Ids of the figures an event is about. */
export function figuresOf(event: Event): string[] {
  return [event.actor, event.other, event.die?.figure ?? null].filter((id) => id !== null);
}

/** Ids of the figures an item is about, each once. */
export function figuresIn(item: Item): string[] {
  return [...new Set(item.kind === 'said' ? figuresOf(item.event) : item.events.flatMap(figuresOf))];
}

/** The log as plain text, for the clipboard: everything, nothing folded. */
export function asText(list: readonly Chapter[]): string {
  const line = (text: string, event: Event) => [
    `    ${text}${cited(event.clause)}`,
    ...event.lines.map((one) => `      ${signed(one.amount)} ${one.text}${cited(one.clause)}`),
  ];
  const item = (one: Item) =>
    one.kind === 'said' ? line(one.text, one.event) : one.events.flatMap((event) => line(event.text, event));
  const entry = ({ step, items, first }: Entry) => [
    ...(first && step.label ? [`  ${step.number}. ${step.label}`] : []),
    ...items.flatMap(item),
  ];
  return list.map((chapter) => [chapter.title, ...chapter.entries.flatMap(entry)].join('\n')).join('\n\n');
}

const cited = (clause: string | null) => (clause ? ` [${clause}]` : '');

/** So many chapters of a long log: the last, or, while a step is looked back at that is none of theirs, those around it. */
export function partOf(list: readonly Chapter[], most: number, looked: number | null): readonly Chapter[] {
  const last = Math.max(0, list.length - most);
  const at = looked === null ? -1 : list.findIndex((one) => one.entries.some((entry) => entry.step.number === looked));
  const first = at < 0 ? last : Math.min(last, Math.max(0, at - Math.floor(most / 2)));
  return list.slice(first, first + most);
}
