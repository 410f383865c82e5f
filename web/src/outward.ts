/** How others reach this server: a page asked by a name that means this machine alone needs another for its links. */

import { reach } from './api';
import type { ReachFact } from './messages';

const ALONE = /^(localhost|127\.|\[::1\])/;

/** This page was asked by such a name. */
export const here = ALONE.test(globalThis.location?.hostname ?? '');

/** Where others find the server, or what there is to do; null where this page's own address serves them, or nobody knows. */
export const outward = (): Promise<ReachFact | null> => (here ? reach().catch(() => null) : Promise.resolve(null));

/** A path of this server as a link for others. */
export const linkFor = (path: string, found: ReachFact | null): string =>
  new URL(path, found?.address || location.href).href;
