import { feed, triggers } from './collections.ts';
import { choice, count, created, number, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { EARNED } from './income-triggers.ts';

/**
 * Checkouts of memberships and payments of members. A pending checkout holds a seat; unique keys ensure that a person
 * has one open checkout per guild and that a payment is counted once. Prices at the provider never change, so a price
 * always belongs to the same tier.
 */
function guildJoinings(app: App): void {
  table(app, 'guild_joinings', {
    fields: [
      linkTo('guild', 'guilds', { required: true }),
      linkTo('tier', 'guild_tiers', { required: true }),
      linkTo('user', 'users', { required: true }),
      choice('billing', ['monthly', 'annual'], { required: true }),
      count('priceCents'),
      choice('state', ['pending', 'done', 'expired'], { required: true }),
      { type: 'date', name: 'expiresAt', required: true },
      // Empty where it only holds a seat, as for a change of tier.
      text('checkoutKey', 80, { hidden: true }),
      text('customerId', 100, { hidden: true }),
      text('sessionId', 200, { hidden: true }),
      text('sessionUrl', 2000, { hidden: true }),
      created,
      updated,
    ],
    later: [count('trialDays', { max: 30 })],
    asWritten: [
      "CREATE UNIQUE INDEX guild_joinings_once ON guild_joinings (guild, `user`) WHERE state = 'pending'",
      "CREATE UNIQUE INDEX guild_joinings_key ON guild_joinings (checkoutKey) WHERE checkoutKey <> ''",
      "CREATE INDEX guild_joinings_session ON guild_joinings (sessionId) WHERE sessionId <> ''",
      "CREATE INDEX guild_joinings_held ON guild_joinings (tier) WHERE state = 'pending'",
      'CREATE INDEX guild_joinings_user ON guild_joinings (`user`, created)',
      'CREATE INDEX guild_joinings_by_sessionId ON guild_joinings (sessionId)',
    ],
  });
}

function tierPrices(app: App): void {
  table(app, 'tier_prices', {
    fields: [
      linkTo('tier', 'guild_tiers', { required: true }),
      choice('billing', ['monthly', 'annual'], { required: true }),
      count('cents'),
      text('priceId', 100, { hidden: true, required: true }),
      created,
    ],
    later: [
      // Prices that contain their tax. A line says how much tax its price contained, which is known once it is paid, and
      // how much tax was given back with its refunds. A price of a tier at the provider says whether it contains the tax;
      // that of one price never changes, so a tier may have one of each.
      { type: 'bool', name: 'withTax', hidden: true },
    ],
    asWritten: [
      'CREATE UNIQUE INDEX tier_prices_price ON tier_prices (priceId)',
      'CREATE UNIQUE INDEX tier_prices_tier ON tier_prices (tier, billing, cents, withTax)',
    ],
  });
}

function guildPayments(app: App): void {
  table(app, 'guild_payments', {
    fields: [
      linkTo('guild', 'guilds', { required: true }),
      linkTo('tier', 'guild_tiers', { required: true }),
      linkTo('store', 'stores', { required: true }),
      linkTo('member', 'guild_members', { required: true }),
      choice('kind', ['first', 'renewal', 'raise'], { required: true }),
      choice('state', ['paid', 'refunded', 'disputed'], { required: true }),
      count('paidCents'),
      count('taxCents'),
      count('commissionCents'),
      count('netCents'),
      count('refundedCents'),
      { type: 'date', name: 'paidAt', required: true },
      text('number', 100),
      text('invoiceId', 100, { hidden: true, required: true }),
      text('paymentId', 100, { hidden: true }),
      text('subscriptionId', 100, { hidden: true }),
      // Written before the refund is requested at the provider: set and not yet refunded means that it is under way.
      text('refundKey', 120, { hidden: true }),
      created,
      updated,
    ],
    later: [
      // Members' payments are divided into tax, commission and the seller's part of the price; a payment says what the
      // seller should have of it and what their account at the provider holds.
      number('dueCents', { hidden: true, onlyInt: true }),
      // Below 0 where more was taken back than the seller had.
      number('sentCents', { hidden: true, onlyInt: true }),
      text('movements', 2000, { hidden: true }),
      // What a seller was overpaid for a member's payment and cannot be taken back is a debt that later shares pay. Orders
      // and members' payments name the warning of fraud that their bank sent.
      count('recoveredCents', { hidden: true }),
      { type: 'bool', name: 'isDebt', hidden: true },
      text('fraudWarning', 100, { hidden: true }),
      // How often the provider refused to move money between marketplace and seller for a member's payment. It is part of
      // the idempotency key: a request without an answer is repeated under the same key, and only one that was refused
      // gets another.
      count('partRefusals', { hidden: true }),
      { type: 'bool', name: 'isBilledElsewhere' },
      // Up to when the unused time of holds is given back, or its return is under way.
      { type: 'date', name: 'returnedUntil', hidden: true },
      // Written before the return is requested at the provider, emptied when it is done.
      text('returnKey', 160, { hidden: true }),
      count('returnCents', { hidden: true }),
      // What banks took back in lost disputes is counted as given back, and as its own part of that. So far a lost dispute
      // left its order or its member's payment "disputed" for ever. Both are asked about again: the events that are added
      // here are handled by the reconciler like those of the provider.
      count('lostCents'),
    ],
    unlistedFirst: [
      `CREATE INDEX guild_payments_held ON guild_payments (store, paidAt, id)
      WHERE paymentId <> '' AND (state = 'disputed' OR dueCents <> sentCents)`,
    ],
    asWritten: [
      'CREATE UNIQUE INDEX guild_payments_invoice ON guild_payments (invoiceId)',
      "CREATE UNIQUE INDEX guild_payments_payment ON guild_payments (paymentId) WHERE paymentId <> ''",
      'CREATE INDEX guild_payments_subscription ON guild_payments (subscriptionId)',
      'CREATE INDEX guild_payments_guild ON guild_payments (guild, paidAt)',
      'CREATE INDEX guild_payments_member ON guild_payments (member, paidAt)',
      `CREATE INDEX guild_payments_asked ON guild_payments (updated) WHERE refundKey <> '' AND state = 'paid'`,
      `CREATE INDEX guild_payments_uneven ON guild_payments (updated) WHERE dueCents <> sentCents AND paymentId <> ''`,
      'CREATE INDEX guild_payments_debts ON guild_payments (store, paidAt) WHERE isDebt = TRUE',
      'CREATE INDEX guild_payments_by_paymentId ON guild_payments (paymentId)',
      "CREATE INDEX guild_payments_disputed ON guild_payments (updated, id) WHERE state = 'disputed'",
      "CREATE INDEX guild_payments_warned ON guild_payments (paidAt, id) WHERE fraudWarning <> ''",
      "CREATE INDEX guild_payments_returns ON guild_payments (updated) WHERE returnKey <> ''",
    ],
  });
  triggers(app, {
    guild_payments_earn_new: EARNED.guild_payments_earn_new,
    guild_payments_earn: EARNED.guild_payments_earn,
    guild_payments_moved_new: `AFTER INSERT ON guild_payments WHEN new.movements <> '' BEGIN INSERT INTO guild_movements (movement, payment) SELECT m.value, new.id
      FROM  json_each('["' || replace(new.movements, ' ', '","') || '"]') m WHERE m.value <> ''
      ON CONFLICT (movement) DO NOTHING; END`,
    guild_payments_moved: `AFTER UPDATE OF movements ON guild_payments WHEN new.movements <> ''
      BEGIN INSERT INTO guild_movements (movement, payment) SELECT m.value, new.id
      FROM  json_each('["' || replace(new.movements, ' ', '","') || '"]') m WHERE m.value <> ''
      ON CONFLICT (movement) DO NOTHING; END`,
  });
}

/** The payment behind each movement at the provider: payouts ask for it, and a list in a text has no index. */
function guildMovements(app: App): void {
  table(app, 'guild_movements', {
    fields: [text('movement', 100), text('payment', 15)],
    indexes: ['CREATE UNIQUE INDEX guild_movements_once ON guild_movements (movement)'],
  });
}

function guildMonths(app: App): void {
  table(app, 'guild_months', {
    fields: [text('guild', 15), text('month', 7), count('members'), count('joined'), count('stayed')],
    indexes: ['CREATE UNIQUE INDEX guild_months_row ON guild_months (guild, month)'],
  });
}

function guildGoals(app: App): void {
  table(app, 'guild_goals', {
    fields: [
      linkTo('guild', 'guilds', { cascadeDelete: true, required: true }),
      count('members', { max: 100_000 }),
      text('title', 80, { required: true }),
      text('text', 300),
      linkTo('product', 'products'),
      linkTo('release', 'releases'),
      { type: 'date', name: 'reachedAt' },
      // When its members and its seller had been told.
      { type: 'date', name: 'toldAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX guild_goals_number ON guild_goals (guild, members)',
      "CREATE INDEX guild_goals_untold ON guild_goals (reachedAt) WHERE reachedAt <> '' AND toldAt = ''",
    ],
  });
  feed(app, 'guild_goals', { column: 'guild' });
}

function tenureImports(app: App): void {
  table(app, 'tenure_imports', {
    fields: [
      linkTo('guild', 'guilds', { cascadeDelete: true, required: true }),
      text('fileName', 200),
      choice('state', ['done', 'undone'], { required: true }),
      // Member, months before and after, and the note that was left.
      { type: 'json', name: 'changes', hidden: true, maxSize: 4_000_000 },
      count('changed'),
      count('expected'),
      count('joined'),
      { type: 'date', name: 'startedAt', required: true },
      created,
    ],
    indexes: ['CREATE INDEX tenure_imports_guild ON tenure_imports (guild, startedAt)'],
  });
}

function expectedMembers(app: App): void {
  table(app, 'expected_members', {
    fields: [
      linkTo('guild', 'guilds', { cascadeDelete: true, required: true }),
      linkTo('inImport', 'tenure_imports', { cascadeDelete: true, required: true }),
      text('email', 320, { required: true }),
      count('months', { max: 600 }),
      text('note', 120),
      // The member they became; "" until then. A text, so that it stays when the member's row goes.
      text('member', 15),
      { type: 'date', name: 'expiresAt', required: true },
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX expected_members_once ON expected_members (guild, email)',
      'CREATE INDEX expected_members_import ON expected_members (inImport)',
      'CREATE INDEX expected_members_expires ON expected_members (expiresAt)',
      "CREATE INDEX expected_members_joined ON expected_members (created) WHERE member <> ''",
    ],
  });
}

/** What members pay, what guilds promise, and members who are brought along. */
firstSchema((app) => {
  guildJoinings(app);
  tierPrices(app);
  guildPayments(app);
  guildMovements(app);
  guildMonths(app);
  guildGoals(app);
  tenureImports(app);
  expectedMembers(app);
});
