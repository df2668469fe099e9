import { createHash } from 'node:crypto';
import { sellersOf } from '../../data/identity/addressees.ts';
import { withMail } from '../../data/notifications/mails.ts';
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
  type BusinessAccountState,
  type BusinessDetails,
  businessAccountState,
  detailsAreEditable,
} from '../../domain/payments/business-account.ts';
import { paths } from '../../paths.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { businessMail } from './business-mails.ts';

/** How a store's account at the payment provider is opened, led on, and kept equal to what the provider says. */

const TRIES = 4;
/** An account in the making is asked about after so long without news, one that is settled after a day. In ms. */
const ASK_OPEN_MS = 15 * 60_000;
const ASK_SETTLED_MS = 24 * 3_600_000;
const AT_ONCE = 200;

export type OpeningRefusal = 'details-kept' | 'changed-meanwhile';

export const OPENING_REFUSAL_TEXTS: Record<OpeningRefusal, string> = {
  'details-kept':
    'Kind, name and country are kept by the payment provider now; change them on its page. Your VAT id can be changed here.',
  'changed-meanwhile': 'Your business account was changed in another window; load the page anew.',
};

/**
 * Keeps who sells and opens his account at the provider, unless there is one. Another kind or country takes a new
 * account as long as the first never was active. Safe to ask twice: a retry finds the account of the first.
 * @throws PaymentsUnavailable where the provider cannot be reached; what was typed is kept.
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
      return 'details-kept';
  }
  const anew =
    known !== null &&
    known.stripeAccountId !== '' &&
    detailsAreEditable(known.account.state) &&
    (known.account.kind !== details.kind || known.account.country !== details.country);
  if (!(await saveDetails(pb, store.id, details, known, anew, commerce.now()))) return 'changed-meanwhile';
  const file = await accountOfStore(pb, store.id);
  if (!file) throw new Error(`the business account of ${store.id} was written and is not there`);
  if (file.stripeAccountId !== '') return null;
  const account = { ...details, storeId: store.id, storeName: store.name, email };
  // The same words give the same key and so the same account; other words under one key would be refused.
  const words = createHash('sha256').update(JSON.stringify(account)).digest('hex').slice(0, 16);
  const key = `account:${store.id}:${file.opening}:${words}`;
  const { id } = await commerce.payments.openAccount({ ...account, key });
  if (!(await recordOpenedAccount(pb, file, id, commerce.now()))) return 'changed-meanwhile';
  await syncBusinessAccount(commerce, id);
  return null;
}

/**
 * Makes an account equal to what the provider says now, and tells its seller where that changed what he can do. Any
 * number of times, at once: older news never overwrites newer. Answers the state, null where it is nobody's account.
 */
export async function syncBusinessAccount(
  commerce: CommerceContext,
  stripeAccountId: string,
): Promise<BusinessAccountState | null> {
  for (let turn = 0; turn < TRIES; turn++) {
    // Read before the provider is asked: where somebody wrote meanwhile, his news may be newer.
    const file = await accountAtProvider(commerce.pb, stripeAccountId);
    if (!file) return null;
    const told = await commerce.payments.account(stripeAccountId);
    const word = told ?? { transfers: 'rejected' as const, closed: true, requirements: [], dueAt: null };
    const state = businessAccountState(word, file.wasActive);
    const news = await newsOf(commerce, file, state);
    if (await saveAccountSnapshot(commerce.pb, file, { ...word, state }, news, commerce.now())) {
      if (state !== file.account.state) commerce.mailQueued();
      return state;
    }
  }
  throw new Error(`the account ${stripeAccountId} changes faster than it can be asked about`);
}

/** Asks about accounts nobody knocked about for long. */
export async function syncStaleAccounts(commerce: CommerceContext): Promise<void> {
  const now = commerce.now();
  const before = { open: now - ASK_OPEN_MS, settled: now - ASK_SETTLED_MS };
  for (const id of await staleAccounts(commerce.pb, before, AT_ONCE))
    await syncBusinessAccount(commerce, id).catch(commerce.onError);
}

/**
 * The page at the provider where a seller goes on: to hand in what is missing, or, once he is paid, to see and change
 * his bank account. Null where there is no account.
 * @param visit tells one coming back from another, so that each is led through the sign-in once.
 * @throws PaymentsUnavailable
 */
export async function providerPage(
  commerce: CommerceContext,
  storeId: string,
  visit: string,
): Promise<string | null> {
  const file = await accountOfStore(commerce.pb, storeId);
  if (!file || file.stripeAccountId === '') return null;
  const accountId = file.stripeAccountId;
  if (file.account.state === 'active' && file.account.requirements.length === 0)
    return commerce.payments.accountPage(accountId);
  const back = (how: 'back' | 'again') => `${commerce.siteUrl}${paths.businessAccountReturn(how, visit)}`;
  return commerce.payments.onboardingPage({ accountId, returnUrl: back('back'), refreshUrl: back('again') });
}

async function newsOf(commerce: CommerceContext, file: StoredAccount, state: BusinessAccountState) {
  const before = file.account.state;
  const isNews = state !== before && state !== 'none' && state !== 'pending';
  const [seller] = isNews ? await sellersOf(commerce.pb, [file.storeId]) : [];
  const mail = seller && businessMail(commerce, state, seller, `${file.stripeAccountId}:${file.seen}`);
  return (steps: Parameters<typeof withMail>[0]) =>
    mail && mail.to !== '' ? withMail(steps, mail, commerce.now()) : steps;
}
