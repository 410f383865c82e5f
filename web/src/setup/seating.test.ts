import { expect, it } from 'vitest';
import type { GameFacts, SideFact } from '../messages';
import { easySeats, seating } from './seating';

const side = (key: string) => ({ key, name: key }) as SideFact;
const general = (key: string) => ({ key, name: key, text: '' });
const game = {
  sides: [side('red'), side('blue')],
  generals: [general('human'), general('random'), general('greedy')],
} as GameFacts;
const easy = { ...game, generals: [general('human'), general('recruit'), general('legend'), general('greedy')] };

it('you sit on the first side and on the others whom a newcomer should meet, where there is such a general', () => {
  expect(seating(game)).toEqual({ red: 'human', blue: 'greedy' });
  expect(seating(easy)).toEqual({ red: 'human', blue: 'recruit' });
});

it('in another battle those stay whose sides fight there too', () => {
  expect(seating(game, [side('red'), side('green')], { red: 'random', blue: 'human' })).toEqual({
    red: 'random',
    green: 'greedy',
  });
});

it('in a guided battle you sit where it says, and whom a newcomer should meet elsewhere', () => {
  const sides = [side('red'), side('blue')];
  expect(easySeats(game, { sides, learner: 'blue' })).toEqual({ red: 'greedy', blue: 'human' });
  expect(easySeats(easy, { sides, learner: '' })).toEqual({ red: 'human', blue: 'recruit' });
});
