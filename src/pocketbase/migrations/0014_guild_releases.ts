import { feed, triggers } from './collections.ts';
import { choice, count, created, pictures, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';

/**
 * Releases, their products and the tiers that get them. A product's `deliveredAt` is empty until everybody who has the
 * release has the product, so that a product added later is delivered too; `reached` and `toReach` show the progress.
 */
function releases(app: App): void {
  table(app, 'releases', {
    fields: [
      linkTo('guild', 'guilds', { required: true }),
      text('title', 100, { required: true }),
      text('month', 7, { pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', required: true }),
      pictures('cover', 1),
      text('coverAlt', 200),
      text('description', 10_000),
      choice('state', ['draft', 'scheduled', 'publishing', 'published', 'archived'], { required: true }),
      { type: 'date', name: 'publishAt' },
      { type: 'date', name: 'publishedAt' },
      // 0: not sold to those who were no members.
      count('backCents', { max: 1_000_000 }),
      count('reached'),
      count('toReach'),
      created,
      updated,
    ],
    indexes: [
      'CREATE INDEX releases_guild ON releases (guild, month, id)',
      'CREATE INDEX releases_due ON releases (state, publishAt)',
    ],
  });
  feed(app, 'releases');
  triggers(app, {
    follow_news_release: `AFTER UPDATE OF state ON releases WHEN new.state = 'published' AND old.state <> 'published' BEGIN 
  INSERT OR IGNORE INTO follow_news (id, kind, subject, store, publishedAt, doneAt, created, updated)
    SELECT 'n' || lower(hex(randomblob(7))), 'new-release', new.id, s.id, new.publishedAt, '', strftime('%Y-%m-%d %H:%M:%fZ', 'now'), strftime('%Y-%m-%d %H:%M:%fZ', 'now')
    FROM stores s WHERE s.id = (SELECT store FROM guilds WHERE id = new.guild); END`,
  });
}

function releaseProducts(app: App): void {
  table(app, 'release_products', {
    fields: [
      linkTo('release', 'releases', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { required: true }),
      count('position'),
      { type: 'date', name: 'deliveredAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX release_products_once ON release_products (`release`, product)',
      'CREATE INDEX release_products_product ON release_products (product)',
    ],
  });
}

function releaseTiers(app: App): void {
  table(app, 'release_tiers', {
    fields: [
      linkTo('release', 'releases', { cascadeDelete: true, required: true }),
      linkTo('tier', 'guild_tiers', { required: true }),
      created,
    ],
    indexes: ['CREATE UNIQUE INDEX release_tiers_once ON release_tiers (`release`, tier)'],
  });
}

/** Bundles for joining a guild. */
function entryBundles(app: App): void {
  table(app, 'entry_bundles', {
    fields: [
      linkTo('guild', 'guilds', { required: true }),
      text('name', 80, { required: true }),
      text('description', 2000),
      choice('state', ['draft', 'active', 'ended'], { required: true }),
      { type: 'date', name: 'validFrom' },
      { type: 'date', name: 'validTo' },
      count('minPaidPeriods', { max: 24 }),
      { type: 'date', name: 'startedAt' },
      { type: 'date', name: 'endedAt' },
      created,
      updated,
    ],
    indexes: ['CREATE INDEX entry_bundles_guild ON entry_bundles (guild, created)'],
  });
}

function entryBundleProducts(app: App): void {
  table(app, 'entry_bundle_products', {
    fields: [
      linkTo('bundle', 'entry_bundles', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { required: true }),
      count('position'),
      { type: 'date', name: 'deliveredAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX entry_bundle_products_once ON entry_bundle_products (bundle, product)',
      'CREATE INDEX entry_bundle_products_product ON entry_bundle_products (product)',
    ],
  });
}

function entryBundleTiers(app: App): void {
  table(app, 'entry_bundle_tiers', {
    fields: [
      linkTo('bundle', 'entry_bundles', { cascadeDelete: true, required: true }),
      linkTo('tier', 'guild_tiers', { required: true }),
      created,
    ],
    indexes: ['CREATE UNIQUE INDEX entry_bundle_tiers_once ON entry_bundle_tiers (bundle, tier)'],
  });
}

/** Rewards for staying in a guild. */
function loyaltyRewards(app: App): void {
  table(app, 'loyalty_rewards', {
    fields: [
      linkTo('guild', 'guilds', { required: true }),
      text('name', 80, { required: true }),
      choice('kind', ['streak', 'total'], { required: true }),
      count('months', { max: 120 }),
      choice('state', ['draft', 'active', 'ended'], { required: true }),
      { type: 'date', name: 'startedAt' },
      { type: 'date', name: 'endedAt' },
      created,
      updated,
    ],
    indexes: ['CREATE INDEX loyalty_rewards_guild ON loyalty_rewards (guild, months)'],
  });
}

function loyaltyRewardProducts(app: App): void {
  table(app, 'loyalty_reward_products', {
    fields: [
      linkTo('reward', 'loyalty_rewards', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { required: true }),
      count('position'),
      { type: 'date', name: 'deliveredAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX loyalty_reward_products_once ON loyalty_reward_products (reward, product)',
      'CREATE INDEX loyalty_reward_products_product ON loyalty_reward_products (product)',
    ],
  });
}

/**
 * What members were granted: one row per release, bundle and reward, with the month and the payment behind it. Its
 * entitlements name it as their source. Unique keys make it impossible to get a release twice under the same licence,
 * or a bundle or reward twice at all. Rows are never deleted.
 */
function guildHandouts(app: App): void {
  table(app, 'guild_handouts', {
    fields: [
      linkTo('guild', 'guilds', { required: true }),
      linkTo('member', 'guild_members', { required: true }),
      linkTo('period', 'membership_periods', { required: true }),
      choice('kind', ['release', 'entry_bundle', 'loyalty'], { required: true }),
      text('what', 15, { required: true }),
      text('payment', 100, { required: true }),
      choice('licence', ['personal', 'merchant'], { required: true }),
      { type: 'date', name: 'handedAt', required: true },
      { type: 'date', name: 'revokedAt' },
      choice('revocation', ['refund', 'dispute', 'takedown', 'fraud']),
      created,
      updated,
    ],
    indexes: [
      `CREATE UNIQUE INDEX guild_handouts_once ON guild_handouts (member, what, licence) WHERE revokedAt = ''`,
      `CREATE UNIQUE INDEX guild_handouts_thanks ON guild_handouts (member, what) WHERE revokedAt = '' AND kind <> 'release'`,
      'CREATE INDEX guild_handouts_what ON guild_handouts (what, revokedAt)',
      'CREATE INDEX guild_handouts_payment ON guild_handouts (payment)',
      'CREATE INDEX guild_handouts_period ON guild_handouts (period)',
      'CREATE INDEX guild_handouts_member ON guild_handouts (member, handedAt)',
    ],
  });
  triggers(app, {
    guild_handouts_are_kept:
      "BEFORE DELETE ON guild_handouts BEGIN SELECT RAISE(ABORT, 'handouts are never deleted'); END",
  });
}

/**
 * Broadcasts from a seller to many members, and their progress: members are reached in the order of their ids, so that
 * sending continues after the last one when it was interrupted.
 */
function guildLetters(app: App): void {
  table(app, 'guild_letters', {
    fields: [
      linkTo('guild', 'guilds', { cascadeDelete: true, required: true }),
      linkTo('author', 'users'),
      text('text', 5000, { required: true }),
      // Generated by the page: a broadcast that is sent twice is stored once.
      text('letterKey', 40, { required: true }),
      text('search', 400),
      choice('memberState', ['trialing', 'active', 'past_due', 'lapsed', 'cancelling', 'left', 'banned']),
      // No relation: a deleted tier would address the broadcast to everyone.
      text('tierId', 15),
      { type: 'date', name: 'joinedFrom' },
      choice('state', ['sending', 'sent'], { required: true }),
      text('reachedTo', 15),
      count('people'),
      count('reached'),
      count('leftOut'),
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX guild_letters_key ON guild_letters (guild, letterKey)',
      'CREATE INDEX guild_letters_newest ON guild_letters (guild, created)',
      "CREATE INDEX guild_letters_sending ON guild_letters (created) WHERE state = 'sending'",
    ],
  });
}

/** What members of guilds receive. */
firstSchema((app) => {
  releases(app);
  releaseProducts(app);
  releaseTiers(app);
  entryBundles(app);
  entryBundleProducts(app);
  entryBundleTiers(app);
  loyaltyRewards(app);
  loyaltyRewardProducts(app);
  guildHandouts(app);
  guildLetters(app);
});
