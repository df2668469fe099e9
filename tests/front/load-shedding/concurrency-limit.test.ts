import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONCURRENCY_MOST,
  ConcurrencyLimit,
  SAMPLE_MS,
} from '../../../src/front/load-shedding/concurrency-limit.ts';

const LEAST = 8;
interface Sample {
  busy: number;
  isWanted: boolean;
  isQuick: boolean;
}
const IDLE: Sample = { busy: 0.5, isWanted: true, isQuick: true };

/** The places after samples: each is so many times the same one. */
function learnt(...samples: readonly (readonly [times: number, sample: Sample])[]): number {
  const places = new ConcurrencyLimit(LEAST);
  let now = 0;
  for (const sample of samples.flatMap(([times, one]) => Array<Sample>(times).fill(one))) {
    now += SAMPLE_MS;
    if (sample.isWanted) places.wanted(now);
    places.measured(sample.busy, SAMPLE_MS, now, sample.isQuick);
  }
  return places.count;
}

describe('places', () => {
  it.each([
    ['more while the thread idles and somebody waits', learnt([8, IDLE]), 24],
    ['never more than a bound', learnt([1000, IDLE]), CONCURRENCY_MOST],
    ['no more while nobody waits', learnt([100, { ...IDLE, isWanted: false }]), LEAST],
    ['no more while the thread is busy', learnt([100, { ...IDLE, busy: 1 }]), LEAST],
    ['no more while pages are slow', learnt([100, { ...IDLE, isQuick: false }]), LEAST],
    ['the least again when the thread is busy', learnt([100, IDLE], [30, { ...IDLE, busy: 1 }]), LEAST],
    ['the least again when nobody waits', learnt([100, IDLE], [30, { ...IDLE, isWanted: false }]), LEAST],
  ])('are %s', (_what, places, expected) => {
    expect(places).toBe(expected);
  });

  it('stay within their bounds', () => {
    const sample = fc.record({
      busy: fc.double({ min: 0, max: 1, noNaN: true }),
      isWanted: fc.boolean(),
      isQuick: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), sample), { maxLength: 20 }), (samples) => {
        const places = learnt(...samples);
        expect(Number.isInteger(places) && places >= LEAST && places <= CONCURRENCY_MOST).toBe(true);
      }),
    );
  });
});
