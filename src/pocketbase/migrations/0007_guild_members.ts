import { LICENCES } from '../../domain/catalogue/product.ts';
import { BILLINGS, GRANT_RULES, GUILD_LIMITS, GUILD_STATES } from '../../domain/guild/guild.ts';
import { GUILD_PAYMENT_KINDS, GUILD_PAYMENT_STATES } from '../../domain/guild/guild-payment.ts';
import { MEMBER_STATES } from '../../domain/guild/member.ts';
import { PERIOD_KINDS } from '../../domain/guild/membership-period.ts';
import { TIER_LIMITS, TIER_STATES } from '../../domain/guild/tier.ts';
import { collection, extend, feed, firstSchema, triggers, view } from './collections.ts';
import { choice, choices, count, created, link, pictures, text, updated } from './fields.ts';

/**
 * Guilds and their tiers. `information` is the draft that the seller edits, `informationShown` what the public reads.
 * Triggers on the members keep `members` of both up to date.
 */
function makeGuilds(app: App): void {
  const guilds = collection(
    app,
    'guilds',
    [
      link('store', app.findCollectionByNameOrId('stores'), { required: true }),
      text('name', GUILD_LIMITS.name, { required: true }),
      text('tagline', GUILD_LIMITS.tagline),
      pictures('cover', 1),
      text('coverAlt', 200),
      choice('state', GUILD_STATES, { required: true }),
      choice('grantRule', GRANT_RULES, { required: true }),
      choices('billings', BILLINGS),
      count('memberDiscountPercent', { max: GUILD_LIMITS.memberDiscount }),
      text('welcome', GUILD_LIMITS.welcome),
      { type: 'json', name: 'information', maxSize: 400_000 },
      { type: 'json', name: 'informationShown', maxSize: 400_000 },
      { type: 'date', name: 'informationShownAt' },
      pictures('pictures', 40),
      { type: 'date', name: 'pausesAt' },
      { type: 'date', name: 'resumesAt' },
      { type: 'date', name: 'wentLiveAt' },
      { type: 'date', name: 'closingAt' },
      count('members'),
      created,
      updated,
    ],
    ['CREATE UNIQUE INDEX guilds_store ON guilds (store)'],
  );
  collection(
    app,
    'guild_tiers',
    [
      link('guild', guilds, { required: true }),
      text('name', TIER_LIMITS.name, { required: true }),
      text('description', TIER_LIMITS.description),
      pictures('image', 1),
      text('imageAlt', 200),
      count('monthlyCents', { max: 1_000_000 }),
      // 0: not sold by the year.
      count('annualCents', { max: 1_000_000 }),
      // 0: any number.
      count('seats', { max: TIER_LIMITS.seats }),
      count('members'),
      count('position'),
      { type: 'json', name: 'benefits', maxSize: 20_000 },
      choice('licence', Object.keys(LICENCES), { required: true }),
      { type: 'bool', name: 'includesLower' },
      count('earlyBirdPercent', { max: TIER_LIMITS.earlyBirdPercent }),
      { type: 'date', name: 'earlyBirdUntil' },
      count('earlyBirdSeats', { max: TIER_LIMITS.seats }),
      choice('state', TIER_STATES, { required: true }),
      // Product and current prices at the payment provider; members keep the price they joined at.
      text('stripeProductId', 100),
      text('stripeMonthlyPriceId', 100),
      text('stripeAnnualPriceId', 100),
      created,
      updated,
    ],
    ['CREATE INDEX guild_tiers_guild ON guild_tiers (guild, position)'],
  );
  feed(app, 'guilds');
  feed(app, 'guild_tiers');
}

/** Members, one row per person and guild. */
function makeMembers(app: App, guilds: Collection, tiers: Collection): Collection {
  const members = collection(
    app,
    'guild_members',
    [
      link('guild', guilds, { required: true }),
      // Empty once the account is deleted; months and money stay.
      link('user', app.findCollectionByNameOrId('users')),
      link('tier', tiers, { required: true }),
      choice('state', MEMBER_STATES, { required: true }),
      choice('billing', BILLINGS, { required: true }),
      count('priceCents'),
      { type: 'date', name: 'since', required: true },
      { type: 'date', name: 'joinedAt', required: true },
      { type: 'date', name: 'nextChargeAt' },
      link('nextTier', tiers),
      { type: 'date', name: 'failedSince' },
      // The last day of dunning that a mail was written for, plus one; 0 for none.
      count('dunned'),
      { type: 'bool', name: 'banned' },
      count('streak'),
      count('months'),
      count('tenureMonths', { max: 600 }),
      // The seller's note; the member never reads it.
      text('note', 500),
      text('customerId', 100),
      text('subscriptionId', 100),
      text('subscriptionItemId', 100),
      text('stripePriceId', 100),
      // Address of the public page that shows a merchant licence.
      text('licenceKey', 40),
      created,
      updated,
    ],
    [
      "CREATE UNIQUE INDEX guild_members_once ON guild_members (guild, `user`) WHERE `user` <> ''",
      "CREATE UNIQUE INDEX guild_members_subscription ON guild_members (subscriptionId) WHERE subscriptionId <> ''",
      "CREATE UNIQUE INDEX guild_members_licence ON guild_members (licenceKey) WHERE licenceKey <> ''",
      'CREATE INDEX guild_members_newest ON guild_members (guild, joinedAt, id)',
      'CREATE INDEX guild_members_state ON guild_members (guild, state, joinedAt, id)',
      'CREATE INDEX guild_members_tier ON guild_members (tier, state)',
      'CREATE INDEX guild_members_user ON guild_members (`user`)',
      "CREATE INDEX guild_members_failed ON guild_members (failedSince) WHERE failedSince <> ''",
    ],
  );
  extend(
    app,
    'guild_members',
    // When the provider was last queried about it without having sent a webhook.
    [{ type: 'date', name: 'askedAt', hidden: true }],
    ["CREATE INDEX guild_members_asked ON guild_members (askedAt) WHERE subscriptionId <> ''"],
  );
  return members;
}

/**
 * Months of members. Unique keys ensure that a month is paid once, that a payment covers each of its months once, and
 * that an upgrade raises one month once. A month with an empty `handedAt` still has to be processed once it begins.
 */
function makePeriods(app: App, guilds: Collection, tiers: Collection, members: Collection): void {
  collection(
    app,
    'membership_periods',
    [
      link('guild', guilds, { required: true }),
      link('member', members, { required: true }),
      link('tier', tiers, { required: true }),
      text('month', 7, { required: true, pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
      choice('kind', PERIOD_KINDS, { required: true }),
      text('payment', 100, { required: true }),
      count('part'),
      count('paidCents'),
      { type: 'date', name: 'startsAt', required: true },
      { type: 'date', name: 'endsAt', required: true },
      { type: 'date', name: 'joinedAt', required: true },
      link('raiseTier', tiers),
      text('raisePayment', 100),
      count('raiseCents'),
      { type: 'bool', name: 'raiseRefunded' },
      { type: 'date', name: 'handedAt' },
      created,
      updated,
    ],
    [
      "CREATE UNIQUE INDEX membership_periods_month ON membership_periods (member, month) WHERE kind = 'paid' OR kind = 'gift'",
      'CREATE UNIQUE INDEX membership_periods_payment ON membership_periods (payment, part)',
      "CREATE UNIQUE INDEX membership_periods_raise ON membership_periods (raisePayment) WHERE raisePayment <> ''",
      'CREATE INDEX membership_periods_member ON membership_periods (member, month)',
      'CREATE INDEX membership_periods_guild ON membership_periods (guild, month, kind)',
      "CREATE INDEX membership_periods_due ON membership_periods (startsAt) WHERE handedAt = ''",
    ],
  );
  // Per month of a guild: its members, those who joined in it, those without a next month, and the revenue. An annual
  // payment counts in each of its months.
  view(
    app,
    'guild_months',
    `SELECT (p.guild || p.month) AS id, p.guild AS guild, p.month AS month,
        CAST(count(*) AS INTEGER) AS members,
        CAST(sum(strftime('%Y-%m', p.joinedAt) = p.month) AS INTEGER) AS joined,
        CAST(sum(NOT EXISTS (SELECT 1 FROM membership_periods n WHERE n.member = p.member
          AND n.month = strftime('%Y-%m', p.month || '-01', '+1 month')
          AND n.kind IN ('paid', 'gift', 'skipped'))) AS INTEGER) AS went,
        CAST(sum(iif(p.kind = 'paid', p.paidCents, 0) + iif(p.raiseRefunded, 0, p.raiseCents)) AS INTEGER) AS paidCents
      FROM membership_periods p WHERE p.kind IN ('paid', 'gift') GROUP BY p.guild, p.month`,
  );
}

const isMember = (row: string) => `(${row}.state IN ('trialing', 'active', 'past_due', 'cancelling'))`;
const addMember = (row: string, sign: '+' | '-') => `
  UPDATE guild_tiers SET members = members ${sign} 1 WHERE id = ${row}.tier AND ${isMember(row)};
  UPDATE guilds SET members = members ${sign} 1 WHERE id = ${row}.guild AND ${isMember(row)};`;

function countMembers(app: App): void {
  triggers(app, {
    guild_members_come: `AFTER INSERT ON guild_members WHEN ${isMember('new')} BEGIN ${addMember('new', '+')} END`,
    guild_members_go: `AFTER DELETE ON guild_members WHEN ${isMember('old')} BEGIN ${addMember('old', '-')} END`,
    guild_members_move: `AFTER UPDATE OF state, tier, guild ON guild_members
      WHEN ${isMember('old')} <> ${isMember('new')} OR old.tier <> new.tier OR old.guild <> new.guild
      BEGIN ${addMember('old', '-')} ${addMember('new', '+')} END`,
  });
}

/**
 * Checkouts of memberships and payments of members. A pending checkout holds a seat; unique keys ensure that a person has
 * one open checkout per guild and that a payment is counted once. Prices at the provider never change, so a price always
 * belongs to the same tier.
 */
function makePayments(app: App, guilds: Collection, tiers: Collection, members: Collection): void {
  const guild = link('guild', guilds, { required: true });
  const tier = link('tier', tiers, { required: true });
  collection(
    app,
    'guild_joinings',
    [
      guild,
      tier,
      link('user', app.findCollectionByNameOrId('users'), { required: true }),
      choice('billing', BILLINGS, { required: true }),
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
    [
      "CREATE UNIQUE INDEX guild_joinings_once ON guild_joinings (guild, `user`) WHERE state = 'pending'",
      "CREATE UNIQUE INDEX guild_joinings_key ON guild_joinings (checkoutKey) WHERE checkoutKey <> ''",
      "CREATE INDEX guild_joinings_session ON guild_joinings (sessionId) WHERE sessionId <> ''",
      "CREATE INDEX guild_joinings_held ON guild_joinings (tier) WHERE state = 'pending'",
      'CREATE INDEX guild_joinings_user ON guild_joinings (`user`, created)',
    ],
  );
  collection(
    app,
    'tier_prices',
    [
      tier,
      choice('billing', BILLINGS, { required: true }),
      count('cents'),
      text('priceId', 100, { required: true, hidden: true }),
      created,
    ],
    [
      'CREATE UNIQUE INDEX tier_prices_price ON tier_prices (priceId)',
      'CREATE UNIQUE INDEX tier_prices_tier ON tier_prices (tier, billing, cents)',
    ],
  );
  collection(
    app,
    'guild_payments',
    [
      guild,
      tier,
      link('store', app.findCollectionByNameOrId('stores'), { required: true }),
      link('member', members, { required: true }),
      choice('kind', GUILD_PAYMENT_KINDS, { required: true }),
      choice('state', GUILD_PAYMENT_STATES, { required: true }),
      count('paidCents'),
      count('taxCents'),
      count('commissionCents'),
      count('netCents'),
      count('refundedCents'),
      { type: 'date', name: 'paidAt', required: true },
      text('number', 100),
      text('invoiceId', 100, { required: true, hidden: true }),
      text('paymentId', 100, { hidden: true }),
      text('subscriptionId', 100, { hidden: true }),
      // Written before the refund is requested at the provider: set and not yet refunded means that it is under way.
      text('refundKey', 120, { hidden: true }),
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX guild_payments_invoice ON guild_payments (invoiceId)',
      "CREATE UNIQUE INDEX guild_payments_payment ON guild_payments (paymentId) WHERE paymentId <> ''",
      'CREATE INDEX guild_payments_subscription ON guild_payments (subscriptionId)',
      'CREATE INDEX guild_payments_guild ON guild_payments (guild, paidAt)',
      'CREATE INDEX guild_payments_member ON guild_payments (member, paidAt)',
      "CREATE INDEX guild_payments_asked ON guild_payments (updated) WHERE refundKey <> '' AND state = 'paid'",
    ],
  );
}

firstSchema((app) => {
  makeGuilds(app);
  const guilds = app.findCollectionByNameOrId('guilds');
  const tiers = app.findCollectionByNameOrId('guild_tiers');
  const members = makeMembers(app, guilds, tiers);
  makePeriods(app, guilds, tiers, members);
  countMembers(app);
  makePayments(app, guilds, tiers, members);
});
