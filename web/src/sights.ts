/** Who sees what, of a game in which it counts: pure. What figures see the server says. */

import type { Scene, SceneSight } from './messages';

/** Figures on the table that nobody of these sides sees; of whoever looks for no side none. */
export function unseenBy(scene: Scene, sides: readonly string[]): ReadonlySet<string> {
  const unseen = (by: readonly string[]) => sides.length > 0 && sides.every((side) => by.includes(side));
  return new Set(scene.figures.filter((one) => unseen(one.unseen_by)).map((one) => one.id));
}

/** What figures of these sides see of the ground. */
export function seenBy(scene: Scene, sides: readonly string[]): SceneSight[] {
  return scene.sights.filter((one) => sides.includes(one.side));
}
