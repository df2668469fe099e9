import { describe, expect, it } from 'vitest';
import {
  factorCodeOf,
  RECOVERY_LENGTH,
  recoveryCodeText,
  resetRefusal,
  restoreRefusal,
  SET_UP_WITHIN_MS,
  setUpRefusal,
} from '../../../src/domain/identity/second-factor.ts';

const NOW = 1_800_000_000_000;

describe('a typed code', () => {
  it('is one of the app, or a recovery code as it was printed', () => {
    expect(factorCodeOf(' 123 456 ')).toEqual({ is: 'app', code: '123456' });
    const code = 'abcd2345efgh6789';
    expect(code).toHaveLength(RECOVERY_LENGTH);
    expect(recoveryCodeText(code)).toBe('abcd-2345-efgh-6789');
    expect(factorCodeOf(recoveryCodeText(code).toUpperCase())).toEqual({ is: 'recovery', code });
  });

  it.each(['', '12345', '1234567', 'abcd-2345', 'abcd-2345-efgh-678l', '١٢٣٤٥٦'])('is not %j', (text) => {
    expect(factorCodeOf(text)).toBeNull();
  });
});

describe('setting up a second factor', () => {
  it('is open for seven days after the role was given, and not where there is one', () => {
    const begun = { setUpAt: null, openSince: NOW };
    expect(setUpRefusal(begun, NOW + SET_UP_WITHIN_MS)).toBeNull();
    expect(setUpRefusal(begun, NOW + SET_UP_WITHIN_MS + 1)).toContain('seven days');
    expect(setUpRefusal({ setUpAt: NOW, openSince: NOW }, NOW)).toContain('already');
  });
});

describe('access', () => {
  it('of somebody with a role is restored by another operator', () => {
    expect(restoreRefusal('odile', 'odile', true)).toContain('Another operator');
    expect(restoreRefusal('odile', 'magnus', true)).toBeNull();
    expect(restoreRefusal('odile', 'tobias', false)).toContain('no role');
  });

  it('by a new password that is mailed is for people without a role, or until the end of a permission', () => {
    expect(resetRefusal(null, NOW)).toBeNull();
    expect(resetRefusal({ resetAllowedUntil: null }, NOW)).toContain('another operator');
    expect(resetRefusal({ resetAllowedUntil: NOW }, NOW)).toContain('another operator');
    expect(resetRefusal({ resetAllowedUntil: NOW + 1 }, NOW)).toBeNull();
  });
});
