/** The time of this window, told anew every second while somebody looks at it. */

import { createSubscriber } from 'svelte/reactivity';

export class Ticking {
  #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  });

  /** Milliseconds, as `performance.now()` counts them. */
  get now(): number {
    this.#subscribe();
    return performance.now();
  }
}
