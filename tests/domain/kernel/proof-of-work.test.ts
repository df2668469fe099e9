import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitsAsked, isSolution, readChallenge, zeroBits } from '../../../src/domain/kernel/proof-of-work.ts';

describe('work that is asked of a browser', () => {
  it('is the SHA-256 that everybody else has', () => {
    const text = fc.string({ unit: 'grapheme-ascii', maxLength: 55 });
    fc.assert(
      fc.property(text, (input) => {
        const hash = createHash('sha256').update(input, 'latin1').digest();
        expect(zeroBits(input)).toBe(Math.clz32(hash.readUInt32BE(0)));
      }),
      { numRuns: 2000 },
    );
  });

  it('is solved by about one number of 2^bits, and by no other', () => {
    const challenge = { id: 'abcdefghijklmnopqrstuv', bits: 8 };
    const solutions = Array.from({ length: 20_000 }, (_, n) => n).filter((n) => isSolution(challenge, n));
    expect(solutions.length).toBeGreaterThan(40);
    expect(solutions.length).toBeLessThan(130);
    expect(solutions.every((n) => !isSolution({ ...challenge, bits: 33 }, n))).toBe(true);
  });

  it('grows with the solutions for the same thing, up to a bound that a phone can bear', () => {
    expect([0, 2, 3, 6, 12, 1000].map(bitsAsked)).toEqual([18, 18, 19, 20, 22, 22]);
  });

  it.each([
    '',
    'a.b.c.d',
    `${'a'.repeat(22)}.18.1.${'b'.repeat(42)}`,
    `${'a'.repeat(22)}.180.1.${'b'.repeat(43)}`,
  ])('is not what %j asks', (text) => expect(readChallenge(text)).toBeNull());

  it('is read from a page', () => {
    const text = `${'a'.repeat(22)}.18.1700000000000.${'b'.repeat(43)}`;
    expect(readChallenge(text)).toEqual({ id: 'a'.repeat(22), bits: 18, expiresAt: 1_700_000_000_000 });
  });
});
