import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  looksValid,
  readSession,
  SESSION_LIMIT_BYTES,
  type Session,
  sessionCookie,
  sessionValue,
} from '../../../src/data/identity/session.ts';

const record = {
  id: 'a',
  email: 'mira@guildhall.test',
  username: 'mira',
  avatar: '',
  verified: true,
  collectionId: 'c',
  collectionName: 'users',
};
const session: Session = { token: 'aaa.bbb.ccc', record };
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the login cookie', () => {
  it('is as the specification says: one week, secure, same site, this host, readable by scripts', () => {
    expect(sessionCookie(session)).toMatch(
      /^pb_auth=[^;]+; Path=\/; Max-Age=604800; Secure; SameSite=Strict$/,
    );
    expect(sessionCookie(null)).toBe('pb_auth=; Path=/; Max-Age=0; Secure; SameSite=Strict');
  });

  it('is read back as written, among other cookies', () => {
    const cookies = `a=b; ${sessionCookie(session).split(';')[0]}; not_pb_auth=x`;
    expect(readSession(cookies)).toEqual(session);
  });

  it('omits the record rather than exceed its size limit', () => {
    const large = { ...session, record: { ...record, email: 'ä'.repeat(2000) } };
    const value = sessionValue(large);
    expect(JSON.parse(value)).toEqual({ token: session.token, record: null });
    expect(encodeURIComponent(value).length).toBeLessThan(SESSION_LIMIT_BYTES);
  });

  it('is ignored when malformed', () => {
    for (const value of [
      '',
      'x',
      '%',
      '%7B',
      'null',
      '[]',
      '{"token":5}',
      '{"token":"abc"}',
      '{"token":"a.b.c d"}',
    ]) {
      expect(readSession(`pb_auth=${encodeURIComponent(value)}`)).toBeNull();
    }
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => readSession(`pb_auth=${text}`)).not.toThrow();
      }),
    );
  });

  it('is nobody’s where there are two of them', () => {
    const own = sessionCookie(session).split(';')[0] ?? '';
    const planted = sessionCookie({ ...session, token: 'ddd.eee.fff' }).split(';')[0] ?? '';
    expect(readSession(`${planted}; ${own}`)).toBeNull();
    expect(readSession(`${own};${own}`)).toBeNull();
    expect(readSession(`xpb_auth=1; ${own}`)).toEqual(session);
  });

  it('drops unknown fields', () => {
    const value = encodeURIComponent(
      JSON.stringify({ token: 'a.b.c', record: { ...record, admin: true, verified: 'yes', email: 7 } }),
    );
    expect(readSession(`pb_auth=${value}`)?.record).toEqual({ ...record, verified: false, email: '' });
  });

  it('looks valid until its token has expired', () => {
    const token = `x.${part({ exp: 1000 })}.x`;
    expect(looksValid(token, 999_999)).toBe(true);
    expect(looksValid(token, 1_000_000)).toBe(false);
    expect(looksValid('a.b.c', 0)).toBe(false);
    expect(looksValid(`x.${part({ exp: 'never' })}.x`, 0)).toBe(false);
  });
});
