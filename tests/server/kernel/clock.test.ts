import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPaymentStandIn } from '../../../src/dev/payments/stand-in.ts';
import { followClock, openClock } from '../../../src/server/kernel/clock.ts';

const DAY_MS = 86_400_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-clock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Whole days by which a clock is ahead of the system clock; slightly behind is 0, not −0. */
const daysAhead = (now: () => number) => Math.round((now() - Date.now()) / DAY_MS) + 0;

it('is the system clock without a file, and with a file that was never written', async () => {
  expect(daysAhead(openClock(null))).toBe(0);
  expect(daysAhead(openClock(join(folder, 'nothing')))).toBe(0);
  await writeFile(join(folder, 'empty'), 'no number');
  expect(daysAhead(openClock(join(folder, 'empty')))).toBe(0);
});

it('follows the payment stand-in, also after the stand-in restarts', async () => {
  const clockFile = join(folder, 'clock');
  const options = {
    port: 0,
    webhookUrl: 'http://127.0.0.1:9/none',
    webhookSecret: 'whsec_test',
    stateFile: join(folder, 'book.json'),
    clockFile,
  };
  const now = openClock(clockFile);
  const first = await openPaymentStandIn(options);
  let stop: () => void = () => undefined;
  const moved = new Promise<void>((resolve) => {
    stop = followClock(clockFile, resolve);
  });
  first.simulator.advanceDays(3);
  expect(daysAhead(now)).toBe(3);
  await moved;
  stop();
  await first.close();
  await rm(clockFile);
  const second = await openPaymentStandIn(options);
  expect(daysAhead(now)).toBe(3);
  second.simulator.advanceDays(30);
  expect(daysAhead(now)).toBe(33);
  await second.close();
});
