import assert from 'node:assert/strict';
import type { Payments } from '../../server/adapters/stripe/payments.ts';
import { openPaymentSetup } from '../../server/adapters/stripe/setup/payment-setup.ts';
import { type Flow, RETURN_URL, type Tested } from './tested.ts';

/** Sellers: onboarding, payouts. And what `stripe:setup` would change, without changing it. */

const onboarding: Flow = {
  name: 'onboarding a seller',
  async run({ payments, run, check }) {
    const account = newAccount(`${run}-onboarding`);
    const { id } = await payments.openAccount(account);
    await check('the same key opens the same account', async () => {
      assert.equal((await payments.openAccount(account)).id, id);
    });
    await check('a new account cannot be paid and says what is missing', async () => {
      const found = await payments.account(id);
      assert.ok(found && found.transfers !== 'active' && !found.closed);
      assert.ok(found.requirements.length > 0);
    });
    await check('there is a page to submit it', async () => {
      const link = { accountId: id, returnUrl: RETURN_URL, refreshUrl: RETURN_URL };
      assert.ok((await payments.onboardingPage(link)).startsWith('http'));
    });
    await check('an unknown account is null', async () => {
      assert.equal(await payments.account('acct_1NothingNothing'), null);
    });
  },
};

const payout: Flow = {
  name: 'payout',
  async run({ payments, tested, sellers, check }) {
    const [accountId = ''] = await sellers(1);
    await tested.payOut(accountId);
    await check('it is listed with its transactions and the bank', async () => {
      const money = await payments.moneyAt(accountId);
      const [newest] = money.payouts;
      assert.ok(newest && newest.amountCents > 0);
      assert.ok(Array.isArray(await payments.payoutParts(accountId, newest.id)));
      assert.deepEqual(await payments.payoutParts(accountId, 'po_1NothingNothing'), []);
    });
    await check('the seller has a page of their own', async () => {
      assert.ok((await payments.accountPage(accountId)).startsWith('http'));
    });
  },
};

const setup: Flow = {
  name: 'settings of the account, read only',
  async run({ tested, check }) {
    await check('can be compared with what the site needs', async () => {
      const { changes } = await openPaymentSetup(tested.settings).plan({
        siteName: 'Guildhall',
        siteUrl: 'https://guildhall.example',
        webhookUrl: 'https://guildhall.example/api/stripe',
        accountUrl: RETURN_URL,
        termsUrl: 'https://guildhall.example/terms',
        privacyUrl: 'https://guildhall.example/privacy',
        prices: [],
      });
      assert.ok(changes.length > 0);
    });
  },
};

export const SELLER_FLOWS: readonly Flow[] = [onboarding, payout, setup];

const newAccount = (key: string) => ({
  storeId: key,
  storeName: 'Guildhall drill',
  email: 'mira@example.com',
  kind: 'individual' as const,
  legalName: 'Mira Muster',
  country: 'US',
  key,
});

/**
 * Accounts that can be paid: those of earlier runs, then new ones.
 * @throws Skipped where nobody can onboard them
 */
export async function activeSellers(
  tested: Tested,
  payments: Payments,
  run: string,
  count: number,
): Promise<string[]> {
  const active: string[] = [];
  for (const id of tested.knownSellers()) {
    if (active.length === count) return active;
    if ((await payments.account(id))?.transfers === 'active') active.push(id);
  }
  while (active.length < count) {
    const { id } = await payments.openAccount(newAccount(`${run}-seller-${active.length}`));
    const link = { accountId: id, returnUrl: RETURN_URL, refreshUrl: RETURN_URL };
    await tested.onboard({ id, url: await payments.onboardingPage(link) }, payments);
    tested.rememberSeller(id);
    active.push(id);
  }
  return active;
}
