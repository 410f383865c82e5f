/** Answers in words, and those that read alike told apart by what they differ in. Pure. */

import { heading } from './board/geometry';
import { STAYS, wayWords } from './board/ways';
import { t } from './language';
import type { HandFact, LegalAction, Scene, SceneFigure } from './messages';
import { count, measured } from './words';

/** What is known of the table. */
export interface Table {
  figures: ReadonlyMap<string, SceneFigure>;
  hands: readonly HandFact[];
  scene: Pick<Scene, 'unit'> | null;
  span: number;
}

/** An answer and what stands on its button. */
export interface Answer {
  order: LegalAction;
  words: string;
}

/** What is never drawn by hand does what its own label says, and so does who stays where they stand; else how far it goes. */
export function inWords(order: LegalAction, label: string, { figures, hands, scene, span }: Table): string {
  const { mode } = order.action;
  const way = wayWords(order, figures, scene?.unit ?? '', span);
  const drawn = hands.length === 0 || hands.some((hand) => hand.form.verb === order.verb);
  if (!way || way === t(STAYS) || !drawn) return label;
  const hand = hands.find(({ form }) => form.verb === order.verb && form.mode === mode);
  const how = mode ? `, ${(hand?.label ?? mode).toLowerCase()}` : '';
  return `${order.figures.length > 1 ? count(order.figures.length, 'figure') : t('alone')}${how}: ${way}`;
}

/** Who does it. */
const whoOf = ({ figures }: LegalAction) => ` (${figures.join(', ')})`;

/** Where its way bends, and to which hand; nothing where it goes straight. */
function bendsOf({ action, figures }: LegalAction, table: Table): string {
  const start = table.figures.get(figures[0] ?? '');
  const bends = action.via ?? [];
  if (!start || bends.length === 0 || !action.to) return '';
  const ends = [...bends, action.to];
  let from = [start.x, start.y] as [number, number];
  let before = heading(start.facing);
  let gone = 0;
  const told: string[] = [];
  for (const to of ends) {
    const way = { x: to[0] - from[0], y: to[1] - from[1] };
    const hand = before.x * way.y - before.y * way.x;
    const where = gone > 0 ? ` ${t('after')} ${measured(gone, table.span, table.scene?.unit ?? '')}` : '';
    if (Math.abs(hand) > 1e-6) told.push(`${hand < 0 ? t('right') : t('left')}${where}`);
    gone += Math.hypot(way.x, way.y);
    before = way;
    from = to;
  }
  return told.length > 0 ? `, ${t('bending')} ${told.join(', ')}` : '';
}

/** Where it ends, for what has no way to be told by. */
function placeOf({ action }: LegalAction, { span, scene }: Table): string {
  if (!action.to) return '';
  const [east, north] = action.to.map((one) => measured(one, span, scene?.unit ?? ''));
  return `: ${east} ${t('to the east,')} ${north} ${t('to the north')}`;
}

const alike = ({ order: { verb, cost, action }, words }: Answer) =>
  JSON.stringify([words, verb, cost, action.target ?? null, action.item ?? null, action.amount ?? null]);

/** Every answer in words of its own. Of ways that differ by less than is ever said, only the first is one. */
export function apart(orders: readonly LegalAction[], table: Table): Answer[] {
  let told = orders.map((order) => ({ order, words: inWords(order, order.label, table) }));
  const goes = new Set(told.filter(({ order, words }) => words !== order.label).map(({ order }) => order));
  for (const tell of [whoOf, bendsOf, placeOf]) {
    const tales = new Map<string, Set<string>>();
    for (const one of told) tales.set(alike(one), (tales.get(alike(one)) ?? new Set()).add(tell(one.order, table)));
    told = told.map((one) => {
      if (tell === placeOf && goes.has(one.order)) return one; // how far it goes is said
      return tales.get(alike(one))!.size > 1 ? { ...one, words: one.words + tell(one.order, table) } : one;
    });
  }
  const first = new Map(told.toReversed().map((one) => [alike(one), one]));
  return told.filter((one) => !goes.has(one.order) || first.get(alike(one)) === one);
}
