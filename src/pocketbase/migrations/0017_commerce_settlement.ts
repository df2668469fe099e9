import { audited } from './audit-triggers.ts';
import { triggers } from './collections.ts';
import { choice, count, created, number, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { EARNED } from './income-triggers.ts';

/**
 * The share of each store in an order, and the transfers to it. Shares say what is due, transfers what was sent and
 * reversed. A seller's debt is set off without moving money: `withheld` is kept from one order's share, `recovered`
 * pays for what was transferred too much of another's, and both are written together.
 */
function sellerShares(app: App): void {
  table(app, 'seller_shares', {
    fields: [
      linkTo('order', 'orders', { required: true }),
      linkTo('store', 'stores'),
      count('shareCents'),
      count('sentCents'),
      choice('state', ['owed', 'sent', 'frozen', 'returned', 'debt', 'held'], { required: true }),
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX seller_shares_order ON seller_shares (`order`, store)',
      'CREATE INDEX seller_shares_state ON seller_shares (state, store)',
    ],
  });
}

function partnerParts(app: App): void {
  table(app, 'partner_parts', {
    fields: [
      linkTo('order', 'orders', { cascadeDelete: true, required: true }),
      linkTo('line', 'order_lines', { cascadeDelete: true, required: true }),
      // The partner's store.
      linkTo('store', 'stores'),
      count('percent', { max: 100 }),
      // Of the line's net.
      count('netCents'),
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX partner_parts_line ON partner_parts (line)',
      'CREATE INDEX partner_parts_order ON partner_parts (`order`, store)',
      'CREATE INDEX partner_parts_store ON partner_parts (store)',
      'CREATE INDEX partner_parts_created ON partner_parts (created)',
    ],
  });
  triggers(app, {
    partner_parts_earn_new: EARNED.partner_parts_earn_new,
    partner_parts_earn: EARNED.partner_parts_earn,
  });
}

function sellerTransfers(app: App): void {
  table(app, 'seller_transfers', {
    fields: [
      linkTo('order', 'orders', { required: true }),
      linkTo('store', 'stores'),
      count('turn'),
      choice('kind', ['transfer', 'reversal', 'withheld', 'recovered'], { required: true }),
      count('amountCents'),
      choice('state', ['sending', 'done', 'failed'], { required: true }),
      text('stripeId', 100, { hidden: true }),
      text('of', 100, { hidden: true }),
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX seller_transfers_turn ON seller_transfers (`order`, store, turn)',
      'CREATE INDEX seller_transfers_stripe ON seller_transfers (stripeId)',
    ],
    unlisted: [
      "CREATE INDEX seller_transfers_failed ON seller_transfers (updated, id) WHERE state = 'failed'",
    ],
  });
  audited(app, [
    {
      kind: 'payout',
      table: 'seller_transfers',
      fields: ['state', 'amountCents'],
      who: "'system'",
      logsInsert: true,
    },
  ]);
}

function refunds(app: App): void {
  table(app, 'refunds', {
    fields: [
      linkTo('order', 'orders', { required: true }),
      linkTo('line', 'order_lines'),
      count('amountCents'),
      choice('by', ['operator', 'seller', 'provider'], { required: true }),
      text('reason', 500),
      choice('state', ['sending', 'pending', 'done', 'failed'], { required: true }),
      text('stripeId', 100, { hidden: true }),
      text('refundKey', 80, { hidden: true, required: true }),
      created,
      updated,
    ],
    asWritten: [
      'CREATE UNIQUE INDEX refunds_key ON refunds (refundKey)',
      "CREATE UNIQUE INDEX refunds_stripe ON refunds (stripeId) WHERE stripeId <> ''",
      'CREATE INDEX refunds_order ON refunds (`order`)',
      'CREATE INDEX refunds_state ON refunds (state, created, id)',
    ],
  });
  audited(app, [
    {
      kind: 'refund',
      table: 'refunds',
      fields: ['state', 'amountCents'],
      who: 'CASE new."by" WHEN \'provider\' THEN \'system\' ELSE new."by" END',
      logsInsert: true,
    },
  ]);
  triggers(app, {
    webhooks_refund: `AFTER UPDATE OF state ON refunds WHEN new.state = 'done' AND old.state <> 'done' BEGIN
        INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, 'refund', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (SELECT l.store, new.id AS subject FROM order_lines l
    WHERE l.\`order\` = new.\`order\` AND iif(new.line = '', l.paidCents > 0, l.id = new.line)
  UNION SELECT p.store, new.id FROM partner_parts p
    WHERE p.\`order\` = new.\`order\` AND p.netCents > 0 AND (new.line = '' OR p.line = new.line)) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' refund ') > 0; END`,
    webhooks_refund_done: `AFTER INSERT ON refunds WHEN new.state = 'done' BEGIN
        INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, 'refund', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (SELECT l.store, new.id AS subject FROM order_lines l
    WHERE l.\`order\` = new.\`order\` AND iif(new.line = '', l.paidCents > 0, l.id = new.line)
  UNION SELECT p.store, new.id FROM partner_parts p
    WHERE p.\`order\` = new.\`order\` AND p.netCents > 0 AND (new.line = '' OR p.line = new.line)) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' refund ') > 0; END`,
  });
}

function disputes(app: App): void {
  table(app, 'disputes', {
    fields: [
      linkTo('order', 'orders', { required: true }),
      count('amountCents'),
      text('reason', 100),
      choice('state', ['open', 'won', 'lost'], { required: true }),
      text('stripeId', 100, { hidden: true, required: true }),
      created,
      updated,
    ],
    later: [
      // When evidence for a dispute is due, what was handed in, when and by whom. Open ones wait at the desk by their
      // deadline.
      { type: 'date', name: 'dueAt' },
      { type: 'date', name: 'answeredAt' },
      text('answeredBy', 100),
      { type: 'json', name: 'evidence', hidden: true, maxSize: 700_000 },
    ],
    asWritten: [
      'CREATE UNIQUE INDEX disputes_stripe ON disputes (stripeId)',
      'CREATE INDEX disputes_order ON disputes (`order`)',
      "CREATE INDEX disputes_open ON disputes (created, `order`) WHERE state = 'open'",
      `CREATE INDEX disputes_due ON disputes (dueAt, \`order\`) WHERE state = 'open' AND answeredAt = '' AND dueAt <> ''`,
    ],
  });
}

/** Every movement of money. Rows can only be added, by anybody. */
function ledger(app: App): void {
  table(app, 'ledger', {
    fields: [
      linkTo('order', 'orders', { required: true }),
      linkTo('line', 'order_lines'),
      linkTo('store', 'stores'),
      choice('account', ['buyer', 'seller', 'hall', 'tax', 'provider'], { required: true }),
      choice('kind', ['sale', 'fee', 'refund', 'refund_failed'], { required: true }),
      number('amountCents', { onlyInt: true }),
      text('entry', 120, { required: true }),
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX ledger_entry ON ledger (entry)',
      'CREATE INDEX ledger_order ON ledger (`order`)',
      'CREATE INDEX ledger_store ON ledger (store, created)',
    ],
  });
  triggers(app, {
    ledger_only_grows_update:
      "BEFORE UPDATE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger only grows'); END",
    ledger_only_grows_delete:
      "BEFORE DELETE ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger only grows'); END",
  });
}

function invoices(app: App): void {
  table(app, 'invoices', {
    fields: [
      choice('kind', ['invoice', 'credit_note'], { required: true }),
      count('year'),
      count('serial'),
      text('number', 30, { required: true }),
      linkTo('order', 'orders'),
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
    later: [text('payer', 15), text('subscription', 100), text('bill', 100)],
    asWritten: [
      'CREATE UNIQUE INDEX invoices_serial ON invoices (kind, year, serial)',
      "CREATE INDEX invoices_unprinted ON invoices (created) WHERE storageKey = ''",
      "CREATE INDEX invoices_key ON invoices (storageKey) WHERE storageKey <> ''",
      'CREATE UNIQUE INDEX invoices_cause ON invoices (`order`, bill, cause)',
      "CREATE INDEX invoices_payer ON invoices (payer) WHERE payer <> ''",
      "CREATE INDEX invoices_subscription ON invoices (subscription) WHERE subscription <> ''",
    ],
  });
  triggers(app, {
    invoices_kept: `BEFORE DELETE ON invoices
        BEGIN SELECT RAISE(ABORT, 'an invoice is never deleted'); END`,
    tombstones_invoices_named: `BEFORE INSERT ON invoices WHEN new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    tombstones_invoices_changed: `BEFORE UPDATE OF storageKey ON invoices
          WHEN new.storageKey <> old.storageKey AND new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    invoices_unchanged: `BEFORE UPDATE ON invoices
        WHEN new.\`kind\` IS NOT old.\`kind\` OR new.\`year\` IS NOT old.\`year\` OR new.\`serial\` IS NOT old.\`serial\` OR new.\`number\` IS NOT old.\`number\` OR new.\`order\` IS NOT old.\`order\` OR new.\`payer\` IS NOT old.\`payer\` OR new.\`subscription\` IS NOT old.\`subscription\` OR new.\`bill\` IS NOT old.\`bill\` OR new.\`cause\` IS NOT old.\`cause\` OR new.\`ofNumber\` IS NOT old.\`ofNumber\` OR new.\`issuedAt\` IS NOT old.\`issuedAt\` OR new.\`currency\` IS NOT old.\`currency\` OR new.\`netCents\` IS NOT old.\`netCents\` OR new.\`taxCents\` IS NOT old.\`taxCents\` OR new.\`grossCents\` IS NOT old.\`grossCents\` OR new.\`content\` IS NOT old.\`content\` OR old.storageKey <> ''
        BEGIN SELECT RAISE(ABORT, 'an invoice is never changed'); END`,
  });
}

function consents(app: App): void {
  table(app, 'consents', {
    fields: [
      choice('kind', ['withdrawal'], { required: true }),
      text('wording', 40, { required: true }),
      linkTo('order', 'orders'),
      linkTo('joining', 'guild_joinings'),
      created,
    ],
    indexes: [
      "CREATE UNIQUE INDEX consents_order ON consents (`order`, kind) WHERE `order` <> ''",
      "CREATE UNIQUE INDEX consents_joining ON consents (joining, kind) WHERE joining <> ''",
    ],
  });
}

/**
 * Withdrawals from contracts: asked for with an order's number and address, confirmed by a mailed link. Of the link
 * only a hash is stored; `confirmedAt` is empty until it is used.
 */
function withdrawals(app: App): void {
  table(app, 'withdrawals', {
    fields: [
      linkTo('order', 'orders'),
      text('tokenHash', 64, { hidden: true, required: true }),
      { type: 'date', name: 'expiresAt', required: true },
      { type: 'date', name: 'confirmedAt' },
      count('refundedCents'),
      created,
      updated,
    ],
    later: [
      // A withdrawal is from an order, or from a membership or a seller's plan: then it has the provider's subscription
      // and the account that pays, a text, since a withdrawal is kept when the account goes. `startedAt` is when money
      // began to move: what was started and not confirmed is finished by itself.
      text('subscription', 100),
      text('payer', 15),
      { type: 'date', name: 'startedAt' },
      // Who withdrew, and whether the same person got money back by another withdrawal within some days before: the desk
      // looks at those. `repeatedAt` is when the second one was confirmed; empty for all others.
      text('person', 15),
      { type: 'date', name: 'repeatedAt' },
    ],
    asWritten: [
      'CREATE UNIQUE INDEX withdrawals_token ON withdrawals (tokenHash)',
      'CREATE INDEX withdrawals_order ON withdrawals (`order`, created)',
      `CREATE INDEX withdrawals_subscription ON withdrawals (subscription, created) WHERE subscription <> ''`,
      "CREATE INDEX withdrawals_payer ON withdrawals (payer) WHERE payer <> ''",
      `CREATE INDEX withdrawals_started ON withdrawals (startedAt) WHERE startedAt <> '' AND confirmedAt = ''`,
      "CREATE INDEX withdrawals_person ON withdrawals (person, confirmedAt) WHERE person <> ''",
      "CREATE INDEX withdrawals_repeated ON withdrawals (repeatedAt, person) WHERE repeatedAt <> ''",
    ],
  });
  triggers(app, {
    withdrawals_repeated: `AFTER UPDATE OF confirmedAt ON withdrawals
        WHEN old.confirmedAt = '' AND new.confirmedAt <> '' AND new.refundedCents > 0 BEGIN
        UPDATE withdrawals SET person = iif(new.payer <> '', new.payer,
  coalesce((SELECT o.buyer FROM orders o WHERE o.id = new.\`order\`), '')) WHERE id = new.id;
        UPDATE withdrawals SET repeatedAt = new.confirmedAt WHERE id = new.id AND person <> '' AND EXISTS (
          SELECT 1 FROM withdrawals w WHERE w.person = withdrawals.person AND w.person <> '' AND w.id <> new.id
            AND w.refundedCents > 0 AND w.confirmedAt > strftime('%Y-%m-%d %H:%M:%fZ', new.confirmedAt, '-90 days')); END`,
  });
}

/** Money after a sale: shares, transfers, refunds, invoices. */
firstSchema((app) => {
  sellerShares(app);
  partnerParts(app);
  sellerTransfers(app);
  refunds(app);
  disputes(app);
  ledger(app);
  invoices(app);
  consents(app);
  withdrawals(app);
});
