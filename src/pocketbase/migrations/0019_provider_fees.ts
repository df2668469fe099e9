import { extend } from './collections.ts';

/** The provider's fee of an order may be unknown for an hour after the payment. */
migrate(
  (app) => {
    extend(
      app,
      'orders',
      [{ type: 'bool', name: 'feePending', hidden: true }],
      ['CREATE INDEX orders_fee_pending ON orders (settledAt) WHERE feePending = TRUE'],
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: fees that are still to come would count as 0.');
  },
);
