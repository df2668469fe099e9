import { fileURLToPath } from 'node:url';
import { storedOrder } from '../data/commerce/orders.ts';
import { serviceClient } from '../data/kernel/client.ts';
import { orderNumber } from '../domain/commerce/order.ts';
import { REFUND_REFUSAL_TEXTS } from '../domain/commerce/refund.ts';
import { openPayments } from '../server/adapters/stripe/payments.ts';
import { readSettings } from '../server/app/settings.ts';
import { nameAtDesk } from '../server/app/site-settings.ts';
import { refundOrder } from '../server/commerce/refunds.ts';
import { orderSeal } from '../server/kernel/commerce-context.ts';
import { localServiceAccount } from './service-account.ts';

/**
 * `npm run refund -- <order id> [line position] [cents]`: the operator refunds an order while the stack runs. Without a
 * position (counted from 1) it refunds the whole order, without cents the full remaining amount.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function refund([orderId = '', position, cents]: readonly string[]): Promise<void> {
  const settings = readSettings(process.env, ROOT);
  const { url, secret, email, password } = settings.pocketbase;
  const service = password === '' ? localServiceAccount(settings.dataDir) : { email, password };
  const pb = serviceClient({ url, secret, ...service });
  const stored = await storedOrder(pb, orderId);
  if (!stored)
    throw new Error(`There is no order ${orderId}; the id is in the dashboard and in the order’s address.`);
  const line = position === undefined ? null : stored.order.lines[Number(position) - 1];
  if (line === undefined)
    throw new Error(`The order has ${stored.order.lines.length} lines; there is no line ${position}.`);
  if (cents !== undefined && !/^[1-9]\d{0,8}$/.test(cents))
    throw new Error(`${cents} is not an amount; write cents, such as 500 for $5.00.`);
  const refusal = await refundOrder(
    {
      pb,
      payments: openPayments(settings.payments),
      siteUrl: settings.siteUrl,
      siteName: await nameAtDesk(pb, settings),
      operator: settings.operator,
      orderSeal: orderSeal(service.password),
      now: Date.now,
      mailQueued: () => undefined,
      onError: (reason) => console.error(String(reason)),
    },
    { by: 'operator' },
    {
      orderId,
      lineId: line?.id ?? null,
      amountCents: cents === undefined ? null : Number(cents),
      reason: 'by the operator',
    },
  );
  if (refusal) throw new Error(REFUND_REFUSAL_TEXTS[refusal]);
  const after = await storedOrder(pb, orderId);
  const refunded = ((after?.order.refundedCents ?? 0) / 100).toFixed(2);
  console.log(
    `${orderNumber(stored.order)}: $${refunded} refunded in total; the order is ${after?.order.state}.`,
  );
}

refund(process.argv.slice(2)).catch((reason: unknown) => {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
});
