import { extend } from './collections.ts';
import { number, text } from './fields.ts';

/**
 * What a seller was overpaid for a member's payment and cannot be taken back is a debt that later shares pay. Orders and
 * members' payments name the warning of fraud that their bank sent.
 */
migrate(
  (app) => {
    extend(
      app,
      'guild_payments',
      [
        number('recoveredCents', { onlyInt: true, min: 0, hidden: true }),
        { type: 'bool', name: 'isDebt', hidden: true },
        text('fraudWarning', 100, { hidden: true }),
      ],
      ['CREATE INDEX guild_payments_debts ON guild_payments (store, paidAt) WHERE isDebt = TRUE'],
    );
    extend(app, 'orders', [text('fraudWarning', 100, { hidden: true })]);
  },
  () => {
    throw new Error('This migration cannot be reverted: debts of sellers would be forgotten.');
  },
);
