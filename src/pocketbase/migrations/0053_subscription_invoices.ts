import { extend, sql, triggers } from './collections.ts';
import { text } from './fields.ts';

/** What an invoice says, which never changes; only its file is added. */
const SAID = [
  'kind',
  'year',
  'serial',
  'number',
  'order',
  'payer',
  'subscription',
  'bill',
  'cause',
  'ofNumber',
  'issuedAt',
  'currency',
  'netCents',
  'taxCents',
  'grossCents',
  'content',
];

/**
 * Invoices of memberships and seller plans: they have no order, but a bill, which is the provider's invoice, the subscription
 * that it belongs to, and the account that paid. The account is a text: an invoice does not change when the account goes.
 *
 * What was paid before this is not invoiced again, since its tax was declared from the provider's invoices: payments of
 * members are marked, and plans say since when they are invoiced.
 */
migrate(
  (app) => {
    const invoices = app.findCollectionByNameOrId('invoices');
    const order = invoices.fields.getByName('order') as { required: boolean };
    order.required = false;
    invoices['indexes'] = (invoices['indexes'] as string[]).filter(
      (index) => !index.includes('invoices_cause'),
    );
    app.save(invoices);
    sql(app, 'DROP TRIGGER invoices_unchanged');
    extend(
      app,
      'invoices',
      [text('payer', 15), text('subscription', 100), text('bill', 100)],
      [
        'CREATE UNIQUE INDEX invoices_cause ON invoices (`order`, bill, cause)',
        "CREATE INDEX invoices_payer ON invoices (payer) WHERE payer <> ''",
        "CREATE INDEX invoices_subscription ON invoices (subscription) WHERE subscription <> ''",
      ],
    );
    triggers(app, {
      invoices_unchanged: `BEFORE UPDATE ON invoices
        WHEN ${SAID.map((field) => `new.[[${field}]] IS NOT old.[[${field}]]`).join(' OR ')} OR old.storageKey <> ''
        BEGIN SELECT RAISE(ABORT, 'an invoice is never changed'); END`,
    });
    extend(app, 'guild_payments', [{ type: 'bool', name: 'isBilledElsewhere' }]);
    sql(app, 'UPDATE guild_payments SET isBilledElsewhere = TRUE');
    extend(app, 'seller_plans', [{ type: 'date', name: 'invoicedSince' }]);
    sql(app, "UPDATE seller_plans SET invoicedSince = strftime('%Y-%m-%d %H:%M:%fZ', 'now')");
  },
  () => {
    throw new Error('This migration cannot be reverted: invoices are kept for years.');
  },
);
