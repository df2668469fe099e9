import { REVOCATIONS } from '../../domain/catalogue/entitlement.ts';
import { LICENCES } from '../../domain/catalogue/product.ts';
import { ENTRY_BUNDLE_LIMITS, ENTRY_BUNDLE_STATES } from '../../domain/guild/entry-bundle.ts';
import { GRANT_KINDS } from '../../domain/guild/grant.ts';
import { LOYALTY_KINDS, LOYALTY_LIMITS } from '../../domain/guild/loyalty.ts';
import { MEMBER_STATES } from '../../domain/guild/member.ts';
import { RELEASE_LIMITS, RELEASE_STATES } from '../../domain/guild/release.ts';
import { MESSAGE_MAX } from '../../domain/messaging/message.ts';
import { collection, feed, firstSchema, triggers } from './collections.ts';
import { choice, count, created, link, pictures, text, updated } from './fields.ts';

/**
 * Releases, their products and the tiers that get them. A product's `deliveredAt` is empty until everybody who has the
 * release has the product, so that a product added later is delivered too; `reached` and `toReach` show the progress.
 */
function makeReleases(app: App): void {
  const releases = collection(
    app,
    'releases',
    [
      link('guild', app.findCollectionByNameOrId('guilds'), { required: true }),
      text('title', RELEASE_LIMITS.title, { required: true }),
      text('month', 7, { required: true, pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
      pictures('cover', 1),
      text('coverAlt', 200),
      text('description', RELEASE_LIMITS.description),
      choice('state', RELEASE_STATES, { required: true }),
      { type: 'date', name: 'publishAt' },
      { type: 'date', name: 'publishedAt' },
      // 0: not sold to those who were no members.
      count('backCents', { max: 1_000_000 }),
      count('reached'),
      count('toReach'),
      created,
      updated,
    ],
    [
      'CREATE INDEX releases_guild ON releases (guild, month, id)',
      'CREATE INDEX releases_due ON releases (state, publishAt)',
    ],
  );
  collection(
    app,
    'release_products',
    [
      link('release', releases, { required: true, cascadeDelete: true }),
      link('product', app.findCollectionByNameOrId('products'), { required: true }),
      count('position'),
      { type: 'date', name: 'deliveredAt' },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX release_products_once ON release_products (`release`, product)',
      'CREATE INDEX release_products_product ON release_products (product)',
    ],
  );
  collection(
    app,
    'release_tiers',
    [
      link('release', releases, { required: true, cascadeDelete: true }),
      link('tier', app.findCollectionByNameOrId('guild_tiers'), { required: true }),
      created,
    ],
    ['CREATE UNIQUE INDEX release_tiers_once ON release_tiers (`release`, tier)'],
  );
  feed(app, 'releases');
}

/** The products of an entry bundle or of a loyalty reward. */
function makeProductsOf(app: App, name: string, field: string, owner: Collection): void {
  collection(
    app,
    name,
    [
      link(field, owner, { required: true, cascadeDelete: true }),
      link('product', app.findCollectionByNameOrId('products'), { required: true }),
      count('position'),
      { type: 'date', name: 'deliveredAt' },
      created,
      updated,
    ],
    [
      `CREATE UNIQUE INDEX ${name}_once ON ${name} (${field}, product)`,
      `CREATE INDEX ${name}_product ON ${name} (product)`,
    ],
  );
}

/** Bundles for joining a guild. */
function makeEntryBundles(app: App): void {
  const bundles = collection(
    app,
    'entry_bundles',
    [
      link('guild', app.findCollectionByNameOrId('guilds'), { required: true }),
      text('name', ENTRY_BUNDLE_LIMITS.name, { required: true }),
      text('description', ENTRY_BUNDLE_LIMITS.description),
      choice('state', ENTRY_BUNDLE_STATES, { required: true }),
      { type: 'date', name: 'validFrom' },
      { type: 'date', name: 'validTo' },
      count('minPaidPeriods', { max: ENTRY_BUNDLE_LIMITS.minPaidPeriods }),
      { type: 'date', name: 'startedAt' },
      { type: 'date', name: 'endedAt' },
      created,
      updated,
    ],
    ['CREATE INDEX entry_bundles_guild ON entry_bundles (guild, created)'],
  );
  makeProductsOf(app, 'entry_bundle_products', 'bundle', bundles);
  collection(
    app,
    'entry_bundle_tiers',
    [
      link('bundle', bundles, { required: true, cascadeDelete: true }),
      link('tier', app.findCollectionByNameOrId('guild_tiers'), { required: true }),
      created,
    ],
    ['CREATE UNIQUE INDEX entry_bundle_tiers_once ON entry_bundle_tiers (bundle, tier)'],
  );
}

/** Rewards for staying in a guild. */
function makeLoyaltyRewards(app: App): void {
  const rewards = collection(
    app,
    'loyalty_rewards',
    [
      link('guild', app.findCollectionByNameOrId('guilds'), { required: true }),
      text('name', LOYALTY_LIMITS.name, { required: true }),
      choice('kind', LOYALTY_KINDS, { required: true }),
      count('months', { max: LOYALTY_LIMITS.months }),
      choice('state', ENTRY_BUNDLE_STATES, { required: true }),
      { type: 'date', name: 'startedAt' },
      { type: 'date', name: 'endedAt' },
      created,
      updated,
    ],
    ['CREATE INDEX loyalty_rewards_guild ON loyalty_rewards (guild, months)'],
  );
  makeProductsOf(app, 'loyalty_reward_products', 'reward', rewards);
}

/**
 * What members were granted: one row per release, bundle and reward, with the month and the payment behind it. Its
 * entitlements name it as their source. Unique keys make it impossible to get a release twice under the same licence, or
 * a bundle or reward twice at all. Rows are never deleted.
 */
function makeHandouts(app: App): void {
  collection(
    app,
    'guild_handouts',
    [
      link('guild', app.findCollectionByNameOrId('guilds'), { required: true }),
      link('member', app.findCollectionByNameOrId('guild_members'), { required: true }),
      link('period', app.findCollectionByNameOrId('membership_periods'), { required: true }),
      choice('kind', GRANT_KINDS, { required: true }),
      text('what', 15, { required: true }),
      text('payment', 100, { required: true }),
      choice('licence', Object.keys(LICENCES), { required: true }),
      { type: 'date', name: 'handedAt', required: true },
      { type: 'date', name: 'revokedAt' },
      choice('revocation', REVOCATIONS),
      created,
      updated,
    ],
    [
      "CREATE UNIQUE INDEX guild_handouts_once ON guild_handouts (member, what, licence) WHERE revokedAt = ''",
      "CREATE UNIQUE INDEX guild_handouts_thanks ON guild_handouts (member, what) WHERE revokedAt = '' AND kind <> 'release'",
      'CREATE INDEX guild_handouts_what ON guild_handouts (what, revokedAt)',
      'CREATE INDEX guild_handouts_payment ON guild_handouts (payment)',
      'CREATE INDEX guild_handouts_period ON guild_handouts (period)',
    ],
  );
  triggers(app, {
    guild_handouts_are_kept:
      "BEFORE DELETE ON guild_handouts BEGIN SELECT RAISE(ABORT, 'handouts are never deleted'); END",
  });
}

/**
 * Broadcasts from a seller to many members, and their progress: members are reached in the order of their ids, so that
 * sending continues after the last one when it was interrupted.
 */
function makeLetters(app: App): void {
  collection(
    app,
    'guild_letters',
    [
      link('guild', app.findCollectionByNameOrId('guilds'), { required: true, cascadeDelete: true }),
      link('author', app.findCollectionByNameOrId('users')),
      text('text', MESSAGE_MAX, { required: true }),
      // Generated by the page: a broadcast that is sent twice is stored once.
      text('letterKey', 40, { required: true }),
      text('search', 400),
      choice('memberState', MEMBER_STATES),
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
    [
      'CREATE UNIQUE INDEX guild_letters_key ON guild_letters (guild, letterKey)',
      'CREATE INDEX guild_letters_newest ON guild_letters (guild, created)',
      "CREATE INDEX guild_letters_sending ON guild_letters (created) WHERE state = 'sending'",
    ],
  );
}

firstSchema((app) => {
  makeReleases(app);
  makeEntryBundles(app);
  makeLoyaltyRewards(app);
  makeHandouts(app);
  makeLetters(app);
});
