/** The log as the board shows it: steps put under headings. Pure. */

import type { Event, StepRecord } from './messages';

/** A step, or the part of it that belongs to one chapter: one action may end a bound and begin the next. */
export interface Entry {
  key: string;
  step: StepRecord;
  events: Event[];
  /** The action's own words stand before its first part only, and the laying of the table has none. */
  first: boolean;
}

export interface Chapter {
  key: string;
  side: string | null;
  title: string;
  entries: Entry[];
}

/** By agreement of all games: an event with such a code begins a turn, and its words are the heading. */
const OPENS = /_BEGINS$/;

/** Steps in order under the headings of the turns they belong to. */
export function chapters(steps: readonly StepRecord[], laid = 'The table is laid'): Chapter[] {
  const list: Chapter[] = [];
  let chapter: Chapter = { key: 'laid', side: null, title: laid, entries: [] };
  const open = (next: Chapter) => {
    if (chapter.entries.length > 0) list.push(chapter);
    chapter = next;
  };
  for (const step of steps) {
    let part: Event[] = [];
    let first = step.number > 0;
    const close = () => {
      if (part.length > 0 || first) chapter.entries.push({ key: `${step.number}.${list.length}`, step, events: part, first });
      part = [];
      first = false;
    };
    for (const event of step.events) {
      if (OPENS.test(event.code)) {
        close();
        open({ key: `${step.number} ${event.text}`, side: event.side, title: event.text.replace(/\.$/, ''), entries: [] });
      } else {
        part.push(event);
      }
    }
    close();
  }
  open(chapter);
  return list;
}

/** Ids of the figures an event is about. */
export function figuresOf(event: Event): string[] {
  return [event.actor, event.other, event.die?.figure ?? null].filter((id) => id !== null);
}

/** The log as plain text, for the clipboard. */
export function asText(list: readonly Chapter[]): string {
  const line = (event: Event) => `    ${event.text}${event.clause ? ` [${event.clause}]` : ''}`;
  const entry = ({ step, events, first }: Entry) => [...(first && step.label ? [`  ${step.number}. ${step.label}`] : []), ...events.map(line)];
  return list.map((chapter) => [chapter.title, ...chapter.entries.flatMap(entry)].join('\n')).join('\n\n');
}
