import { ClientResponseError } from 'pocketbase';
import { describe, expect, it } from 'vitest';
import { openReadiness } from '../../../src/front/readiness.ts';
import { roomOf } from '../../../src/server/app/needs.ts';

/** The readiness of a site whose writes to its database do what `write` does. */
function readinessOf(write: () => Promise<void>) {
  const clock = { at: 0 };
  const now = () => clock.at;
  return { clock, ...openReadiness([{ name: 'disk of the database', ask: roomOf(write, now) }], { now }) };
}
/** As the backend refuses a batch. */
const refused = (code: string) => new ClientResponseError({ status: 400, response: { ok: false, code } });
const READY = { status: 200, text: 'ready' };

describe('a site', () => {
  it('is not ready while nothing can be written, and ready as soon as something can', async () => {
    let isFull = true;
    const { answer, clock } = readinessOf(async () => {
      if (isFull) throw refused('disk-full');
    });
    const full = { status: 503, text: 'not ready: nothing can be written, the disk of the database is full' };
    expect(await answer()).toEqual(full);
    clock.at = 1_100;
    expect(await answer()).toEqual(full);
    isFull = false;
    clock.at = 2_200;
    expect(await answer()).toEqual(READY);
  });

  it('tries a write every five seconds at most', async () => {
    let writes = 0;
    const { answer, clock } = readinessOf(async () => void writes++);
    for (clock.at = 0; clock.at <= 12_000; clock.at += 1_001) await answer();
    expect(writes).toBe(3);
  });

  it('is ready where a write waits for others, or is refused for another reason', async () => {
    expect(await readinessOf(() => new Promise(() => undefined)).answer()).toEqual(READY);
    expect(await readinessOf(() => Promise.reject(refused('failed'))).answer()).toEqual(READY);
  });
});
