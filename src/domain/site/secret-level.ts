/** A place or a speed on the field: x to the right, y down, in px (a speed: px per tick). */
export interface Vector {
  x: number;
  y: number;
}

/** The secret level at one tick. `ball` is the ball's upper left corner, `paddle` the paddle's left edge. */
export interface Game {
  ball: Vector;
  speed: Vector;
  paddle: number;
  /** The number of times the paddle hit the ball. */
  score: number;
  /** The ball has reached the bottom; nothing moves. */
  over: boolean;
}

export const FIELD = { width: 480, height: 360 } as const;
export const BALL_SIZE = 30;
export const PADDLE = { width: 100, height: 10, top: FIELD.height - 24 } as const;
export const START_SPEED: Readonly<Vector> = { x: 2, y: 3 };
/** The factor of the speed at each paddle hit. */
export const SPEED_UP = 1.05;
/** Length of a tick in ms, independent of the screen's frame rate. */
export const TICK_MS = 1000 / 60;

const RIGHTMOST = FIELD.width - BALL_SIZE;
const LOWEST = FIELD.height - BALL_SIZE;

/** The game before its first tick, and after every restart. */
export function newGame(): Game {
  return {
    ball: { x: RIGHTMOST / 2, y: 40 },
    speed: { ...START_SPEED },
    paddle: (FIELD.width - PADDLE.width) / 2,
    score: 0,
    over: false,
  };
}

/** The game with the paddle centred under `x`, within the walls. NaN and infinities change nothing. */
export function withPaddleAt(game: Game, x: number): Game {
  if (game.over || !Number.isFinite(x)) return game;
  const paddle = Math.min(Math.max(x - PADDLE.width / 2, 0), FIELD.width - PADDLE.width);
  return { ...game, paddle };
}

/**
 * The game one tick later. The ball bounces off the walls and the paddle; each paddle hit makes it 5 % faster and scores
 * a point; reaching the bottom ends the game. The path between two ticks is checked, so that a fast ball cannot pass
 * through the paddle.
 */
export function afterTick(game: Game): Game {
  if (game.over) return game;
  const across = betweenWalls(game.ball.x, game.speed.x);
  let { y } = game.ball;
  let down = game.speed.y;
  y += down;
  if (y < 0) {
    y = -y;
    down = -down;
  }
  const speed = { x: across.speed, y: down };
  if (down > 0 && meetsPaddle(game, y)) {
    return {
      ...game,
      ball: { x: across.at, y: PADDLE.top - BALL_SIZE },
      speed: { x: speed.x * SPEED_UP, y: -down * SPEED_UP },
      score: game.score + 1,
    };
  }
  const over = y >= LOWEST;
  return { ...game, ball: { x: across.at, y: over ? LOWEST : y }, speed, over };
}

/** Whether the ball, falling to `y` within this tick, hits the paddle from above. */
function meetsPaddle(game: Game, y: number): boolean {
  const from = game.ball.y + BALL_SIZE;
  const to = y + BALL_SIZE;
  if (from > PADDLE.top || to < PADDLE.top) return false;
  const share = to === from ? 0 : (PADDLE.top - from) / (to - from);
  const { at: x } = betweenWalls(game.ball.x, game.speed.x * share);
  return x + BALL_SIZE >= game.paddle && x <= game.paddle + PADDLE.width;
}

/** The position of a ball at `x` after moving by `distance` between the side walls, and its new speed. */
function betweenWalls(x: number, distance: number): { at: number; speed: number } {
  let at = x + distance;
  let speed = distance;
  while (at < 0 || at > RIGHTMOST) {
    at = at < 0 ? -at : 2 * RIGHTMOST - at;
    speed = -speed;
  }
  return { at, speed };
}
