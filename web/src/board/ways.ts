/** A listed move in few words, as seen from its leader: how far, to which hand, how turned, against whom. */

import { t } from '../language';
import type { LegalAction, Pose, SceneFigure } from '../messages';
import { measured } from '../words';
import { adjoin, heading, rigid, turnBetween } from './geometry';

const SMALL = 0.05;

/** The words for no way at all. */
export const STAYS = 'on the spot';

export function wayWords(
  action: LegalAction,
  figures: ReadonlyMap<string, SceneFigure>,
  unit: string,
  span = 1,
): string | null {
  const end = action.ghost[0];
  const start = end && figures.get(end.id);
  // A way from the table to the table only: who comes from a box beside it has no way that could be measured.
  if (!end || !start || !action.ghost.every((pose) => figures.has(pose.id))) return null;
  if (isExchange(action.ghost, figures)) return null;
  // Nor has a unit of which each goes its own way.
  if (
    !action.action.column &&
    !rigid(
      action.ghost.map((pose) => figures.get(pose.id)!),
      action.ghost,
    )
  )
    return null;
  const ahead = heading(start.facing);
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const forward = dx * ahead.x + dy * ahead.y;
  const right = dx * ahead.y - dy * ahead.x;
  const turn = Math.round(turnBetween(start.facing, end.facing));
  const length = (value: number) => measured(Math.abs(value), span, unit);
  const parts = [
    Math.abs(forward) >= SMALL && `${length(forward)} ${forward > 0 ? t('ahead') : t('back')}`,
    Math.abs(right) >= SMALL && `${length(right)} ${right > 0 ? t('to the right') : t('to the left')}`,
    Math.abs(turn) >= 1 &&
      (Math.abs(turn) === 180
        ? t('turned about')
        : `${t('turned')} ${Math.abs(turn)}° ${turn > 0 ? t('right') : t('left')}`),
  ].filter((part) => part !== false);
  if (action.action.column)
    parts.push((action.action.amount ?? 0) > 1 ? `in ${action.action.amount} files` : t('in column'));
  const met = enemiesMet(action, figures);
  const way = parts.join(', ') || t(STAYS);
  return met.length > 0 ? `${t('to')} ${met.join(` ${t('and')} `)} (${way})` : way;
}

/** Two figures that take each other's places go no way of their own. */
function isExchange(ghost: readonly Pose[], figures: ReadonlyMap<string, SceneFigure>): boolean {
  const near = (a: Pose, b: Pose) => Math.hypot(figures.get(b.id)!.x - a.x, figures.get(b.id)!.y - a.y) < 0.5;
  return ghost.length === 2 && near(ghost[0]!, ghost[1]!) && near(ghost[1]!, ghost[0]!);
}

/** Names of the figures of other sides whose bases the move ends along; of several of one name which of them. */
function enemiesMet(action: LegalAction, figures: ReadonlyMap<string, SceneFigure>): string[] {
  const shared = ({ id, name }: SceneFigure) => [...figures.values()].some((one) => one.name === name && one.id !== id);
  const names = action.ghost.flatMap((pose) => {
    const figure = figures.get(pose.id);
    if (!figure) return [];
    const placed = { ...figure, ...pose };
    return [...figures.values()]
      .filter((other) => other.side !== figure.side && adjoin(placed, other))
      .map((other) => (shared(other) ? `${other.name} ${other.id}` : other.name));
  });
  return [...new Set(names)];
}
