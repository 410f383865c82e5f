import { expect, it } from 'vitest';
import type { SceneFigure } from '../messages';
import { boxesOn } from './paint';

it('what must not be hidden is as large as it is drawn, and a marker is one of it', () => {
  const base = { id: 'A', x: 10, y: 5, facing: 90, width: 4, depth: 1 } as SceneFigure; // faces east: 1 wide, 4 high
  const chest = { id: 'chest', name: 'Pay-chest', emblem: 'chest', x: 2, y: 3 };
  const [figure, marker] = boxesOn({ figures: [base], markers: [chest] });
  for (const [key, value] of Object.entries({ x0: 9.5, y0: 3, x1: 10.5, y1: 7 }))
    expect(figure![key as 'x0']).toBeCloseTo(value);
  for (const [key, value] of Object.entries({ x0: 1.58, y0: 2.58, x1: 2.42, y1: 3.42 }))
    expect(marker![key as 'x0']).toBeCloseTo(value);
});
