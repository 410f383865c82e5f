/** What the rules draw over the table now, and what its colours mean: the board and its legend ask the same function. */

import type { Game } from '../game.svelte';
import { t } from '../language';
import { explainedOverlays, reachOverlays, ruleOverlays } from './overlays';
import type { Overlay } from './types';

/** As far as the board looks at a battle for this. */
type Seen = Pick<Game, 'facts' | 'scene' | 'replaying' | 'ahead'> & {
  playback: Pick<Game['playback'], 'account'>;
  drafting: Pick<Game['drafting'], 'draft'>;
  considering: Pick<Game['considering'], 'considered'>;
  questions: Pick<Game['questions'], 'explained'>;
  judge: Pick<Game['judge'], 'said'>;
};

/** Zones, arcs, places and the reach; those of a quiet kind only where `zones` are asked for. */
export function ruledNow(game: Seen, zones: boolean): Overlay[] {
  if (game.playback.account) return [];
  const draft = game.drafting.draft;
  const quiet = new Set((game.facts?.overlays ?? []).filter((one) => one.quiet).map((one) => one.kind));
  // What a draft draws anew for where it would end stands no more where it was.
  const redrawn = new Set(draft ? (game.judge.said?.overlays ?? []).map((one) => one.kind) : []);
  return [
    ...reachOverlays(game.replaying || draft?.fresh || draft?.via.length ? [] : game.ahead.reach),
    ...ruleOverlays(
      (game.scene?.overlays ?? []).filter((one) => !redrawn.has(one.kind)),
      quiet,
      zones,
    ),
    ...aboutWho(game),
  ];
}

/** What is drawn for the one who is chosen, or for what lies on the table or is thought about. */
function aboutWho(game: Seen): Overlay[] {
  if (game.drafting.draft || game.considering.considered)
    return ruleOverlays(game.ahead.overlays, undefined, true, 'ahead');
  return game.questions.explained && !game.replaying ? explainedOverlays(game.questions.explained.explanation) : [];
}

/** The colours that are drawn, in the game's words; none while nobody is chosen and zones are not asked for. */
export function legendOf(game: Seen, zones: boolean): { style: string; text: string }[] {
  const drawnUp = game.drafting.draft ? ruleOverlays(game.judge.said?.overlays ?? []) : [];
  const ruled = [...ruledNow(game, zones), ...drawnUp];
  const drawn = new Set(ruled.flatMap((one) => (one.kind === 'zone' || one.kind === 'place' ? [one.style] : [])));
  if (!zones && drawnUp.length === 0 && aboutWho(game).length === 0 && !drawn.has('range-of')) return [];
  const words = [
    { style: 'range-of', text: t('how far it may go, facing as it does') },
    ...(game.facts?.overlays ?? []).map((one) => ({ style: one.kind, text: one.text })),
    { style: 'place-open', text: t('contact that it may move to') },
    { style: 'place', text: t('contact, not by a move now') },
  ];
  return words.filter((one) => drawn.has(one.style));
}
