import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completed, WrongShape } from '../../../src/dev/payments/shapes/answers.ts';
import { RECORDING_SETTING, readRecording, recordCall } from '../../../src/dev/payments/shapes/recording.ts';
import { compareWithSpec, type OpenApi } from '../../../src/dev/payments/shapes/spec.ts';
import { callNames, callOf, eventObject, tableVersion } from '../../../src/dev/payments/shapes/table.ts';
import { cart, openTestProvider, paidCart, refusal, type TestProvider } from './test-provider.ts';

describe('the table of the API', () => {
  it('is that of the installed SDK: node src/dev/payments/shapes/write.ts renews it', () => {
    expect(tableVersion()).toBe(Stripe.PACKAGE_VERSION);
  });

  it('finds a call by its address, a word of the address before an id', () => {
    expect(callOf('POST', '/v1/invoices/create_preview')?.name).toBe('POST /v1/invoices/create_preview');
    expect(callOf('GET', '/v1/charges/ch_1')?.name).toBe('GET /v1/charges/{id}');
    expect(callOf('GET', '/v1/coupons')).toBeNull();
    for (const name of callNames()) expect(callOf(...(name.split(' ') as [string, string]))?.name).toBe(name);
  });
});

describe('a request', () => {
  let provider: TestProvider;
  beforeEach(async () => {
    provider = await openTestProvider();
  });
  afterEach(() => provider.close());

  it.each([
    ['a parameter that the SDK does not know', { colour: 'red' }, 'parameter_unknown', 'colour'],
    [
      'one inside another',
      { automatic_tax: { enabled: true, percent: 20 } },
      'parameter_unknown',
      'automatic_tax[percent]',
    ],
    [
      'a missing one that is required',
      { line_items: [{ quantity: 1, price_data: { unit_amount: 100, product_data: { name: 'Golem' } } }] },
      'parameter_missing',
      'line_items[0][price_data][currency]',
    ],
    ['a word outside the list', { submit_type: 'purchase' }, undefined, 'submit_type'],
    ['a text for a number', { expires_at: 'soon' }, undefined, 'expires_at'],
  ])('with %s is refused with its name', async (_, more, code, param) => {
    const sent = { ...cart(), ...more } as Stripe.Checkout.SessionCreateParams;
    const refused = await refusal(provider.stripe.checkout.sessions.create(sent));
    expect(refused).toMatchObject({ status: 400, param });
    expect(refused.code).toBe(code);
  });

  it('is recorded once for each kind, with its answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'recording-'));
    const file = join(folder, 'calls.jsonl');
    process.env[RECORDING_SETTING] = file;
    try {
      await paidCart(provider);
      await paidCart(provider);
    } finally {
      delete process.env[RECORDING_SETTING];
    }
    const calls = readRecording(file).map(
      ({ method, path }) => `${method} ${path.split('/').slice(0, 4).join('/')}`,
    );
    expect(calls).toEqual(['POST /v1/checkout/sessions', 'GET /v1/checkout/sessions']);
    const { compared, differences } = compareWithSpec(SPEC, readRecording(file));
    expect([compared, differences]).toEqual([1, []]);
    recordCall({ method: 'GET', path: '/v1/charges', sent: {}, status: 200, answer: {} }, '');
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2);
    rmSync(folder, { recursive: true });
  });
});

describe('an object of the stand-in', () => {
  const refund = { id: 're_1', object: 'refund', amount: 100, created: 1, currency: 'usd', metadata: {} };
  const shape = eventObject('refund.created') ?? { kind: 'any' as const };

  it('gets null in fields that may be null', () => {
    expect(completed(shape, refund, 'refund')).toMatchObject({
      charge: null,
      status: null,
      receipt_number: null,
    });
  });

  it.each([
    ['lacks a field', { amount: undefined }, 'refund.amount is missing'],
    ['has one that the SDK does not know', { colour: 'red' }, 'refund.colour is unknown'],
    ['has a word outside the list', { reason: 'boredom' }, 'refund.reason is "boredom"'],
    ['has a text for a number', { amount: '100' }, 'refund.amount is "100"'],
  ])('that %s is a fault of the stand-in', (_, more, message) => {
    expect(() => completed(shape, { ...refund, ...more }, 'refund')).toThrow(WrongShape);
    expect(() => completed(shape, { ...refund, ...more }, 'refund')).toThrow(message);
  });
});

/** A piece of the provider's OpenAPI document, as it is written there. */
const SPEC: OpenApi = {
  paths: {
    '/v1/checkout/sessions': {
      post: {
        requestBody: {
          content: {
            'application/x-www-form-urlencoded': {
              schema: {
                type: 'object',
                properties: {
                  mode: { type: 'string', enum: ['payment', 'setup', 'subscription'] },
                  client_reference_id: { type: 'string' },
                  customer_email: { type: 'string' },
                  line_items: {
                    type: 'array',
                    items: { type: 'object', properties: {}, additionalProperties: true },
                  },
                  metadata: { type: 'object', additionalProperties: { type: 'string' } },
                  payment_intent_data: { type: 'object' },
                  success_url: { type: 'string' },
                  cancel_url: { type: 'string' },
                },
              },
            },
          },
        },
        responses: {
          '200': { content: { 'application/json': { schema: { $ref: '#/components/schemas/page' } } } },
        },
      },
    },
  },
  components: { schemas: { page: { type: 'object', required: ['id'], additionalProperties: true } } },
};

describe('the comparison with the provider’s document', () => {
  const call = { method: 'POST', path: '/v1/checkout/sessions', status: 200, answer: { id: 'cs_1' } };

  it('names what is sent or answered otherwise', () => {
    const sent = { mode: 'gift', colour: 'red', metadata: { order: 'o1' } };
    expect(compareWithSpec(SPEC, [{ ...call, sent, answer: { object: 'page' } }]).differences).toEqual([
      'POST /v1/checkout/sessions answers.id: missing',
      'POST /v1/checkout/sessions is sent.colour: unknown',
      'POST /v1/checkout/sessions is sent.mode: "gift" is none of its words',
    ]);
  });

  it('names addresses that the document does not have, and skips refusals', () => {
    const strange = { ...call, path: '/v1/charges/ch_1', sent: {} };
    expect(compareWithSpec(SPEC, [strange, { ...call, sent: { colour: 'red' }, status: 400 }])).toEqual({
      compared: 0,
      unknown: ['POST /v1/charges/{id}'],
      differences: [],
    });
  });
});
