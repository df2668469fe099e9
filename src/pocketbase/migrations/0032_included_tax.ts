import { extend } from './collections.ts';
import { count } from './fields.ts';

/**
 * Prices that contain their tax. A line says how much tax its price contained, which is known once it is paid, and how much
 * tax was given back with its refunds. A price of a tier at the provider says whether it contains the tax; that of one
 * price never changes, so a tier may have one of each.
 */
migrate(
  (app) => {
    extend(app, 'order_lines', [count('includedTaxCents'), count('refundedTaxCents')]);
    const prices = app.findCollectionByNameOrId('tier_prices');
    prices['indexes'] = (prices['indexes'] as string[]).filter(
      (index) => !index.includes('tier_prices_tier'),
    );
    app.save(prices);
    extend(
      app,
      'tier_prices',
      [{ type: 'bool', name: 'withTax', hidden: true }],
      ['CREATE UNIQUE INDEX tier_prices_tier ON tier_prices (tier, billing, cents, withTax)'],
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: the tax in the prices of orders would be forgotten.');
  },
);
