import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLACES_MOST, placesAfter } from '../../../src/server/http/places.ts';

const LEAST = 8;
/** The places after samples that are all alike. */
function learnt(samples: number, busy: number, isWanted: boolean, places = LEAST): number {
  for (let count = 0; count < samples; count++) places = placesAfter(places, LEAST, busy, isWanted);
  return places;
}

describe('placesAfter', () => {
  it.each([
    ['more while the thread idles and somebody waits', learnt(4, 0.6, true), 16],
    ['never more than a bound', learnt(1000, 0, true), PLACES_MOST],
    ['no more while nobody waits', learnt(100, 0.1, false), LEAST],
    ['no more while the thread is busy', learnt(100, 1, true), LEAST],
    ['the least again within two seconds of a busy thread', learnt(20, 1, true, PLACES_MOST), LEAST],
    ['the least again once nobody waits', learnt(20, 0.2, false, PLACES_MOST), LEAST],
  ])('gives %s', (_what, places, expected) => {
    expect(places).toBe(expected);
  });

  it('stays within its bounds', () => {
    const sample = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean());
    fc.assert(
      fc.property(fc.array(sample), (samples) => {
        let places = LEAST;
        for (const [busy, isWanted] of samples) {
          places = placesAfter(places, LEAST, busy, isWanted);
          expect(Number.isInteger(places) && places >= LEAST && places <= PLACES_MOST).toBe(true);
        }
      }),
    );
  });
});
