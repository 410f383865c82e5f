/** A file as it is put together: its text and data with undo, what the server finds of it, what is chosen and in hand. */

import { sceneIn, spanOf } from '../units';
import type { DraftFact, EditorGame, FaultFact, Piece, Scene } from '../messages';
import type { Point } from '../board/types';
import { t } from '../language';
import { look } from './api';
import { at, begins, freeName, History, isData, pathOf, put, wordOf } from './document';
import type { Data, Path, Value } from './document';
import { settingOf, thingsOf, without } from './things';
import type { Thing } from './things';

interface Draft {
  text: string;
  /** Null: the text cannot be read. */
  data: Data | null;
}

/** Milliseconds of quiet after which the server is asked. */
const QUIET = 150;
const KEPT = 'scenario put together';

export class Editor {
  #history: History<Draft>;
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  draft = $state.raw<Draft>({ text: '', data: null });
  canUndo = $state(false);
  canRedo = $state(false);
  fact = $state.raw<DraftFact | null>(null);
  /** The last table that could be laid, in bases. */
  scene = $state.raw<Scene | null>(null);
  /** Bases in a unit of the game. */
  scale = $state(1);
  offset = $state.raw<Point>({ x: 0, y: 0 });
  /** The way to the thing that is chosen, as one word; a figure that only the position has: `@` and its id. */
  chosen = $state('');
  tool = $state.raw<Piece | null>(null);
  /** For pieces that may join several: which of them. */
  side = $state(0);
  trouble = $state('');
  waiting = $state(false);

  constructor(
    readonly game: EditorGame,
    text: string,
    /** Back to what stood here before this file was opened. */
    readonly before: (() => void) | null = null,
  ) {
    this.canUndo = before !== null;
    this.#history = new History<Draft>({ text, data: null });
    this.draft = this.#history.now;
    void this.#ask();
  }

  get data(): Data {
    return this.draft.data ?? {};
  }

  readonly things: Thing[] = $derived.by(() => thingsOf(this.data, this.game));
  readonly faults: FaultFact[] = $derived(this.fact?.faults ?? []);
  /** Whether what the server has found is about what is there now. */
  readonly sound: boolean = $derived(!this.waiting && this.fact !== null && this.faults.length === 0);

  get schema() {
    return this.fact?.case ? this.game.case : this.game.scenario;
  }

  /** The size of the table in the units of the file. */
  get size() {
    return { width: (this.scene?.width ?? 1) / this.scale, height: (this.scene?.height ?? 1) / this.scale };
  }

  settingFor(data: Data, reach: number) {
    const stands = (value: Value) => this.scene?.figures.find((one) => isData(value) && one.id === value.id);
    return settingOf(data, this.game, this.size.width, reach, (value) => stands(value)?.facing ?? 0);
  }

  get thing(): Thing | undefined {
    return this.things.find((one) => one.key === this.chosen);
  }

  /** What is wrong with the field at the end of a way, or within it. */
  faultsIn(path: Path): FaultFact[] {
    return this.faults.filter((one) => one.path.length > 0 && begins(one.path, path));
  }

  edit(data: Data, tag = '') {
    if (this.draft.data === null) return void (this.trouble = t('Mend the text first: it cannot be read.'));
    this.trouble = '';
    this.#push({ text: this.draft.text, data }, tag);
    this.#later();
  }

  set(path: Path, value: Value | undefined, tag = '') {
    this.edit(put(this.data, path, value), tag);
  }

  write(text: string) {
    this.trouble = '';
    this.#push({ text, data: null }, 'text');
    this.#later();
  }

  undo() {
    if (!this.#history.canUndo) return this.before?.();
    this.#history.undo();
    this.#shown();
    this.#later();
  }

  redo() {
    this.#history.redo();
    this.#shown();
    this.#later();
  }

  /** It is shown again, and is what is kept where the page is left. */
  resume() {
    this.#later();
  }

  remove(path: Path) {
    this.chosen = '';
    this.edit(without(this.data, path, this.game));
  }

  choose(key: string) {
    this.chosen = key;
  }

  /** What would be another like a thing, and the way to it. */
  again(thing: Thing) {
    const list = at(this.data, thing.path.slice(0, -1));
    const value = at(this.data, thing.path);
    if (!Array.isArray(list) || value === undefined) return;
    return { path: [...thing.path.slice(0, -1), list.length], value };
  }

  /** Another thing like one that there is, with a name of its own. */
  copy(path: Path, value: Value) {
    const id = isData(value) && typeof value.id === 'string' ? value.id.replace(/\d+$/, '') : '';
    this.edit(put(this.data, path, id ? put(value, ['id'], freeName(this.data, id)) : value));
    this.choose(wordOf(path));
  }

  #push(draft: Draft, tag: string) {
    this.#history.push(draft, tag);
    this.#shown();
  }

  #shown() {
    this.draft = this.#history.now;
    this.canUndo = this.#history.canUndo || this.before !== null;
    this.canRedo = this.#history.canRedo;
    if (this.draft.data && this.chosen && !this.chosen.startsWith('@')) {
      if (at(this.draft.data, pathOf(this.chosen)) === undefined) this.chosen = '';
    }
  }

  #later() {
    this.waiting = true;
    this.#asked += 1; // what is still on its way is about what stood there before
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), QUIET);
  }

  async #ask() {
    const number = ++this.#asked;
    const { text, data } = this.draft;
    this.waiting = true;
    try {
      const fact = await look({ game: this.game.game, text, data });
      if (number !== this.#asked || this.draft.text !== text || this.draft.data !== data) return;
      this.fact = fact;
      this.trouble = '';
      this.#history.amend({ text: fact.text, data: fact.data as Data | null });
      this.#shown();
      if (fact.scene) {
        this.scale = 1 / spanOf(fact.scene);
        this.scene = sceneIn(fact.scene, this.scale);
        this.offset = { x: fact.offset[0], y: fact.offset[1] };
      }
      keep(this.game.game, fact.text);
    } catch (error) {
      if (number === this.#asked) this.trouble = (error as Error).message;
    } finally {
      if (number === this.#asked) this.waiting = false;
    }
  }
}

/** What was being put together when the page was left. */
export function kept(): { game: string; text: string } | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? 'null') as { game: string; text: string } | null;
  } catch {
    return null;
  }
}

function keep(game: string, text: string) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ game, text }));
  } catch {
    // Without room for it the page keeps nothing.
  }
}
