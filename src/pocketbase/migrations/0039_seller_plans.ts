import { PLAN_RHYTHMS, PLAN_STATES } from '../../domain/seller-plan.ts';
import { choice, closed, count, created, dropper, link, text, updated } from './fields.ts';

/** A store's plan at the payment provider, as it was last told. What its sales count by stands in `business_accounts`. */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'seller_plans',
      ...closed,
      fields: [
        link('store', app.findCollectionByNameOrId('stores'), { required: true }),
        text('customerId', 100),
        // The payment page that was opened last; another is only opened when this one is closed.
        text('checkoutId', 200),
        text('subscriptionId', 100),
        text('itemId', 100),
        choice('state', PLAN_STATES, { required: true }),
        choice('rhythm', PLAN_RHYTHMS),
        count('priceCents'),
        { type: 'date', name: 'paidUntil' },
        { type: 'bool', name: 'isWaiting' },
        text('dueInvoiceId', 100),
        count('dueCents'),
        { type: 'date', name: 'dueSince' },
        { type: 'date', name: 'askedAt' },
        created,
        updated,
      ],
      indexes: [
        'CREATE UNIQUE INDEX seller_plans_store ON seller_plans (store)',
        'CREATE INDEX seller_plans_asked ON seller_plans (askedAt)',
      ],
    }),
  );
}, dropper('seller_plans'));
