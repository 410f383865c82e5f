/** Written by `npm run messages` from messages.schema.json; do not edit. */

export type ClientMessage = Judge | AskOdds | Play | Undo | AskLegal | Pace | Step | Reseat | Look | Explain;
export type ServerMessage = Welcome | State | Judgement | Odds | Legal | Looked | Explained | Refused;

/**
 * Protocol 1. Written by python -m sandtable.server.schema; do not edit.
 */
export interface Messages {
  ClientMessage: ClientMessage;
  ServerMessage: ServerMessage;
  NewBattle: NewBattle;
  LoadBattle: LoadBattle;
  AskArmy: AskArmy;
  ArmyCheck: ArmyCheck;
  ArmiesOf: ArmiesOf;
  BattleLinks: BattleLinks;
  BattleListed: BattleListed;
  GameFacts: GameFacts;
  RulesOf: RulesOf;
  Failure: Failure;
}
/**
 * What would the rules say? Asked while a figure is dragged; the answer carries the same ``n``.
 *
 * Of several that wait with the same verb and figures only the newest is answered.
 */
export interface Judge {
  type: 'judge';
  n: number;
  action: ActionForm;
  magnet?: boolean;
}
/**
 * One action of any game, in names: the form that ``Action.to_json()`` writes.
 *
 * ``figures`` come leader first; ``to`` and ``facing`` are the leader's end pose, and the others keep their
 * places about it.
 */
export interface ActionForm {
  verb: string;
  figures?: string[];
  to?: [number, number] | null;
  facing?: number | null;
  via?: [number, number][];
  wheel?: Wheel | null;
  legs?: Leg[];
  column?: boolean;
  target?: string | null;
  item?: string | null;
  amount?: number | null;
}
/**
 * A turn of the whole group about a point, or about the outer front corner named ``left`` or ``right``.
 */
export interface Wheel {
  about: [number, number] | ('left' | 'right');
  degrees: number;
}
/**
 * One part of a march: straight ahead, or a wheel to one hand about the end of the front rank on that hand.
 */
export interface Leg {
  ahead?: number | null;
  wheel?: ('left' | 'right') | null;
  degrees?: number | null;
}
/**
 * What may come of this action? Exact where the dice tree is small enough.
 */
export interface AskOdds {
  type: 'odds';
  n: number;
  action: ActionForm | string;
}
/**
 * Carry out this action: as an object, or in the one-line notation.
 */
export interface Play {
  type: 'play';
  version: number;
  action: ActionForm | string;
}
/**
 * Take back the last action of a person, and every computer's action after it.
 */
export interface Undo {
  type: 'undo';
  version: number;
  past_dice?: boolean;
}
/**
 * The useful legal actions of the moment again; they also come with every state that is yours to decide.
 *
 * With ``figures``: what these may do together and is not listed, as going on with a narrower front.
 */
export interface AskLegal {
  type: 'legal';
  n?: number;
  figures?: string[];
}
/**
 * How fast computers play, for everybody in this battle.
 */
export interface Pace {
  type: 'pace';
  seconds?: number | null;
  paused?: boolean | null;
}
/**
 * While paused: let the computer make one action.
 */
export interface Step {
  type: 'step';
}
/**
 * Hand a side that this link may play to a computer general, or take it back ("human").
 */
export interface Reseat {
  type: 'reseat';
  side: string;
  kind: string;
}
/**
 * Show the table as it stood after action number ``step`` (0: as first laid). For replay; changes nothing.
 */
export interface Look {
  type: 'look';
  n: number;
  step: number;
}
/**
 * What do the rules say about this figure where it stands? Asked when it is chosen; changes nothing.
 */
export interface Explain {
  type: 'explain';
  n: number;
  figure: string;
}
/**
 * First message of a connection; a ``state`` follows at once.
 */
export interface Welcome {
  type: 'welcome';
  protocol: number;
  battle: BattleFacts;
  yours: string[];
  watcher: boolean;
}
/**
 * What does not change while a battle runs.
 */
export interface BattleFacts {
  id: string;
  game: string;
  game_title: string;
  title: string;
  scenario: string;
  unit: string;
  sides: SideFact[];
  options: {
    [k: string]: string;
  };
  overlays: OverlayFact[];
  explains: boolean;
  commitment: string | null;
  created: string;
}
/**
 * A side of the game.
 */
export interface SideFact {
  key: string;
  name: string;
  die: string;
}
/**
 * A kind of overlay: its words for the legend. ``quiet``: drawn only where somebody asks for it.
 */
export interface OverlayFact {
  kind: string;
  text: string;
  quiet: boolean;
}
/**
 * The battle as this connection may see it.
 *
 * The log is kept by the board: cut it to its first ``steps_from`` steps, then append ``steps``. That covers
 * a new action, an undo and a new connection alike.
 */
export interface State {
  type: 'state';
  version: number;
  cause: Cause;
  scene: Scene;
  decision: Decision | null;
  legal: LegalAction[];
  steps_from: number;
  steps: StepRecord[];
  hash: string;
  over: boolean;
  result: string | null;
  returns: {
    [k: string]: number;
  };
  seed: string | null;
  seats: Seat[];
  undo: UndoOffer;
  pace: PaceNow;
}
/**
 * Why this state was sent.
 */
export interface Cause {
  kind: 'connect' | 'play' | 'undo' | 'seats' | 'pace';
  side: string | null;
  by: string | null;
  text: string;
}
/**
 * Everything a renderer needs; it knows no rule.
 */
export interface Scene {
  game: string;
  title: string;
  unit: string;
  width: number;
  height: number;
  features: SceneFeature[];
  figures: SceneFigure[];
  markers: SceneMarker[];
  boxes: SceneBox[];
  overlays: SceneOverlay[];
  scores: SceneScore[];
  facts: [string, string][];
  over: boolean;
}
/**
 * A piece of terrain, a building or a line. Lengths in the game's unit, y to the north.
 */
export interface SceneFeature {
  id: string;
  kind: string;
  label: string;
  shape: 'polygon' | 'disc' | 'strip' | 'line';
  points: [number, number][];
  radius: number;
  width: number;
  clause: string;
}
/**
 * One base. ``facing`` is degrees clockwise from north.
 */
export interface SceneFigure {
  id: string;
  name: string;
  side: string;
  emblem: string;
  letter: string;
  x: number;
  y: number;
  facing: number;
  width: number;
  depth: number;
  marks: string[];
  carries: string[];
  facts: [string, string][];
  may_act: boolean;
}
/**
 * A token on the table.
 */
export interface SceneMarker {
  id: string;
  name: string;
  emblem: string;
  x: number;
  y: number;
}
/**
 * A place beside the table with figures in it: camp box, captives, lost.
 */
export interface SceneBox {
  id: string;
  title: string;
  side: string;
  figures: SceneFigure[];
}
/**
 * Something drawn over the table to explain a rule: a zone, an arc, a measured line.
 */
export interface SceneOverlay {
  kind: string;
  points: [number, number][];
  closed: boolean;
  label: string;
  clause: string;
}
/**
 * One side's line on the score board.
 */
export interface SceneScore {
  side: string;
  name: string;
  points: number;
  figures: number;
  broken: boolean;
  lines: [string, number][];
}
/**
 * What the battle waits for.
 */
export interface Decision {
  side: string;
  side_name: string;
  text: string;
  phase: string;
  yours: boolean;
  by: string;
}
/**
 * A useful legal action, ready to be sent back in ``play``.
 */
export interface LegalAction {
  action: ActionForm;
  text: string;
  label: string;
  verb: string;
  figures: string[];
  cost: number | null;
  ghost: Pose[];
  puts: SceneFeature[];
}
/**
 * Where a base would stand.
 */
export interface Pose {
  id: string;
  x: number;
  y: number;
  facing: number;
}
/**
 * One action of the battle and all that came of it. Number 0 is the laying of the table.
 */
export interface StepRecord {
  number: number;
  side: string | null;
  by: string | null;
  action: string;
  label: string;
  events: Event[];
}
/**
 * One thing that happened. A ``score`` carries the lines that make its total, a ``die`` its throw.
 */
export interface Event {
  kind: 'event' | 'die' | 'score' | 'outcome' | 'points' | 'note';
  code: string;
  clause: string | null;
  text: string;
  side: string | null;
  actor: string | null;
  other: string | null;
  amount: number;
  value: number | null;
  geometry: [number, number, number, number] | null;
  die: DieShown | null;
  lines: Line[];
}
/**
 * One die as it fell.
 */
export interface DieShown {
  purpose: string;
  side: string | null;
  figure: string | null;
  sides: number;
  value: number;
  text: string;
}
/**
 * One line of a total: of a price or of a combat score.
 */
export interface Line {
  text: string;
  amount: number;
  clause: string | null;
}
/**
 * Who plays a side.
 */
export interface Seat {
  side: string;
  name: string;
  kind: string;
  kind_name: string;
  yours: boolean;
  connected: number;
}
/**
 * What ``undo`` would take back, if anything.
 */
export interface UndoOffer {
  possible: boolean;
  past_dice: boolean;
  text: string;
}
/**
 * How fast computers play now.
 */
export interface PaceNow {
  seconds: number;
  paused: boolean;
}
/**
 * Answer to ``judge``.
 */
export interface Judgement {
  type: 'judgement';
  n: number;
  version: number;
  legal: boolean;
  cost: number | null;
  prices: Line[];
  reasons: Finding[];
  notes: Finding[];
  ghost: Pose[];
  puts: SceneFeature[];
  snapped: boolean;
  snapped_to: string | null;
  action: ActionForm;
  text: string;
}
/**
 * One thing the rules said about an action: a reason against it, or a note.
 */
export interface Finding {
  code: string;
  clause: string | null;
  text: string;
  actor: string | null;
  other: string | null;
  value: number | null;
  geometry: [number, number, number, number] | null;
}
/**
 * Answer to ``odds``, most likely first.
 */
export interface Odds {
  type: 'odds';
  n: number;
  version: number;
  text: string;
  outcomes: Outcome[];
  exact: boolean;
  leaves: number;
  tallies: Tally[];
}
/**
 * One thing that may come of an action, with its chance.
 */
export interface Outcome {
  text: string;
  numerator: number;
  denominator: number;
  fraction: string;
  percent: number;
  low: number | null;
  high: number | null;
}
/**
 * One figure's combat score before the die, line by line.
 */
export interface Tally {
  figure: string;
  against: string | null;
  lines: Line[];
  total: number;
}
/**
 * Answer to ``legal``.
 */
export interface Legal {
  type: 'legal';
  n: number;
  version: number;
  legal: LegalAction[];
}
/**
 * Answer to ``look``: the table as it once stood.
 */
export interface Looked {
  type: 'looked';
  n: number;
  step: number;
  of: number;
  scene: Scene;
  record: StepRecord;
}
/**
 * Answer to ``explain``.
 */
export interface Explained {
  type: 'explained';
  n: number;
  version: number;
  figure: string;
  explanation: Explanation;
}
/**
 * What the rules have to say about one figure where it stands: drawn when it is chosen, and in words.
 */
export interface Explanation {
  overlays: SceneOverlay[];
  places: ScenePlace[];
  notes: SceneNote[];
}
/**
 * A place that a figure could take, drawn as a ghost of its base. ``is_open``: a move there is legal now.
 */
export interface ScenePlace {
  x: number;
  y: number;
  facing: number;
  width: number;
  depth: number;
  label: string;
  is_open: boolean | null;
}
/**
 * One sentence about a figure, with the clause that says so.
 */
export interface SceneNote {
  text: string;
  clause: string;
}
/**
 * A message that was not carried out, and why.
 */
export interface Refused {
  type: 'refused';
  n: number | null;
  about: string | null;
  code: 'stale' | 'not_your_bound' | 'illegal' | 'unreadable' | 'unknown' | 'too_big' | 'not_now';
  text: string;
  reasons: Finding[];
  version: number;
}
/**
 * POST /api/battles.
 */
export interface NewBattle {
  game: string;
  scenario?: string | null;
  options?: {
    [k: string]: string;
  };
  seed?: string | number | null;
  seats?: {
    [k: string]: string;
  };
  armies?: {
    [k: string]: ArmyDraft | string;
  };
}
/**
 * An army while it is put together; nothing says yet that it is allowed.
 */
export interface ArmyDraft {
  list: string;
  name: string;
  picks: string[][];
  strays: string[];
  values: {
    [k: string]: string;
  };
}
/**
 * POST /api/battles/load.
 */
export interface LoadBattle {
  save: {
    [k: string]: unknown;
  };
  seats?: {
    [k: string]: string;
  };
}
/**
 * POST /api/games/{game}/armies/check: may this army fight under these house rules? One of army and text.
 */
export interface AskArmy {
  army?: ArmyDraft | null;
  text?: string | null;
  options?: {
    [k: string]: string;
  };
}
/**
 * What the rules say to an army.
 */
export interface ArmyCheck {
  army: ArmyDraft | null;
  count: number;
  size: number;
  faults: ArmyFault[];
  words: string[];
  text: string;
  list: ArmyList | null;
  elements: ArmyElement[];
}
/**
 * Something that is wrong with an army, in one sentence.
 */
export interface ArmyFault {
  text: string;
  clause: string;
}
/**
 * One army list.
 */
export interface ArmyList {
  key: string;
  title: string;
  name: string;
  text: string;
  lines: ArmyLine[];
  fields: ArmyField[];
  ready: ArmyDraft;
  ready_words: string;
}
/**
 * So many elements of a list, each of one of these kinds.
 */
export interface ArmyLine {
  words: string;
  count: number;
  of: string[];
  alike: boolean;
  general: boolean;
}
/**
 * What is to be said about an army besides its elements: one of some choices, or a number.
 */
export interface ArmyField {
  key: string;
  label: string;
  clause: string;
  choices: ArmyChoice[];
  least: number;
  most: number;
  step: number;
  unless: [string, string] | null;
}
/**
 * One value that something else about an army can have.
 */
export interface ArmyChoice {
  value: string;
  label: string;
}
/**
 * One kind of element that lists offer.
 */
export interface ArmyElement {
  word: string;
  name: string;
  text: string;
  figure: SceneFigure;
}
/**
 * GET /api/games/{game}/armies: what armies of the game can be made of.
 */
export interface ArmiesOf {
  game: string;
  lists: ArmyList[];
  elements: ArmyElement[];
}
/**
 * Answer to a new or loaded battle.
 */
export interface BattleLinks {
  id: string;
  seats: {
    [k: string]: SeatLink;
  };
  token: string;
  url: string;
  watch_url: string;
}
/**
 * A seat's own link; a computer's has none.
 */
export interface SeatLink {
  side: string;
  name: string;
  kind: string;
  token: string | null;
  url: string | null;
}
/**
 * One line of GET /api/battles.
 */
export interface BattleListed {
  id: string;
  game: string;
  title: string;
  created: string;
  changed: string;
  actions: number;
  over: boolean;
  result: string | null;
  seats: {
    [k: string]: string;
  };
  url: string | null;
  watch_url: string | null;
}
/**
 * One game of GET /api/games.
 */
export interface GameFacts {
  key: string;
  title: string;
  source: string;
  version: string;
  unit: string;
  sides: SideFact[];
  scenarios: ScenarioFact[];
  options: OptionFact[];
  generals: GeneralFact[];
}
/**
 * A scenario to choose. The first of a game is its default.
 */
export interface ScenarioFact {
  key: string;
  title: string;
  text: string;
  goals: {
    [k: string]: string;
  };
  minutes: number | null;
  armies: {
    [k: string]: ArmyDraft;
  };
}
/**
 * A house-rule switch.
 */
export interface OptionFact {
  key: string;
  values: string[];
  clause: string;
  text: string;
  defaults: [string, string, string][];
}
/**
 * A computer general to choose; ``key`` goes into ``seats``.
 */
export interface GeneralFact {
  key: string;
  name: string;
  text: string;
}
/**
 * GET /api/rules/{game}.
 */
export interface RulesOf {
  game: string;
  title: string;
  source: string;
  clauses: ClauseFact[];
}
/**
 * A clause of the rulebook in our words.
 */
export interface ClauseFact {
  id: string;
  section: string;
  title: string;
  text: string;
  source: string;
  ruling: string;
  option: string;
  narrative: string;
}
/**
 * Body of every HTTP answer that is not a success.
 */
export interface Failure {
  code: string;
  text: string;
}
