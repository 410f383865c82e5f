/** How this window looks at the table: camera and toggles. Buttons, keys and the board share it. */

import { fit, fitTable, freeCorner, settled, zoomed } from './camera';
import type { Camera, Pixels, Table } from './camera';
import { boxOf, grown } from './geometry';
import type { Box, Point } from './types';

/** Table units that are seen about what is followed, to every side. */
const CLOSE = 6;
/** Pixels of a window's width below which it is a phone's. */
export const NARROW = 600;

export class View {
  /** Null: the whole table. */
  camera = $state.raw<Camera | null>(null);
  /** Figures hidden, to see the ground. */
  bare = $state(false);
  /** Whatever the rules draw, even what is else drawn only about the figure that is chosen. */
  zones = $state(false);
  /** A drag lays the ruler instead of moving anything. */
  measuring = $state(false);
  /** Where the ruler lies. */
  ruler = $state.raw<{ from: Point; to: Point } | null>(null);
  /** A drag selects instead of moving the table: for fingers, which have no shift key. */
  boxing = $state(false);

  /** Pixels at the upper edge of the board that hide the table, because something is said there. */
  above = $state(0);

  #board = $state.raw<Pixels>({ width: 1, height: 1 });
  #table = $state.raw<Table>({ width: 1, height: 1 });
  /** How one looked before something was followed. */
  #left: { camera: Camera | null } | null = null;

  know(facts: Pixels & { scene: Table }) {
    this.#board = { width: facts.width, height: facts.height };
    this.#table = facts.scene;
  }

  get #shape(): number {
    return this.#board.width / Math.max(1, this.#board.height);
  }

  /** What is seen now. */
  get #seen(): Camera {
    return this.camera ?? fitTable(this.#table, this.#shape, this.#board.width < NARROW);
  }

  /** Where on the board something so large hides fewest of these things, so many pixels below what is said there. */
  cornerFor(size: Pixels, things: readonly Box[], edge: number, chosen: readonly Box[] = []) {
    return freeCorner(things, this.#seen, this.#board, size, this.above + edge, chosen);
  }

  zoom(factor: number) {
    const camera = this.#seen;
    this.camera = zoomed(camera, factor, camera, this.#table, this.#shape);
  }

  pan(dx: number, dy: number) {
    const camera = this.#seen;
    this.camera = { ...camera, x: camera.x + (dx * camera.height) / 10, y: camera.y + (dy * camera.height) / 10 };
  }

  fit() {
    this.camera = null;
  }

  /** Take the ruler up, from a point where there is one to begin with, or lay it aside. */
  measure(from: Point | null = null) {
    this.measuring = !this.measuring;
    this.ruler = this.measuring && from ? { from, to: from } : null;
  }

  /** The far end of the ruler goes so far. */
  stretchRuler(dx: number, dy: number) {
    const middle = { x: this.#table.width / 2, y: this.#table.height / 2 };
    const { from, to } = this.ruler ?? { from: middle, to: middle };
    this.ruler = { from, to: { x: to.x + dx, y: to.y + dy } };
  }

  /** Come close to points, and go back to where one looked from when there are none any more. */
  follow(points: readonly Point[]) {
    if (points.length === 0) {
      if (this.#left) this.camera = this.#left.camera;
      this.#left = null;
      return;
    }
    this.#left ??= { camera: this.camera };
    const wanted = fit(grown(boxOf(points), CLOSE), this.#shape);
    const height = Math.min(Math.max(wanted.height, 2 * CLOSE), this.#table.height);
    this.camera = settled({ ...wanted, height }, this.#table, this.#shape);
  }

  /** How much of the board's height is under what is said there. */
  get #hidden(): number {
    return Math.min(0.6, this.above / this.#board.height);
  }

  #sees({ x, y, height }: Camera, p: Point): boolean {
    const top = y + height * (0.5 - this.#hidden);
    return Math.abs(p.x - x) < (height * this.#shape) / 2 - 1 && p.y > y - height / 2 + 1 && p.y < top - 1;
  }

  /** Bring points into view when none of them is: those who are to act, after what others did elsewhere. */
  find(points: readonly Point[]) {
    const { camera } = this;
    if (camera && !points.some((p) => this.#sees(camera, p))) this.show(points);
  }

  /** Bring points into view when they are not, or lie under what is said, without coming closer than now. */
  show(points: readonly Point[]) {
    const { camera } = this;
    if (!camera || points.every((p) => this.#sees(camera, p))) return;
    const { height } = camera;
    const hidden = this.#hidden;
    const wanted = fit(grown(boxOf(points), 1), this.#shape / (1 - hidden));
    const whole = Math.max(wanted.height / (1 - hidden), height);
    const at = { x: wanted.x, y: wanted.y + (whole * hidden) / 2, height: whole };
    this.camera = settled(at, this.#table, this.#shape, whole * hidden);
  }
}
