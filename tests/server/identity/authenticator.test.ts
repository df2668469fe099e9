import { describe, expect, it } from 'vitest';
import {
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
} from '../../../src/domain/identity/second-factor.ts';
import {
  authenticatorAddress,
  factorSeal,
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  stepOfCode,
} from '../../../src/server/identity/authenticator.ts';

/** "12345678901234567890", the secret of the test values of RFC 6238. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  it.each([
    // The last six of the eight digits in appendix B of RFC 6238, for SHA-1.
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %i s is that of RFC 6238', (seconds, code) => {
    expect(stepOfCode(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('is right for the 30 seconds before and after its own, under the number of its own', () => {
    const step = Math.floor(1_234_567_890 / 30);
    const at = (steps: number) => stepOfCode(SECRET, '005924', (step + steps) * 30_000);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, step, step, step, null]);
    expect(stepOfCode(SECRET, '005925', step * 30_000)).toBeNull();
  });

  it('comes from a secret of 160 bits, which an app reads from one address', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(secret);
    const address = new URL(authenticatorAddress(secret, 'Hall: the first', 'odile'));
    expect(address.protocol).toBe('otpauth:');
    expect(decodeURIComponent(address.pathname)).toContain('Hall  the first:odile');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      ...{ secret, algorithm: 'SHA1', digits: '6', period: '30' },
    });
  });
});

it('recovery codes are ten different ones, of letters that are not mistaken', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(RECOVERY_CODES);
  for (const code of codes) expect(code).toMatch(new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`));
  expect(RECOVERY_ALPHABET).not.toMatch(/[01ilo]/);
  // The same code of another person has another hash.
  expect(recoveryHash('odile', codes[0] ?? '')).not.toBe(recoveryHash('magnus', codes[0] ?? ''));
});

describe('a sealed secret', () => {
  it('opens with the same password for the same person only', () => {
    const sealed = factorSeal('a password').seal('odile', SECRET);
    expect(sealed).not.toContain(SECRET);
    expect(factorSeal('a password').open('odile', sealed)).toBe(SECRET);
    expect(factorSeal('a password').open('magnus', sealed)).toBeNull();
    expect(factorSeal('another').open('odile', sealed)).toBeNull();
    for (const changed of ['', 'AAAA', `${sealed.slice(0, -2)}AA`, sealed.slice(4)])
      expect(factorSeal('a password').open('odile', changed)).toBeNull();
  });
});
