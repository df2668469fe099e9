import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  openReceiver,
  openTestProvider,
  paidCart,
  refusal,
  SECRET,
  type TestProvider,
} from './test-provider.ts';

let provider: TestProvider;
let thin: Awaited<ReturnType<typeof openReceiver>>;
beforeEach(async () => {
  thin = await openReceiver();
  provider = await openTestProvider({ accountWebhook: { url: `${thin.url}/accounts`, secret: SECRET } });
});
afterEach(async () => {
  vi.useRealTimers();
  await provider.close();
  await thin.close();
});

const INCLUDE: Stripe.V2.Core.AccountRetrieveParams = {
  include: ['configuration.recipient', 'requirements', 'defaults', 'identity'],
};

const open = () =>
  provider.stripe.v2.core.accounts.create({
    contact_email: 'ash@guildhall.test',
    display_name: 'Ashgrove & Co',
    dashboard: 'express',
    identity: { country: 'us' },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
    configuration: {
      recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
    },
    metadata: { store: 's1' },
    ...INCLUDE,
  });

const wayTo = async (account: string): Promise<string> =>
  (
    await provider.stripe.v2.core.accountLinks.create({
      account,
      use_case: {
        type: 'account_onboarding',
        account_onboarding: {
          refresh_url: 'http://127.0.0.1:4321/again',
          return_url: 'http://127.0.0.1:4321/back',
        },
      },
    })
  ).url;

const choose = async (url: string, outcome: string) =>
  (
    await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })
  ).headers.get('location');

const stateOf = async (id: string) =>
  (await provider.stripe.v2.core.accounts.retrieve(id, INCLUDE)).configuration?.recipient?.capabilities
    ?.stripe_balance?.stripe_transfers?.status;

describe('a seller’s account', () => {
  it('is active only after the onboarding page', async () => {
    const { stripe } = provider;
    const account = await open();
    expect(account).toMatchObject({
      object: 'v2.core.account',
      display_name: 'Ashgrove & Co',
      dashboard: 'express',
      metadata: { store: 's1' },
      identity: { country: 'us' },
      requirements: { summary: { minimum_deadline: { status: 'past_due' } } },
      defaults: { responsibilities: { losses_collector: 'application' } },
    });
    expect(await stateOf(account.id)).toBe('restricted');
    const { charge } = await paidCart(provider);
    const share = { amount: 900, currency: 'usd', destination: account.id, source_transaction: charge.id };
    expect(await refusal(stripe.transfers.create(share))).toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    });
    const url = await wayTo(account.id);
    expect(await (await fetch(url)).text()).toContain('Get paid as Ashgrove &#38; Co');
    expect(await choose(url, 'finish')).toBe('http://127.0.0.1:4321/back');
    expect(await stateOf(account.id)).toBe('active');
    expect((await stripe.transfers.create(share)).destination).toBe(account.id);
  });

  it('emits thin events about changes, which the SDK can read', async () => {
    const { stripe } = provider;
    const account = await open();
    await choose(await wayTo(account.id), 'finish');
    const received = await thin.heard(2);
    const notices = received.map(({ body, signature }) =>
      stripe.parseEventNotification(body, signature, SECRET),
    );
    expect(notices.map(({ type }) => type).sort()).toEqual([
      'v2.core.account[configuration.recipient].capability_status_updated',
      'v2.core.account[requirements].updated',
    ]);
    const [notice] = notices;
    expect(await notice?.fetchEvent()).toMatchObject({ id: notice?.id, type: notice?.type });
    const related = notice && 'fetchRelatedObject' in notice ? await notice.fetchRelatedObject() : null;
    expect(related).toMatchObject({ id: account.id });
  });

  it('is pending during the review, and unchanged where its owner leaves', async () => {
    const [waiting, left] = [await open(), await open()];
    await choose(await wayTo(waiting.id), 'wait');
    expect(await choose(await wayTo(left.id), 'leave')).toBe('http://127.0.0.1:4321/back');
    expect([await stateOf(waiting.id), await stateOf(left.id)]).toEqual(['pending', 'restricted']);
  });

  it('has onboarding links that are valid once and for five minutes', async () => {
    const account = await open();
    const [used, old] = [await wayTo(account.id), await wayTo(account.id)];
    await choose(used, 'leave');
    expect(await choose(used, 'finish')).toBe('http://127.0.0.1:4321/again');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    expect(await choose(old, 'finish')).toBe('http://127.0.0.1:4321/again');
    expect(await stateOf(account.id)).toBe('restricted');
  });

  it('shows its parts only on request', async () => {
    const { stripe } = provider;
    const { id } = await open();
    const bare = await stripe.v2.core.accounts.retrieve(id);
    expect(bare).not.toHaveProperty('configuration');
    expect(bare).not.toHaveProperty('requirements');
    expect((await refusal(stripe.v2.core.accounts.retrieve('acct_none'))).status).toBe(404);
    expect((await refusal(stripe.balance.retrieve({}, { stripeAccount: 'acct_none' }))).status).toBe(404);
    expect((await refusal(stripe.v2.core.accounts.close(id))).status).toBe(404);
  });

  it('of a demo seller can be paid at once', async () => {
    expect(await stateOf('acct_ash')).toBe('active');
  });
});
