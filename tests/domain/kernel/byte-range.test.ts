import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestedRange } from '../../../src/domain/kernel/byte-range.ts';

describe('the requested range', () => {
  it.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=10-', { first: 10, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-1000', { first: 0, last: 99 }],
    ['bytes=90-1000', { first: 90, last: 99 }],
    ['bytes=99-99', { first: 99, last: 99 }],
    ['bytes=100-', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=9-0', 'all'],
    ['bytes=0-1,5-6', 'all'],
    ['bytes=-', 'all'],
    ['bytes=a-b', 'all'],
    ['bytes=1-9999999999999999999', 'all'],
    ['lines=0-9', 'all'],
    [undefined, 'all'],
  ])('%s of 100 bytes is %o', (header, range) => expect(requestedRange(header, 100)).toEqual(range));

  it('of an empty file is never partial', () => {
    for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
      expect(requestedRange(header, 0)).toBe('outside');
  });

  it('never exceeds the file', () => {
    const header = fc.oneof(
      fc.string(),
      fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => `bytes=${from}-${to}`),
    );
    fc.assert(
      fc.property(header, fc.nat({ max: 1_000_000 }), (value, size) => {
        const range = requestedRange(value, size);
        if (typeof range === 'string') return;
        expect(range.first).toBeGreaterThanOrEqual(0);
        expect(range.first).toBeLessThanOrEqual(range.last);
        expect(range.last).toBeLessThan(size);
      }),
    );
  });
});
