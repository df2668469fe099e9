import {
  type FormFields,
  fieldText,
  fieldTexts,
  formOf,
  itemsOf,
  rejectUnknown,
  requiredText,
} from '../api/form.ts';
import { noSuchObject, Problem } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { nowSeconds, type StandInContext } from '../context.ts';

/** Sellers' accounts in the provider's second API. They become active through the onboarding page. */

const KNOWN = [
  'contact_email',
  'display_name',
  'dashboard',
  'identity',
  'defaults',
  'configuration',
  'include',
  'metadata',
];
const LINK_LIFETIME_S = 300;

/** Whether an account can be paid. `restricted` waits for the seller, `pending` for the provider; `rejected` is over. */
export type TransfersState = 'active' | 'pending' | 'restricted' | 'rejected' | 'unsupported';

export function transfersState(account: ProviderObject): TransfersState {
  return account['transfers'] as TransfersState;
}

/** The first requirements of a person or company, by the provider's names. */
const FIRST_NEEDS = {
  individual: [
    'identity.individual.given_name',
    'identity.individual.date_of_birth',
    'identity.individual.address',
  ],
  company: ['identity.business_details.registered_name', 'identity.business_details.id_numbers', 'owners'],
} as const;
const COMMON_NEEDS = ['external_account', 'identity.attestations.terms_of_service.account'];
/** The requirement after a document was not accepted. */
const PAPER = 'identity.individual.documents.primary_verification';

/** A requirement that is missing or under review; `error` says why something was not accepted. */
interface Need {
  description: string;
  from: 'user' | 'stripe';
  error: string | null;
}

const wanted = (descriptions: readonly string[]): Need[] =>
  descriptions.map((description) => ({ description, from: 'user', error: null }));

function needsOf(account: ProviderObject): Need[] {
  const { needs } = account;
  return Array.isArray(needs) ? (needs as Need[]) : [];
}

export function createSellerAccount({ book }: StandInContext, form: FormFields): ProviderObject {
  rejectUnknown(form, KNOWN);
  const recipient = formOf(formOf(form['configuration'])['recipient']);
  const transfers = formOf(formOf(formOf(recipient['capabilities'])['stripe_balance'])['stripe_transfers']);
  const responsibilities = formOf(formOf(form['defaults'])['responsibilities']);
  const identity = formOf(form['identity']);
  const kind = fieldText(identity['entity_type']) === 'company' ? 'company' : 'individual';
  return book.add('accounts', 'v2.core.account', {
    display_name: fieldText(form['display_name']),
    contact_email: fieldText(form['contact_email']),
    dashboard: fieldText(form['dashboard']) ?? 'none',
    country: fieldText(identity['country']),
    entity_type: kind,
    fees_collector: fieldText(responsibilities['fees_collector']) ?? 'stripe',
    losses_collector: fieldText(responsibilities['losses_collector']) ?? 'stripe',
    metadata: fieldTexts(form['metadata']),
    transfers: transfers['requested'] === 'true' ? 'restricted' : 'unsupported',
    needs: wanted([...FIRST_NEEDS[kind], ...COMMON_NEEDS]),
  });
}

/** An active account, for demo sellers and tests. */
export function readyAccount({ book }: StandInContext, id: string, name: string): ProviderObject {
  return (
    book.find('accounts', id) ??
    book.add('accounts', 'v2.core.account', { display_name: name, transfers: 'active' }, id)
  );
}

export function accountOf({ book }: StandInContext, id: string): ProviderObject {
  const row = book.find('accounts', id);
  if (!row) throw noSuchObject('account', id);
  return row;
}

/** Changes whether an account can receive transfers, and emits the provider's events about it. */
export function setTransfers(
  context: StandInContext,
  id: string,
  state: TransfersState,
  needs?: Need[],
): ProviderObject {
  const row = accountOf(context, id);
  const usual = state === 'restricted' ? wanted([PAPER]) : [];
  if (transfersState(row) === state && needs === undefined) return row;
  context.book.change(row, { transfers: state, needs: needs ?? usual });
  context.notify('v2.core.account[configuration.recipient].capability_status_updated', row);
  context.notify('v2.core.account[requirements].updated', row);
  const isReady = state === 'active';
  const shown = {
    charges_enabled: false,
    payouts_enabled: isReady,
    details_submitted: isReady || state === 'pending',
  };
  context.emit('account.updated', { id: row.id, object: 'account', created: row.created, ...shown }, row.id);
  return row;
}

const WORDS: Partial<Record<TransfersState, { code: string; resolution: string }>> = {
  pending: { code: 'requirements_pending_verification', resolution: 'no_resolution' },
  restricted: { code: 'requirements_past_due', resolution: 'provide_info' },
  rejected: { code: 'rejected_other', resolution: 'no_resolution' },
};

/** An account as the second API shows it; large parts only on request by `include`. */
export function accountView(row: ProviderObject, form: FormFields): unknown {
  const include = itemsOf(form['include']);
  const asked = (part: string, value: unknown) => (include.includes(part) ? value : null);
  const state = transfersState(row);
  const details = WORDS[state];
  const needs = needsOf(row);
  return {
    id: row.id,
    object: 'v2.core.account',
    applied_configurations: state === 'unsupported' ? [] : ['recipient'],
    closed: false,
    contact_email: row['contact_email'] ?? null,
    created: new Date(row.created * 1000).toISOString(),
    dashboard: row['dashboard'] ?? 'express',
    display_name: row['display_name'],
    livemode: false,
    metadata: row['metadata'] ?? {},
    configuration: asked('configuration.recipient', {
      recipient:
        state === 'unsupported'
          ? null
          : {
              applied: true,
              capabilities: {
                stripe_balance: {
                  stripe_transfers: {
                    status: state,
                    status_details: details ? [details] : [],
                  },
                },
              },
            },
    }),
    defaults: asked('defaults', {
      responsibilities: {
        fees_collector: row['fees_collector'] ?? 'application',
        losses_collector: row['losses_collector'] ?? 'application',
      },
    }),
    identity: asked('identity', {
      country: row['country'] ?? 'us',
      entity_type: row['entity_type'] ?? 'individual',
    }),
    requirements: asked('requirements', {
      entries: needs.map(({ description, from, error }) => ({
        awaiting_action_from: from,
        description,
        errors: error === null ? [] : [{ code: error, description: 'It could not be read.' }],
        minimum_deadline: { status: 'past_due' },
        requested_reasons: [{ code: 'routine_onboarding' }],
      })),
      summary: needs.length > 0 ? { minimum_deadline: { status: 'past_due' } } : {},
    }),
  };
}

/** A link to the onboarding page, valid once and for five minutes. */
export function createAccountLink(context: StandInContext, form: FormFields): unknown {
  rejectUnknown(form, ['account', 'use_case']);
  const account = accountOf(context, requiredText(form, 'account'));
  const useCase = formOf(form['use_case']);
  const type = requiredText(useCase, 'type');
  if (type !== 'account_onboarding' && type !== 'account_update')
    throw new Problem(400, 'Only onboarding and updating are modelled here.', { param: 'use_case' });
  const addresses = formOf(useCase[type]);
  const row = context.book.add('account_links', 'v2.core.account_link', {
    account: account.id,
    type,
    refresh_url: requiredText(addresses, 'refresh_url'),
    return_url: fieldText(addresses['return_url']),
    used: false,
  });
  const time = (seconds: number) => new Date(seconds * 1000).toISOString();
  return {
    object: 'v2.core.account_link',
    account: account.id,
    created: time(row.created),
    expires_at: time(row.created + LINK_LIFETIME_S),
    livemode: false,
    url: `${context.url}/onboarding/${row.id}`,
    use_case: { type, [type]: addresses },
  };
}

/** The link of an onboarding page; `fresh` is false where it was used or has expired. */
export function onboardingOf({ book }: StandInContext, id: string): { link: ProviderObject; fresh: boolean } {
  const link = book.find('account_links', id);
  if (!link) throw noSuchObject('account link', id);
  return { link, fresh: link['used'] !== true && link.created + LINK_LIFETIME_S > nowSeconds() };
}

/** Applies the outcome of an onboarding page. Answers the address the seller returns to. */
export function onboard(context: StandInContext, id: string, outcome: string): string {
  const { link, fresh } = onboardingOf(context, id);
  const refresh = String(link['refresh_url']);
  if (!fresh) return refresh;
  context.book.change(link, { used: true });
  const account = String(link['account']);
  const paper = (from: Need['from'], error: string | null): Need[] => [{ description: PAPER, from, error }];
  if (outcome === 'finish') setTransfers(context, account, 'active');
  else if (outcome === 'wait') setTransfers(context, account, 'pending', paper('stripe', null));
  else if (outcome === 'more')
    setTransfers(context, account, 'restricted', paper('user', 'verification_document_not_readable'));
  else if (outcome === 'reject') setTransfers(context, account, 'rejected', []);
  return String(link['return_url'] ?? refresh);
}
