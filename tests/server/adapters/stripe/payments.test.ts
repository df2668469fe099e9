import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BadSignature, openPayments } from '../../../../src/server/adapters/stripe/payments.ts';

const SECRET = 'whsec_of_the_tests';
const payments = openPayments({
  ...{ secretKey: 'sk_test_local', webhookSecret: `whsec_another,${SECRET}`, apiUrl: 'http://127.0.0.1:1' },
  ...{ automaticTax: false, taxBehavior: 'exclusive' },
});
const event = (id = 'evt_1') =>
  JSON.stringify({ id, type: 'checkout.session.completed', created: 1, data: { object: {} } });
/** Signs a text for a time so many seconds from now. */
function signed(body: string, ahead = 0, secret = SECRET): string {
  const at = Math.floor(Date.now() / 1000) + ahead;
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

describe('a webhook is read', () => {
  it.each([-240, 0, 240])('where it was signed %d seconds from now', (ahead) => {
    expect(payments.readEvent(event(), signed(event(), ahead))).toMatchObject({ id: 'evt_1' });
  });

  it.each([
    ['an hour ago', signed(event(), -3600)],
    ['for tomorrow', signed(event(), 86_400)],
    ['six minutes ahead', signed(event(), 360)],
    ['with another secret', signed(event(), 0, 'whsec_of_nobody')],
    ['for another text', signed(event('evt_2'))],
    ['not at all', ''],
  ])('not where it was signed %s', (_when, signature) => {
    expect(() => payments.readEvent(event(), signature)).toThrow(BadSignature);
  });
});
