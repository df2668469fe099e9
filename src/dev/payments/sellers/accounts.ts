import { type Form, formOf, knownOnly, listOf, neededText, textOf, textsOf } from '../api/form.ts';
import { missing, Problem } from '../api/problem.ts';
import type { Row } from '../book.ts';
import { type Desk, nowSeconds } from '../desk.ts';

/** Sellers' accounts in the provider's second API. They can be paid when somebody went through the onboarding page. */

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
const LINK_LASTS_S = 300;

/** Whether an account can be paid. `restricted` waits for the seller, `pending` for the provider; `rejected` is over. */
export type TransfersState = 'active' | 'pending' | 'restricted' | 'rejected' | 'unsupported';

export function transfersState(account: Row): TransfersState {
  return account['transfers'] as TransfersState;
}

/** What is asked of a person or a company at first, by the provider's own names. */
const FIRST_NEEDS = {
  individual: [
    'identity.individual.given_name',
    'identity.individual.date_of_birth',
    'identity.individual.address',
  ],
  company: ['identity.business_details.registered_name', 'identity.business_details.id_numbers', 'owners'],
} as const;
const EVERYBODYS_NEEDS = ['external_account', 'identity.attestations.terms_of_service.account'];
/** What is asked for again where a paper did not pass. */
const PAPER = 'identity.individual.documents.primary_verification';

/** One thing that is missing or looked at; `error` says what did not pass. */
interface Need {
  description: string;
  from: 'user' | 'stripe';
  error: string | null;
}

const wanted = (descriptions: readonly string[]): Need[] =>
  descriptions.map((description) => ({ description, from: 'user', error: null }));

function needsOf(account: Row): Need[] {
  const { needs } = account;
  return Array.isArray(needs) ? (needs as Need[]) : [];
}

export function createAccount({ book }: Desk, form: Form): Row {
  knownOnly(form, KNOWN);
  const recipient = formOf(formOf(form['configuration'])['recipient']);
  const transfers = formOf(formOf(formOf(recipient['capabilities'])['stripe_balance'])['stripe_transfers']);
  const responsibilities = formOf(formOf(form['defaults'])['responsibilities']);
  const identity = formOf(form['identity']);
  const kind = textOf(identity['entity_type']) === 'company' ? 'company' : 'individual';
  return book.add('accounts', 'v2.core.account', {
    display_name: textOf(form['display_name']),
    contact_email: textOf(form['contact_email']),
    dashboard: textOf(form['dashboard']) ?? 'none',
    country: textOf(identity['country']),
    entity_type: kind,
    fees_collector: textOf(responsibilities['fees_collector']) ?? 'stripe',
    losses_collector: textOf(responsibilities['losses_collector']) ?? 'stripe',
    metadata: textsOf(form['metadata']),
    transfers: transfers['requested'] === 'true' ? 'restricted' : 'unsupported',
    needs: wanted([...FIRST_NEEDS[kind], ...EVERYBODYS_NEEDS]),
  });
}

/** An account that can be paid at once, for demo sellers and tests. */
export function readyAccount({ book }: Desk, id: string, name: string): Row {
  return (
    book.find('accounts', id) ??
    book.add('accounts', 'v2.core.account', { display_name: name, transfers: 'active' }, id)
  );
}

export function accountOf({ book }: Desk, id: string): Row {
  const row = book.find('accounts', id);
  if (!row) throw missing('account', id);
  return row;
}

/** Opens or shuts an account for transfers, and tells the hall, as the provider does when it has looked at papers. */
export function setTransfers(desk: Desk, id: string, state: TransfersState, needs?: Need[]): Row {
  const row = accountOf(desk, id);
  const usual = state === 'restricted' ? wanted([PAPER]) : [];
  if (transfersState(row) === state && needs === undefined) return row;
  desk.book.change(row, { transfers: state, needs: needs ?? usual });
  desk.notify('v2.core.account[configuration.recipient].capability_status_updated', row);
  desk.notify('v2.core.account[requirements].updated', row);
  desk.emit('account.updated', { id: row.id, object: 'account', created: row.created }, row.id);
  return row;
}

const WORDS: Partial<Record<TransfersState, { code: string; resolution: string }>> = {
  pending: { code: 'requirements_pending_verification', resolution: 'no_resolution' },
  restricted: { code: 'requirements_past_due', resolution: 'provide_info' },
  rejected: { code: 'rejected_other', resolution: 'no_resolution' },
};

/** An account as the second API shows it; large parts come only when asked for by `include`. */
export function accountView(row: Row, form: Form): unknown {
  const include = listOf(form['include']);
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
      summary: needs.length > 0 ? { minimum_deadline: { status: 'past_due' } } : null,
    }),
  };
}

/** A way to the onboarding page that can be walked once, within five minutes. */
export function createAccountLink(desk: Desk, form: Form): unknown {
  knownOnly(form, ['account', 'use_case']);
  const account = accountOf(desk, neededText(form, 'account'));
  const useCase = formOf(form['use_case']);
  const type = neededText(useCase, 'type');
  if (type !== 'account_onboarding' && type !== 'account_update')
    throw new Problem(400, 'Only onboarding and updating are modelled here.', { param: 'use_case' });
  const addresses = formOf(useCase[type]);
  const row = desk.book.add('account_links', 'v2.core.account_link', {
    account: account.id,
    type,
    refresh_url: neededText(addresses, 'refresh_url'),
    return_url: textOf(addresses['return_url']),
    used: false,
  });
  const time = (seconds: number) => new Date(seconds * 1000).toISOString();
  return {
    object: 'v2.core.account_link',
    account: account.id,
    created: time(row.created),
    expires_at: time(row.created + LINK_LASTS_S),
    livemode: false,
    url: `${desk.url}/onboarding/${row.id}`,
    use_case: { type, [type]: addresses },
  };
}

/** The link behind an onboarding page, or null where it is used up or too old and a new one is to be fetched. */
export function onboardingOf({ book }: Desk, id: string): { link: Row; fresh: boolean } {
  const link = book.find('account_links', id);
  if (!link) throw missing('account link', id);
  return { link, fresh: link['used'] !== true && link.created + LINK_LASTS_S > nowSeconds() };
}

/** The seller finished the page, handed in what passes, is looked at or does not pass, or left. Answers where he goes then. */
export function onboard(desk: Desk, id: string, outcome: string): string {
  const { link, fresh } = onboardingOf(desk, id);
  const refresh = String(link['refresh_url']);
  if (!fresh) return refresh;
  desk.book.change(link, { used: true });
  const account = String(link['account']);
  const paper = (from: Need['from'], error: string | null): Need[] => [{ description: PAPER, from, error }];
  if (outcome === 'finish') setTransfers(desk, account, 'active');
  else if (outcome === 'wait') setTransfers(desk, account, 'pending', paper('stripe', null));
  else if (outcome === 'more')
    setTransfers(desk, account, 'restricted', paper('user', 'verification_document_not_readable'));
  else if (outcome === 'reject') setTransfers(desk, account, 'rejected', []);
  return String(link['return_url'] ?? refresh);
}
