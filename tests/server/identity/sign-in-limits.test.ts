import { describe, expect, it } from 'vitest';
import { openCouponTries } from '../../../src/server/commerce/coupon-tries.ts';
import { openSignInLimits } from '../../../src/server/identity/sign-in-limits.ts';

/** Makes a number of attempts and returns the last answer. */
async function tries(times: number, once: (time: number) => Promise<number | null>): Promise<number | null> {
  let said: number | null = null;
  for (let time = 0; time < times; time++) said = await once(time);
  return said;
}

describe('attempts on one account', () => {
  it('end after ten, however the address is written and wherever they come from', async () => {
    const limits = openSignInLimits(true);
    const once = (time: number) =>
      limits.minutesToWait(time % 2 ? 'Mira@Guildhall.test ' : 'mira@guildhall.test', `192.0.2.${time}`);
    expect(await tries(10, once)).toBeNull();
    expect(await once(10)).toBeGreaterThan(0);
    expect(await limits.minutesToWait('ivo@guildhall.test', '192.0.2.1')).toBeNull();
  });

  it('start over after a successful sign-in', async () => {
    const limits = openSignInLimits(true);
    const once = () => limits.minutesToWait('mira@guildhall.test', '192.0.2.1');
    await tries(10, once);
    await limits.forget('MIRA@guildhall.test');
    expect(await once()).toBeNull();
  });
});

describe('attempts from one address', () => {
  it('end after a hundred, for any accounts', async () => {
    const limits = openSignInLimits(true);
    const once = (time: number) => limits.minutesToWait(`${time}@guildhall.test`, '192.0.2.1');
    expect(await tries(100, once)).toBeNull();
    expect(await once(100)).toBeGreaterThan(0);
  });
});

describe('invalid coupon codes', () => {
  it('are refused after thirty attempts', async () => {
    const codes = openCouponTries(true);
    await codes.countMisses('192.0.2.1', 20);
    expect(await codes.minutesToWait('192.0.2.1')).toBeNull();
    await codes.countMisses('192.0.2.1', 20);
    expect(await codes.minutesToWait('192.0.2.1')).toBeGreaterThan(0);
    expect(await codes.minutesToWait('192.0.2.2')).toBeNull();
  });
});

describe('the setting RATE_LIMITS=off', () => {
  it('lifts the limits of signing in, and of coupon codes', async () => {
    const limits = openSignInLimits(false);
    expect(await tries(300, () => limits.minutesToWait('mira@guildhall.test', '192.0.2.1'))).toBeNull();
    const codes = openCouponTries(false);
    await codes.countMisses('192.0.2.1', 300);
    expect(await codes.minutesToWait('192.0.2.1')).toBeNull();
  });

  it('leaves each process its own count', async () => {
    const once = () => openSignInLimits(true).minutesToWait('mira@guildhall.test', '192.0.2.1');
    expect(await tries(20, once)).toBeNull();
  });
});
