/** Which puzzles somebody has solved here, kept in the browser. Pure. */

/** What came of a puzzle when it was answered last. */
export type Came = 'solved' | 'missed';
export type Progress = Readonly<Record<string, Came>>;

const place = (game: string) => `puzzles of ${game}`;

/** How far somebody has come with the puzzles of a game; nothing where nothing readable is kept. */
export function progressOf(game: string, store: Pick<Storage, 'getItem'> = localStorage): Progress {
  try {
    const kept = JSON.parse(store.getItem(place(game)) ?? '{}') as Record<string, unknown> | null;
    const known = Object.entries(kept ?? {}).filter(([, came]) => came === 'solved' || came === 'missed');
    return Object.fromEntries(known) as Progress;
  } catch {
    return {}; // Somebody else's words under our name: begin anew.
  }
}

export function keepProgress(game: string, progress: Progress, store: Pick<Storage, 'setItem'> = localStorage): void {
  store.setItem(place(game), JSON.stringify(progress));
}

/** Progress after an answer: what was solved once stays so. */
export function after(progress: Progress, key: string, right: boolean): Progress {
  return { ...progress, [key]: right || progress[key] === 'solved' ? 'solved' : 'missed' };
}

/** How many of these puzzles are solved; what is kept of others does not count. */
export const solved = (keys: readonly string[], progress: Progress): number =>
  keys.filter((key) => progress[key] === 'solved').length;

/** The next puzzle that is not solved, behind this one and then from the first on; else the one that follows. */
export function nextOf(keys: readonly string[], progress: Progress, at: number): number {
  const round = keys.map((_, step) => (at + 1 + step) % keys.length);
  return round.find((place) => place !== at && progress[keys[place]!] !== 'solved') ?? (at + 1) % keys.length;
}
