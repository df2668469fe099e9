import type { Pose } from '../../model-view/pose.ts';

/** Views of a full turn, and of one where the product has no room for that many pictures. */
const FULL_TURN = 8;
const SHORT_TURN = 4;

/**
 * The poses of a turn in equal steps, beginning with the pose that is shown, counter-clockwise.
 * @param room how many pictures the product still has room for.
 * @returns eight poses, four where there is room for less than eight, or none.
 */
export function turntablePoses(pose: Pose, room: number): Pose[] {
  const views = room >= FULL_TURN ? FULL_TURN : room >= SHORT_TURN ? SHORT_TURN : 0;
  return Array.from({ length: views }, (_, at) => ({
    ...pose,
    turn: ((((pose.turn + (at * 360) / views + 180) % 360) + 360) % 360) - 180,
  }));
}

/** What the turntable does in this product, or why it cannot. */
export function turntableText(room: number): string {
  const views = turntablePoses({ turn: 0, tilt: 0, near: 1, across: 0, up: 0 }, room).length;
  return views === 0
    ? `A turntable needs room for ${SHORT_TURN} pictures; remove some first.`
    : `The turntable takes ${views} pictures all around, beginning with this view, and adds them in order.`;
}
