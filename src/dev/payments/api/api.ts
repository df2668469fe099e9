import { createHash } from 'node:crypto';
import { changeTaxSettings, ownAccount, taxSettings } from '../account/account-settings.ts';
import { changePortalConfiguration, createPortalConfiguration } from '../account/portal-configurations.ts';
import { changeEndpoint, createEndpoint, deleteEndpoint } from '../account/webhook-endpoints.ts';
import type { ProviderObject } from '../book.ts';
import { runCapture } from '../charges/charging.ts';
import { expireCheckout, openCheckout } from '../charges/checkout.ts';
import { closeDispute, takeEvidence } from '../charges/disputes.ts';
import { runDebits } from '../charges/paying.ts';
import { refundCharge } from '../charges/refunds.ts';
import type { StandInContext } from '../context.ts';
import { accountOf } from '../sellers/accounts.ts';
import { balanceView } from '../sellers/balances.ts';
import { bankOf, runBank } from '../sellers/bank.ts';
import { changeSchedule, createLoginLink, scheduleView } from '../sellers/express.ts';
import { reverse, transfer } from '../sellers/transfers.ts';
import { completed } from '../shapes/answers.ts';
import { checkSent } from '../shapes/requests.ts';
import { callOf } from '../shapes/table.ts';
import { runBilling } from '../subscriptions/renewals.ts';
import { taxRateOf } from '../tax.ts';
import { billingDeleted, billingPosted } from './billing-api.ts';
import type { FormFields } from './form.ts';
import { checkForm } from './limits.ts';
import {
  BANKS,
  CARDS,
  COLLECTIONS,
  expandOf,
  listed,
  listPage,
  oneOf,
  REVERSALS,
  SELLER_BOOKINGS,
} from './lists.ts';
import { Problem } from './problem.ts';
import { answerSecondApi } from './second-api.ts';
import { expanded, lineItems } from './view.ts';

export interface ApiRequest {
  method: string;
  path: string;
  form: FormFields;
  /** The token of the `Authorization: Bearer` header. */
  secretKey: string | null;
  idempotencyKey: string | null;
  /** The seller's account the request is about, from the `Stripe-Account` header. */
  account: string | null;
  /** Whether the provider fails while it executes the request. */
  fails?: boolean;
}
export interface ProviderAnswer {
  status: number;
  body: unknown;
  /** Whether this is the stored answer of the same idempotency key. */
  replayed?: boolean;
}

/** First parts of paths whose second part is the collection. */
const NESTED = ['checkout', 'radar', 'billing_portal', 'tax'];

const FAILED: ProviderAnswer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'The stand-in simulates an error.' } },
};

/**
 * The provider's API as far as the marketplace uses it. Unknown paths answer 404 and unknown parameters 400, in the
 * provider's format.
 */
export function answerApi(context: StandInContext, request: ApiRequest): ProviderAnswer {
  if (!/^[rs]k_test_./.test(request.secretKey ?? ''))
    return refusal(
      new Problem(401, 'Invalid API Key provided: the stand-in takes keys that begin sk_test_.'),
    );
  const key = request.method === 'POST' ? request.idempotencyKey : null;
  if (key === null) return request.fails ? FAILED : attempted(() => route(context, request)).answer;
  const { path, form, account } = request;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([path, account, form]))
    .digest('hex');
  const stored = context.book.answerTo(key);
  if (stored && stored.fingerprint !== fingerprint)
    return refusal(
      new Problem(
        400,
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        { type: 'idempotency_error' },
      ),
    );
  if (stored) return { status: stored.status, body: stored.body, replayed: true };
  // An error of the provider is stored under its key like any other answer, and repeated for a day.
  const { answer, begun } = request.fails
    ? { answer: FAILED, begun: true }
    : attempted(() => route(context, request));
  if (begun)
    context.book.saveAnswer(key, {
      fingerprint,
      status: answer.status,
      body: structuredClone(answer.body),
    });
  return answer;
}

function attempted(make: () => unknown): { answer: ProviderAnswer; begun: boolean } {
  try {
    return { answer: { status: 200, body: make() }, begun: true };
  } catch (reason) {
    if (!(reason instanceof Problem)) throw reason;
    return { answer: refusal(reason), begun: reason.begun };
  }
}

function refusal({ status, body }: Problem): ProviderAnswer {
  return { status, body };
}

function route(context: StandInContext, request: ApiRequest): unknown {
  const { method, path, form, account } = request;
  const call = callOf(method, path);
  if (!call) throw unmodelled(method, path);
  checkSent(call.sends, form);
  checkForm(form);
  if (account !== null) accountOf(context, account);
  return completed(
    call.answers,
    path.startsWith('/v2/') ? answerSecondApi(context, request) : answerFirstApi(context, request),
    call.name,
  );
}

function unmodelled(method: string, path: string): Problem {
  return new Problem(404, `Unrecognized request URL (${method}: ${path}). The stand-in does not model it.`);
}

function answerFirstApi(context: StandInContext, request: ApiRequest): unknown {
  const { method, path, form, account } = request;
  const parts = path.replace(/^\/v1\//, '').split('/');
  const name = NESTED.includes(parts[0] ?? '') ? `${parts.shift()}/${parts[0]}` : (parts[0] ?? '');
  const [, id, verb, more] = parts;
  runBilling(context);
  runCapture(context);
  runDebits(context);
  const found =
    more !== undefined ? undefined : { POST: posted, GET: got, DELETE: deleted }[method as 'GET']?.();
  if (found === undefined) throw unmodelled(method, path);
  return found;

  function shown(row: ProviderObject): ProviderObject {
    return expanded(context.book, row, expandOf(form));
  }

  function posted(): unknown {
    if (account !== null)
      return name === 'balance_settings' && id === undefined
        ? changeSchedule(context, account, form)
        : undefined;
    if (id === undefined) {
      if (name === 'checkout/sessions') return shown(openCheckout(context, form));
      if (name === 'refunds') return shown(refundCharge(context, form));
      if (name === 'transfers') return shown(transfer(context, form));
    }
    if (id !== undefined && verb !== undefined) {
      if (name === 'checkout/sessions' && verb === 'expire') return shown(expireCheckout(context, id));
      if (name === 'transfers' && verb === 'reversals') return shown(reverse(context, id, form));
      if (name === 'accounts' && verb === 'login_links') return createLoginLink(context, id);
      if (name === 'disputes' && verb === 'close') return shown(closeDispute(context, id, 'lost'));
    }
    const set = verb === undefined ? accountPosted(context, name, id, form) : undefined;
    if (set !== undefined) return set;
    if (name === 'disputes' && id !== undefined && verb === undefined)
      return shown(takeEvidence(context, id, form));
    const billed = billingPosted(context, [name, ...parts.slice(1)], form);
    return billed && shown(billed);
  }

  function deleted(): unknown {
    if (account === null && name === 'webhook_endpoints' && id !== undefined && verb === undefined)
      return deleteEndpoint(context, id);
    const ended = account === null ? billingDeleted(context, parts, form) : undefined;
    return ended && shown(ended);
  }

  function got(): unknown {
    if (name === 'balance' && id === undefined) return balanceView(context, account);
    if (name === 'account' && id === undefined && account === null) return ownAccount();
    if (name === 'tax/settings' && id === undefined) return taxSettings(context);
    if (name === 'tax_rates' && id !== undefined && verb === undefined) return taxRateOf(id);
    if (name === 'balance_settings' && account !== null) return scheduleView(accountOf(context, account));
    if (account !== null) runBank(context);
    if (name === 'balance_transactions' && account !== null && id === undefined)
      return listed(context, SELLER_BOOKINGS, path, form, { owner: account });
    if (name === 'accounts' && id !== undefined && verb === 'external_accounts') {
      if (accountOf(context, id)['transfers'] === 'active') bankOf(context, id);
      return listed(context, BANKS, path, form, { owner: id });
    }
    const collection = COLLECTIONS[name];
    if (!collection || (account !== null && collection.ofSellers !== true)) return undefined;
    if (id === undefined) return listed(context, collection, path, form, ownerFilter(name, account));
    if (name === 'customers' && verb === 'payment_methods')
      return listed(context, CARDS, path, form, { customer: id });
    const row = oneOf(context, collection, id);
    if (verb === undefined) return shown(row);
    if (name === 'checkout/sessions' && verb === 'line_items')
      return listPage(lineItems(row), 'item', path, form);
    if (name === 'transfers' && verb === 'reversals')
      return listed(context, REVERSALS, path, form, { transfer: row.id });
    return undefined;
  }
}

/** POST requests about the settings of the marketplace's own account. Undefined where a path is not modelled. */
function accountPosted(
  context: StandInContext,
  name: string,
  id: string | undefined,
  form: FormFields,
): unknown {
  if (name === 'tax/settings' && id === undefined) return changeTaxSettings(context, form);
  if (name === 'webhook_endpoints')
    return id === undefined ? createEndpoint(context, form) : changeEndpoint(context, id, form);
  if (name === 'billing_portal/configurations')
    return id === undefined
      ? createPortalConfiguration(context, form)
      : changePortalConfiguration(context, id, form);
  return undefined;
}

/** Payouts belong to their seller; events of sellers' accounts are not listed among the marketplace's own. */
function ownerFilter(name: string, account: string | null): Record<string, unknown> {
  if (name === 'payouts') return { owner: account };
  return name === 'events' ? { account } : {};
}
