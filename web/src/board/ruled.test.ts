import { beforeEach, expect, it } from 'vitest';
import { order } from '../fixtures/messages';
import { village } from '../fixtures/village';
import { asked, game, judgement, open, say, state } from '../fixtures/window';
import { legendOf, ruledNow } from './ruled';

const drawn = (kind: string) =>
  ({
    kind,
    points: [
      [0, 0],
      [1, 1],
    ],
    closed: false,
    label: '',
    words: '',
  }) as never;
const styles = () => legendOf(game, false).map((one) => one.style);

beforeEach(() => {
  open();
  const kinds = ['arc', 'sight', 'zone'].map((kind) => ({ kind, text: kind, quiet: kind === 'zone' }));
  game.facts = { ...game.facts!, overlays: kinds } as never;
  say(state(2, { scene: { ...village, overlays: [drawn('zone')] } }));
  game.questions.explained = {
    type: 'explained',
    n: 1,
    version: 1,
    figure: 'R1',
    explanation: { notes: [], overlays: [drawn('arc')], places: [{ x: 1, y: 1, facing: 0, is_open: true, kind: '' }] },
  } as never;
});

it('the legend names what is drawn for the chosen one', () => {
  expect(styles()).toEqual(['arc', 'place-open']);
  expect(legendOf(game, true).map((one) => one.style)).toEqual(['arc', 'zone', 'place-open']);
});

it('while an order is weighed it names what that draws, and what it hides no more', () => {
  game.considering.considered = order('move', ['R1']);
  expect(styles()).toEqual([]);
  game.ahead.overlays = [drawn('sight')];
  expect(styles()).toEqual(['sight']);
  expect(ruledNow(game, false).map((one) => one.kind)).toEqual(['zone']);
});

it('with a move on the table it names what the judge drew up', () => {
  game.chosen.select(['R1']);
  game.nudge(0, 1);
  judgement(asked().at(-1)!.n, true, { overlays: [drawn('arc')] });
  expect(game.judge.said?.overlays).toHaveLength(1);
  expect(styles()).toEqual(['arc']);
});

it('whoever watches what others did sees no zones, and no legend', () => {
  game.ahead.reach = [{ x: 0, y: 0 }];
  expect(styles()).toContain('range-of');
  game.playback.account = {} as never;
  expect([styles(), ruledNow(game, true)]).toEqual([[], []]);
});
