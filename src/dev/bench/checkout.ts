import { serviceClient } from '../../data/kernel/client.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import { saveBusinessAccount } from '../../data/payments/business-accounts.ts';
import { NO_OPERATOR } from '../../domain/kernel/operator.ts';
import { openPayments } from '../../server/adapters/stripe/payments.ts';
import { STAND_IN_KEY, STAND_IN_WEBHOOK_SECRET } from '../../server/app/settings.ts';
import { checkOut } from '../../server/commerce/checkout.ts';
import { fulfil } from '../../server/commerce/fulfilment.ts';
import { type CommerceContext, orderSeal } from '../../server/kernel/commerce-context.ts';
import { TEST_CARDS } from '../payments/cards.ts';
import type { DevStack } from '../stack.ts';

const ORDERS = 200;
const AT_ONCE = 4;

/**
 * Checkouts per second (priced, stored, payment page opened at the stand-in) and fulfilments per second, beside plain
 * inserts of the same rows in one transaction each, all in one run against one database.
 */
export async function benchCheckout(stack: DevStack): Promise<void> {
  const { payments } = stack;
  if (!payments) throw new Error('The bench needs the payment stand-in; unset STRIPE_SECRET_KEY.');
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const commerce: CommerceContext = {
    pb,
    payments: openPayments({
      secretKey: STAND_IN_KEY,
      webhookSecret: STAND_IN_WEBHOOK_SECRET,
      apiUrl: payments.url,
      automaticTax: false,
      taxBehavior: 'exclusive',
    }),
    siteUrl: stack.siteUrl,
    siteName: stack.siteName,
    operator: NO_OPERATOR,
    orderSeal: orderSeal(stack.service.password),
    now: Date.now,
    mailQueued: () => undefined,
    onError: (reason) => console.error(reason),
  };
  // The site would fulfil what the bench wants to measure itself.
  payments.deliveries.mode = 'drop';
  const { buyer, products, store } = await stock(commerce);
  payments.simulator.openAccount('acct_bench', 'Bench');
  await saveBusinessAccount(pb, store, { stripeAccountId: 'acct_bench', state: 'active', plan: 'free' });

  const bare = await perSecond(products, (product, at) => insertBare(commerce, buyer.id, store, product, at));
  const sessions: string[] = [];
  const checkouts = await perSecond(products, async (product) => {
    const outcome = await checkOut(commerce, buyer, {
      productIds: [product],
      codes: [],
      gift: null,
      shownCents: 999,
    });
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    sessions.push(outcome.url.split('/').at(-1) ?? '');
  });
  for (const session of sessions) payments.simulator.pay(session, TEST_CARDS[0]);
  const fulfilments = await perSecond(sessions, async (session) => {
    await fulfil(commerce, session);
  });
  payments.deliveries.mode = 'send';
  const beside = (rate: number) => `${Math.round((100 * rate) / bare)} % of bare`;
  console.log(`Checkouts, ${ORDERS} orders of one product, ${AT_ONCE} at once`);
  console.log(`  bare inserts of the same rows  ${bare.toFixed(0)}/s`);
  console.log(`  checkouts to the stand-in      ${checkouts.toFixed(0)}/s, ${beside(checkouts)}`);
  console.log(`  fulfilments with transfers     ${fulfilments.toFixed(0)}/s, ${beside(fulfilments)}\n`);
}

async function stock({ pb }: CommerceContext) {
  const password = crypto.randomUUID();
  const person = async (username: string) => {
    const email = `${username}@guildhall.test`;
    const { id } = await pb
      .collection('users')
      .create({ username, email, password, passwordConfirm: password, verified: true });
    return { id, email };
  };
  const [buyer, seller] = [await person('bench-buyer'), await person('bench-seller')];
  const store = await pb
    .collection('stores')
    .create({ owner: seller.id, slug: 'bench', name: 'Bench', state: 'open' });
  const products: string[] = [];
  for (let at = 0; at < ORDERS; at++) {
    const { id } = await pb.collection('products').create({
      store: store.id,
      name: `Bench ${at}`,
      slug: `bench-${at}`,
      state: 'published',
      priceCents: 999,
      licences: ['personal'],
    });
    products.push(id);
  }
  return { buyer, products, store: store.id };
}

/** The rows of a paid order without any checks: order, line, entitlement. */
async function insertBare(
  { pb }: CommerceContext,
  buyer: string,
  store: string,
  product: string,
  at: number,
): Promise<void> {
  const id = `bare${String(at).padStart(11, '0')}`;
  const now = new Date().toISOString();
  await transaction(pb)
    .create('orders', {
      id,
      buyer,
      state: 'expired',
      currency: 'usd',
      fingerprint: id,
      checkoutKey: id,
      placedAt: now,
      expiresAt: now,
    })
    .create('order_lines', { order: id, product, store, productName: 'Bare' })
    .create('entitlements', {
      user: buyer,
      product,
      source: 'operator',
      sourceId: id,
      licenceText: id,
      grantedAt: now,
      // Revoked, or the buyer would already own what they are about to buy.
      revokedAt: now,
    })
    .run();
}

async function perSecond<T>(
  entries: readonly T[],
  work: (entry: T, at: number) => Promise<void>,
): Promise<number> {
  const waiting = [...entries.entries()];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(next[1], next[0]);
    }),
  );
  return (1000 * entries.length) / (performance.now() - began);
}
