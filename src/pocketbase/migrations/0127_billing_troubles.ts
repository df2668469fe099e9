import { BILLING_TROUBLES } from '../../domain/payments/billing-trouble.ts';
import { collection } from './collections.ts';
import { choice, created, text, updated } from './fields.ts';

/** What is wrong with the billing of subscriptions until the operator has mended it: it waits at the desk. */
migrate(
  (app) => {
    collection(
      app,
      'billing_troubles',
      [
        // The provider's id of the subscription.
        text('subscription', 100, { required: true }),
        choice('kind', Object.keys(BILLING_TROUBLES), { required: true }),
        text('reason', 200),
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX billing_troubles_of ON billing_troubles (subscription, kind)',
        'CREATE INDEX billing_troubles_created ON billing_troubles (created, id)',
      ],
    );
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('billing_troubles'));
  },
);
