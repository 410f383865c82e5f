/** The default table of dbaix.md section 16, for looking at the board without a server and for tests. */

import type { Scene, SceneFeature, SceneFigure } from '../messages';

const box = (x0: number, y0: number, x1: number, y1: number): [number, number][] => [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];

function feature(id: string, kind: string, points: [number, number][], more: Partial<SceneFeature> = {}): SceneFeature {
  return { id, kind, label: '', shape: 'polygon', points, radius: 0, width: 0, clause: '', ...more };
}

export const features: SceneFeature[] = [
  feature('sea', 'sea', box(0, 43, 48, 48), { label: 'Sea' }),
  feature('beach', 'beach', box(34, 38, 48, 43)),
  feature('camp', 'camp', box(17, 2, 31, 9), { label: 'Roman camp' }),
  feature('road', 'road', [[24, 9], [24, 33]], { shape: 'strip', width: 2 }),
  feature('west wood', 'wood', box(4, 18, 14, 30), { label: 'West wood' }),
  feature('east wood', 'wood', box(34, 14, 42, 24), { label: 'East wood' }),
  feature('hut', 'hut', box(22.5, 35, 25.5, 38), { label: "Chief's hut" }),
  feature('fishmonger', 'shop', box(18, 34, 20, 36)),
  feature('smithy', 'shop', box(28, 34, 30, 36)),
  feature('tree', 'tree', [[19, 38.5]], { shape: 'disc', radius: 0.75 }),
  feature('ship', 'ship', box(41, 41.5, 47, 45), { label: 'Ship' }),
  feature('rampart', 'rampart', [[22.5, 9], [17, 9], [17, 2], [31, 2], [31, 4.5]], { shape: 'line' }),
  feature('rampart 2', 'rampart', [[31, 6.5], [31, 9], [25.5, 9]], { shape: 'line' }),
];

type Row = [string, string, string, string, number, number];

const ROWS: Record<string, { facing: number; rows: Row[] }> = {
  gauls: {
    facing: 180,
    rows: [
      ['G1', 'Villager 1', 'villager', 'v', 20.5, 31.5], ['G2', 'Villager 2', 'villager', 'v', 21.5, 31.5],
      ['G3', 'Unhygenix', 'fishmonger', 'U', 22.5, 31.5], ['G4', 'Asterix', 'hero', 'A', 23.5, 31.5],
      ['G5', 'Vitalstatistix', 'chief', 'V', 24.5, 31.5], ['G6', 'Obelix', 'giant', 'O', 25.5, 31.5],
      ['G7', 'Smith', 'smith', 'S', 26.5, 31.5], ['G8', 'Villager 3', 'villager', 'v', 27.5, 31.5],
      ['G9', 'Mrs Geriatrix', 'woman', 'w', 21.5, 32.5], ['G10', 'Bacteria', 'woman', 'w', 22.5, 32.5],
      ['G11', 'Geriatrix', 'elder', 'E', 23.5, 32.5], ['G12', 'Getafix', 'druid', 'D', 24.5, 32.5],
      ['G13', 'Impedimenta', 'woman', 'w', 25.5, 32.5], ['G14', 'Cacofonix', 'bard', 'B', 20.5, 36.5],
    ],
  },
  romans: {
    facing: 0,
    rows: [
      ['R1', 'Centurion A', 'centurion', 'C', 23.5, 15.5], ['R2', 'Standard-bearer', 'standard', 'S', 24.5, 15.5],
      ...([[23.5, 14.5, 3], [24.5, 14.5, 4], [23.5, 13.5, 5]] as const).map(([x, y, n]): Row => [`R${n}`, 'Legionary', 'legionary', 'L', x, y]),
      ['R6', 'Dubius Status', 'legate', 'D', 24.5, 13.5],
      ...[7, 8, 9, 10, 11, 12].map((n): Row => [`R${n}`, 'Legionary', 'legionary', 'L', n % 2 ? 23.5 : 24.5, 12.5 - Math.floor((n - 7) / 2)]),
      ...[13, 14, 15, 16, 17].map((n): Row => [`R${n}`, n === 15 ? 'Centurion B' : 'Legionary', n === 15 ? 'centurion' : 'legionary', n === 15 ? 'C' : 'L', n + 4.5, 11.5]),
      ...[18, 19, 20, 21, 22].map((n): Row => [`R${n}`, n === 20 ? 'Centurion C' : 'Legionary', n === 20 ? 'centurion' : 'legionary', n === 20 ? 'C' : 'L', n + 8.5, 11.5]),
      ['R24', 'Camp guard', 'legionary', 'L', 24, 5],
    ],
  },
  pirates: {
    facing: 270,
    rows: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n): Row => [
      `P${n}`, n === 3 ? 'The Captain' : n === 8 ? 'Pegleg' : 'Pirate', n === 3 ? 'captain' : n === 8 ? 'pegleg' : 'pirate',
      n === 3 ? 'C' : n === 8 ? 'L' : 'P', n > 5 ? 39.5 : 38.5, 36.5 + ((n - 1) % 5),
    ]),
  },
};

export const figures: SceneFigure[] = Object.entries(ROWS).flatMap(([side, { facing, rows }]) =>
  rows.map(([id, name, emblem, letter, x, y]): SceneFigure => ({
    id, name, side, emblem, letter, x, y, facing, width: 1, depth: 1, marks: [], carries: [],
    facts: [['Combat', '+2'], ['Moves left', '2']], may_act: side === 'romans',
  })),
);

export const village: Scene = {
  game: 'dbaix', title: 'The village, the legion and the leaky ship', unit: 'inches', width: 48, height: 48,
  features, figures,
  markers: [
    { id: 'cauldron', name: 'Cauldron', emblem: 'cauldron', x: 24, y: 34 },
    { id: 'pay-chest', name: 'Pay-chest', emblem: 'chest', x: 24, y: 3.5 },
  ],
  boxes: [{ id: 'camp box', title: 'Camp box', side: 'romans', figures: [{ ...figures.find((f) => f.id === 'R24')!, id: 'R23', name: 'Caligula Minus', letter: 'M' }] }],
  overlays: [],
  scores: [
    { side: 'romans', name: 'Romans', points: 2, figures: 23, broken: false, lines: [['Pay-chest in the camp', 2]] },
    { side: 'gauls', name: 'Gauls', points: 3, figures: 14, broken: false, lines: [['No Gaul captive', 3]] },
    { side: 'pirates', name: 'Pirates', points: 4, figures: 10, broken: false, lines: [['Ship afloat', 2], ['The Captain on the table', 2]] },
  ],
  facts: [['Round', '1'], ['Bound', 'Romans'], ['PIPs', 'V']],
  over: false,
};
