import { expect, it } from 'vitest';
import {
  type Eye,
  measureLines,
  mmText,
} from '../../../../src/features/catalogue/product/model-view/measures.ts';

const SIZE = { x: 40, y: 20, z: 60 };

/** A distant camera slightly above the model, turned by `turn` degrees. */
function eyeAt(turn: number): Eye {
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return (x, y, z) => {
    const [right, front] = [x * cos + z * sin, z * cos - x * sin];
    return { x: right, y: -y + front * 0.25, away: 1000 - front };
  };
}

it.each([-170, -100, -60, -25, 10, 50, 80, 130, 175])('hide nothing of the model turned by %d°', (turn) => {
  const eye = eyeAt(turn);
  const [width, depth, height] = measureLines(SIZE, eye);
  expect([width?.mm, depth?.mm, height?.mm]).toEqual([40, 20, 60]);
  // Width and depth are nearer to the viewer than the model's centre.
  const middle = eye(0, 0, 0);
  for (const measure of [width, depth]) expect(measure?.middle.away).toBeLessThan(middle.away);
  const leftmost = Math.min(...[-20, 20].flatMap((x) => [-10, 10].map((z) => eye(x, 0, z).x)));
  expect(height?.middle.x).toBeLessThanOrEqual(leftmost);
});

it('have the model’s length without foreshortening', () => {
  const long = measureLines(SIZE, eyeAt(0)).map(({ line: [from, to] }) =>
    Math.round(Math.hypot(from.x - to.x, from.y - to.y)),
  );
  expect(long).toEqual([40, 5, 60]);
});

it('round to tenths', () => {
  expect([mmText(47.7499), mmText(32), mmText(0.04)]).toEqual(['47.7 mm', '32 mm', '0 mm']);
});
