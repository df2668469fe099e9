import { collection } from './collections.ts';
import { count, created, link, text, updated } from './fields.ts';

/**
 * Withdrawals from contracts: asked for with an order's number and address, confirmed by a mailed link. Of the link only a
 * hash is stored; `confirmedAt` is empty until it is used.
 */
migrate(
  (app) => {
    collection(
      app,
      'withdrawals',
      [
        link('order', app.findCollectionByNameOrId('orders'), { required: true }),
        text('tokenHash', 64, { required: true, hidden: true }),
        { type: 'date', name: 'expiresAt', required: true },
        { type: 'date', name: 'confirmedAt' },
        count('refundedCents'),
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX withdrawals_token ON withdrawals (tokenHash)',
        'CREATE INDEX withdrawals_order ON withdrawals (`order`, created)',
      ],
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: withdrawals from contracts are kept.');
  },
);
