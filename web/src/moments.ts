/** Moments of a battle: the turn around one, and the address that shows it. */

/** The first and last number of a turn: the table before it, and after its last action. */
export function turnAround(steps: readonly { side: string | null }[], step: number): [number, number] {
  const side = steps[step]?.side;
  let [from, to] = [step, step];
  while (from > 1 && steps[from - 1]!.side === side) from -= 1;
  while (to + 1 < steps.length && step > 0 && steps[to + 1]!.side === side) to += 1;
  return [Math.max(0, from - 1), to];
}

/** Where spectators see a battle as it stood after a step; `watch`: the spectators' page, `page`: where this one is. */
export const momentLink = (watch: string, step: number, page: string) => new URL(`${watch}/at/${step}`, page).href;

/** The link and the step that a page's path names: `/play/LINK`, or `/play/LINK/at/STEP`. */
export function momentOf(path: string): { token: string; step: number | null } {
  const found = /^\/play\/([^/]+)(?:\/at\/(\d+))?\/?$/.exec(path);
  return { token: decodeURIComponent(found?.[1] ?? ''), step: found?.[2] === undefined ? null : Number(found[2]) };
}
