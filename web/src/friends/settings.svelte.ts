/** What whoever sits at this browser likes: kept here, for every battle. */

import { LANGUAGES } from '../language';

export interface Settings {
  /** What the others call them; empty: nothing. */
  name: string;
  /** A quiet tone when it is one's turn. */
  sound: boolean;
  /** A notice of the browser when it is one's turn and the page is out of sight. */
  notice: boolean;
  /** How the page looks: as the system does, or always so. */
  look: string;
  /** Nothing is carried out before it is confirmed; else a move is as soon as it is let go, an answer as it is pressed. */
  confirm: boolean;
  /** Numbers along the table's frame, as notation counts: in the game's unit, from the south-western corner. */
  coordinates: boolean;
  /** What the page is written in; empty: as the server speaks. */
  language: string;
}

/** The first language that a browser asks for and the board speaks; empty for English, where the server's own goes first. */
export function languageOf(liked: readonly string[]): string {
  const codes = liked.map((tag) => tag.split('-')[0]);
  const first = codes.find((code) => LANGUAGES.some(([known]) => known === code)) ?? '';
  return first === 'en' ? '' : first;
}

/** What the page may look like; empty: as the system does. */
export const LOOKS = ['', 'light', 'dark'];

const PLACE = 'settings';
const USUAL: Settings = {
  name: '',
  sound: false,
  notice: false,
  look: '',
  confirm: true,
  coordinates: false,
  language: languageOf(globalThis.navigator?.languages ?? []),
};

/** What is kept, where it is of its kind; else as usual. */
export function settingsIn(text: string | null): Settings {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    // not ours
  }
  const own = Object.entries(kept && typeof kept === 'object' ? kept : {}).filter(
    ([key, value]) => key in USUAL && typeof value === typeof USUAL[key as keyof Settings],
  );
  return { ...USUAL, ...Object.fromEntries(own) };
}

class Kept {
  now = $state.raw<Settings>(settingsIn(globalThis.localStorage?.getItem(PLACE) ?? null));

  set(some: Partial<Settings>) {
    this.now = { ...this.now, ...some };
    globalThis.localStorage?.setItem(PLACE, JSON.stringify(this.now));
  }
}

export const settings = new Kept();

/** An address whose answer is read in the language liked here, where that is not the server's. */
export const spoken = (path = '') =>
  settings.now.language ? `${path}${path.includes('?') ? '&' : '?'}language=${settings.now.language}` : path;
