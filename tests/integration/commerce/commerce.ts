import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { saveBusinessAccount } from '../../../src/data/payments/business-accounts.ts';
import { TEST_CARDS, type TestCard } from '../../../src/dev/payments/cards.ts';
import { openPaymentStandIn, type PaymentStandIn } from '../../../src/dev/payments/stand-in.ts';
import type { Business, Country } from '../../../src/dev/payments/tax.ts';
import type { User } from '../../../src/domain/identity/user.ts';
import type { Operator } from '../../../src/domain/kernel/operator.ts';
import type { TaxBehavior } from '../../../src/domain/payments/price-tax.ts';
import { BadSignature, openPayments } from '../../../src/server/adapters/stripe/payments.ts';
import { SUBSCRIBED_EVENTS } from '../../../src/server/adapters/stripe/subscribed-events.ts';
import { receiveEvent } from '../../../src/server/app/payment-events.ts';
import { type CommerceContext, orderSeal } from '../../../src/server/kernel/commerce-context.ts';
import { borrowTestBackend } from '../../dev/world/backend.ts';
import { worldOf } from '../../dev/world/world.ts';

/** A commerce context on real parts: PocketBase, the payment stand-in, and its webhooks. */
export interface TestCommerce extends CommerceContext {
  standIn: PaymentStandIn;
  /** The folder of the database. */
  dataDir: string;
  /** What went wrong on the way and was left to the reconciler. */
  errors: unknown[];
  /** Moves the clock of the context forward, in ms. */
  later(ms: number): void;
  /** Creates a user, who cannot sign in. */
  person(name: string): Promise<User>;
  /** Adds an open store that can be paid, and answers its id. */
  store(name: string, options?: { payable?: boolean; plan?: 'free' | 'pro' }): Promise<string>;
  /** Adds a published product and answers its id. */
  product(storeId: string, priceCents: number, more?: object): Promise<string>;
  coupon(storeId: string, code: string, more: object): Promise<string>;
  /** Pays at the hosted page of an address that checkout gave, from a country. Answers the refusal's sentence, or null. */
  pay(url: string, card?: TestCard['outcome'], country?: Country, business?: Business): string | null;
  /** The same with prices that contain their tax. */
  withTaxInPrices(): TestCommerce;
  close(): Promise<void>;
}

/** Who sells in the tests. */
const OPERATOR: Operator = {
  name: 'Miniatures Hall GmbH',
  email: 'office@guildhall.test',
  address: ['Domstraße 1', '50668 Köln'],
  country: 'DE',
  register: 'Amtsgericht Köln, HRB 12345',
  vatId: 'DE123456789',
  phone: '+49 221 123456',
  responsible: 'Ada Weber',
};

const WEBHOOK_SECRET = 'whsec_of_the_tests';

/**
 * @param options how many days a payment's money waits at the provider, none by default, and the percentage of sales tax;
 *   without one, tax is not computed
 */
export async function openTestCommerce(
  options: { fundsWaitDays?: number; taxPercent?: number } = {},
): Promise<TestCommerce> {
  const backend = await borrowTestBackend();
  const { pb } = backend;
  const errors: unknown[] = [];
  let shift = 0;
  const world = worldOf(backend);
  const ears = http.createServer();
  await new Promise<void>((resolve) => ears.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(ears.address() as AddressInfo).port}/api/stripe`;
  // Each of the three webhooks has a secret of its own, as it has at the provider.
  const standIn = await openPaymentStandIn({
    port: 0,
    webhookUrl: url,
    webhookSecret: WEBHOOK_SECRET,
    webhookEvents: SUBSCRIBED_EVENTS.marketplace,
    sellerWebhook: { url, secret: `${WEBHOOK_SECRET}_sellers`, events: SUBSCRIBED_EVENTS.sellers },
    accountWebhook: { url, secret: `${WEBHOOK_SECRET}_accounts`, events: SUBSCRIBED_EVENTS.accounts },
    stateFile: null,
    ...options,
  });
  const paymentsWith = (taxBehavior: TaxBehavior) =>
    openPayments({
      secretKey: 'sk_test_local',
      webhookSecret: `${WEBHOOK_SECRET}, ${WEBHOOK_SECRET}_sellers,${WEBHOOK_SECRET}_accounts`,
      apiUrl: standIn.url,
      automaticTax: options.taxPercent !== undefined,
      taxBehavior,
    });
  const commerce: TestCommerce = {
    pb,
    standIn,
    dataDir: backend.dataDir,
    errors,
    payments: paymentsWith('exclusive'),
    withTaxInPrices: () => ({ ...commerce, payments: paymentsWith('inclusive') }),
    siteUrl: 'http://127.0.0.1:4321',
    siteName: 'Guildhall',
    operator: OPERATOR,
    orderSeal: orderSeal('the password of the tests'),
    now: () => Date.now() + shift,
    mailQueued: () => undefined,
    onError: (reason) => errors.push(reason),
    later: (ms) => {
      shift += ms;
    },
    person: (name) => world.person(name),
    async store(name, { payable = true, plan = 'free' } = {}) {
      const seller = await commerce.person(`seller-${name}`);
      const id = await world.store(name, { owner: seller.id, name: `${name} Miniatures` });
      if (payable) {
        standIn.simulator.openAccount(`acct_${name}`, name);
        await saveBusinessAccount(pb, id, { stripeAccountId: `acct_${name}`, state: 'active', plan });
      }
      return id;
    },
    product: (store, priceCents, more = {}) =>
      world.product(store, { priceCents, free: priceCents === 0, ...more }),
    async coupon(store, code, more) {
      const { id } = await pb.collection('coupons').create({ store, code, scope: 'all', ...more });
      return id;
    },
    pay(url, outcome = 'pays', country, business) {
      const card = TEST_CARDS.find((known) => known.outcome === outcome);
      if (!card) throw new Error(`no card ${outcome}`);
      return standIn.simulator.pay(url.split('/').at(-1) ?? '', card, country, business);
    },
    async close() {
      await standIn.close();
      ears.closeAllConnections();
      await new Promise((resolve) => ears.close(resolve));
      await backend.close();
    },
  };
  ears.on('request', async (req, res) => {
    let body = '';
    for await (const chunk of req) body += String(chunk);
    try {
      await receiveEvent(
        commerce,
        commerce.payments.readEvent(body, String(req.headers['stripe-signature'])),
      );
      res.end('{}');
    } catch (reason) {
      res.writeHead(reason instanceof BadSignature ? 400 : 500).end();
    }
  });
  return commerce;
}
