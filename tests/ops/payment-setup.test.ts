import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderObject } from '../../src/dev/payments/book.ts';
import {
  readSetupSettings,
  setUpPayments,
  wantedSetup,
  withDeskSettings,
} from '../../src/ops/payment-setup.ts';
import { openPayments } from '../../src/server/adapters/stripe/payments.ts';
import { openPaymentSetup } from '../../src/server/adapters/stripe/setup/payment-setup.ts';
import { SUBSCRIBED_EVENTS } from '../../src/server/adapters/stripe/subscribed-events.ts';
import { missingEventsLine } from '../../src/server/app/payment-subscriptions.ts';
import { openTestProvider, type TestProvider } from '../dev/payments/test-provider.ts';

let provider: TestProvider;
beforeEach(async () => {
  provider = await openTestProvider();
});
afterEach(() => provider.close());

const SITE = 'https://guildhall.example';
const ALL_EVENTS = Object.values(SUBSCRIBED_EVENTS).flat();

const settings = (more: Record<string, string> = {}) =>
  readSetupSettings(
    {
      STRIPE_SECRET_KEY: 'sk_test_of_the_operator',
      STRIPE_API_URL: provider.standIn.url,
      PUBLIC_SITE_URL: SITE,
      ...more,
    },
    '/nowhere',
  );
const setupOf = (more: Record<string, string> = {}) => openPaymentSetup(settings(more).payments);

/** Runs the command and returns what it wrote. */
async function run(more: Record<string, string> = {}, yes = true) {
  const lines: string[] = [];
  const outcome = await setUpPayments(
    setupOf(more),
    wantedSetup(settings(more)),
    (line) => lines.push(line),
    () => Promise.resolve(yes),
  );
  return { outcome, text: lines.join('\n') };
}

const book = () => provider.standIn.simulator.book;
const only = (rows: ProviderObject[]): ProviderObject =>
  (rows.length === 1 ? rows[0] : undefined) ?? expect.fail(`${rows.length}`);
const endpoint = (kind: string) =>
  only(
    book()
      .all('webhook_endpoints')
      .filter((row) => (row['metadata'] as { guildhall?: string }).guildhall === kind),
  );
const change = (row: ProviderObject, fields: Record<string, unknown>) => book().change(row, fields);

describe('setting up payments', () => {
  it('makes webhooks, portal and prices, and tells the secrets; the second run has nothing to change', async () => {
    const first = await run();
    expect(first.outcome).toBe('changed');
    expect(first.text).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_\w+,whsec_\w+,whsec_\w+$/);
    expect(endpoint('marketplace')).toMatchObject({
      url: `${SITE}/api/stripe`,
      enabled_events: SUBSCRIBED_EVENTS.marketplace,
      application: null,
    });
    expect(endpoint('sellers')['application']).not.toBeNull();
    expect(only(book().all('event_destinations'))).toMatchObject({
      events_from: ['@accounts'],
      enabled_events: SUBSCRIBED_EVENTS.accounts,
    });
    expect(book().all('prices')).toHaveLength(2);
    const before = JSON.stringify(book().shelves);
    const second = await run();
    expect([second.outcome, second.text.includes('There is nothing to change.')]).toEqual([
      'nothing to change',
      true,
    ]);
    expect(JSON.stringify(book().shelves)).toBe(before);
  });

  it('shows what it would change and changes nothing before somebody agrees', async () => {
    const { outcome, text } = await run({}, false);
    expect(outcome).toBe('left');
    for (const what of [
      'webhook for your own account',
      'customer portal',
      'price seller-pro-annual-15000-usd',
    ])
      expect(text).toContain(what);
    expect(book().all('webhook_endpoints')).toEqual([]);
    expect(book().all('prices')).toEqual([]);
  });

  it('shows and mends settings that drifted, and nothing else', async () => {
    await run();
    change(endpoint('marketplace'), {
      enabled_events: [
        ...SUBSCRIBED_EVENTS.marketplace.filter((type) => type !== 'charge.updated'),
        'charge.captured',
      ],
    });
    change(endpoint('sellers'), { status: 'disabled' });
    change(only(book().all('event_destinations')), { status: 'disabled' });
    const portal = only(book().all('portal_configurations'));
    change(portal, {
      features: { ...(portal['features'] as object), invoice_history: { enabled: false } },
    });
    const price = book()
      .all('prices')
      .find((row) => row['unit_amount'] === 1500) as ProviderObject;
    change(price, { active: false, tax_behavior: 'unspecified' });
    const { outcome, text } = await run();
    expect(outcome).toBe('changed');
    expect(text).toMatch(
      /webhook for your own account +events: 26 +events: \+ charge\.updated − charge\.captured/,
    );
    expect(text).toMatch(/webhook for sellers’ accounts +switched: off +switched: on/);
    expect(text).toMatch(/thin events of sellers’ accounts +switched: off +switched: on/);
    expect(text).toMatch(/customer portal +invoices: off +invoices: on/);
    expect(text).toMatch(
      /price seller-pro-monthly-1500-usd +on sale: off; tax: unspecified +on sale: on; tax: exclusive/,
    );
    expect(text).not.toContain('whsec_');
    expect((await run()).outcome).toBe('nothing to change');
    expect(book().all('webhook_endpoints')).toHaveLength(2);
  });

  it('a webhook of another version of the API is replaced, because its version cannot be changed', async () => {
    await run();
    const old = change(endpoint('marketplace'), { api_version: '2024-06-20' });
    const { text } = await run();
    expect(text).toMatch(/Add this to STRIPE_WEBHOOK_SECRET, .*\nwhsec_\w+$/);
    expect(old['status']).toBe('disabled');
    expect(endpoint('marketplace').id).not.toBe(old.id);
    expect((await run()).outcome).toBe('nothing to change');
  });

  it('a webhook made by hand is taken over, and its secret stays', async () => {
    await provider.stripe.webhookEndpoints.create({
      url: `${SITE}/api/stripe`,
      enabled_events: ['checkout.session.completed'],
      api_version: '2026-10-28.endive',
    });
    const { text } = await run();
    expect(text).toContain('made by: stripe:setup');
    expect(text.match(/its secret/g)).toHaveLength(2);
    expect(book().all('webhook_endpoints')).toHaveLength(2);
  });

  it('prices and name are those of the desk, and of the environment where it has set none', () => {
    const rows = [
      { name: 'plans', value: { monthly: 1900, annual: 19_000 }, version: 2 },
      { name: 'brand', value: { name: 'Ashen Market' }, version: 1 },
    ];
    const wanted = wantedSetup(withDeskSettings(settings(), rows));
    expect(wanted.siteName).toBe('Ashen Market');
    expect(wanted.prices.map(({ cents }) => cents)).toEqual([1900, 19_000]);
    const broken = withDeskSettings(settings(), [{ name: 'plans', value: { monthly: -1 }, version: 3 }]);
    expect(broken.planPrices).toEqual(settings().planPrices);
    expect(withDeskSettings(settings(), [])).toEqual(settings());
  });

  it('a price whose name was given to another amount gets the name back', async () => {
    await provider.stripe.prices.create({
      currency: 'usd',
      unit_amount: 9900,
      recurring: { interval: 'month' },
      lookup_key: 'seller-pro-monthly-1500-usd',
      product_data: { name: 'Something else' },
    });
    await run();
    const { data } = await provider.stripe.prices.list({ lookup_keys: ['seller-pro-monthly-1500-usd'] });
    expect(data.map(({ unit_amount: cents }) => cents)).toEqual([1500]);
    expect((await run()).outcome).toBe('nothing to change');
  });

  it('with tax on, the tax settings are mended and what is missing is said', async () => {
    const { text } = await run({ STRIPE_TAX: 'on' });
    expect(text).toMatch(/tax settings +prices: –; tax code: – +prices: exclusive; tax code: txcd_/);
    expect(text).toContain('Stripe Tax is not active (missing: head_office)');
    expect((await run({ STRIPE_TAX: 'on' })).outcome).toBe('nothing to change');
  });

  it('the portal that was made is the one that customers of this site see', async () => {
    await run();
    const payments = openPayments(settings().payments);
    const customerId = await payments.openCustomer({ email: 'a@b.test', name: 'A', of: {}, key: 'k' });
    await payments.portalPage({ customerId, returnUrl: `${SITE}/account` });
    await payments.portalPage({ customerId, returnUrl: 'https://another.example/account' });
    const made = only(book().all('portal_configurations')).id;
    const used = book()
      .all('portal_visits')
      .map((row) => row['configuration']);
    expect(used).toEqual(['bpc_of_the_account', made]);
  });

  it('the configurations are listed once, and one that was removed gives way to that of the account', async () => {
    await run();
    const payments = openPayments(settings().payments);
    const customerId = await payments.openCustomer({ email: 'a@b.test', name: 'A', of: {}, key: 'k' });
    const { faults } = provider.standIn;
    faults.heard = [];
    const visit = () => payments.portalPage({ customerId, returnUrl: `${SITE}/account` });
    for (let count = 0; count < 3; count++) await visit();
    expect(faults.heard).toEqual([
      'GET /v1/billing_portal/configurations?active&limit',
      ...Array(3).fill('POST /v1/billing_portal/sessions'),
    ]);
    // Removed by the operator: the provider refuses it from then on.
    const { shelves } = book();
    shelves.portal_configurations.clear();
    await visit();
    const used = book().all('portal_visits');
    expect(used[0]?.['configuration']).toBe('bpc_of_the_account');
    expect(used).toHaveLength(4);
  });

  it.each([
    [
      'a wrong key',
      { STRIPE_SECRET_KEY: 'nonsense' },
      /^Stripe does not accept this key: set STRIPE_SECRET_KEY/,
    ],
    ['no network', { STRIPE_API_URL: 'http://127.0.0.1:9' }, /^Stripe cannot be reached/],
  ])('%s is one clear sentence', async (_, more, sentence) => {
    const reason: unknown = await run(more).catch((thrown: unknown) => thrown);
    expect((reason as Error).name).toBe('SetupRefused');
    expect((reason as Error).message).toMatch(sentence);
    expect((reason as Error).message).not.toContain('\n');
  });

  it.each([
    [{ STRIPE_SECRET_KEY: '' }, 'Set STRIPE_SECRET_KEY'],
    [{ STRIPE_API_URL: '', PUBLIC_SITE_URL: '' }, 'the address that Stripe can reach'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'STRIPE_API_URL must be empty'],
    [
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_URL: '', PUBLIC_SITE_URL: 'http://guildhall.example' },
      'must begin with https://',
    ],
  ])('a missing setting is named: %o', (more, sentence) => {
    expect(() => settings(more)).toThrow(sentence);
  });
});

describe('at the start in production', () => {
  it('events that no webhook brings are named', async () => {
    expect(await missingEventsLine(setupOf(), SITE)).toContain(ALL_EVENTS.join(', '));
    await run();
    expect(await missingEventsLine(setupOf(), SITE)).toBeNull();
    change(endpoint('marketplace'), {
      enabled_events: SUBSCRIBED_EVENTS.marketplace.filter((type) => type !== 'charge.updated'),
    });
    change(only(book().all('event_destinations')), { status: 'disabled' });
    expect(await missingEventsLine(setupOf(), SITE)).toMatch(
      new RegExp(
        `: charge\\.updated, ${SUBSCRIBED_EVENTS.accounts.join(', ').replaceAll(/[[\].]/g, '\\$&')}\\.`,
      ),
    );
    expect(await missingEventsLine(setupOf(), 'https://another.example')).toContain(ALL_EVENTS.join(', '));
  });

  it('a provider that cannot be asked is one line, and no error', async () => {
    for (const more of [{ STRIPE_API_URL: 'http://127.0.0.1:9' }, { STRIPE_SECRET_KEY: 'nonsense' }])
      expect(await missingEventsLine(setupOf(more), SITE)).toMatch(/^It could not be checked .*Stripe/);
    provider.standIn.fault = 'error';
    expect(await missingEventsLine(setupOf(), SITE)).toMatch(/^It could not be checked/);
  });
});
