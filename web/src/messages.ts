/** Written by `npm run messages` from messages.schema.json; do not edit. */

export type ClientMessage =
  | Judge
  | AskOdds
  | AskReach
  | Foresee
  | Play
  | Deploy
  | Undo
  | AskUndo
  | AnswerUndo
  | WithdrawUndo
  | AskLegal
  | Pace
  | Step
  | Invite
  | Uninvite
  | Reseat
  | Rename
  | Delete
  | CallMe
  | Say
  | Resign
  | MakeOffer
  | AnswerOffer
  | ClaimTime
  | SetSpectators
  | AskNotices
  | AddNotice
  | ConfirmNotice
  | DropNotice
  | Look
  | Explain
  | PlayOn
  | MakeCase
  | AskAdvice;
export type ServerMessage =
  | Welcome
  | Facts
  | State
  | Presence
  | Judgement
  | Odds
  | Reach
  | Foreseen
  | Legal
  | Looked
  | Explained
  | Advice
  | Invited
  | Branched
  | CaseMade
  | Gone
  | Talk
  | Company
  | Notices
  | Refused;

/**
 * Protocol 2. Written by ``sandtable.server.messages.schema``; do not edit.
 */
export interface Messages {
  ClientMessage: ClientMessage;
  ServerMessage: ServerMessage;
  NewBattle: NewBattle;
  LoadBattle: LoadBattle;
  AskArmy: AskArmy;
  ArmyCheck: ArmyCheck;
  ArmiesOf: ArmiesOf;
  RenameBattle: RenameBattle;
  Invitation: Invitation;
  TakeSeat: TakeSeat;
  ReachFact: ReachFact;
  PersonLink: PersonLink;
  SeatTaken: SeatTaken;
  BattleLinks: BattleLinks;
  BattleListed: BattleListed;
  GameFacts: GameFacts;
  RulesOf: RulesOf;
  Shown: Shown;
  Failure: Failure;
  AskStudy: AskStudy;
  GoOn: GoOn;
  LaboratoryFact: LaboratoryFact;
  LaboratoryGame: LaboratoryGame;
  StudyLine: StudyLine;
  StudyTold: StudyTold;
  EditorGame: EditorGame;
  AskDraft: AskDraft;
  AskPosition: AskPosition;
  ShareDraft: ShareDraft;
  PlayDraft: PlayDraft;
  DraftFact: DraftFact;
  SharedFact: SharedFact;
  PuzzlesOf: PuzzlesOf;
  PuzzleFact: PuzzleFact;
  PuzzleAnswer: PuzzleAnswer;
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
 * places about it, unless ``each`` gives every one a place of its own. ``mode`` is one of ``BattleFacts.modes``.
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
  each?: OwnPlace[];
  mode?: string | null;
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
 * One part of a march: straight ahead, a step aside, or a wheel about the end of the front rank on that hand.
 */
export interface Leg {
  ahead?: number | null;
  step?: ('left' | 'right') | null;
  by?: number | null;
  wheel?: ('left' | 'right') | null;
  degrees?: number | null;
}
/**
 * Where one of several figures ends; without a facing it keeps its own.
 */
export interface OwnPlace {
  /**
   * @minItems 2
   * @maxItems 2
   */
  to: [number, number];
  facing?: number | null;
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
 * How far may these figures go together, the leader first, facing as they do now? Answered by ``reach``.
 */
export interface AskReach {
  type: 'reach';
  n: number;
  /**
   * @minItems 1
   */
  figures: [string, ...string[]];
  hand?: number;
}
/**
 * What fights would this move lead to, if nothing else moved, and what does it risk? Answered by ``foreseen``.
 *
 * Without a move: in what fights would this figure be, as all stand now?
 */
export interface Foresee {
  type: 'foresee';
  n: number;
  action?: ActionForm | null;
  figure?: string | null;
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
 * Put one of the figures that wait beside the table onto it, as a general would; the player has asked for that.
 */
export interface Deploy {
  type: 'deploy';
  version: number;
}
/**
 * Take back the last action of this link's own, and every action after it, without asking anybody.
 *
 * That is for the harmless ones: ``state.undo.possible``. It is refused with the code ``consent`` where
 * ``state.undo.needs`` names a side: then send ``ask_undo``. Dice taken back never fall the same way again, except
 * in a battle for analysis (``battle.analysis``).
 */
export interface Undo {
  type: 'undo';
  version: number;
  past_dice?: boolean;
}
/**
 * Propose to take back an action that cannot be taken back alone; everybody is told.
 *
 * ``side`` null, or one of this link's: a request to take back one's own last action. Another's side: an offer, that
 * its player may take back its last action. It is done once everybody in ``waits_for`` has said yes. One proposal
 * stands at a time; whatever is played meanwhile ends it.
 */
export interface AskUndo {
  type: 'ask_undo';
  version: number;
  side?: string | null;
  note?: string;
}
/**
 * Say yes or no to the proposal that stands (``state.undo.proposal``). One no ends it.
 */
export interface AnswerUndo {
  type: 'answer_undo';
  number: number;
  grant: boolean;
}
/**
 * Withdraw one's own proposal.
 */
export interface WithdrawUndo {
  type: 'withdraw_undo';
  number: number;
}
/**
 * The useful legal actions of the moment again; they also come with every state that is yours to decide.
 *
 * With ``figures``: what just these may do and is not listed, as going on with a narrower front.
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
 * While paused: let the computer go on until this link sees something of what it does.
 */
export interface Step {
  type: 'step';
}
/**
 * Make a one-time link by which somebody else takes a human side that this link holds; answered by ``invited``.
 *
 * Until it is used the side stays where it is. Another invitation for the same side ends the one before.
 */
export interface Invite {
  type: 'invite';
  n: number;
  side: string;
}
/**
 * End the invitation for this side before anybody has used it.
 */
export interface Uninvite {
  type: 'uninvite';
  side: string;
}
/**
 * Hand a side to a computer general, or take it ("human"). Allowed where ``seat.may_reseat``.
 *
 * The links that opened the side before die: boards on them are told ``gone``.
 */
export interface Reseat {
  type: 'reseat';
  side: string;
  kind: string;
}
/**
 * Give the battle another name. For whoever made it (``welcome.maker``); everybody gets ``facts``.
 */
export interface Rename {
  type: 'rename';
  title: string;
}
/**
 * Delete the battle for ever. For whoever made it (``welcome.maker``); every board is told ``gone``.
 */
export interface Delete {
  type: 'delete';
}
/**
 * What whoever holds the sides of this link calls themselves; empty: nothing. Everybody is told by ``presence``.
 */
export interface CallMe {
  type: 'call_me';
  name: string;
}
/**
 * Say a line to everybody at the battle; it is kept with it. Plain text; whoever only looks on does not speak.
 */
export interface Say {
  type: 'say';
  text: string;
}
/**
 * Give a side of this link up.
 *
 * Of two sides the other wins, and the battle is over. Of more the side is a computer's from now on, for good.
 */
export interface Resign {
  type: 'resign';
  side: string;
}
/**
 * Offer the others a draw, or when the battle is over a rematch; it is done once every other player has agreed.
 *
 * A computer agrees to a draw where it finds that it stands no better than even, and to any rematch. A rematch is the
 * same scenario with the same house rules, new dice and the same players; with ``swap`` each takes the next one's
 * side.
 */
export interface MakeOffer {
  type: 'offer';
  what: 'draw' | 'rematch';
  swap?: boolean;
}
/**
 * Say yes or no to the offer that stands (``company.offer``); no from whoever made it withdraws it.
 */
export interface AnswerOffer {
  type: 'answer_offer';
  number: number;
  agree: boolean;
}
/**
 * Claim that the time of another side is up: as if it resigned. Refused while some of it is left.
 */
export interface ClaimTime {
  type: 'claim_time';
  side: string;
}
/**
 * Say who may look on; for whoever made the battle.
 */
export interface SetSpectators {
  type: 'spectators';
  who: 'anyone' | 'nobody';
}
/**
 * How may I be called, and how am I? Answered by ``notices``, as the messages that change it are.
 */
export interface AskNotices {
  type: 'ask_notices';
}
/**
 * Call the player of a side of this link by mail or webhook. A mail with a code comes first: send it back.
 */
export interface AddNotice {
  type: 'add_notice';
  side: string;
  kind: 'mail' | 'discord' | 'slack' | 'json';
  address: string;
}
/**
 * The code that came by mail.
 */
export interface ConfirmNotice {
  type: 'confirm_notice';
  id: string;
  code: string;
}
/**
 * Do not call any more by this way.
 */
export interface DropNotice {
  type: 'drop_notice';
  id: string;
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
 * Make a new battle that goes on from the table after action number ``step``; answered by ``branched``.
 *
 * Its dice are new. While the battle runs, a game that hides things goes on from what this link sees, and the rest
 * is guessed.
 */
export interface PlayOn {
  type: 'play_on';
  n: number;
  step: number;
  seats?: {
    [k: string]: string;
  };
  analysis?: boolean;
}
/**
 * Write the position after action number ``step`` (null: now), as this link sees it, as a case file.
 */
export interface MakeCase {
  type: 'case';
  n: number;
  step?: number | null;
}
/**
 * What would you do? Asked by whoever is to decide, or of any step of a battle that is over.
 *
 * Answered by ``advice``. In a battle with other people it counts as help, and they are told.
 */
export interface AskAdvice {
  type: 'advise';
  n: number;
  step?: number | null;
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
  maker: boolean;
}
/**
 * What seldom changes while a battle runs; ``facts`` brings it again when it does.
 */
export interface BattleFacts {
  id: string;
  game: string;
  game_title: string;
  title: string;
  scenario: string;
  unit: string;
  sides: SideFact[];
  modes: {
    [k: string]: string[];
  };
  symbols: string;
  styles: string;
  house_rules: [string, string][];
  overlays: OverlayFact[];
  explains: boolean;
  actors: number;
  hand: HandFact[];
  foresees: boolean;
  headings: {
    [k: string]: string;
  };
  remedies: {
    [k: string]: string;
  };
  ends: boolean;
  words: {
    [k: string]: string;
  };
  terms: {
    [k: string]: string[];
  };
  commitment: string | null;
  dice: DiceFacts;
  analysis: boolean;
  hides: boolean;
  watch_url: string;
  spectators: 'anyone' | 'nobody';
  created: string;
  unread: string;
}
/**
 * A side of a game, or of one battle.
 */
export interface SideFact {
  key: string;
  name: string;
  die: string;
  look: SideLook;
}
/**
 * How the bases of one side look.
 */
export interface SideLook {
  colour: string;
  dark: string;
  trim: string;
  shield: string;
  device: number;
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
 * A kind of move that is drawn by hand. The board chooses among them without knowing what they mean.
 */
export interface HandFact {
  label: string;
  form: {
    [k: string]: unknown;
  };
  stays: boolean;
  listed: boolean;
}
/**
 * How far the dice of a battle can be trusted.
 */
export interface DiceFacts {
  source: 'server' | 'maker' | 'script';
  text: string;
}
/**
 * Takes the place of what ``welcome`` said: the battle has another name, or a seat changed hands.
 */
export interface Facts {
  type: 'facts';
  battle: BattleFacts;
  yours: string[];
  watcher: boolean;
  maker: boolean;
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
  since: number;
  hash: string;
  over: boolean;
  ended: string | null;
  result: string | null;
  returns: {
    [k: string]: number;
  };
  seed: string | null;
  seats: Seat[];
  watchers: number;
  undo: UndoOffer;
  pace: PaceNow;
  troubles: string[];
}
/**
 * Why this state was sent.
 */
export interface Cause {
  kind: 'connect' | 'play' | 'undo' | 'proposal' | 'seats' | 'pace' | 'ended';
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
  sights: SceneSight[];
  scores: SceneScore[];
  facts: [string, string][];
  order: SceneTurn[];
  over: boolean;
  sides: SceneSide[];
}
/**
 * A piece of terrain, a building or a line. Lengths in the game's unit, y to the north.
 *
 * Its id stays the same as long as the battle lasts: what moves is drawn moving, what is not there any more fades.
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
  level: number | null;
}
/**
 * One base. ``facing`` is degrees clockwise from north. A disc has its diameter as width and as depth.
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
  shape: 'rectangle' | 'disc';
  grid: SceneGrid | null;
  riders: SceneRider[];
  cards: string[];
  signs: string[];
  unseen_by: string[];
  unit: string;
}
/**
 * The men that one base stands for, drawn in files and ranks: the last rank may not be full.
 */
export interface SceneGrid {
  files: number;
  ranks: number;
  men: number;
  wounded: number;
  formation: string;
  man: string;
}
/**
 * Somebody who stands with others on their base: a hero, a wagon's crew, who sits on a beast.
 */
export interface SceneRider {
  id: string;
  name: string;
  emblem: string;
  letter: string;
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
  words: string;
  clause: string;
}
/**
 * What one figure sees of the ground; a board dims what lies in none of its own side's.
 */
export interface SceneSight {
  side: string;
  points: [number, number][];
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
  stand: string;
  lines: [string, number][];
}
/**
 * One place in the order in which figures, or pieces of the table, have their turn.
 */
export interface SceneTurn {
  id: string;
  name: string;
  side: string;
  state: 'done' | 'now' | 'to come';
  tie: string;
}
/**
 * One side of the battle.
 */
export interface SceneSide {
  key: string;
  name: string;
  look: SideLook;
}
/**
 * What the battle waits for. Where several sides choose at once it is this link's own choice, while it has one.
 */
export interface Decision {
  side: string;
  side_name: string;
  text: string;
  phase: string;
  clause: string | null;
  yours: boolean;
  by: string;
  at_once: Choosing[];
}
/**
 * One of several sides that choose at the same time, without seeing what the others choose.
 */
export interface Choosing {
  side: string;
  side_name: string;
  done: boolean;
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
  place: number;
  likely: boolean;
  sweeping: boolean;
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
  player: string;
  action: string;
  label: string;
  way: string;
  events: Event[];
  shifts: Shift[];
  why: string;
  account: SceneAccount | null;
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
  turned: string | null;
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
  thrown: boolean;
}
/**
 * A figure that stood elsewhere before a step: for trails, and for the gaps that the fallen leave.
 */
export interface Shift {
  id: string;
  before: Pose | null;
  after: Pose | null;
}
/**
 * A long event told figure after figure in its order: read as a table, and watched on the board.
 */
export interface SceneAccount {
  title: string;
  summary: string;
  columns: string[];
  acts: SceneAct[];
  notes: SceneNote[];
}
/**
 * One line of an account: what befell one figure, and the way that it went.
 */
export interface SceneAct {
  figure: string;
  cells: SceneNote[];
  text: string;
  way: [number, number][];
  off: boolean;
}
/**
 * One sentence about a figure, with the clause that says so.
 */
export interface SceneNote {
  text: string;
  clause: string;
}
/**
 * Who plays a side.
 */
export interface Seat {
  side: string;
  name: string;
  kind: string;
  kind_name: string;
  player: string;
  yours: boolean;
  connected: number;
  guest: boolean;
  invited: boolean;
  may_invite: boolean;
  may_reseat: boolean;
}
/**
 * What this link could take back, and what is proposed.
 */
export interface UndoOffer {
  possible: boolean;
  past_dice: boolean;
  text: string;
  needs: string[];
  offer_to: string | null;
  offer_text: string;
  proposal: UndoProposal | null;
}
/**
 * Somebody proposes to take back an action, and others have to agree. Everybody sees it.
 */
export interface UndoProposal {
  number: number;
  side: string;
  by: string;
  label: string;
  text: string;
  note: string;
  past_dice: boolean;
  steps: number;
  waits_for: string[];
  agreed: string[];
  yours: boolean;
  asked: boolean;
}
/**
 * How fast computers play now.
 */
export interface PaceNow {
  seconds: number;
  paused: boolean;
}
/**
 * Somebody came or went, or a seat changed hands. Takes the place of the last ``state``'s own two fields.
 */
export interface Presence {
  type: 'presence';
  seats: Seat[];
  watchers: number;
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
  overlays: SceneOverlay[];
  way: number | null;
  limit: number | null;
  snapped: boolean;
  pull: ('contact' | 'ahead' | 'limit' | 'bend') | null;
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
  fighters: string[];
  singly: Chance[];
  exact: boolean;
  leaves: number;
  guesses: number;
  tallies: Tally[];
  share: Share | null;
}
/**
 * One thing that may come of an action, with its chance.
 */
export interface Outcome {
  text: string;
  clauses: string[];
  numerator: number;
  denominator: number;
  fraction: string;
  percent: number;
  low: number | null;
  high: number | null;
}
/**
 * How likely one sentence of the outcomes is, whatever else comes of it.
 */
export interface Chance {
  text: string;
  clause: string | null;
  percent: number;
}
/**
 * One figure's combat score before the die, line by line; dice that are lines of it stand there as to come.
 */
export interface Tally {
  figure: string;
  against: string | null;
  lines: Line[];
  total: number;
}
/**
 * Odds in one line, and as percents, as the side of the first figure of the action sees them.
 */
export interface Share {
  text: string;
  better: number;
  even: number;
  worse: number;
  both: number;
}
/**
 * Answer to ``reach``: where the leader's middle may go straight, as the outline of a star about where it is.
 *
 * A corner a heading, clockwise from where the leader faces; one that lies where the leader is means nowhere.
 */
export interface Reach {
  type: 'reach';
  n: number;
  version: number;
  figures: string[];
  points: [number, number][];
}
/**
 * Answer to ``foresee``.
 */
export interface Foreseen {
  type: 'foreseen';
  n: number;
  version: number;
  fights: Fight[];
  risks: SceneNote[];
  overlays: SceneOverlay[];
}
/**
 * A fight that a move would lead to.
 */
export interface Fight {
  action: ActionForm;
  label: string;
  figures: string[];
  odds: Odds;
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
  shape: 'rectangle' | 'disc';
  is_open: boolean | null;
  kind: string;
  listed: number | null;
}
/**
 * Answer to ``advise``: plans, the best first.
 */
export interface Advice {
  type: 'advice';
  n: number;
  version: number;
  side: string;
  playouts: number;
  why: string;
  plans: AdvisedPlan[];
}
/**
 * One plan: its actions up to the next die, and what comes of it.
 */
export interface AdvisedPlan {
  words: string[];
  text: string[];
  chances: AdvisedChance[];
  behind: AdvisedChance;
  sight: string;
  quicks: boolean;
  played: boolean;
}
/**
 * How often a side wins, of 1, with its 95 % interval.
 */
export interface AdvisedChance {
  side: string;
  mean: number;
  low: number;
  high: number;
}
/**
 * Answer to ``invite``. Whoever opens the link and accepts gets the seat; it works once.
 */
export interface Invited {
  type: 'invited';
  n: number;
  side: string;
  url: string;
}
/**
 * Answer to ``play_on``: the new battle, and where this board opens it.
 */
export interface Branched {
  type: 'branched';
  n: number;
  id: string;
  url: string;
}
/**
 * Answer to ``case``: a YAML file for ``sandtable adjudicate``, which lays the same position.
 */
export interface CaseMade {
  type: 'case_made';
  n: number;
  step: number;
  name: string;
  text: string;
}
/**
 * This link opens nothing any more; the connection ends, and connecting again is of no use.
 */
export interface Gone {
  type: 'gone';
  why: 'deleted' | 'reseated' | 'closed';
  text: string;
}
/**
 * What was said: all of it (``whole``), or one line more.
 */
export interface Talk {
  type: 'talk';
  whole: boolean;
  lines: TalkLine[];
}
/**
 * One line of talk.
 */
export interface TalkLine {
  number: number;
  side: string | null;
  name: string;
  text: string;
  when: string;
}
/**
 * What stands between the players now. Sent when a board comes, if there is any of it, and when it changes.
 */
export interface Company {
  type: 'company';
  offer: OfferNow | null;
  clock: ClockNow | null;
  rematch: string | null;
  text: string;
}
/**
 * An offer that stands.
 */
export interface OfferNow {
  number: number;
  what: 'draw' | 'rematch';
  swap: boolean;
  by: string;
  text: string;
  waits_for: string[];
  yours: boolean;
  asked: boolean;
}
/**
 * The clocks as they stand when this is sent: those that run go on meanwhile.
 */
export interface ClockNow {
  rule: ClockRule;
  sides: SideTime[];
  halted: boolean;
  may_claim: boolean;
}
/**
 * How the time of people is counted; computers have none.
 *
 * ``live``: ``minutes`` for the whole battle, and ``increment`` seconds more whenever the decision passes on.
 * ``days``: so many days for each decision that comes to a side.
 */
export interface ClockRule {
  kind: 'live' | 'days';
  minutes?: number;
  increment?: number;
  days?: number;
}
/**
 * The clock of one side.
 */
export interface SideTime {
  side: string;
  left: number;
  runs: boolean;
}
/**
 * How this link is called, and how it could be.
 */
export interface Notices {
  type: 'notices';
  mail: boolean;
  notices: NoticeNow[];
}
/**
 * One way to call a player of this link; nobody else is told of it.
 */
export interface NoticeNow {
  id: string;
  side: string;
  kind: 'mail' | 'discord' | 'slack' | 'json';
  address: string;
  waits: boolean;
  failed: boolean;
}
/**
 * A message that was not carried out, and why.
 */
export interface Refused {
  type: 'refused';
  n: number | null;
  about: string | null;
  code:
    'stale' | 'not_your_bound' | 'illegal' | 'unreadable' | 'unknown' | 'too_big' | 'not_now' | 'consent' | 'too_many';
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
  analysis?: boolean;
  clock?: ClockRule | null;
  spectators?: 'anyone' | 'nobody';
  player?: string;
  person?: string;
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
  name?: string;
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
  side: string;
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
 * POST /api/battles/{id}/title. ``token``: the link of whoever made it.
 */
export interface RenameBattle {
  token: string;
  title: string;
}
/**
 * GET /api/invitations/{token}, and the page /join/{token}: what somebody is invited to.
 */
export interface Invitation {
  game: string;
  game_title: string;
  title: string;
  side: string;
  side_name: string;
  players: string[];
  clock: string;
}
/**
 * POST /api/invitations/{token}.
 */
export interface TakeSeat {
  player?: string;
  person?: string;
}
/**
 * GET /api/reach: under which address others find this server.
 */
export interface ReachFact {
  address: string;
  text: string;
}
/**
 * POST /api/people: a personal link, by which somebody finds their battles on any machine.
 */
export interface PersonLink {
  token: string;
  url: string;
}
/**
 * POST /api/invitations/{token}: the seat is taken, by this link from now on. A second time is answered by 410.
 */
export interface SeatTaken {
  side: string;
  token: string;
  url: string;
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
 * The maker's links to one seat: their own opens it alone; a guest's seat has an invitation; a computer's none.
 */
export interface SeatLink {
  side: string;
  name: string;
  kind: string;
  guest: boolean;
  token: string | null;
  url: string | null;
  invite_url: string | null;
}
/**
 * One line of GET /api/battles.
 */
export interface BattleListed {
  id: string;
  game: string;
  game_title: string;
  scenario: string;
  sides: {
    [k: string]: string;
  };
  title: string;
  created: string;
  changed: string;
  actions: number | null;
  over: boolean;
  result: string | null;
  seats: {
    [k: string]: string;
  };
  kinds: {
    [k: string]: string;
  };
  guests: string[];
  yours: string[];
  players: {
    [k: string]: string;
  };
  analysis: boolean;
  turn: TurnFact | null;
  token: string | null;
  url: string | null;
  watch_url: string | null;
}
/**
 * Whose turn it is in a battle.
 */
export interface TurnFact {
  side: string;
  name: string;
  counted: string;
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
  editor: boolean;
  puzzles: number;
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
  lesson: LessonStepFact[];
  learner: string;
  armies: {
    [k: string]: ArmyDraft;
  };
  sides: SideFact[];
  options: {
    [k: string]: string;
  };
}
/**
 * What a player is told in one step of a lesson, and what to do to get on.
 */
export interface LessonStepFact {
  title: string;
  text: string;
  until: string;
  clause: string | null;
}
/**
 * A house-rule switch.
 */
export interface OptionFact {
  key: string;
  name: string;
  values: string[];
  words: string[];
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
  chapters: {
    [k: string]: string;
  };
  clauses: ClauseFact[];
  glossary: TermFact[];
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
 * A word of a game: what it means, and the clause that says so.
 */
export interface TermFact {
  word: string;
  text: string;
  clause: string;
  forms: string[];
}
/**
 * GET /api/shown: what this server can write of a battle, and draw of one table, to be shown to others.
 */
export interface Shown {
  battle: string[];
  table: string[];
}
/**
 * Body of every HTTP answer that is not a success.
 */
export interface Failure {
  code: string;
  text: string;
}
/**
 * POST /api/laboratory/studies: what is to be found out. The fields are those of a study's file.
 */
export interface AskStudy {
  game: string;
  scenario?: string | null;
  battle?: StudyFrom | null;
  title?: string;
  generals?: string[];
  rotate?: boolean;
  factors?: {
    [k: string]: (number | string)[];
  };
  design?: 'one variant' | 'A/B' | 'grid' | 'one at a time';
  measure?: string;
  dice?: 'in order' | 'by purpose';
  battles?: number;
  least?: number;
  precision?: number;
  seed?: number;
}
/**
 * A battle of this server as one of its links sees it, and after which action; null: as it stands.
 */
export interface StudyFrom {
  token: string;
  step?: number | null;
}
/**
 * POST /api/laboratory/studies/{id}/run: go on, with more battles of each variant where a number is named.
 */
export interface GoOn {
  battles?: number | null;
}
/**
 * GET /api/laboratory: whether studies are run here.
 */
export interface LaboratoryFact {
  open: boolean;
  text: string;
  battles: number;
  variants: number;
  generals: GeneralFact[];
}
/**
 * What can be varied and measured in a scenario, or from the table of a battle.
 *
 * GET /api/laboratory/games/{game}/scenarios/{scenario}, GET /api/laboratory/battles/{token}.
 */
export interface LaboratoryGame {
  numbers: NumberFact[];
  measures: MeasureFact[];
  by_general: MeasureFact[];
  armies: {
    [k: string]: ArmyFact[];
  };
  sides: SideFact[];
}
/**
 * A number of the rules that a study may vary.
 */
export interface NumberFact {
  name: string;
  value: number;
  whole: boolean;
}
/**
 * What a study can tell, and compare variants by.
 */
export interface MeasureFact {
  name: string;
  called: string;
  text: string;
  share: boolean;
}
/**
 * An army list that a side may bring.
 */
export interface ArmyFact {
  key: string;
  name: string;
}
/**
 * One line of GET /api/laboratory/studies.
 */
export interface StudyLine {
  id: string;
  title: string;
  game: string;
  game_title: string;
  state: 'waiting' | 'compiling' | 'running' | 'reporting' | 'stopped' | 'done' | 'failed';
  done: number;
  wanted: number;
}
/**
 * GET /api/laboratory/studies/{id}: how far a study is, and what it has found.
 */
export interface StudyTold {
  id: string;
  title: string;
  game: string;
  game_title: string;
  state: 'waiting' | 'compiling' | 'running' | 'reporting' | 'stopped' | 'done' | 'failed';
  done: number;
  wanted: number;
  place: string;
  generals: string[];
  measure: string;
  measure_text: string;
  share: boolean;
  battles: number;
  rate: number;
  left: number;
  arms: ArmTold[];
  sentences: string[];
  trouble: string;
  report: boolean;
}
/**
 * One variant of a study so far.
 */
export interface ArmTold {
  label: string;
  curve: CurvePoint[];
}
/**
 * The main measure after so many battles of a variant, with its interval.
 */
export interface CurvePoint {
  battles: number;
  value: number;
  low: number;
  high: number;
}
/**
 * GET /api/editor/games/{game}: what scenarios of a game may hold, and how that lies on the table.
 */
export interface EditorGame {
  game: string;
  title: string;
  unit: string;
  grid: number;
  blank: string;
  scenario: {
    [k: string]: unknown;
  };
  case: {
    [k: string]: unknown;
  };
  network: Network | null;
  things: Thing[];
  pieces: Piece[];
  choices: ChoicesFact[];
  symbols: string;
  styles: string;
}
/**
 * The ways to the nodes and links of a network.
 */
export interface Network {
  nodes: string;
  links: string;
  /**
   * how the name of a new node begins
   */
  node: string;
}
/**
 * A kind of things of a scenario: the way to each of them, ``*`` for any number or name, and how it lies.
 */
export interface Thing {
  path: string;
  name: string;
  title: string[];
  shapes: Shape[];
}
/**
 * A field by which a thing lies on the table.
 */
export interface Shape {
  field: string;
  form:
    'point' | 'points' | 'pose' | 'box' | 'disc' | 'round' | 'oval' | 'polygon' | 'line' | 'along' | 'link' | 'bands';
  at: string[];
}
/**
 * Something that may be put into a scenario, as it is when it lies about the middle of the world.
 */
export interface Piece {
  group: string;
  name: string;
  to: string;
  field: string;
  key: string;
  letters: boolean;
  value: unknown;
  tool: 'put' | 'link' | 'along';
}
/**
 * What a field may say; ``path``: the way to it, ``*`` for any number or name.
 */
export interface ChoicesFact {
  path: string;
  choices: ChoiceFact[];
}
/**
 * One value that a field may have, and what it is called.
 */
export interface ChoiceFact {
  value: string;
  text: string;
}
/**
 * POST /api/editor/look: a file as it is being written; nothing of it is kept. ``data``: what it is to say now.
 */
export interface AskDraft {
  game: string;
  text: string;
  data?: {
    [k: string]: unknown;
  } | null;
}
/**
 * POST /api/editor/position: the table of a battle as one of its links sees it; null: as it stands.
 */
export interface AskPosition {
  token: string;
  step?: number | null;
}
/**
 * POST /api/editor/share: keep a file, to be found by a link.
 */
export interface ShareDraft {
  game: string;
  text: string;
}
/**
 * POST /api/editor/play: a battle on this table. ``seats`` as in a new battle.
 */
export interface PlayDraft {
  game: string;
  text: string;
  seats?: {
    [k: string]: string;
  };
}
/**
 * What a file says, whether it can be played, and its table.
 */
export interface DraftFact {
  text: string;
  data: {
    [k: string]: unknown;
  } | null;
  case: boolean;
  title: string;
  faults: FaultFact[];
  scene: Scene | null;
  /**
   * @minItems 2
   * @maxItems 2
   */
  offset: [number, number];
  sides: SideFact[];
  other: string;
}
/**
 * One thing that is wrong with a file.
 */
export interface FaultFact {
  path: (number | string)[];
  line: number | null;
  text: string;
}
/**
 * GET /api/editor/shared/{id}, and the table of a battle: a file to begin with.
 */
export interface SharedFact {
  game: string;
  text: string;
  url: string;
}
/**
 * GET /api/puzzles/{game}: its puzzles in the order in which they are set.
 */
export interface PuzzlesOf {
  game: string;
  title: string;
  puzzles: PuzzleListed[];
  positions: string[];
  terms: {
    [k: string]: string[];
  };
}
/**
 * One puzzle of a game, before it is opened.
 */
export interface PuzzleListed {
  key: string;
  question: string;
}
/**
 * GET /api/puzzles/{game}/{puzzle}: the position, what is asked of it, and the answers to choose from.
 */
export interface PuzzleFact {
  game: string;
  key: string;
  question: string;
  action: string;
  switches: string[];
  picture: string;
  choices: PuzzleChoice[];
}
/**
 * An answer that may be chosen; ``clause``: by which it says that the action is barred.
 */
export interface PuzzleChoice {
  text: string;
  clause: string | null;
}
/**
 * GET /api/puzzles/{game}/{puzzle}/answer: which answer the rules, or battles played on, give, and why.
 */
export interface PuzzleAnswer {
  right: number;
  weighed: PuzzleWeighed | null;
  allowed: boolean;
  prices: Line[];
  said: Line[];
  tallies: Tally[];
  thrown: boolean;
  chance: boolean;
  odds: Odds | null;
  picture: string;
}
/**
 * How the actions to choose from fared when each was played on to the end.
 */
export interface PuzzleWeighed {
  playouts: number;
  quick: number | null;
  wins: WeighedShare[];
  why: string;
}
/**
 * A share of battles, of 1, with its 95 % interval.
 */
export interface WeighedShare {
  mean: number;
  low: number;
  high: number;
}
