/** How a model is looked at: it turns on its table, the camera rises and comes closer. */
export interface Pose {
  /** Of the model, in degrees to the left seen from above; 0 shows its front. */
  turn: number;
  /** Height of the camera above the table, in degrees. */
  tilt: number;
  /** 1 shows everything on the table, 2 half of its width. */
  near: number;
  /** Where on the table the camera looks, in halves of what is seen; 0 is the middle. */
  across: number;
  up: number;
}

export const FIRST_POSE: Pose = { turn: -25, tilt: 14, near: 1, across: 0, up: 0 };

const LIMITS = { tilt: [-8, 85], near: [0.7, 8], shift: [-1.2, 1.2] } as const;
const within = (value: number, [least, most]: readonly [number, number]) =>
  Math.min(most, Math.max(least, value));

/** The pose within its limits, its turn between -180 and 180. */
function settled(pose: Pose): Pose {
  return {
    turn: ((((pose.turn + 180) % 360) + 360) % 360) - 180,
    tilt: within(pose.tilt, LIMITS.tilt),
    near: within(pose.near, LIMITS.near),
    across: within(pose.across, LIMITS.shift),
    up: within(pose.up, LIMITS.shift),
  };
}

/** Turned by dragging so many px; a drag across the whole stage turns it once around. */
export function dragged(pose: Pose, dx: number, dy: number, stagePx: number): Pose {
  const perPx = 360 / Math.max(200, stagePx);
  return settled({ ...pose, turn: pose.turn + dx * perPx, tilt: pose.tilt + dy * perPx * 0.6 });
}

/** Moved along with fingers or pointer by so many px of a stage so many px wide. */
export function shifted(pose: Pose, dx: number, dy: number, stagePx: number): Pose {
  const perPx = 2 / Math.max(200, stagePx) / pose.near;
  return settled({ ...pose, across: pose.across - dx * perPx, up: pose.up + dy * perPx });
}

/** Closer by a factor; below 1 further away. */
export function closer(pose: Pose, factor: number): Pose {
  return settled({ ...pose, near: pose.near * factor });
}

/** Turned on by the turntable; once around in 18 seconds. */
export function turnedOn(pose: Pose, ms: number): Pose {
  return settled({ ...pose, turn: pose.turn + ms * 0.02 });
}

const TURN_STEP = 15;
const TILT_STEP = 10;
const SHIFT_STEP = 0.15;

/** The pose after a key; null where the key means nothing here. With shift, arrows move the view instead. */
export function byKey(pose: Pose, key: string, shift: boolean): Pose | null {
  const step = SHIFT_STEP / pose.near;
  switch (key) {
    case 'ArrowLeft':
      return settled(
        shift ? { ...pose, across: pose.across - step } : { ...pose, turn: pose.turn - TURN_STEP },
      );
    case 'ArrowRight':
      return settled(
        shift ? { ...pose, across: pose.across + step } : { ...pose, turn: pose.turn + TURN_STEP },
      );
    case 'ArrowUp':
      return settled(shift ? { ...pose, up: pose.up + step } : { ...pose, tilt: pose.tilt + TILT_STEP });
    case 'ArrowDown':
      return settled(shift ? { ...pose, up: pose.up - step } : { ...pose, tilt: pose.tilt - TILT_STEP });
    case '+':
    case '=':
      return closer(pose, 1.25);
    case '-':
    case '_':
      return closer(pose, 0.8);
    case '0':
    case 'Home':
      return FIRST_POSE;
    default:
      return null;
  }
}

const SIDES = ['front', 'front left', 'left', 'back left', 'back', 'back right', 'right', 'front right'];

/** Which side of the model is seen, for those who cannot see it. */
export function sideSeen({ turn, tilt }: Pose): string {
  const side = SIDES[(Math.round(turn / 45) + 8) % 8] ?? 'front';
  return tilt > 60 ? `from above, ${side} first` : `from the ${side}`;
}
