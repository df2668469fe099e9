import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockOffText } from '../../../../src/domain/desk/health.ts';
import { openPayments, PaymentsUnavailable } from '../../../../src/server/adapters/stripe/payments.ts';

let body = '';
const proxy = http.createServer((_req, res) => res.setHeader('content-type', 'application/json').end(body));

beforeAll(() => new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve)));
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
});

/** The site's payments behind something that answers every call with this. */
function behind(answer: string) {
  body = answer;
  return openPayments({
    secretKey: 'sk_test_local',
    webhookSecret: 'whsec_of_the_tests',
    apiUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    automaticTax: false,
    taxBehavior: 'exclusive',
  });
}

describe('an answer that is no object of the provider', () => {
  it.each(['{}', 'null', '[]', '"busy"', '<html>busy</html>'])(
    'counts as the provider being away: %s',
    async (answer) => {
      const payments = behind(answer);
      const asked = [
        payments.refund({ paymentId: 'pi_1', amountCents: 100, lineId: null, key: 'a' }),
        payments.openCustomer({ email: 'mira@guildhall.test', name: 'mira', of: {}, key: 'b' }),
        payments.invoicesOf('cus_1'),
        payments.checkout('cs_1'),
      ];
      for (const { status, ...outcome } of await Promise.allSettled(asked)) {
        expect(status).toBe('rejected');
        expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(PaymentsUnavailable);
        expect((outcome as PromiseRejectedResult).reason).toMatchObject({ temporary: true });
      }
    },
  );

  it('and one that names its kind is read', async () => {
    expect(
      await behind('{"object":"customer","id":"cus_1"}').openCustomer({
        email: 'a@b.test',
        name: 'a',
        of: {},
        key: 'c',
      }),
    ).toBe('cus_1');
  });
});

it('the clock of this machine is compared with the date of each answer', async () => {
  const dated = http.createServer((_req, res) =>
    res
      .setHeader('date', new Date(Date.now() + 400 * 86_400_000).toUTCString())
      .setHeader('content-type', 'application/json')
      .end('{"object":"list","data":[],"has_more":false}'),
  );
  await new Promise<void>((resolve) => dated.listen(0, '127.0.0.1', resolve));
  try {
    const payments = openPayments({
      secretKey: 'sk_test_local',
      webhookSecret: 'whsec_of_the_tests',
      apiUrl: `http://127.0.0.1:${(dated.address() as AddressInfo).port}`,
      automaticTax: false,
      taxBehavior: 'exclusive',
    });
    expect(payments.clockAheadMs()).toBeNull();
    await payments.invoicesOf('cus_1');
    expect(clockOffText({ clockAheadMs: payments.clockAheadMs() })).toBe('400 days behind');
  } finally {
    dated.closeAllConnections();
    await new Promise((resolve) => dated.close(resolve));
  }
});
