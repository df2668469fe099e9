import { BILLINGS } from '../../domain/guild.ts';
import { GUILD_PAYMENT_KINDS, GUILD_PAYMENT_STATES } from '../../domain/guild-payment.ts';
import { choice, closed, count, created, link, text, updated } from './fields.ts';

/**
 * How people come into guilds, and what they pay. A joining that is pending holds a seat; unique keys see that one person
 * has one page open for a guild, and that a payment is counted once. Prices at the provider never change, so a price says
 * for ever which tier it is for.
 */
const NAMES = ['guild_payments', 'tier_prices', 'guild_joinings'];

migrate(
  (app) => {
    const guild = link('guild', app.findCollectionByNameOrId('guilds'), { required: true });
    const tier = link('tier', app.findCollectionByNameOrId('guild_tiers'), { required: true });
    const members = app.findCollectionByNameOrId('guild_members');
    // When the provider was last asked about it without its having knocked.
    members.fields.add(new Field({ type: 'date', name: 'askedAt', hidden: true }));
    members.indexes = [
      ...(members.indexes as string[]),
      "CREATE INDEX guild_members_asked ON guild_members (askedAt) WHERE subscriptionId <> ''",
    ];
    app.save(members);
    const base = { type: 'base', ...closed };
    app.save(
      new Collection({
        ...base,
        name: 'guild_joinings',
        fields: [
          guild,
          tier,
          link('user', app.findCollectionByNameOrId('users'), { required: true }),
          choice('billing', BILLINGS, { required: true }),
          count('priceCents'),
          choice('state', ['pending', 'done', 'expired'], { required: true }),
          { type: 'date', name: 'expiresAt', required: true },
          // Empty where only a seat is held, as for a change of tier.
          text('checkoutKey', 80, { hidden: true }),
          text('customerId', 100, { hidden: true }),
          text('sessionId', 200, { hidden: true }),
          text('sessionUrl', 2000, { hidden: true }),
          created,
          updated,
        ],
        indexes: [
          "CREATE UNIQUE INDEX guild_joinings_once ON guild_joinings (guild, `user`) WHERE state = 'pending'",
          "CREATE UNIQUE INDEX guild_joinings_key ON guild_joinings (checkoutKey) WHERE checkoutKey <> ''",
          "CREATE INDEX guild_joinings_session ON guild_joinings (sessionId) WHERE sessionId <> ''",
          "CREATE INDEX guild_joinings_held ON guild_joinings (tier) WHERE state = 'pending'",
          'CREATE INDEX guild_joinings_user ON guild_joinings (`user`, created)',
        ],
      }),
    );
    app.save(
      new Collection({
        ...base,
        name: 'tier_prices',
        fields: [
          tier,
          choice('billing', BILLINGS, { required: true }),
          count('cents'),
          text('priceId', 100, { required: true, hidden: true }),
          created,
        ],
        indexes: [
          'CREATE UNIQUE INDEX tier_prices_price ON tier_prices (priceId)',
          'CREATE UNIQUE INDEX tier_prices_tier ON tier_prices (tier, billing, cents)',
        ],
      }),
    );
    app.save(
      new Collection({
        ...base,
        name: 'guild_payments',
        fields: [
          guild,
          tier,
          link('store', app.findCollectionByNameOrId('stores'), { required: true }),
          link('member', app.findCollectionByNameOrId('guild_members'), { required: true }),
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
          // Written before the provider is asked to give a payment back; that it is set and not refunded says so.
          text('refundKey', 120, { hidden: true }),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX guild_payments_invoice ON guild_payments (invoiceId)',
          "CREATE UNIQUE INDEX guild_payments_payment ON guild_payments (paymentId) WHERE paymentId <> ''",
          'CREATE INDEX guild_payments_subscription ON guild_payments (subscriptionId)',
          'CREATE INDEX guild_payments_guild ON guild_payments (guild, paidAt)',
          'CREATE INDEX guild_payments_member ON guild_payments (member, paidAt)',
          "CREATE INDEX guild_payments_asked ON guild_payments (updated) WHERE refundKey <> '' AND state = 'paid'",
        ],
      }),
    );
  },
  (app) => {
    for (const name of NAMES) app.delete(app.findCollectionByNameOrId(name));
    const members = app.findCollectionByNameOrId('guild_members');
    members.indexes = (members.indexes as string[]).filter((index) => !index.includes('guild_members_asked'));
    members.fields.removeByName('askedAt');
    app.save(members);
  },
);
