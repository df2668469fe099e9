/** The view of a model: its turn on the table, and the camera's tilt, zoom and pan. */
export interface Pose {
  /** Turn of the model in degrees, counter-clockwise from above; 0 shows its front. */
  turn: number;
  /** Height of the camera above the table, in degrees. */
  tilt: number;
  /** Zoom factor: 1 shows the whole table, 2 half of its width. */
  near: number;
  /** Pan of the camera in half view sizes; 0 is the centre. */
  across: number;
  up: number;
}

export const FIRST_POSE: Pose = { turn: -25, tilt: 14, near: 1, across: 0, up: 0 };

const LIMITS = { tilt: [-8, 85], near: [0.7, 8], shift: [-1.2, 1.2] } as const;
const within = (value: number, [min, max]: readonly [number, number]) => Math.min(max, Math.max(min, value));

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

/** The pose after a drag in px; a drag across the whole stage is a full turn. */
export function dragged(pose: Pose, dx: number, dy: number, stagePx: number): Pose {
  const perPx = 360 / Math.max(200, stagePx);
  return settled({ ...pose, turn: pose.turn + dx * perPx, tilt: pose.tilt + dy * perPx * 0.6 });
}

/** The pose after panning by some px of a stage of `stagePx` width. */
export function shifted(pose: Pose, dx: number, dy: number, stagePx: number): Pose {
  const perPx = 2 / Math.max(200, stagePx) / pose.near;
  return settled({ ...pose, across: pose.across - dx * perPx, up: pose.up + dy * perPx });
}

/** Zooms by a factor; below 1 zooms out. */
export function closer(pose: Pose, factor: number): Pose {
  return settled({ ...pose, near: pose.near * factor });
}

/** The turntable: one turn in 18 seconds. */
export function turnedOn(pose: Pose, ms: number): Pose {
  return settled({ ...pose, turn: pose.turn + ms * 0.02 });
}

const TURN_STEP = 15;
const TILT_STEP = 10;
const SHIFT_STEP = 0.15;

/** The pose after a key; null for other keys. With shift, arrows pan. */
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

/** Which side of the model is visible, for screen readers. */
export function sideSeen({ turn, tilt }: Pose): string {
  const side = SIDES[(Math.round(turn / 45) + 8) % 8] ?? 'front';
  return tilt > 60 ? `from above, ${side} first` : `from the ${side}`;
}
