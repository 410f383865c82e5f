/** Scores as they are read: one ledger for each figure, whoever a line of it is about. */

import type { Tally } from './messages';

export function ledgersOf(tallies: readonly Tally[]): Tally[] {
  const ledgers = new Map<string, Tally>();
  for (const tally of tallies) {
    const before = ledgers.get(tally.figure);
    ledgers.set(
      tally.figure,
      before ? { ...before, lines: [...before.lines, ...tally.lines], total: before.total + tally.total } : tally,
    );
  }
  return [...ledgers.values()];
}
