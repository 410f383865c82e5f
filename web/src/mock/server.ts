/** A pretended server: no rules, only answers of the right shape, to look at the board without the real one. */

import { carried, distance } from '../board/geometry';
import type { Placed } from '../board/types';
import type { Dial } from '../game.svelte';
import type { ClientMessage, Judgement, LegalAction, Scene, SceneFigure, ServerMessage, State, StepRecord } from '../messages';
import { figures as start, village } from './scene';

const line = (text: string, amount: number, clause: string) => ({ text, amount, clause });
const blank = { side: null, actor: null, other: null, amount: 0, value: null, geometry: null, die: null, lines: [] };

export const mockDial: Dial = (ears) => {
  let scene: Scene = { ...village, figures: start.map((figure) => (figure.id === 'R2' ? { ...figure, marks: ['moved'] } : figure)) };
  let version = 1;
  const sides = [{ key: 'romans', name: 'Romans', die: 'roman' }, { key: 'gauls', name: 'Gauls', die: 'arabic' }, { key: 'pirates', name: 'Pirates', die: 'arabic' }];
  const laid: StepRecord = {
    number: 0, side: null, by: null, action: '', label: '',
    events: [
      { ...blank, kind: 'die', code: 'PIP_DIE', clause: 'DBAIX-BND-4', text: 'The Romans throw V for PIPs.', side: 'romans', die: { purpose: 'PIPs', side: 'romans', figure: null, sides: 6, value: 5, text: 'V' } },
    ],
  };
  const steps: StepRecord[] = [laid];

  function pose(ids: readonly string[], to: readonly [number, number], facing: number): Placed[] {
    const block = ids.map((id) => scene.figures.find((figure) => figure.id === id)!);
    return carried(block, { x: to[0], y: to[1], facing }).map(({ id, x, y, facing: f, width, depth }) => ({ id, x, y, facing: f, width, depth }));
  }
  const legal = (): LegalAction[] => [
    { action: { verb: 'end' }, text: 'end movement', label: 'End movement', verb: 'end', figures: [], cost: null, ghost: [] },
    ...scene.figures.filter((figure) => figure.side === 'romans').map((figure): LegalAction => ({
      action: { verb: 'move', figures: [figure.id], to: [figure.x, figure.y + 4], facing: 0 }, text: `move ${figure.id} ahead 4`, label: 'Straight ahead 4', verb: 'move',
      figures: [figure.id], cost: 2, ghost: [{ id: figure.id, x: figure.x, y: figure.y + 4, facing: 0 }],
    })),
    { action: { verb: 'fight', figures: ['R1', 'G4'] }, text: 'fight R1 G4', label: 'Centurion A against Asterix', verb: 'fight', figures: ['R1', 'G4'], cost: null, ghost: [] },
  ];
  function state(cause: State['cause']['kind']): State {
    return {
      type: 'state', version, cause: { kind: cause, side: null, by: null, text: '' }, scene,
      decision: { side: 'romans', side_name: 'Romans', text: 'Move a figure or a group, or end the movement.', phase: 'movement', yours: true, by: 'human' },
      legal: legal(), steps_from: 0, steps, hash: 'f00', over: false, result: null, returns: {}, seed: null,
      seats: sides.map((side, index) => ({ side: side.key, name: side.name, kind: index ? 'greedy' : 'human', kind_name: index ? 'Greedy' : 'Person', yours: !index, connected: 1 })),
      undo: { possible: steps.length > 1, past_dice: false, text: steps.length > 1 ? 'Takes back the last move.' : 'Nothing to take back.' }, pace: { seconds: 1.2, paused: false },
    };
  }
  function judge(message: Extract<ClientMessage, { type: 'judge' }>): Judgement {
    const { action } = message;
    const ids = action.figures ?? [];
    const ghost = pose(ids, action.to ?? [0, 0], action.facing ?? 0);
    const far = Math.max(...ghost.map((base) => distance(base, scene.figures.find((figure) => figure.id === base.id)!)));
    const ok = far <= 4;
    return {
      type: 'judgement', n: message.n, version, legal: ok, cost: ids.length > 1 ? 1 : 3,
      prices: ids.length > 1 ? [line('a Roman group', 1, 'DBAIX-PIP-1')] : [line('a Roman single figure', 2, 'DBAIX-PIP-2'), line('over 12 inches from Dubius Status', 1, 'DBAIX-PIP-13')],
      reasons: ok ? [] : [{ code: 'TOO_FAR', clause: 'DBAIX-MOV-1', text: `The move would be ${far.toFixed(2)} inches long; a move is up to 4 inches.`, actor: ids[0] ?? null, other: null, value: far, geometry: null }],
      notes: [], ghost, snapped: false, snapped_to: null, action, text: 'move',
    };
  }
  function play(message: Extract<ClientMessage, { type: 'play' }>) {
    if (typeof message.action === 'string') return;
    const { figures = [], to, facing, verb } = message.action;
    if (to) {
      const end = new Map(pose(figures, to, facing ?? 0).map((base) => [base.id, base]));
      scene = { ...scene, figures: scene.figures.map((figure): SceneFigure => ({ ...figure, ...end.get(figure.id) })) };
    }
    version += 1;
    const dice = verb === 'fight' ? figures.map((id, index) => ({ ...blank, kind: 'die' as const, code: 'D', clause: 'DBAIX-CBT-10', text: `${id} throws ${3 + index}.`, die: { purpose: 'combat', side: index ? 'gauls' : 'romans', figure: id, sides: 6, value: 3 + index, text: index ? '4' : 'III' } })) : [];
    const scores = dice.map((die) => ({ ...blank, kind: 'score' as const, code: 'S', clause: 'DBAIX-CBT-10', text: `${die.die.figure} scores ${die.die.value + 3}`, amount: die.die.value + 3, actor: die.die.figure, lines: [line('die', die.die.value, 'DBAIX-CBT-10'), line('combat factor', 2, 'DBAIX-FAC-3'), line('a Roman level at the side', 1, 'DBAIX-TAC-7')] }));
    steps.push({ number: steps.length, side: 'romans', by: 'human', action: verb, label: to ? `${figures.join(', ')} moved` : verb, events: [...dice, ...scores, { ...blank, kind: dice.length ? 'outcome' : 'event', code: 'X', clause: 'DBAIX-RES-7', text: dice.length ? 'Centurion A recoils.' : 'It was done.', actor: figures[0] ?? null }] });
    answer(state('play'));
  }
  function answer(message: ServerMessage) {
    setTimeout(() => ears.message(message), 15);
  }
  setTimeout(() => {
    ears.link('open');
    ears.message({ type: 'welcome', protocol: 1, watcher: false, yours: ['romans'], battle: { id: 'mock', game: 'dbaix', game_title: 'DBAix', title: village.title, scenario: 'village', unit: 'inches', sides, options: {}, commitment: null, created: '2026-11-21T00:00:00Z' } });
    ears.message(state('connect'));
  }, 20);
  return {
    send(message) {
      if (message.type === 'judge') answer(judge(message));
      if (message.type === 'play') play(message);
      if (message.type === 'look') answer({ type: 'looked', n: message.n, step: message.step, of: steps.length, scene, record: steps[message.step] ?? laid });
      if (message.type === 'odds') {
        const outcome = (text: string, numerator: number) => ({ text, numerator, denominator: 36, fraction: `${numerator}/36`, percent: (100 * numerator) / 36, low: null, high: null });
        answer({ type: 'odds', n: message.n, version, text: '', exact: true, leaves: 36, outcomes: [outcome('Centurion A recoils', 17), outcome('nothing happens', 10), outcome('Centurion A goes to the camp box', 5), outcome('Asterix is captured', 4)], tallies: [{ figure: 'R1', against: 'G4', total: 3, lines: [line('combat factor', 2, 'DBAIX-FAC-3'), line('a Roman level at the side', 1, 'DBAIX-TAC-7')] }, { figure: 'G4', against: 'R1', total: 4, lines: [line('combat factor', 4, 'DBAIX-FAC-5')] }] });
      }
      return true;
    },
    close() {},
  };
};
