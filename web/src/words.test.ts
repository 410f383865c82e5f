import { describe, expect, it } from 'vitest';
import { asText, chapters, figuresOf } from './log';
import type { Event, StepRecord } from './messages';
import { capital, compass, roman, shortClause, signed } from './words';

const event = (text: string, more: Partial<Event> = {}): Event => ({
  kind: 'event', code: '', clause: null, text, side: null, actor: null, other: null, amount: 0, value: null, geometry: null, die: null, lines: [], ...more,
});
const step = (number: number, side: string | null, ...events: Event[]): StepRecord => ({ number, side, by: null, action: '', label: `step ${number}`, events });

describe('words', () => {
  it('read as people write them', () => {
    expect([roman(4), roman(99)]).toEqual(['IV', '99']);
    expect([shortClause('DBAIX-PIP-23'), shortClause('PIP-23')]).toEqual(['PIP-23', 'PIP-23']);
    expect(capital('hand_over')).toBe('Hand over');
    expect([signed(2), signed(-1), signed(0)]).toEqual(['+2', '\u22121', '+0']);
    expect([compass(0), compass(350), compass(-90), compass(130)]).toEqual(['north', 'north', 'west', 'south-east']);
  });
});

describe('the log', () => {
  const steps = [step(0, null, event('laid')), step(1, 'romans', event('moved', { clause: 'DBAIX-MOV-1' })), step(2, 'romans'), step(3, 'gauls')];
  it('begins a chapter when another side acts', () => {
    const list = chapters(steps, (side) => side!.toUpperCase());
    expect(list.map((chapter) => [chapter.title, chapter.steps.length])).toEqual([['The table is laid', 1], ['ROMANS', 2], ['GAULS', 1]]);
    expect(asText(list)).toContain('ROMANS\n  1. step 1\n    moved [DBAIX-MOV-1]\n  2. step 2');
  });
  it('knows whom an event is about', () => {
    expect(figuresOf(event('', { actor: 'R1', other: 'G4' }))).toEqual(['R1', 'G4']);
    expect(figuresOf(event(''))).toEqual([]);
  });
});
