import { createHash } from 'node:crypto';
import { sellersOf } from '../../data/identity/addressees.ts';
import { queueMail, withMail } from '../../data/notifications/mails.ts';
import {
  accountAtProvider,
  accountOfStore,
  recordOpenedAccount,
  type StoredAccount,
  saveAccountSnapshot,
  saveDetails,
  staleAccounts,
} from '../../data/payments/business-accounts.ts';
import {
  type BusinessAccount,
  type BusinessAccountState,
  type BusinessDetails,
  businessAccountState,
  detailsAreEditable,
} from '../../domain/payments/business-account.ts';
import { paths } from '../../paths.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { businessMail, payoutPageMail } from './business-mails.ts';

/** Opens a store's account at the payment provider, links to its pages there, and keeps it in sync. */

const TRIES = 4;
/** An unfinished account is stale after 15 minutes without a sync, a settled one after a day. In ms. */
const OPEN_STALE_MS = 15 * 60_000;
const SETTLED_STALE_MS = 24 * 3_600_000;
const AT_ONCE = 200;

export type OpeningRefusal = 'details-locked' | 'changed-meanwhile';

export const OPENING_REFUSAL_TEXTS: Record<OpeningRefusal, string> = {
  'details-locked':
    'Kind, name and country can now only be changed at the payment provider. Your VAT id can be changed here.',
  'changed-meanwhile': 'Your business account was changed in another window; reload the page.',
};

/**
 * Saves the seller's details and opens an account at the provider, unless there is one. Another kind or country opens a
 * new account as long as the first was never active. Idempotent: a retry finds the account of the first call.
 * @throws PaymentsUnavailable where the provider cannot be reached; the details are saved.
 */
export async function openBusinessAccount(
  commerce: CommerceContext,
  store: { id: string; name: string },
  email: string,
  details: BusinessDetails,
): Promise<OpeningRefusal | null> {
  const { pb } = commerce;
  const known = await accountOfStore(pb, store.id);
  if (known && !detailsAreEditable(known.account.state)) {
    const { kind, legalName, country } = known.account;
    if (kind !== details.kind || legalName !== details.legalName || country !== details.country)
      return 'details-locked';
  }
  const anew =
    known !== null &&
    known.stripeAccountId !== '' &&
    detailsAreEditable(known.account.state) &&
    (known.account.kind !== details.kind || known.account.country !== details.country);
  if (!(await saveDetails(pb, store.id, details, known, anew, commerce.now()))) return 'changed-meanwhile';
  const stored = await accountOfStore(pb, store.id);
  if (!stored) throw new Error(`the business account of ${store.id} was written but cannot be read`);
  if (stored.stripeAccountId !== '') return null;
  const account = { ...details, storeId: store.id, storeName: store.name, email };
  // The same details give the same key and so the same account; other details under one key would be refused.
  const fingerprint = createHash('sha256').update(JSON.stringify(account)).digest('hex').slice(0, 16);
  const key = `account:${store.id}:${stored.opening}:${fingerprint}`;
  const { id } = await commerce.payments.openAccount({ ...account, key });
  if (!(await recordOpenedAccount(pb, stored, id, commerce.now()))) return 'changed-meanwhile';
  await syncBusinessAccount(commerce, id);
  return null;
}

/**
 * Updates an account to the provider's current snapshot and notifies its seller of a changed state. Safe to call any
 * number of times and concurrently: an older snapshot never overwrites a newer one. Answers the state, null where no
 * store uses the account.
 */
export async function syncBusinessAccount(
  commerce: CommerceContext,
  stripeAccountId: string,
): Promise<BusinessAccountState | null> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    // Read before the provider is asked: a write in between may come from a newer snapshot.
    const stored = await accountAtProvider(commerce.pb, stripeAccountId);
    if (!stored) return null;
    const found = await commerce.payments.account(stripeAccountId);
    const snapshot = found ?? { transfers: 'rejected' as const, closed: true, requirements: [], dueAt: null };
    const state = businessAccountState(snapshot, stored.wasActive);
    const queueMail = await stateMail(commerce, stored, state);
    if (await saveAccountSnapshot(commerce.pb, stored, { ...snapshot, state }, queueMail, commerce.now())) {
      if (state !== stored.account.state) commerce.mailQueued();
      return state;
    }
  }
  throw new Error(`the account ${stripeAccountId} changes faster than it can be synced`);
}

/**
 * A store's business account; null where there is none yet. With `ask` it is synced with the payment provider first; where
 * that cannot be reached, the last known state is answered as `stale`.
 */
export async function currentBusinessAccount(
  commerce: CommerceContext,
  storeId: string,
  ask: boolean,
): Promise<{ account: BusinessAccount | null; stale: boolean }> {
  const known = await accountOfStore(commerce.pb, storeId);
  if (!ask || !known || known.stripeAccountId === '')
    return { account: known?.account ?? null, stale: false };
  try {
    await syncBusinessAccount(commerce, known.stripeAccountId);
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    commerce.onError(reason);
    return { account: known.account, stale: true };
  }
  return { account: (await accountOfStore(commerce.pb, storeId))?.account ?? null, stale: false };
}

/** Syncs accounts for which no webhook event arrived for a while. */
export async function syncStaleAccounts(commerce: CommerceContext): Promise<void> {
  const now = commerce.now();
  const before = { open: now - OPEN_STALE_MS, settled: now - SETTLED_STALE_MS };
  for (const id of await staleAccounts(commerce.pb, before, AT_ONCE))
    await syncBusinessAccount(commerce, id).catch(commerce.onError);
}

/**
 * The page at the provider where a seller continues: to submit what is missing or, once they are paid, to see and change
 * their bank account. Null where there is no account.
 * @param visit tells one return from another, so that each passes the sign-in once.
 * @throws PaymentsUnavailable
 */
export async function providerPage(
  commerce: CommerceContext,
  storeId: string,
  visit: string,
): Promise<string | null> {
  const stored = await accountOfStore(commerce.pb, storeId);
  if (!stored || stored.stripeAccountId === '') return null;
  const accountId = stored.stripeAccountId;
  if (stored.account.state === 'active' && stored.account.requirements.length === 0)
    return commerce.payments.accountPage(accountId);
  const back = (how: 'back' | 'again') => `${commerce.siteUrl}${paths.businessAccountReturn(how, visit)}`;
  return commerce.payments.onboardingPage({ accountId, returnUrl: back('back'), refreshUrl: back('again') });
}

/** Mails the owner of a store that its page at the provider was opened. @param visitor the user name of who opened it */
export async function tellOfPayoutPage(
  commerce: CommerceContext,
  storeId: string,
  visitor: string,
  visit: string,
): Promise<void> {
  const [seller] = await sellersOf(commerce.pb, [storeId]);
  if (!seller) return;
  await queueMail(commerce.pb, payoutPageMail(commerce, seller, visitor, visit), commerce.now());
  commerce.mailQueued();
}

/** A transaction step that queues the mail about a changed state; it does nothing where there is none. */
async function stateMail(commerce: CommerceContext, stored: StoredAccount, state: BusinessAccountState) {
  const before = stored.account.state;
  const isNews = state !== before && state !== 'none' && state !== 'pending';
  const [seller] = isNews ? await sellersOf(commerce.pb, [stored.storeId]) : [];
  const mail = seller && businessMail(commerce, state, seller, `${stored.stripeAccountId}:${stored.seen}`);
  return (steps: Parameters<typeof withMail>[0]) =>
    mail && mail.to !== '' ? withMail(steps, mail, commerce.now()) : steps;
}
