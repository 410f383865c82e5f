/** The log as the board shows it: steps put under headings. Pure. */

import type { Event, StepRecord } from './messages';

export interface Chapter {
  key: number;
  side: string | null;
  title: string;
  steps: StepRecord[];
}

/** Steps in order, a new chapter whenever another side acts. */
export function chapters(steps: readonly StepRecord[], nameOf: (side: string | null) => string): Chapter[] {
  const list: Chapter[] = [];
  for (const step of steps) {
    const last = list.at(-1);
    if (last && last.side === step.side) last.steps.push(step);
    else list.push({ key: step.number, side: step.side, title: step.side ? nameOf(step.side) : 'The table is laid', steps: [step] });
  }
  return list;
}

/** Ids of the figures an event is about. */
export function figuresOf(event: Event): string[] {
  return [event.actor, event.other, event.die?.figure ?? null].filter((id) => id !== null);
}

/** The log as plain text, for the clipboard. */
export function asText(list: readonly Chapter[]): string {
  const line = (event: Event) => `    ${event.text}${event.clause ? ` [${event.clause}]` : ''}`;
  return list
    .map((chapter) =>
      [chapter.title, ...chapter.steps.flatMap((step) => [`  ${step.number}. ${step.label}`, ...step.events.map(line)])].join('\n'),
    )
    .join('\n\n');
}
