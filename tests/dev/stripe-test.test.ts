import { describe, expect, it } from 'vitest';
import type { RecordedCall } from '../../src/dev/payments/shapes/recording.ts';
import { differences } from '../../src/dev/stripe-test/differences.ts';
import { differenceTable, FLOWS, runFlows } from '../../src/dev/stripe-test/run.ts';
import { Skipped, type Tested } from '../../src/dev/stripe-test/tested.ts';
import { openStandInTested } from '../../src/dev/stripe-test/with-stand-in.ts';

describe('the flows of npm run test:stripe', () => {
  it('pass at the stand-in, and its recording is that of itself', async () => {
    const { tested, recorder, close } = await openStandInTested();
    try {
      const { passed, failed, skipped } = await runFlows(tested, () => undefined);
      expect([failed, skipped]).toEqual([[], []]);
      expect(passed).toBeGreaterThanOrEqual(FLOWS.length);
      expect(differences(recorder.calls, recorder.calls)).toEqual([]);
      const called = new Set(recorder.calls.map(({ method, path }) => `${method} ${path}`));
      for (const call of ['POST /v1/transfers', 'POST /v1/refunds', 'GET /v1/account', 'GET /v1/payouts'])
        expect([...called]).toContain(call);
    } finally {
      await close();
    }
  });

  it('without a person at a terminal, what needs one is skipped and the rest is run', async () => {
    const { tested, close } = await openStandInTested();
    const nobody = () => Promise.reject(new Skipped('needs a person'));
    const alone: Tested = { ...tested, payPage: nobody, onboard: nobody };
    try {
      const { failed, skipped } = await runFlows(alone, () => undefined);
      expect(failed).toEqual([]);
      expect(skipped.map((line) => line.split(':')[0])).toEqual([
        'cart of two sellers',
        'page paid by a person',
        'payout',
        'guild month and upgrade',
      ]);
    } finally {
      await close();
    }
  });

  it('a flow that fails leaves the others alone', async () => {
    const { tested, close } = await openStandInTested();
    const broken: Tested = { ...tested, charge: () => Promise.reject(new Error('no charge today\nat all')) };
    try {
      const { passed, failed } = await runFlows(broken, () => undefined);
      expect(failed).toContain('refund in part: no charge today');
      expect(passed).toBeGreaterThan(0);
    } finally {
      await close();
    }
  });
});

describe('differences in shape', () => {
  const call = (answer: unknown, more: Partial<RecordedCall> = {}): RecordedCall => ({
    method: 'GET',
    path: '/v1/charges/ch_1',
    sent: {},
    status: 200,
    answer,
    ...more,
  });

  it('are other types, fields that are missing and fields that are new', () => {
    const ours = [call({ id: 'ch_1', amount: 5, card: { brand: 'visa' }, old: true, list: [{ a: 1 }] })];
    const theirs = [
      call({ id: 'ch_2', amount: '5', card: { brand: { name: 'visa' } }, fresh: 1, list: [{ a: 's' }] }),
    ];
    const found = differences(ours, theirs);
    expect(found.map(({ field, standIn, real }) => [field, standIn, real])).toEqual([
      ['amount', 'number', 'string'],
      ['fresh', 'not there', 'number'],
      ['old', 'boolean', 'not there'],
      ['card.brand', 'string', 'object'],
      ['list[].a', 'number', 'string'],
    ]);
    expect(differenceTable(found)).toHaveLength(6);
    expect(differenceTable(found)[1]).toContain('GET /v1/charges/{id}');
  });

  it('are not what is null or only sometimes there, what is refused, and what the marketplace named itself', () => {
    const ours = [
      call({ id: 'ch_1', fee: null, metadata: { order: '1' }, more: 1 }),
      call({ id: 'ch_1', fee: null, metadata: {} }),
    ];
    const theirs = [
      call({ id: 'ch_2', fee: { cents: 1 }, metadata: { store: '1' }, more: 's' }),
      call({ error: { type: 'x' } }, { status: 400 }),
    ];
    expect(differences(ours, theirs)).toEqual([]);
  });
});
