import { describe, expect, it } from 'vitest';
import { ticks } from './coordinates';

describe('numbers along the frame', () => {
  const said = (length: number, span: number, apart: number) =>
    ticks(length, span, apart).map((one) => `${one.text} at ${+one.at.toFixed(3)}`);

  it('count in the unit of the game and stand in bases', () => {
    // A table 1,200 paces wide, bases of 80 paces: 15 bases. Five bases apart at least, 400 paces: 500 is round.
    expect(said(15, 80, 5)).toEqual(['0 at 0', '500 at 6.25', '1000 at 12.5']);
    // Five bases of 100 paces are 500, which is round: no farther apart than asked.
    expect(said(10, 100, 5)).toEqual(['0 at 0', '500 at 5', '1000 at 10']);
  });

  it('are round below one, too', () => {
    expect(said(2, 0.5, 0.6)).toEqual(['0 at 0', '0.5 at 1', '1 at 2']);
  });

  it('end at the edge where it is round', () => {
    expect(said(24, 1, 4)).toEqual(['0 at 0', '5 at 5', '10 at 10', '15 at 15', '20 at 20']);
    expect(said(48, 1, 10)).toEqual(['0 at 0', '10 at 10', '20 at 20', '30 at 30', '40 at 40']);
  });
});
