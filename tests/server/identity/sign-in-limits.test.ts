import { describe, expect, it } from 'vitest';
import { openSignInLimits } from '../../../src/server/identity/sign-in-limits.ts';

/** Makes a number of attempts and returns the last answer. */
async function tries(times: number, once: (time: number) => Promise<number | null>): Promise<number | null> {
  let said: number | null = null;
  for (let time = 0; time < times; time++) said = await once(time);
  return said;
}

const MIRA = 'mira@guildhall.test';
const at = (place: number) => `192.0.2.${place}`;

describe('wrong passwords for one account', () => {
  it('end after ten, however the address is written and wherever they come from', async () => {
    const limits = openSignInLimits(true);
    const once = (time: number) =>
      limits.minutesToWait('password', {
        account: time % 2 ? 'Mira@Guildhall.test ' : MIRA,
        client: at(time),
      });
    expect(await tries(10, once)).toBeNull();
    expect(await once(10)).toBeGreaterThan(0);
    expect(
      await limits.minutesToWait('password', { account: 'ivo@guildhall.test', client: at(1) }),
    ).toBeNull();
  });

  it('start over after a successful sign-in', async () => {
    const limits = openSignInLimits(true);
    const attempt = { account: MIRA, client: at(1) };
    await tries(10, () => limits.minutesToWait('password', attempt));
    await limits.forget('password', { ...attempt, account: 'MIRA@guildhall.test' });
    expect(await limits.minutesToWait('password', attempt)).toBeNull();
  });

  it('by strangers once locked the owner out of mailed codes and links too', async () => {
    const limits = openSignInLimits(true);
    await tries(30, (time) => limits.minutesToWait('password', { account: MIRA, client: at(time) }));
    for (const way of ['code', 'code-entry', 'reset', 'confirmation'] as const)
      expect(await limits.minutesToWait(way, { account: MIRA, client: at(99) })).toBeNull();
  });

  it('by strangers once locked the owner’s own device out', async () => {
    const limits = openSignInLimits(true);
    const owner = { account: MIRA, client: at(1), device: 'hers' };
    await tries(300, (time) => limits.minutesToWait('password', { account: MIRA, client: at(time % 3) }));
    const once = () => limits.minutesToWait('password', owner);
    expect(await tries(10, once)).toBeNull();
    expect(await once()).toBeGreaterThan(0);
  });
});

describe('mails to one account', () => {
  it('were sent for all of 60 requests of one address', async () => {
    const limits = openSignInLimits(true);
    const granted = { code: 0, reset: 0, verification: 0 };
    for (const way of ['code', 'reset', 'verification'] as const)
      for (let time = 0; time < 60; time++)
        if ((await limits.minutesToWait(way, { account: MIRA, client: at(way.length) })) === null)
          granted[way]++;
    expect(granted).toEqual({ code: 5, reset: 5, verification: 5 });
  });

  it('can still be asked for from elsewhere, up to fifteen', async () => {
    const limits = openSignInLimits(true);
    let granted = 0;
    for (let time = 0; time < 60; time++)
      if ((await limits.minutesToWait('code', { account: MIRA, client: at(time % 6) })) === null) granted++;
    expect(granted).toBe(15);
    expect(await limits.minutesToWait('code', { account: MIRA, client: at(7), device: 'hers' })).toBeNull();
  });
});

describe('attempts from one address', () => {
  it('end after a hundred, for any accounts', async () => {
    const limits = openSignInLimits(true);
    const once = (time: number) =>
      limits.minutesToWait('password', { account: `${time}@guildhall.test`, client: at(1) });
    expect(await tries(100, once)).toBeNull();
    expect(await once(100)).toBeGreaterThan(0);
  });
});

describe('the setting RATE_LIMITS=off', () => {
  it('lifts the limits of signing in', async () => {
    const limits = openSignInLimits(false);
    expect(
      await tries(300, () => limits.minutesToWait('password', { account: MIRA, client: at(1) })),
    ).toBeNull();
  });

  it('leaves each process its own count', async () => {
    const once = () => openSignInLimits(true).minutesToWait('password', { account: MIRA, client: at(1) });
    expect(await tries(20, once)).toBeNull();
  });
});
