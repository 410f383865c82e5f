/** Where the focus goes at the table when keys open a panel, close it, or walk the list of what may be done. */

/** Follows one panel after another in `place`, for players who use keys; whoever points is left alone. */
export class Follower {
  /** Whether keys were used last, and what had the focus then: a list that is shut has lost it. */
  #keys = false;
  #at: Element | null = null;
  #listed = false;
  /** Where the player came from; null: from the list beside the table. */
  #from: Element | null = null;
  #place: HTMLElement | null = null;
  #open = '';

  /** The place of the panels, as an attachment. */
  readonly hold = (place: HTMLElement) => {
    this.#place = place;
    return () => {
      this.#place = null;
    };
  };

  used(keys: boolean) {
    this.#keys = keys;
    this.#at = document.activeElement;
    this.#listed = this.#place?.contains(this.#at) ?? false;
  }

  /** What is open there has changed; empty: nothing. */
  see(open: string) {
    const before = this.#open;
    this.#open = open;
    if (open === before || !this.#place) return;
    if (before === '') this.#from = this.#listed ? null : this.#at;
    if (!this.#keys) return;
    if (open !== '') this.#place.querySelector<HTMLElement>('[data-panel]')?.focus();
    else this.#return();
  }

  /** Back to where the player came from; if that is gone, to the table. */
  #return() {
    if (this.#from === null) this.walk(1);
    else if (this.#from instanceof HTMLElement && this.#from !== document.body) this.#from.focus();
    if (document.activeElement === document.body) document.querySelector<SVGElement>('svg.sandtable')?.focus();
  }

  /** From one listed thing to the next, round and round. */
  walk(by: 1 | -1) {
    const all = [...(this.#place?.querySelectorAll<HTMLElement>('button.order') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : (at + by + all.length) % all.length;
    all[next]?.focus();
  }
}
