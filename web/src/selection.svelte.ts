/** Which figures are chosen, and how others are: by pointer, by keys, a whole block at once. */

import { blockOf } from './board/geometry';
import type { Known } from './known.svelte';

/** What choosing does to what lies on the table. */
interface Table {
  /** A pointer holds a draft: nobody else is chosen meanwhile. */
  held: () => boolean;
  /** What is drafted or thought about is put away. */
  cancel: () => void;
}

export class Selection {
  ids = $state.raw<readonly string[]>([]);
  /** Of these, those that stay chosen while keys look for others. */
  kept = $state.raw<readonly string[]>([]);

  #known: Known;
  #table: Table;

  constructor(known: Known, table: Table) {
    this.#known = known;
    this.#table = table;
  }

  /** The listed actions that are about just the chosen figures, or among others about the one that is. */
  readonly about = $derived.by(() => {
    const ids = new Set(this.ids);
    if (ids.size === 0) return [];
    return this.#known.orders.filter((one) =>
      ids.size === 1
        ? one.figures.some((id) => ids.has(id))
        : one.figures.length === ids.size && one.figures.every((id) => ids.has(id)),
    );
  });

  select(ids: readonly string[], adding = false) {
    if (this.#table.held()) return;
    this.#table.cancel();
    this.kept = [];
    this.ids = adding ? [...new Set([...this.ids, ...ids])] : ids;
  }

  toggle(id: string) {
    this.#table.cancel();
    this.kept = [];
    this.ids = this.ids.includes(id) ? this.ids.filter((one) => one !== id) : [...this.ids, id];
  }

  /** Those that would go with the first of the chosen: of a unit whose turn it is, those that may still move. */
  get block(): string[] {
    const { scene } = this.#known;
    const first = this.ids[0];
    const all = first && scene ? blockOf(first, scene.figures) : [];
    const able = all.filter((id) => this.#known.figure(id)?.may_act);
    return first && this.#known.figure(first)?.unit && able.includes(first) ? able : all;
  }

  selectBlock() {
    const first = this.ids[0];
    if (first) this.select([first, ...this.block.filter((id) => id !== first)]);
  }

  /** The next (or last) figure with which something can be done, besides those that are kept chosen. */
  selectNext(by: 1 | -1) {
    const { scene, orders, reserve } = this.#known;
    const listed = new Set(orders.flatMap((one) => one.figures));
    const standing = (scene?.figures ?? [])
      .filter((figure) => figure.may_act || listed.has(figure.id))
      .map((figure) => figure.id);
    const able = [...standing, ...reserve.keys()];
    if (able.length === 0) return;
    const at = able.indexOf(this.ids[0] ?? '');
    const next = able[at < 0 ? (by > 0 ? 0 : able.length - 1) : (at + by + able.length) % able.length]!;
    const kept = this.kept.filter((id) => this.ids.includes(id));
    this.select([next, ...kept.filter((id) => id !== next)]);
    this.kept = kept;
  }

  /** The first of those that are chosen stays so while the next one is looked for; or no longer. */
  keep() {
    const first = this.ids[0];
    if (first === undefined) return;
    this.kept = this.kept.includes(first) ? this.kept.filter((id) => id !== first) : [...this.kept, first];
  }

  /** Those that are on the table no more are chosen no more. */
  keepOnly(there: ReadonlySet<string>) {
    this.ids = this.ids.filter((id) => there.has(id));
  }
}
