import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterTick,
  BALL_SIZE,
  FIELD,
  type Game,
  newGame,
  PADDLE,
  SPEED_UP,
  START_SPEED,
  withPaddleAt,
} from '../../../src/domain/site/secret-level.ts';

const speed = fc.double({ min: 0.1, max: 900, noNaN: true });
const game: fc.Arbitrary<Game> = fc.record({
  ball: fc.record({
    x: fc.double({ min: 0, max: FIELD.width - BALL_SIZE, noNaN: true }),
    y: fc.double({ min: 0, max: FIELD.height - BALL_SIZE - 1, noNaN: true }),
  }),
  speed: fc.record({
    x: fc.tuple(speed, fc.boolean()).map(([way, left]) => (left ? -way : way)),
    y: fc.tuple(speed, fc.boolean()).map(([way, up]) => (up ? -way : way)),
  }),
  paddle: fc.double({ min: 0, max: FIELD.width - PADDLE.width, noNaN: true }),
  score: fc.nat(1000),
  over: fc.constant(false),
});

/** The ball falling, centred `above` px over the paddle. */
function falling(above: number, speedY: number): Game {
  const start = newGame();
  return {
    ...start,
    ball: { x: start.paddle + (PADDLE.width - BALL_SIZE) / 2, y: PADDLE.top - BALL_SIZE - above },
    speed: { x: 2, y: speedY },
  };
}

describe('the constants', () => {
  it('match the specification', () => {
    expect([BALL_SIZE, PADDLE.width, PADDLE.height, SPEED_UP]).toEqual([30, 100, 10, 1.05]);
    expect(START_SPEED).toEqual({ x: 2, y: 3 });
    expect(newGame()).toMatchObject({ speed: { x: 2, y: 3 }, score: 0, over: false });
  });
});

describe('the ball', () => {
  it('moves by its speed', () => {
    const start = newGame();
    expect(afterTick(start).ball).toEqual({ x: start.ball.x + 2, y: start.ball.y + 3 });
  });

  it('bounces off the side walls and the top at the same speed', () => {
    const right = afterTick({ ...newGame(), ball: { x: FIELD.width - BALL_SIZE - 1, y: 100 } });
    expect(right).toMatchObject({ ball: { x: FIELD.width - BALL_SIZE - 1, y: 103 }, speed: { x: -2, y: 3 } });
    const top = afterTick({ ...newGame(), ball: { x: 100, y: 1 }, speed: { x: 2, y: -3 } });
    expect(top).toMatchObject({ ball: { x: 102, y: 2 }, speed: { x: 2, y: 3 } });
  });

  it('never leaves the field at any speed', () => {
    fc.assert(
      fc.property(game, (before) => {
        const { ball } = afterTick(before);
        expect(ball.x).toBeGreaterThanOrEqual(0);
        expect(ball.x).toBeLessThanOrEqual(FIELD.width - BALL_SIZE);
        expect(ball.y).toBeGreaterThanOrEqual(0);
        expect(ball.y).toBeLessThanOrEqual(FIELD.height - BALL_SIZE);
      }),
    );
  });
});

describe('the paddle', () => {
  it('scores a point and bounces the ball 5 % faster', () => {
    const after = afterTick(falling(1, 3));
    expect(after.score).toBe(1);
    expect(after.speed.x).toBeCloseTo(2 * 1.05);
    expect(after.speed.y).toBeCloseTo(-3 * 1.05);
    expect(after.over).toBe(false);
  });

  it('catches a ball that would pass it within one tick', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), speed, (above, extra) => {
        const after = afterTick({ ...falling(above, above + extra), speed: { x: 0, y: above + extra } });
        expect([after.score, after.over]).toEqual([1, false]);
      }),
    );
  });

  it('misses balls beside it and rising ones', () => {
    expect(afterTick({ ...falling(1, 3), paddle: 0 }).score).toBe(0);
    expect(afterTick(falling(1, -3)).score).toBe(0);
  });

  it('follows the pointer within the walls', () => {
    fc.assert(
      fc.property(fc.double(), (x) => {
        const { paddle } = withPaddleAt(newGame(), x);
        expect(paddle).toBeGreaterThanOrEqual(0);
        expect(paddle).toBeLessThanOrEqual(FIELD.width - PADDLE.width);
      }),
    );
    expect(withPaddleAt(newGame(), 200).paddle).toBe(150);
  });
});

describe('the score', () => {
  it('grows by one per paddle hit only', () => {
    fc.assert(
      fc.property(game, (before) => {
        const after = afterTick(before);
        const faster = Math.abs(after.speed.x) > Math.abs(before.speed.x);
        expect(after.score - before.score).toBe(faster ? 1 : 0);
      }),
    );
  });
});

describe('the end', () => {
  it('comes when the ball reaches the bottom, and stops everything', () => {
    let game: Game = { ...newGame(), paddle: 0, ball: { x: 300, y: 200 } };
    for (let tick = 0; tick < 200 && !game.over; tick++) game = afterTick(game);
    expect(game).toMatchObject({ over: true, score: 0, ball: { y: FIELD.height - BALL_SIZE } });
    expect(afterTick(game)).toBe(game);
    expect(withPaddleAt(game, 10)).toBe(game);
  });

  it('does not come while the paddle follows the ball', () => {
    let game = newGame();
    for (let tick = 0; tick < 5000 && game.score < 30; tick++)
      game = afterTick(withPaddleAt(game, game.ball.x + BALL_SIZE / 2 + game.speed.x));
    expect(game.over).toBe(false);
    expect(game.score).toBe(30);
    expect(Math.abs(game.speed.y)).toBeCloseTo(3 * 1.05 ** 30);
  });
});
