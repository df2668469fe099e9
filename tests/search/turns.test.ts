import { expect, it } from 'vitest';
import { oneTaskPerTick } from '../../src/search/turns.ts';

it('runs the first piece at once, and all in order', async () => {
  const inTurn = oneTaskPerTick();
  const done: number[] = [];
  inTurn(() => done.push(0));
  expect(done).toEqual([0]);
  for (const piece of [1, 2, 3]) inTurn(() => done.push(piece));
  await new Promise<void>((over) => inTurn(over));
  expect(done).toEqual([0, 1, 2, 3]);
  await new Promise((over) => setImmediate(() => setImmediate(over)));
  inTurn(() => done.push(4));
  expect(done).toEqual([0, 1, 2, 3, 4]);
});

it('pages whose answers come together are drawn one at a time, with a look at the sockets in between', async () => {
  const inTurn = oneTaskPerTick();
  let turn = 0;
  let isOver = false;
  // Node looks at sockets between two rounds of setImmediate.
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const drawnIn = await Promise.all(
    Array.from({ length: 8 }, () => new Promise<number>((drawn) => inTurn(() => drawn(turn)))),
  );
  isOver = true;
  expect(new Set(drawnIn).size).toBe(8);
});
