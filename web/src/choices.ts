/** Orders for just the figures that the player has chosen, made after the pattern of listed ones. Pure. */

import { hasPlace } from './draft';
import type { LegalAction } from './messages';
import { capital } from './words';

const PATTERNS = 3;

/** Whether dice may fall where an order is carried out: where it puts nobody anywhere. */
export function mayThrow(order: LegalAction): boolean {
  return order.ghost.length === 0 && !hasPlace(order.action) && !order.action.via?.length;
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
  const same = (figures: readonly string[]) => figures.length === chosen.length && chosen.every((id) => figures.includes(id));
  if (!fits || listed.some((one) => same(one.figures))) return [];
  // The largest company of each pattern sets it: it has the most files.
  const largest = [...listed].sort((a, b) => a.figures.length - b.figures.length);
  const patterns = new Map(largest.map((one) => [JSON.stringify({ ...one.action, figures: [], amount: null, to: null }), one]));
  if (patterns.size > PATTERNS) return [];
  return [...patterns.values()].map((pattern) => {
    const where = pattern.action.target ? ` at ${pattern.action.target.replaceAll('_', ' ')}` : '';
    const label = `${capital(pattern.verb)}${where}: only ${chosen.map(nameOf).join(', ')}`;
    const amount = pattern.action.amount == null ? null : Math.min(pattern.action.amount, chosen.length);
    return {
      action: { ...pattern.action, figures: [...chosen], amount },
      text: label, label, verb: pattern.verb, figures: [...chosen], cost: null, ghost: [], puts: [],
    };
  });
}
