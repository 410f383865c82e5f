/** Marches straight ahead - columns, narrower fronts - while a player chooses how far they go. Pure. */

import type { LegalAction } from './messages';

/** Whether an action says nothing of its way but how far ahead it goes. */
export function isStraight(order: LegalAction): boolean {
  const legs = order.action.legs ?? [];
  return legs.length === 1 && (legs[0]!.ahead ?? 0) > 0 && !legs[0]!.wheel;
}

/** The march with so much more of a way, never backwards; where it leads the judge has to say. */
export function stretched(order: LegalAction, by: number): LegalAction {
  const ahead = Math.max(0, Number(((order.action.legs?.[0]?.ahead ?? 0) + by).toFixed(7)));
  const { to: _to, facing: _facing, ...rest } = order.action;
  return { ...order, ghost: [], action: { ...rest, legs: [{ ahead }] } };
}
