/** A move being made by hand: where the block stands, and where its leader is to go. Pure functions. */

import { carried, frameOf, heading, normal, turnBetween, wheeled } from './board/geometry';
import type { Placed, Point, Pose } from './board/types';
import type { ActionForm, Judgement } from './messages';

/** What an action that is drawn by hand says besides figures and places. */
export interface HandForm {
  verb: string;
  [more: string]: unknown;
}

export interface Draft {
  /** What such an action says besides figures and places: its verb, and whatever else its game means by it. */
  form: HandForm;
  /** Nobody goes anywhere: of several each turns where it stands. */
  stays: boolean;
  /** It comes from beside the table: it has no way that could be measured. */
  fresh: boolean;
  /** Where the figures stand now; the leader first. */
  block: readonly Placed[];
  /** Where the leader is to stand. */
  leader: Pose;
  /** The leader's pose when the present gesture began. */
  from: Pose;
  /** Points the leader passes on its way. */
  via: readonly Point[];
  /** Whether the server may pull it onto a contact. Off for exact work with the keys. */
  magnet: boolean;
  /** A pointer holds it. */
  held: boolean;
}

/** Whether an action says where something is to stand. One without a facing only has an offset there, as a muster has. */
export function hasPlace(action: ActionForm): action is ActionForm & { to: [number, number]; facing: number } {
  const isCourse = !action.figures?.length && (action.via?.length ?? 0) > 0; // from edge to edge: nothing to shift
  return action.to != null && action.facing != null && !isCourse;
}

export function draftOf(
  figures: readonly Placed[],
  ids: readonly string[],
  leaderId: string,
  form: HandForm,
  stays = false,
): Draft | null {
  const order = [leaderId, ...ids.filter((id) => id !== leaderId)];
  const block = order.flatMap((id) => figures.filter((figure) => figure.id === id));
  const leader = block[0];
  if (!leader) return null;
  const pose = { x: leader.x, y: leader.y, facing: leader.facing };
  const plain = block.map(({ id, x, y, facing, width, depth, shape = 'rectangle' }) => ({
    id,
    x,
    y,
    facing,
    width,
    depth,
    shape,
  }));
  return { form, stays, fresh: false, block: plain, leader: pose, from: pose, via: [], magnet: true, held: false };
}

/** Figures from beside the table in one row, the first at a place and the others to its right. */
export function rowAt(figures: readonly Placed[], form: HandForm, leader: Pose, held: boolean): Draft {
  const ahead = heading(leader.facing);
  let aside = 0;
  const block = figures.map(({ id, width, depth, shape = 'rectangle' }, index) => {
    if (index > 0) aside += (figures[index - 1]!.width + width) / 2;
    return {
      id,
      width,
      depth,
      shape,
      x: leader.x + ahead.y * aside,
      y: leader.y - ahead.x * aside,
      facing: leader.facing,
    };
  });
  return { form, stays: false, fresh: true, block, leader, from: leader, via: [], magnet: true, held };
}

/** Where every figure of the draft would stand. */
export function posesOf(draft: Draft): Placed[] {
  if (!draft.stays) return carried(draft.block, draft.leader);
  const { x, y, facing } = draft.leader;
  const first = draft.block[0]!;
  return draft.block.map((member) => ({ ...member, x: member.x + x - first.x, y: member.y + y - first.y, facing }));
}

/** The same figures, to go by another kind of move: who is to stay where he is goes back there. */
export function goingBy(draft: Draft, form: HandForm, stays: boolean): Draft {
  if (!stays || draft.stays) return { ...draft, form, stays };
  const { x, y } = draft.block[0]!;
  const leader = { ...draft.leader, x, y };
  return { ...draft, form, stays, leader, from: leader, via: [] };
}

/** A gesture takes hold of the draft. */
export function taken(draft: Draft): Draft {
  return { ...draft, from: draft.leader, magnet: true, held: true };
}

export function shifted(draft: Draft, dx: number, dy: number): Draft {
  return { ...draft, leader: { ...draft.leader, x: draft.from.x + dx, y: draft.from.y + dy } };
}

/** Turned clockwise about a point since the gesture began; right angles and the old facing pull a little. */
export function turnedBy(draft: Draft, pivot: Point, degrees: number): Draft {
  const pull = [0, 90, 180, 270, draft.block[0]!.facing].find(
    (facing) => Math.abs(turnBetween(draft.from.facing + degrees, facing)) < 3,
  );
  const exact = pull === undefined ? Math.round(degrees) : degrees + turnBetween(draft.from.facing + degrees, pull);
  return { ...draft, leader: wheeled(draft.from, draft.stays ? draft.from : pivot, exact) };
}

/** Turned on the spot by keys or buttons. */
export function spun(draft: Draft, degrees: number): Draft {
  return about(draft, frameOf(posesOf(draft))!.centre, degrees);
}

/** Wheeled by keys: about the front corner on the side to which it turns. */
export function wheeledBy(draft: Draft, degrees: number): Draft {
  const frame = frameOf(posesOf(draft))!;
  return about(draft, degrees < 0 ? frame.frontLeft : frame.frontRight, degrees);
}

function about(draft: Draft, middle: Point, degrees: number): Draft {
  const pivot = draft.stays ? draft.leader : middle;
  const leader = wheeled(draft.leader, pivot, degrees);
  // A held draft goes on following its pointer from where it is now.
  const carry = (pose: Pose) =>
    wheeled(pose, { x: pivot.x - draft.leader.x + pose.x, y: pivot.y - draft.leader.y + pose.y }, degrees);
  return { ...draft, leader, from: draft.held ? carry(draft.from) : leader };
}

/** Moved by keys: no magnet, so that a tenth stays a tenth. */
export function nudged(draft: Draft, dx: number, dy: number): Draft {
  const round = (value: number) => Math.round(value * 1e7) / 1e7;
  const leader = { ...draft.leader, x: round(draft.leader.x + dx), y: round(draft.leader.y + dy) };
  return { ...draft, leader, from: leader, magnet: false };
}

/** The way bends here: the leader passes through where it stands now. */
export function bent(draft: Draft): Draft {
  return { ...draft, via: [...draft.via, { x: draft.leader.x, y: draft.leader.y }] };
}

/** The pointer is up: the draft lies where the magnet pulled it, if it did. */
export function dropped(draft: Draft, judged: Judgement | null): Draft {
  const leader = judged?.snapped ? poseOf(judged, draft.block[0]!.id) : null;
  const pose = leader ?? draft.leader;
  return { ...draft, leader: pose, from: pose, held: false };
}

function poseOf(judged: Judgement, id: string): Pose | null {
  const pose = judged.ghost.find((ghost) => ghost.id === id);
  return pose ? { x: pose.x, y: pose.y, facing: pose.facing } : null;
}

export function isMoved(draft: Draft): boolean {
  const start = draft.block[0]!;
  const { leader } = draft;
  const far = Math.hypot(leader.x - start.x, leader.y - start.y);
  return draft.fresh || far > 1e-4 || Math.abs(turnBetween(start.facing, leader.facing)) > 1e-3 || draft.via.length > 0;
}

/** The draft as an action to be judged. */
export function actionOf(draft: Draft): ActionForm {
  const round = (value: number, digits: number) => Number(value.toFixed(digits));
  const spot = (point: Point): [number, number] => [round(point.x, 7), round(point.y, 7)];
  return {
    ...draft.form,
    figures: draft.block.map((figure) => figure.id),
    to: spot(draft.leader),
    facing: round(normal(draft.leader.facing), 2),
    ...(draft.form.each
      ? { each: posesOf(draft).map((pose) => ({ to: spot(pose), facing: round(normal(pose.facing), 2) })) }
      : {}),
    ...(draft.via.length > 0 ? { via: draft.via.map(spot) } : {}),
  };
}
