/** What each key does at the table. The help page shows the same list. */

import type { View } from '../board/view.svelte';
import type { Game } from '../game.svelte';
import { nudgeOf } from '../units';

export interface Desk {
  game: Game;
  view: View;
  help(): void;
  /** Lead the focus to the next thing listed to do, or the one before. */
  orders(by: 1 | -1): void;
}

interface Key {
  keys: string[];
  shown: string;
  text: string;
  /** Where it does anything; left out: everywhere. */
  where?(game: Game): boolean;
  run(desk: Desk, event: KeyboardEvent): void;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Whether there is something that keys may move or turn. */
function canMove(game: Game): boolean {
  return (
    game.yours &&
    (game.drafting.draft !== null ||
      game.considering.laying.piece !== null ||
      game.chosen.ids.some((id) => game.movable.has(id)))
  );
}

function arrow({ game, view }: Desk, event: KeyboardEvent) {
  const [dx, dy] = ARROWS[event.key]!;
  if (view.measuring) {
    const by = nudgeOf(game.span) * (event.shiftKey ? 5 : 1);
    view.stretchRuler(dx * by, dy * by);
  } else if (game.looked) {
    if (dx) game.look(game.looked.step + dx);
  } else if (canMove(game)) {
    const by = nudgeOf(game.span) * (event.shiftKey ? 5 : 1);
    game.nudge(dx * by, dy * by);
  } else {
    view.pan(dx, dy);
  }
}

/** Whoever is chosen by a key comes into view. */
function next({ game, view }: Desk, by: 1 | -1) {
  game.chosen.selectNext(by);
  view.show(game.chosen.ids.flatMap((id) => game.figures.get(id) ?? []));
}

/** Figures are moved by hand in this game. */
const byHand = (game: Game) => game.hands.length > 0;

/** Something is turned by hand: a figure, or a piece that is laid. */
const turns = (game: Game) => byHand(game) || game.considering.laying.piece !== null;

/** Figures wait beside the table to be put on it. */
const waits = (game: Game) => game.reserve.size > 0;

function turn(game: Game, sign: 1 | -1, fine: boolean) {
  if (canMove(game)) game.spin(sign * (fine ? 1 : 15));
}

function wheel(game: Game, sign: 1 | -1, fine: boolean) {
  if (!game.considering.laying.piece && canMove(game)) game.drafting.wheel(sign * (fine ? 1 : 15));
}

export const KEYS: Key[] = [
  {
    keys: ['n'],
    shown: 'n',
    text: 'next figure that may act, or waits beside the table',
    run: (desk) => next(desk, 1),
  },
  { keys: ['p'], shown: 'p', text: 'the figure before', run: (desk) => next(desk, -1) },
  {
    keys: ['k'],
    shown: 'k',
    text: 'keep this figure chosen while n and p go on to others; again lets it go',
    run: ({ game }) => game.chosen.keep(),
  },
  {
    keys: ['b'],
    shown: 'b',
    text: 'select the whole block it stands in, or its unit',
    run: ({ game }) => game.chosen.selectBlock(),
  },
  {
    keys: ['o'],
    shown: 'o',
    text: 'into the list of what may be done, and on to the next (with Shift back); Enter takes it',
    run: ({ orders }, e) => orders(e.shiftKey ? -1 : 1),
  },
  {
    keys: Object.keys(ARROWS),
    shown: 'arrows',
    text: 'move the figure by a tenth of a base or less (with Shift five times as far); with nothing chosen, the view',
    run: arrow,
  },
  {
    keys: ['l'],
    shown: 'l',
    text: 'lay the chosen figures that wait beside the table on it; arrows move them on',
    where: waits,
    run: ({ game }) => game.drafting.layDown(),
  },
  {
    keys: ['q'],
    shown: 'q',
    text: 'turn left by 15 degrees (with Shift 1)',
    where: turns,
    run: ({ game }, e) => turn(game, -1, e.shiftKey),
  },
  {
    keys: ['e'],
    shown: 'e',
    text: 'turn right by 15 degrees (with Shift 1)',
    where: turns,
    run: ({ game }, e) => turn(game, 1, e.shiftKey),
  },
  {
    keys: ['a'],
    shown: 'a',
    text: 'wheel left about the front left corner by 15 degrees (with Shift 1)',
    where: byHand,
    run: ({ game }, e) => wheel(game, -1, e.shiftKey),
  },
  {
    keys: ['d'],
    shown: 'd',
    text: 'wheel right about the front right corner by 15 degrees (with Shift 1)',
    where: byHand,
    run: ({ game }, e) => wheel(game, 1, e.shiftKey),
  },
  {
    keys: ['w'],
    shown: 'w',
    text: 'bend the way here: a waypoint',
    where: byHand,
    run: ({ game }) => game.drafting.bend(),
  },
  {
    keys: ['g'],
    shown: 'g',
    text: 'go by the next kind of move: walk, run and so on',
    where: (game) => game.drafting.kinds.length > 1,
    run: ({ game }) =>
      game.drafting.choose(
        game.drafting.kinds[(game.drafting.kinds.indexOf(game.drafting.handed) + 1) % game.drafting.kinds.length]!,
      ),
  },
  {
    keys: ['1', '2', '3', '4', '5', '6'],
    shown: '1 to 6',
    text: 'the button beside what is asked that shows this number',
    run: ({ game }, e) => game.control(Number(e.key) - 1),
  },
  { keys: ['Enter'], shown: 'Enter', text: 'confirm', run: ({ game }) => game.confirm() },
  {
    keys: ['Escape'],
    shown: 'Esc',
    text: 'cancel',
    run: ({ game, view }) => (view.measuring ? view.measure() : game.escape()),
  },
  {
    keys: ['m'],
    shown: 'm',
    text: 'the ruler, from the chosen figure; arrows move its end',
    run: ({ game, view }) => view.measure(game.figures.get(game.chosen.ids[0] ?? '') ?? null),
  },
  { keys: ['Backspace', 'ctrl+z'], shown: 'Backspace, Ctrl+Z', text: 'undo', run: ({ game }) => game.undo() },
  { keys: ['+', '='], shown: '+', text: 'closer', run: ({ view }) => view.zoom(1.25) },
  { keys: ['-', '_'], shown: '\u2212', text: 'farther', run: ({ view }) => view.zoom(0.8) },
  { keys: ['f'], shown: 'f', text: 'the whole table', run: ({ view }) => view.fit() },
  { keys: ['h'], shown: 'h', text: 'hide or show the figures', run: ({ view }) => (view.bare = !view.bare) },
  {
    keys: ['z'],
    shown: 'z',
    text: 'show or hide every zone',
    where: (game) => game.facts?.overlays.some((one) => one.quiet) ?? false,
    run: ({ view }) => (view.zones = !view.zones),
  },
  {
    keys: ['i'],
    shown: 'i',
    text: 'what the computer would do here',
    where: (game) => game.mayAsk,
    run: ({ game }) => game.ask(),
  },
  {
    keys: ['r'],
    shown: 'r',
    text: 'the rulebook',
    run: ({ game }) => (game.clause = game.clause === null ? '' : null),
  },
  {
    keys: ['v'],
    shown: 'v',
    text: 'what the words mean that are said here now',
    where: (game) => Object.keys(game.facts?.terms ?? {}).length > 0,
    run: ({ game }) => ([game.clause, game.word] = ['', '']),
  },
  { keys: ['?'], shown: '?', text: 'this list', run: ({ help }) => help() },
];

/** The keys that do something in a battle; all of them where there is none yet. */
export function keysOf(game: Game | null): Key[] {
  return KEYS.filter((key) => !game || !key.where || key.where(game));
}

/** The key of the list that an event means; none while words are being typed, and none for other Ctrl chords. */
export function keyOf(event: KeyboardEvent, game: Game): Key | undefined {
  const chord = event.ctrlKey || event.metaKey;
  const name = chord ? `ctrl+${event.key.toLowerCase()}` : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.altKey) return undefined;
  return keysOf(game).find((key) => key.keys.includes(name));
}

/** Whether a key belongs to a dialog that is open, or to what has the focus: a field, or a button that Enter presses. */
export function isTaken(event: KeyboardEvent): boolean {
  if (document.querySelector('dialog:modal')) return true;
  const at = event.target;
  if (!(at instanceof HTMLElement)) return false;
  if (at.closest('select, textarea')) return true;
  const field = at.closest('input');
  if (field)
    return !(['radio', 'checkbox', 'range'].includes(field.type) && (event.key === 'Enter' || event.key === 'Escape'));
  return at.closest('button, a, summary') !== null && (event.key === 'Enter' || event.key === ' ');
}
