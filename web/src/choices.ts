/** What kind of choice a listed action is, and orders for just the figures that are chosen, after the pattern of listed ones. Pure. */

import { hasPlace } from './draft';
import type { LegalAction, SceneBox } from './messages';
import { capital } from './words';

const PATTERNS = 3;

/** Buttons in the top bar. */
const MOST_CONTROLS = 6;

/** Of the listed actions those that need no figure, or are said for all at once: they are buttons. */
export function controlsIn(legal: readonly LegalAction[]): LegalAction[] {
  const bare = legal.filter(
    (one) =>
      one.sweeping ||
      (one.figures.length === 0 && one.ghost.length === 0 && !hasPlace(one.action) && !one.action.via?.length),
  );
  // Where there is much to choose from, a list reads better than a row of buttons.
  return bare.length <= MOST_CONTROLS
    ? bare
    : bare.filter((one) => one.sweeping || (!one.action.target && !one.action.item));
}

/**
 * Of the listed actions, by figure, those that put one on the table from beside it. A hero on a battalion's base stands
 * nowhere either, and waits beside no table.
 */
export function reserveIn(legal: readonly LegalAction[], boxes: readonly SceneBox[]): Map<string, LegalAction> {
  const waiting = new Set(boxes.flatMap((box) => box.figures.map((one) => one.id)));
  const found = new Map<string, LegalAction>();
  for (const one of legal) {
    if (!hasPlace(one.action) || !one.figures.every((id) => waiting.has(id))) continue;
    for (const id of one.figures) if (!found.has(id)) found.set(id, one);
  }
  return found;
}

/** The one figure that the listed actions put somewhere, when they are about nobody else. */
export function onlyPlaced(legal: readonly LegalAction[]): string | null {
  const about = legal.filter((one) => one.figures.length > 0);
  const ids = new Set(about.flatMap((one) => one.figures));
  return ids.size === 1 && about.every((one) => hasPlace(one.action)) ? [...ids][0]! : null;
}

/** Whether dice may fall where an order is carried out: where it puts nobody anywhere. */
export function mayThrow(order: LegalAction): boolean {
  return order.ghost.length === 0 && !hasPlace(order.action) && !order.action.via?.length;
}

/** Attacks that go somewhere first, of which the odds are said in the list: each takes the server a tenth of a second. */
const ATTACKS = 8;

/**
 * The orders of which odds are said in the list: where dice may fall, and, in a game that does not foresee the fights that
 * a move leads to, the first of those that go somewhere and attack somebody.
 */
export function withOdds(orders: readonly LegalAction[], foresees: boolean): LegalAction[] {
  let attacks = foresees ? 0 : ATTACKS;
  return orders.filter((one) => one.figures.length > 0 && (mayThrow(one) || (one.action.target && attacks-- > 0)));
}

/**
 * `listed` are all actions of one verb that put nobody anywhere by hand. Where they name whole companies of the
 * player's own figures, the same is offered for a chosen part of them; the server judges it. Nothing is offered where
 * a listed action has exactly these figures, or where the verb is about an enemy too.
 */
export function ownChoices(
  listed: readonly LegalAction[],
  chosen: readonly string[],
  isOwn: (id: string) => boolean,
  nameOf: (id: string) => string,
): LegalAction[] {
  const able = new Set(listed.flatMap((one) => one.figures));
  const fits = chosen.length > 0 && chosen.every((id) => able.has(id)) && [...able].every(isOwn);
  const same = (figures: readonly string[]) =>
    figures.length === chosen.length && chosen.every((id) => figures.includes(id));
  if (!fits || listed.some((one) => same(one.figures))) return [];
  // The largest company of each pattern sets it: it has the most files.
  const largest = [...listed].sort((a, b) => a.figures.length - b.figures.length);
  const patterns = new Map(
    largest.map((one) => [JSON.stringify({ ...one.action, figures: [], amount: null, to: null }), one]),
  );
  if (patterns.size > PATTERNS) return [];
  return [...patterns.values()].map((pattern) => {
    const where = pattern.action.target ? ` at ${pattern.action.target.replaceAll('_', ' ')}` : '';
    const label = `${capital(pattern.verb)}${where}: only ${chosen.map(nameOf).join(', ')}`;
    const amount = pattern.action.amount == null ? null : Math.min(pattern.action.amount, chosen.length);
    return {
      action: { ...pattern.action, figures: [...chosen], amount },
      text: label,
      label,
      verb: pattern.verb,
      figures: [...chosen],
      cost: null,
      ghost: [],
      puts: [],
      place: 0,
      likely: false,
      sweeping: false,
    };
  });
}
