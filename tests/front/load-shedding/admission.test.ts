import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openAdmission, Refused } from '../../../src/front/load-shedding/admission.ts';
import { QUEUE_LIMITS } from '../../../src/front/load-shedding/queue-limits.ts';

describe('the admission of a process', () => {
  it('frees the place of a request that failed', async () => {
    const admission = openAdmission();
    for (let at = 0; at < 20; at++)
      await expect(admission.run('page', () => Promise.reject(new Error('broken')))).rejects.toThrow(
        'broken',
      );
    await expect(admission.run('page', () => 'drawn')).resolves.toBe('drawn');
  });

  it('gives the place of an answered request to the next one, however little time has passed', async () => {
    const admission = openAdmission(() => 0);
    const places = QUEUE_LIMITS.page.atOnce;
    for (let round = 0; round < 3; round++)
      await Promise.all(Array.from({ length: places }, () => admission.run('page', () => 'drawn')));
    let isDrawn = false;
    void admission.run('page', () => {
      isDrawn = true;
    });
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(isDrawn).toBe(true);
  });

  it('starts whoever waits as soon as a place is free', async () => {
    const admission = openAdmission(() => 0);
    const gates = Array.from({ length: QUEUE_LIMITS.page.atOnce }, () => Promise.withResolvers<void>());
    const held = gates.map(({ promise }) => admission.run('page', () => promise));
    let isDrawn = false;
    const waiting = admission.run('page', () => {
      isDrawn = true;
    });
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(isDrawn).toBe(false);
    gates[0]?.resolve();
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(isDrawn).toBe(true);
    for (const gate of gates) gate.resolve();
    await Promise.all([...held, waiting]);
  });

  it('sees everybody who comes at the same moment before it works for the first', async () => {
    const admission = openAdmission();
    const drawn: Promise<unknown>[] = [];
    for (let at = 0; at < 100; at++) {
      drawn.push(admission.run('page', () => 'drawn'));
      // As between two requests that have arrived: what waits for nobody goes on, but no new turn begins.
      for (let step = 0; step < 20; step++) await Promise.resolve();
    }
    const outcomes = await Promise.allSettled(drawn);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(100 - 72);
  });

  it('refuses with the seconds after which to try again', async () => {
    const admission = openAdmission(() => 0);
    const never = new Promise<never>(() => undefined);
    const all = Array.from({ length: 73 }, () => admission.run('page', () => never));
    const last = all.at(-1);
    await expect(last).rejects.toThrow(Refused);
    await expect(last).rejects.toMatchObject({ retryAfterS: 2 });
    expect(admission.refuses('page')).toBe(2);
    expect(admission.refuses('vital')).toBe(null);
    expect(await admission.run('vital', () => 'paid')).toBe('paid');
  });
});
