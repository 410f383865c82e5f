/** The nouns of the board. Lengths in table units, y to the north, facing in degrees clockwise from north. */

export interface Point {
  x: number;
  y: number;
}

/** Where a base stands. */
export interface Pose extends Point {
  facing: number;
}

/** A pose with the base it belongs to. */
export interface Placed extends Pose {
  id: string;
  width: number;
  depth: number;
  /** A disc has its diameter as width and as depth. */
  shape?: 'rectangle' | 'disc';
}

/** Axis-parallel box; x0 <= x1 and y0 <= y1. */
export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Drawn over the table: one kind each, so that a new overlay is a new member and one branch in Overlay.svelte. */
export type Overlay =
  | { kind: 'zone'; key: string; points: Point[]; closed: boolean; label: string; words?: string; style: string }
  | { kind: 'place'; key: string; base: Placed; label: string; style: string }
  | { kind: 'ghost'; key: string; base: Placed; tone: Tone }
  | { kind: 'trail'; key: string; points: Point[]; tone: Tone }
  | { kind: 'ruler'; key: string; from: Point; to: Point }
  | { kind: 'mark'; key: string; points: Point[]; tone: Tone }
  | { kind: 'box'; key: string; box: Box };

/** What the judge has said so far; a hint; or what has been done already. */
export type Tone = 'asked' | 'good' | 'bad' | 'hint' | 'went';
