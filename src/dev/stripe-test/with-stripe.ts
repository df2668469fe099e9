import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openStripe } from '../../server/adapters/stripe/client.ts';
import type { PaymentSettings } from '../../server/adapters/stripe/payments.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { Skipped, type Tested, until } from './tested.ts';

/** Stripe in test mode as the provider that is tested, with its recording. Nothing is charged; the objects stay there. */

const API = 'https://api.stripe.com';
const PATIENCE_MS = 20_000;
/** How long a person has for a page in the browser, in ms. */
const PERSON_MS = 15 * 60_000;
/** Sellers' accounts that were onboarded in earlier runs, by key. */
const SELLERS_FILE = '.cache/stripe-test-sellers.json';
const CARDS = { pays: 'pm_card_visa', disputed: 'pm_card_createDispute' };

/** @param ask shows a person what to do; null where nobody is at a terminal */
export async function openStripeTested(
  secretKey: string,
  ask: ((line: string) => void) | null,
): Promise<{ tested: Tested; recorder: Recorder; close(): Promise<void> }> {
  const recorder = await openRecorder(API);
  const settings: PaymentSettings = {
    secretKey,
    webhookSecret: 'whsec_of_this_run',
    apiUrl: recorder.url,
    automaticTax: false,
    taxBehavior: 'exclusive',
  };
  const stripe = openStripe(settings, PATIENCE_MS);
  const person = (what: string): ((line: string) => void) => {
    if (!ask) throw new Skipped(`${what} needs a person: run this at a terminal`);
    return ask;
  };
  const sellers = readSellers(secretKey);
  const tested: Tested = {
    name: 'Stripe',
    settings,
    async payPage({ id, url }, payments) {
      person('paying a page')(`Open this page and pay with the card 4242 4242 4242 4242:\n  ${url}`);
      await until(
        'the payment',
        async () => ((await payments.checkout(id))?.paid ? true : null),
        PERSON_MS,
        3_000,
      );
    },
    async charge({ cents, orderId, card }) {
      const { id } = await stripe.paymentIntents.create({
        amount: cents,
        currency: 'usd',
        payment_method: CARDS[card],
        confirm: true,
        transfer_group: orderId,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      });
      return id;
    },
    async onboard({ id, url }, payments) {
      person('onboarding a seller')(
        `Open this page and submit everything with Stripe’s test data (phone 000 000 0000, “use test document”):\n  ${url}`,
      );
      await until(
        'the onboarding',
        async () => ((await payments.account(id))?.transfers === 'active' ? true : null),
        PERSON_MS,
        3_000,
      );
    },
    knownSellers: () => sellers,
    rememberSeller(id) {
      sellers.push(id);
      writeSellers(secretKey, sellers);
    },
    async customerWithClock(run) {
      const clock = await stripe.testHelpers.testClocks.create({
        frozen_time: Math.floor(Date.now() / 1000),
        name: run,
      });
      const customer = await stripe.customers.create({
        email: 'mira@example.com',
        name: run,
        test_clock: clock.id,
      });
      return {
        customerId: customer.id,
        async passMonth() {
          const now = await stripe.testHelpers.testClocks.retrieve(clock.id);
          // A renewal is a draft for an hour, and the first attempt to charge follows.
          const later = now.frozen_time + 32 * 86_400;
          await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: later });
          await until(
            'moving the test clock',
            async () => {
              const { status } = await stripe.testHelpers.testClocks.retrieve(clock.id);
              return status === 'ready' ? true : null;
            },
            3 * 60_000,
            2_000,
          );
        },
      };
    },
    async payOut(accountId) {
      const atAccount = { stripeAccount: accountId };
      const { available } = await stripe.balance.retrieve({}, atAccount);
      const cents = available.find(({ currency }) => currency === 'usd')?.amount ?? 0;
      if (cents <= 0) throw new Skipped('the seller’s money is still pending: run this again in two days');
      await stripe.payouts.create({ amount: cents, currency: 'usd' }, atAccount);
    },
  };
  return { tested, recorder, close: () => recorder.close() };
}

const keyName = (secretKey: string): string =>
  createHash('sha256').update(secretKey).digest('hex').slice(0, 12);

function readSellers(secretKey: string): string[] {
  try {
    const all = JSON.parse(readFileSync(SELLERS_FILE, 'utf8')) as Record<string, string[]>;
    return all[keyName(secretKey)] ?? [];
  } catch {
    // The first run, or a file that somebody cut: the accounts are made anew.
    return [];
  }
}

function writeSellers(secretKey: string, ids: readonly string[]): void {
  mkdirSync(dirname(SELLERS_FILE), { recursive: true });
  writeFileSync(SELLERS_FILE, JSON.stringify({ [keyName(secretKey)]: ids }));
}
