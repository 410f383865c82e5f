import { describe, expect, it } from 'vitest';
import type { LegalAction, Pose } from '../messages';
import { figures as table } from '../fixtures/village';
import { wayWords } from './ways';

const figures = new Map(table.map((figure) => [figure.id, figure]));
const move = (...ghost: Pose[]) => ({ ghost, action: {} }) as unknown as LegalAction;
const column = (amount: number | null, ...ghost: Pose[]) =>
  ({ ghost, action: { column: true, amount } }) as unknown as LegalAction;

describe('a move in words', () => {
  it('is told from where its leader looks: for a Gaul who faces south, west is right', () => {
    expect(wayWords(move({ id: 'R1', x: 23.5, y: 19.5, facing: 0 }), figures, 'inch')).toBe('4″ ahead');
    expect(wayWords(move({ id: 'G1', x: 18.5, y: 30.5, facing: 180 }), figures, 'inch')).toBe(
      '1″ ahead, 2″ to the right',
    );
    expect(wayWords(move({ id: 'R1', x: 23.5, y: 15.5, facing: 180 }), figures, 'inch')).toBe('turned about');
    expect(wayWords(move({ id: 'R1', x: 23.5, y: 15.5, facing: 315 }), figures, 'inch')).toBe('turned 45° left');
  });
  it('names whom it meets along an edge', () => {
    expect(wayWords(move({ id: 'R1', x: 23.5, y: 30.5, facing: 0 }), figures, 'inch')).toBe('to Asterix (15″ ahead)');
  });
  it('says which one it meets where several have the name', () => {
    const twins = new Map([...figures, ['G1', { ...figures.get('G1')!, name: 'Asterix' }]]);
    expect(wayWords(move({ id: 'R1', x: 23.5, y: 30.5, facing: 0 }), twins, 'inch')).toBe('to Asterix G4 (15″ ahead)');
  });
  it('tells a column and a narrower front from a march in line', () => {
    const end = { id: 'R1', x: 23.5, y: 19.5, facing: 0 };
    expect(wayWords(column(null, end), figures, 'inch')).toBe('4″ ahead, in column');
    expect(wayWords(column(2, end), figures, 'inch')).toBe('4″ ahead, in 2 files');
  });
  it('has none where two take each other\u2019s places', () => {
    const [a, b] = [figures.get('R1')!, figures.get('R2')!];
    expect(
      wayWords(move({ id: 'R1', x: b.x, y: b.y, facing: 0 }, { id: 'R2', x: a.x, y: a.y, facing: 0 }), figures, 'inch'),
    ).toBeNull();
  });
  it('has none where each goes a way of its own', () => {
    const [a, b] = [figures.get('R1')!, figures.get('R2')!];
    const go = (pose: Pose, east: number, north: number) => ({
      id: pose.id,
      x: pose.x + east,
      y: pose.y + north,
      facing: pose.facing,
    });
    expect(wayWords(move(go(a, 0, 4), go(b, 0, 4)), figures, 'inch')).toBe('4″ ahead');
    expect(wayWords(move(go(a, 0, 4), go(b, 0, 3)), figures, 'inch')).toBeNull();
  });
  it('has none where nobody on the table moves', () => {
    expect(wayWords(move(), figures, 'inch')).toBeNull();
  });
});
