/**
 * The board measures in bases: what comes from the server is divided by the usual width of a base, what goes to it is
 * multiplied again. So line widths, grips and the camera suit inches and paces alike. With bases one unit wide
 * everything passes as it is.
 */

import type {
  ActionForm,
  Explanation,
  Judgement,
  LegalAction,
  Pose,
  Scene,
  SceneFeature,
  SceneFigure,
  ServerMessage,
  StepRecord,
} from './messages';

type Pair = [number, number];

/** Bases that a table without figures is taken to be wide. */
const EMPTY_TABLE = 24;

/** The usual width of a base, in the game's unit: the commonest among all figures, off the table too. */
export function spanOf(scene: Scene): number {
  const counts = new Map<number, number>();
  for (const figure of [...scene.figures, ...scene.boxes.flatMap((box) => box.figures)]) {
    counts.set(figure.width, (counts.get(figure.width) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0];
  return most && most[0] > 0 ? most[0] : Math.max(scene.width, scene.height) / EMPTY_TABLE;
}

/** Scales by `k` whatever has lengths. */
export class Scale {
  constructor(readonly k: number) {}

  scene(scene: Scene): Scene {
    if (this.k === 1) return scene;
    return {
      ...scene,
      width: scene.width * this.k,
      height: scene.height * this.k,
      features: scene.features.map((feature) => this.#feature(feature)),
      figures: scene.figures.map((figure) => this.#figure(figure)),
      markers: scene.markers.map((marker) => ({ ...marker, x: marker.x * this.k, y: marker.y * this.k })),
      boxes: scene.boxes.map((box) => ({ ...box, figures: box.figures.map((figure) => this.#figure(figure)) })),
      overlays: this.#outlines(scene.overlays),
      sights: this.#outlines(scene.sights),
    };
  }

  action(form: ActionForm): ActionForm {
    if (this.k === 1) return form;
    const { to, via, wheel, legs } = form;
    return {
      ...form,
      ...(to ? { to: this.#pair(to) } : {}),
      ...(via ? { via: via.map((point) => this.#pair(point)) } : {}),
      ...(legs ? { legs: legs.map((leg) => (leg.ahead ? { ...leg, ahead: leg.ahead * this.k } : leg)) } : {}),
      ...(wheel
        ? { wheel: { ...wheel, about: typeof wheel.about === 'string' ? wheel.about : this.#pair(wheel.about) } }
        : {}),
    };
  }

  legal(list: readonly LegalAction[]): LegalAction[] {
    return list.map((one) => ({
      ...one,
      action: this.action(one.action),
      ghost: this.#poses(one.ghost),
      puts: one.puts.map((feature) => this.#feature(feature)),
    }));
  }

  message(message: ServerMessage): ServerMessage {
    if (this.k === 1) return message;
    switch (message.type) {
      case 'state':
        return {
          ...message,
          scene: this.scene(message.scene),
          legal: this.legal(message.legal),
          steps: message.steps.map((step) => this.#step(step)),
        };
      case 'looked':
        return { ...message, scene: this.scene(message.scene), record: this.#step(message.record) };
      case 'legal':
        return { ...message, legal: this.legal(message.legal) };
      case 'judgement':
        return this.#judgement(message);
      case 'reach':
        return { ...message, points: message.points.map((point) => this.#pair(point)) };
      case 'foreseen':
        return { ...message, overlays: this.#outlines(message.overlays) };
      case 'explained':
        return { ...message, explanation: this.#explanation(message.explanation) };
      default:
        return message;
    }
  }

  #explanation(said: Explanation): Explanation {
    return {
      ...said,
      overlays: this.#outlines(said.overlays),
      places: said.places.map((one) => ({
        ...one,
        x: one.x * this.k,
        y: one.y * this.k,
        width: one.width * this.k,
        depth: one.depth * this.k,
      })),
    };
  }

  #judgement(said: Judgement): Judgement {
    const placed = <T extends { geometry: [number, number, number, number] | null }>(one: T): T => ({
      ...one,
      geometry: one.geometry && (one.geometry.map((length) => length * this.k) as [number, number, number, number]),
    });
    return {
      ...said,
      action: this.action(said.action),
      ghost: this.#poses(said.ghost),
      puts: said.puts.map((feature) => this.#feature(feature)),
      overlays: this.#outlines(said.overlays),
      way: said.way && said.way * this.k,
      limit: said.limit && said.limit * this.k,
      reasons: said.reasons.map(placed),
      notes: said.notes.map(placed),
    };
  }

  #outlines<T extends { points: Pair[] }>(list: T[]): T[] {
    return list.map((one) => ({ ...one, points: one.points.map((point) => this.#pair(point)) }));
  }

  #pair([x, y]: readonly [number, number]): Pair {
    return [x * this.k, y * this.k];
  }

  #step(step: StepRecord): StepRecord {
    const pose = (one: Pose | null) => one && this.#poses([one])[0]!;
    const account = step.account && {
      ...step.account,
      acts: step.account.acts.map((act) => ({ ...act, way: act.way.map((point) => this.#pair(point)) })),
    };
    return {
      ...step,
      account,
      shifts: step.shifts.map(({ id, before, after }) => ({ id, before: pose(before), after: pose(after) })),
    };
  }

  #poses(poses: readonly Pose[]): Pose[] {
    return poses.map((pose) => ({ ...pose, x: pose.x * this.k, y: pose.y * this.k }));
  }

  #figure(figure: SceneFigure): SceneFigure {
    const { x, y, width, depth } = figure;
    return { ...figure, x: x * this.k, y: y * this.k, width: width * this.k, depth: depth * this.k };
  }

  #feature(feature: SceneFeature): SceneFeature {
    const { points, radius, width } = feature;
    return {
      ...feature,
      points: points.map((point) => this.#pair(point)),
      radius: radius * this.k,
      width: width * this.k,
    };
  }
}

/** A scene on its own, as a little map shows it. */
export const inBases = (scene: Scene): Scene => sceneIn(scene, 1 / spanOf(scene));

/** A scene with `k` bases to the game's unit. */
export const sceneIn = (scene: Scene, k: number): Scene => new Scale(k).scene(scene);

/** A step of the arrow keys in bases: a round number of the game's unit, about a tenth of a base. */
export const nudgeOf = (span: number): number => 10 ** Math.floor(Math.log10(span / 10) + 1e-9) / span;
