import { collection, extend, triggers } from './collections.ts';
import { choice, count, created, link, number, text, updated } from './fields.ts';

/** What an invoice says, which never changes; only its file is added. */
const SAID = [
  'kind',
  'year',
  'serial',
  'number',
  'order',
  'cause',
  'ofNumber',
  'issuedAt',
  'currency',
  'netCents',
  'taxCents',
  'grossCents',
  'content',
];

/** As in 0030_tombstones: bytes that a row names stay. A row of an invoice never leaves them. */
const NAMED = `BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`;
/**
 * Invoices and credit notes of orders. A number is taken in the transaction that writes the row, so there are no gaps: the
 * highest serial of the kind and year, plus one. Triggers refuse to change or delete what was issued. `cause` is what a row is
 * for: "sale", "refund:" or "failed:" and the refund's id; nothing is invoiced twice. `content` is a `InvoiceContent`.
 *
 * An order says what the provider knows of its buyer: country, VAT number, the rate of tax in percent, and whether the buyer
 * owes the tax (reverse charge). A consent says what a buyer agreed to, in which version of its wording.
 */
migrate(
  (app) => {
    const orders = app.findCollectionByNameOrId('orders');
    extend(app, 'orders', [
      text('country', 2),
      text('vatId', 40),
      number('taxPercent', { min: 0 }),
      { type: 'bool', name: 'reverseCharge' },
    ]);
    collection(
      app,
      'invoices',
      [
        choice('kind', ['invoice', 'credit_note'], { required: true }),
        count('year'),
        count('serial'),
        text('number', 30, { required: true }),
        link('order', orders, { required: true }),
        text('cause', 120, { required: true }),
        text('ofNumber', 30),
        { type: 'date', name: 'issuedAt', required: true },
        text('currency', 3),
        number('netCents', { onlyInt: true }),
        number('taxCents', { onlyInt: true }),
        number('grossCents', { onlyInt: true }),
        { type: 'json', name: 'content', maxSize: 500_000 },
        text('storageKey', 100, { hidden: true }),
        text('sha256', 64, { hidden: true }),
        count('sizeBytes', { hidden: true }),
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX invoices_serial ON invoices (kind, year, serial)',
        'CREATE UNIQUE INDEX invoices_cause ON invoices (`order`, cause)',
        "CREATE INDEX invoices_unprinted ON invoices (created) WHERE storageKey = ''",
        "CREATE INDEX invoices_key ON invoices (storageKey) WHERE storageKey <> ''",
      ],
    );
    triggers(app, {
      invoices_unchanged: `BEFORE UPDATE ON invoices
        WHEN ${SAID.map((field) => `new.[[${field}]] IS NOT old.[[${field}]]`).join(' OR ')} OR old.storageKey <> ''
        BEGIN SELECT RAISE(ABORT, 'an invoice is never changed'); END`,
      invoices_kept: `BEFORE DELETE ON invoices
        BEGIN SELECT RAISE(ABORT, 'an invoice is never deleted'); END`,
      tombstones_invoices_named: `BEFORE INSERT ON invoices WHEN new.storageKey <> '' ${NAMED}`,
      tombstones_invoices_changed: `BEFORE UPDATE OF storageKey ON invoices
          WHEN new.storageKey <> old.storageKey AND new.storageKey <> '' ${NAMED}`,
    });
    collection(
      app,
      'consents',
      [
        choice('kind', ['withdrawal'], { required: true }),
        text('wording', 40, { required: true }),
        link('order', orders),
        link('joining', app.findCollectionByNameOrId('guild_joinings')),
        created,
      ],
      [
        "CREATE UNIQUE INDEX consents_order ON consents (`order`, kind) WHERE `order` <> ''",
        "CREATE UNIQUE INDEX consents_joining ON consents (joining, kind) WHERE joining <> ''",
      ],
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: invoices are kept for years.');
  },
);
