import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressRefusal,
  headerText,
  MAIL_PATIENCE_MS,
  nextTry,
  REFUSED_PATIENCE_MS,
  SUBJECT_MAX,
} from '../../../src/domain/notifications/mail.ts';

const MINUTE = 60_000;

describe('a mail that failed', () => {
  it('is retried after a minute, then twice as long each time, at most an hour', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 90].map((tries) =>
      nextTry({ queuedAt: 0, tries, refused: false }, 0),
    );
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60].map((minutes) => minutes * MINUTE));
  });

  it.each([
    [false, MAIL_PATIENCE_MS],
    [true, REFUSED_PATIENCE_MS],
  ])('whose address was refused: %s, is given up after %d ms and not before', (refused, patience) => {
    const mail = { queuedAt: 1_000, tries: 1, refused };
    expect(nextTry(mail, 1_000 + patience - MINUTE)).toBe(1_000 + patience);
    expect(nextTry(mail, 1_000 + patience - MINUTE + 1)).toBeNull();
  });

  it('survives a mail server that is down for an hour, however often it is retried', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (tries) => {
        const again = nextTry({ queuedAt: 0, tries, refused: false }, 60 * MINUTE);
        expect(again).toBeGreaterThan(60 * MINUTE);
        expect(again).toBeLessThanOrEqual(120 * MINUTE);
      }),
    );
  });
});

describe('text of a header', () => {
  it('is one line, whatever it was made of', () => {
    expect(headerText('Hello\r\nBcc: everybody@guildhall.test')).toBe('Hello Bcc: everybody@guildhall.test');
    expect(headerText('a\u2028b\u2029c\u0085d\u0000e\u202Ef')).toBe('a b c d e f');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(headerText(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('keeps letters of every language, and is cut between characters', () => {
    expect(headerText('  Krähe & Söhne, 龍の騎士 ')).toBe('Krähe & Söhne, 龍の騎士');
    expect(headerText('🐉'.repeat(300))).toBe('🐉'.repeat(SUBJECT_MAX));
  });
});

describe('an address', () => {
  it.each(['wren@guildhall.test', "o'hara+gift@mail.example", 'söhne@krähe.example'])(
    '%s is one',
    (address) => {
      expect(addressRefusal(address)).toBeNull();
    },
  );

  it.each([
    '',
    'wren',
    '@guildhall.test',
    'wren@',
    'wren@guildhall.test, tobias@guildhall.test',
    'wren@guildhall.test;tobias@guildhall.test',
    'Wren <wren@guildhall.test>',
    'wren@guildhall.test\r\nBcc: tobias@guildhall.test',
    'wren@guildhall.test\n',
    'wren@guild\u0000hall.test',
    'wren(tobias@guildhall.test)@guildhall.test',
    '"wren"@guildhall.test',
    'all:wren@guildhall.test',
    'wren@tobias@guildhall.test',
    'wren@[127.0.0.1]',
    `${'w'.repeat(250)}@a.test`,
  ])('%j is none', (address) => {
    expect(addressRefusal(address)).toBe('no-address');
  });
});
