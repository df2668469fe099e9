import type PocketBase from 'pocketbase';
import { ordersOfBuyer } from '../../data/commerce/buyer-orders.ts';
import { openPayments } from '../../server/adapters/stripe/payments.ts';
import type { Settings } from '../../server/app/settings.ts';
import { quoteCart } from '../../server/commerce/cart-quote.ts';
import { checkOut } from '../../server/commerce/checkout.ts';
import { fulfil } from '../../server/commerce/fulfilment.ts';
import { type CommerceContext, orderSeal } from '../../server/kernel/commerce-context.ts';
import { TEST_CARDS } from '../payments/cards.ts';
import type { PaymentStandIn } from '../payments/stand-in.ts';
import { demoProduct, PEOPLE } from './cast.ts';

/** Earlier purchases of Tobias: two carts, paid by test card through the code that buyers use. */
const CARTS = [
  { products: ['Grandfather Hollowbough', 'Pressure Door 07'], codes: ['ASHGROVE10'] },
  { products: ["The Magpie's Hoard", 'Ivygate Ruin'], codes: [] },
] as const;

/** Buys the demo buyer's carts, once. */
export async function seedPurchases(
  pb: PocketBase,
  payments: PaymentStandIn,
  settings: Settings,
): Promise<void> {
  const buyer = PEOPLE.tobias;
  const { total } = await ordersOfBuyer(pb, buyer.id, { page: 1, perPage: 1 });
  if (total > 0) return;
  const commerce: CommerceContext = {
    pb,
    payments: openPayments({ ...settings.payments, apiUrl: payments.url }),
    siteUrl: settings.siteUrl,
    siteName: settings.siteName,
    operator: settings.operator,
    orderSeal: orderSeal(settings.pocketbase.password),
    now: Date.now,
    mailQueued: () => undefined,
    onError: (reason) => {
      throw reason;
    },
  };
  const { mode } = payments.deliveries;
  // No webhook receiver runs yet: events are handled here.
  payments.deliveries.mode = 'drop';
  for (const cart of CARTS) {
    const productIds = cart.products.map((name) => demoProduct(name).id);
    const asked = { productIds, codes: cart.codes, gift: null };
    const { quote } = await quoteCart(pb, asked, buyer.id, Date.now());
    const outcome = await checkOut(commerce, buyer, { ...asked, shownCents: quote.totalCents });
    if (outcome.kind !== 'pay') continue;
    const sessionId = outcome.url.split('/').at(-1) ?? '';
    payments.simulator.pay(sessionId, TEST_CARDS[0]);
    await fulfil(commerce, sessionId);
  }
  payments.deliveries.mode = mode;
}
