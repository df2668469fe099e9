import { extend } from './collections.ts';
import { text } from './fields.ts';

/**
 * A withdrawal is from an order, or from a membership or a seller's plan: then it has the provider's subscription and the
 * account that pays, a text, since a withdrawal is kept when the account goes. `startedAt` is when money began to move: what
 * was started and not confirmed is finished by itself.
 */
migrate(
  (app) => {
    const withdrawals = app.findCollectionByNameOrId('withdrawals');
    const order = withdrawals.fields.getByName('order') as { required: boolean };
    order.required = false;
    app.save(withdrawals);
    extend(
      app,
      'withdrawals',
      [text('subscription', 100), text('payer', 15), { type: 'date', name: 'startedAt' }],
      [
        "CREATE INDEX withdrawals_subscription ON withdrawals (subscription, created) WHERE subscription <> ''",
        "CREATE INDEX withdrawals_payer ON withdrawals (payer) WHERE payer <> ''",
        "CREATE INDEX withdrawals_started ON withdrawals (startedAt) WHERE startedAt <> '' AND confirmedAt = ''",
      ],
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: withdrawals from contracts are kept.');
  },
);
