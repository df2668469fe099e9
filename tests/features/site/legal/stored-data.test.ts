import { expect, it } from 'vitest';
import { RETENTION } from '../../../../src/domain/site/retention.ts';
import { STORED_BY_US } from '../../../../src/features/site/legal/stored-data.ts';
import { storedByUs } from '../../../../src/features/site/legal/stored-how-long.ts';
import { schemaCollections } from '../../../pocketbase/collections-of-schema.ts';

/** Collections that no row of the privacy page names, and why a person need not read of them. */
const NOT_PERSONAL: Record<string, string> = {
  ...same('how the site runs, without anybody in it', [
    'leases',
    'payment_events',
    'billing_troubles',
    'follow_news',
    'spam_words',
    'search_rules',
    'saved_reasons',
    'licence_texts',
    'categories',
    'job_runs',
    'site_days',
    'site_settings',
    'legal_texts',
    'mailings',
    'site_processes',
    'site_settings',
  ]),
  ...same('sign-in of PocketBase that is switched off, so it stays empty', ['_mfas', '_otps']),
  _superusers: 'logins of the operator’s own machines',
  ...same('sums and links of what a row of the page names already', [
    'access_group_products',
    'entry_bundle_products',
    'entry_bundle_tiers',
    'guild_months',
    'guild_movements',
    'loyalty_reward_products',
    'release_products',
    'release_tiers',
    'sale_week_lines',
    'sale_week_sums',
    'seller_income_days',
    'seller_income_months',
    'tier_prices',
  ]),
  product_zips: 'archives of files, made again when they are gone',
};

function same(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]));
}

const named = STORED_BY_US.flatMap(({ collections }) => collections);

it('the privacy page has every collection in one row, or the list says why not', () => {
  const unnamed = [...schemaCollections().keys()].filter(
    (name) => !named.includes(name) && !(name in NOT_PERSONAL),
  );
  expect(unnamed).toEqual([]);
  expect(named.filter((name, at) => named.indexOf(name) !== at || name in NOT_PERSONAL)).toEqual([]);
});

it('names no collection that is gone', () => {
  const known = schemaCollections();
  expect([...named, ...Object.keys(NOT_PERSONAL)].filter((name) => !known.has(name))).toEqual([]);
});

it('no collection with a relation to a person is called impersonal', () => {
  const people = new Set([
    'users',
    'stores',
    'orders',
    'guild_members',
    'conversations',
    'access_group_people',
  ]);
  const wrong = [...schemaCollections()]
    .filter(([name]) => name in NOT_PERSONAL)
    .filter(([, fields]) => fields.some(({ to }) => to !== null && people.has(to)))
    .map(([name]) => name)
    // Which products a store has told its followers of.
    .filter((name) => !['follow_news'].includes(name));
  expect(wrong).toEqual([]);
});

/** Collections whose rows have no end in the table of retention, and what ends them instead. */
const ENDED_OTHERWISE: Record<string, string> = {
  ...same('goes with the account', [
    ...[
      'users',
      'legal_consents',
      '_externalAuths',
      '_authOrigins',
      'api_tokens',
      'downloads',
      'library_lists',
    ],
    ...[
      'library_marks',
      'shared_lists',
      'merchant_licences',
      'printers',
      'wishes',
      'follows',
      'saved_searches',
    ],
    ...['notification_switches', 'roles', 'second_factors', 'recovery_codes', 'account_looks', 'store_staff'],
  ]),
  ...same('has a job or a write of its own that deletes what is over', [
    ...[
      'sign_in_codes',
      'sign_in_tries',
      'sign_ups',
      'step_ups',
      'api_answers',
      'webhook_deliveries',
      'previews',
    ],
    ...[
      'expected_members',
      'claim_links',
      'notifications',
      'addressed_mails',
      'bulk_undos',
      'desk_proofs',
      'notices',
    ],
    ...[
      'search_misses',
      'found_searches',
      'product_imports',
      'product_import_rows',
      'access_imports',
      'uploads',
    ],
  ]),
  ...same('is emptied or deleted when the artist deletes their account', [
    ...[
      'stores',
      'webhooks',
      'staff_deeds',
      'product_files',
      'product_partners',
      'saved_replies',
      'tenure_imports',
    ],
    ...['access_group_people'],
  ]),
  ...same('is what a store offers, without a person in it once its owner is gone', [
    ...[
      'products',
      'product_changes',
      'product_bundles',
      'pre_orders',
      'sale_week_products',
      'shelves',
      'coupons',
    ],
    ...[
      'guilds',
      'guild_tiers',
      'guild_goals',
      'releases',
      'entry_bundles',
      'loyalty_rewards',
      'access_groups',
      'guild_polls',
    ],
    ...['model_shapes', 'model_matches', 'seller_plans'],
  ]),
  ...same('is an amount or a fact of an order or membership, which loses its person with the account', [
    ...[
      'ledger',
      'seller_shares',
      'seller_transfers',
      'seller_income',
      'partner_parts',
      'order_lines',
      'coupon_uses',
    ],
    ...['refunds', 'disputes', 'entitlements', 'guild_handouts', 'guild_payments', 'membership_periods'],
  ]),
  ...same('stays with the other person or on the page, without the name', [
    ...['conversations', 'messages', 'message_attachments', 'refund_requests', 'reviews', 'review_photos'],
    ...['questions', 'posts', 'guild_letters', 'guild_poll_votes'],
  ]),
  mail_stops: 'holds what somebody does not want, until they allow it again',
  ...same('are sums that identify nobody', [
    ...['view_counts', 'view_days', 'view_months', 'origin_weeks', 'order_origins', 'product_interest'],
  ]),
};
const inTable = new Set<string>(Object.values(RETENTION).flatMap(({ collections }) => [...collections]));

it('every collection of the privacy page has its end in the table of retention, or the list says what ends it', () => {
  expect(named.filter((name) => !inTable.has(name) && !(name in ENDED_OTHERWISE))).toEqual([]);
  expect(Object.keys(ENDED_OTHERWISE).filter((name) => inTable.has(name) || !named.includes(name))).toEqual(
    [],
  );
  expect([...inTable].filter((name) => !named.includes(name))).toEqual([]);
});

it('what goes with the account leads to it by a relation that deletes it', () => {
  const known = schemaCollections();
  const wrong = Object.entries(ENDED_OTHERWISE)
    .filter(
      ([name, reason]) =>
        reason === 'goes with the account' && !['users', '_externalAuths', '_authOrigins'].includes(name),
    )
    .filter(([name]) => !known.get(name)?.some(({ to, cascades }) => to === 'users' && cascades))
    .map(([name]) => name);
  expect(wrong).toEqual([]);
});

it('the page says each time of the table', () => {
  const page = storedByUs('DE')
    .map(({ howLong }) => howLong)
    .join(' ');
  for (const { what } of Object.values(RETENTION)) expect(page).toContain(`${what}: `);
});
