/** The server's plain pages: games, battles, rules. A failure is an Error whose message a person can read. */

import type {
  ArmiesOf,
  ArmyCheck,
  ArmyElement,
  AskArmy,
  BattleLinks,
  BattleListed,
  Failure,
  GameFacts,
  Invitation,
  LoadBattle,
  NewBattle,
  PersonLink,
  ReachFact,
  RulesOf,
  Scene,
  SeatTaken,
  Shown,
  TakeSeat,
} from './messages';
import { spoken } from './friends/settings.svelte';
import { t } from './language';
import { root } from './root';
import { inBases } from './units';

/** The answer of an address of the server's, as data. */
export async function ask<T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<T> {
  const request: RequestInit =
    body === undefined
      ? { method }
      : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await answered(path, request);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

/** The answer, once it is a good one. */
async function answered(path: string, request: RequestInit = {}): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(root + spoken(path), request);
  } catch {
    throw new Error(t('The server does not answer. Is it still running?'));
  }
  if (!answer.ok) {
    const failure = (await answer.json().catch(() => null)) as Partial<Failure> | null;
    throw new Error(failure?.text ?? `${t('The server answered')} ${answer.status}.`);
  }
  return answer;
}

export const games = () => ask<GameFacts[]>(`/api/games`);
/** This game is wanted: its rules are compiled first. */
export const chooseGame = (game: string) => ask<void>(`/api/games/${encodeURIComponent(game)}/choose`, {});
export const battles = () => ask<BattleListed[]>(`/api/battles`);
export const newBattle = (battle: NewBattle) => ask<BattleLinks>('/api/battles', battle);
/** Of a battle that cannot be opened, a new one as far as it can be read; for whoever made it, by the link's token. */
export const rescueBattle = (token: string) => ask<BattleLinks>(`/api/rescue/${encodeURIComponent(token)}`, {});
/** Where the save of a battle is as it is stored, of one that cannot be opened too. */
export const storedAddress = (token: string) => `${root}/api/rescue/${encodeURIComponent(token)}`;
export const loadBattle = (battle: LoadBattle) => ask<BattleLinks>('/api/battles/load', battle);
/** Another name for a battle, and its end for ever: for whoever made it, by his link's token. */
export const renameBattle = (id: string, token: string, title: string) =>
  ask<void>(`/api/battles/${encodeURIComponent(id)}/title`, { token, title });
export const deleteBattle = (id: string, token: string) =>
  ask<void>(`/api/battles/${encodeURIComponent(id)}?token=${encodeURIComponent(token)}`, undefined, 'DELETE');
/** A personal link, and the battles that are found by it. */
export const newPerson = () => ask<PersonLink>('/api/people', {});
export const battlesOf = (person: string) => ask<BattleListed[]>(`/api/people/${encodeURIComponent(person)}/battles`);
/** Under which address others find this server. */
export const reach = () => ask<ReachFact>('/api/reach');
/** The drawing of a link to be scanned. */
export const codeOf = (link: string) => `${root}/api/code?text=${encodeURIComponent(link)}`;
/** What somebody is invited to, and taking the seat: once. */
export const invitation = (token: string) => ask<Invitation>(`/api/invitations/${encodeURIComponent(token)}`);
export const takeSeat = (token: string, taking: TakeSeat) =>
  ask<SeatTaken>(`/api/invitations/${encodeURIComponent(token)}`, taking);
/** Where the save of a battle is; a link of the battle opens it where the server serves others too. */
export const saveAddress = (id: string, token: string) =>
  `${root}/api/battles/${encodeURIComponent(id)}/save?token=${encodeURIComponent(token)}`;

/** What the server can write of a battle, and draw of a table, to be shown to others. */
export const shown = () => ask<Shown>('/api/shown');
/** A battle, from one action to another, as a file of this form. */
export const exportOf = async (id: string, token: string, form: string, from: number, to: number) =>
  (
    await answered(
      `/api/battles/${encodeURIComponent(id)}/export/${form}?${new URLSearchParams({ token, from: `${from}`, to: `${to}` })}`,
    )
  ).blob();
/** The table after a step as a picture. */
export const pictureOf = async (token: string, step: number, form: string) =>
  (await answered(`/api/moments/${encodeURIComponent(token)}/${step}.${form}`)).blob();

const lists = new Map<string, Promise<ArmiesOf>>();

/** The army lists of a game; read once. */
export function armiesOf(game: string): Promise<ArmiesOf> {
  let all = lists.get(game);
  if (!all) {
    all = readArmies(game);
    all.catch(() => lists.delete(game));
    lists.set(game, all);
  }
  return all;
}

/** The pictures of the elements come a base wide. */
async function readArmies(game: string): Promise<ArmiesOf> {
  const all = await ask<ArmiesOf>(`/api/games/${encodeURIComponent(game)}/armies`);
  return { ...all, elements: all.elements.map(aBaseWide) };
}

function aBaseWide(element: ArmyElement): ArmyElement {
  const { width, depth } = element.figure;
  return { ...element, figure: { ...element.figure, width: 1, depth: depth / width } };
}

/** What the rules say to an army, or to the text of an army file or of an army list. */
export async function checkArmy(game: string, army: AskArmy): Promise<ArmyCheck> {
  const check = await ask<ArmyCheck>(`/api/games/${encodeURIComponent(game)}/armies/check`, army);
  return { ...check, elements: check.elements.map(aBaseWide) };
}

const books = new Map<string, Promise<RulesOf>>();

/** The rulebook of a game; read once. */
export function rules(game: string): Promise<RulesOf> {
  let book = books.get(game);
  if (!book) {
    book = ask<RulesOf>(`/api/rules/${encodeURIComponent(game)}`);
    book.catch(() => books.delete(game));
    books.set(game, book);
  }
  return book;
}

const scenes = new Map<string, Promise<Scene>>();
const scenarioAt = (game: string, scenario: string) =>
  `/api/games/${encodeURIComponent(game)}/scenarios/${encodeURIComponent(scenario)}`;

/** Where the picture of a scenario's table is. */
export const mapOf = (game: string, scenario: string) => `${root}${scenarioAt(game, scenario)}/picture.svg`;

/** The table of a scenario as it is laid, for the names of its sides; read once. */
export function sceneOf(game: string, scenario: string): Promise<Scene> {
  const path = `${scenarioAt(game, scenario)}/scene`;
  let scene = scenes.get(path);
  if (!scene) {
    scene = ask<Scene>(path).then(inBases);
    scene.catch(() => scenes.delete(path));
    scenes.set(path, scene);
  }
  return scene;
}
