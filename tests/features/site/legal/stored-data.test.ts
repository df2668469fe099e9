import { expect, it } from 'vitest';
import { STORED_BY_US } from '../../../../src/features/site/legal/stored-data.ts';
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
