import { expect, it } from 'vitest';
import { ledgersOf } from './ledgers';

it('a figure has one ledger, also when a line of it is about a third figure', () => {
  const line = (text: string, amount: number) => ({ text, amount, clause: null, thrown: false });
  const ledgers = ledgersOf([
    { figure: 'G3', against: 'R2', total: 3, lines: [line('Combat factor', 3)] },
    { figure: 'R2', against: 'G3', total: 2, lines: [line('Combat factor', 2)] },
    { figure: 'R2', against: 'R1', total: 1, lines: [line('Centurion A level beside', 1)] },
  ]);
  expect(ledgers.map((ledger) => [ledger.figure, ledger.total, ledger.lines.length])).toEqual([
    ['G3', 3, 1],
    ['R2', 3, 2],
  ]);
});
