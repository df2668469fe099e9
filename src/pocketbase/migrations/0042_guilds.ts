import { BILLINGS, GRANT_RULES, GUILD_LIMITS, GUILD_STATES } from '../../domain/guild.ts';
import { LICENCES } from '../../domain/product.ts';
import { TIER_LIMITS, TIER_STATES } from '../../domain/tier.ts';
import { choice, choices, closed, count, created, link, pictures, sql, text, updated } from './fields.ts';

/**
 * Guilds and their tiers. The information blocks lie on the guild: `information` is what its seller works on,
 * `informationShown` what the public reads. `members` of both are kept by triggers on the members.
 */
const WATCHED = ['guilds', 'guild_tiers'];

migrate(
  (app) => {
    const guilds = new Collection({
      type: 'base',
      name: 'guilds',
      ...closed,
      fields: [
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
      indexes: ['CREATE UNIQUE INDEX guilds_store ON guilds (store)'],
    });
    app.save(guilds);
    app.save(
      new Collection({
        type: 'base',
        name: 'guild_tiers',
        ...closed,
        fields: [
          link('guild', guilds, { required: true }),
          text('name', TIER_LIMITS.name, { required: true }),
          text('description', TIER_LIMITS.description),
          pictures('image', 1),
          text('imageAlt', 200),
          count('monthlyCents', { max: 1_000_000 }),
          // 0 where the year is not sold.
          count('annualCents', { max: 1_000_000 }),
          // 0 for any number.
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
          // What the payment provider calls it and the prices it is sold at now; members keep the price they came at.
          text('stripeProductId', 100),
          text('stripeMonthlyPriceId', 100),
          text('stripeAnnualPriceId', 100),
          created,
          updated,
        ],
        indexes: ['CREATE INDEX guild_tiers_guild ON guild_tiers (guild, position)'],
      }),
    );
    for (const name of WATCHED)
      for (const [event, row, op] of [
        ['INSERT', 'new', 'put'],
        ['UPDATE', 'new', 'put'],
        ['DELETE', 'old', 'del'],
      ] as const)
        sql(
          app,
          `CREATE TRIGGER change_feed_${name}_${event.toLowerCase()} AFTER ${event} ON ${name} BEGIN
            INSERT INTO change_feed (collection, record, op) VALUES ('${name}', ${row}.id, '${op}'); END`,
        );
  },
  (app) => {
    for (const name of WATCHED)
      for (const event of ['insert', 'update', 'delete'])
        sql(app, `DROP TRIGGER change_feed_${name}_${event}`);
    for (const name of ['guild_tiers', 'guilds']) app.delete(app.findCollectionByNameOrId(name));
  },
);
