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
  return Array.from({ length: views }, (_, at) => turnedBy(pose, at / views));
}

/** A pose turned on by a share of a full turn, counter-clockwise. */
export function turnedBy(pose: Pose, share: number): Pose {
  return { ...pose, turn: ((((pose.turn + share * 360 + 180) % 360) + 360) % 360) - 180 };
}

/**
 * What the turntable does in this product, or why it cannot.
 * @param films whether this browser records the video.
 */
export function turntableText(room: number, films: boolean): string {
  const views = turntablePoses({ turn: 0, tilt: 0, near: 1, across: 0, up: 0 }, room).length;
  const video = films ? 'a short video of one turn' : '';
  if (views === 0) {
    const lacking = `A turntable needs room for ${SHORT_TURN} pictures; remove some first.`;
    return films ? `${lacking} ${capitalised(video)} needs no room.` : lacking;
  }
  const pictures = `The turntable takes ${views} pictures all around, beginning with this view, and adds them in order`;
  return films
    ? `${pictures}, and records ${video}, which replaces the one before.`
    : `${pictures}. This browser records no video; another one may.`;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
