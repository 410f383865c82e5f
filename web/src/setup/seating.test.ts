import { expect, it } from 'vitest';
import type { GameFacts, SideFact } from '../messages';
import { seating } from './seating';

const side = (key: string) => ({ key, name: key }) as SideFact;
const general = (key: string) => ({ key, name: key, text: '' });
const game = {
  sides: [side('red'), side('blue')],
  generals: [general('human'), general('random'), general('greedy')],
} as GameFacts;
const easy = { ...game, generals: [general('human'), general('recruit'), general('legend'), general('greedy')] };

it('you sit on the first side and on the others whom a newcomer should meet, where there is such a general', () => {
  expect(seating(game, game)).toEqual({ red: 'human', blue: 'greedy' });
  expect(seating(easy, game)).toEqual({ red: 'human', blue: 'recruit' });
});

it('in another battle those stay whose sides fight there too', () => {
  expect(seating(game, { sides: [side('red'), side('green')] }, { red: 'random', blue: 'human' })).toEqual({
    red: 'random',
    green: 'greedy',
  });
});

it('in a battle that is for one side you sit there, unless somebody is seated already', () => {
  const laid = { sides: [side('red'), side('blue')], learner: 'blue' };
  expect(seating(game, laid)).toEqual({ red: 'greedy', blue: 'human' });
  expect(seating(easy, { ...laid, learner: '' })).toEqual({ red: 'human', blue: 'recruit' });
  expect(seating(easy, laid, { red: 'human' })).toEqual({ red: 'human', blue: 'human' });
});
