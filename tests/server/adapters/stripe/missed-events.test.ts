import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPaymentStandIn, type PaymentStandIn } from '../../../../src/dev/payments/stand-in.ts';
import { openPayments } from '../../../../src/server/adapters/stripe/payments.ts';

let standIn: PaymentStandIn;
beforeAll(async () => {
  standIn = await openPaymentStandIn({
    port: 0,
    webhookUrl: 'http://127.0.0.1:1/api/stripe',
    webhookSecret: 'whsec_of_the_tests',
    stateFile: null,
  });
  standIn.deliveries.mode = 'drop';
});
afterAll(() => standIn.close());

it('all missed events are asked for, also above 1000', async () => {
  const payments = openPayments({
    secretKey: 'sk_test_local',
    webhookSecret: 'whsec_of_the_tests',
    apiUrl: standIn.url,
    automaticTax: false,
    taxBehavior: 'exclusive',
  });
  await payments.openCustomer({ email: 'mira@guildhall.test', name: 'mira', of: {}, key: 'mira' });
  const { book } = standIn.simulator;
  const { id: oldest, object, created: _, ...fields } = book.all('events')[0] ?? expect.fail('no event');
  for (let at = 1; at < 1100; at++) book.add('events', object, fields);
  const heard = await payments.eventsSince(0);
  expect(heard).toHaveLength(1100);
  expect(heard[0]?.id).toBe(oldest);
});
