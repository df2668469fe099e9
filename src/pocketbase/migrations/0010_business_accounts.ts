import { BUSINESS_ACCOUNT_STATES } from '../../domain/business-account.ts';
import { choice, closed, created, dropper, link, text, updated } from './fields.ts';

/** A store's account at the payment provider: where its share of each sale is sent. */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'business_accounts',
      ...closed,
      fields: [
        link('store', app.findCollectionByNameOrId('stores'), { required: true }),
        text('stripeAccountId', 100),
        choice('state', BUSINESS_ACCOUNT_STATES, { required: true }),
        choice('plan', ['free', 'pro']),
        created,
        updated,
      ],
      indexes: [
        'CREATE UNIQUE INDEX business_accounts_store ON business_accounts (store)',
        "CREATE UNIQUE INDEX business_accounts_stripe ON business_accounts (stripeAccountId) WHERE stripeAccountId <> ''",
      ],
    }),
  );
}, dropper('business_accounts'));
