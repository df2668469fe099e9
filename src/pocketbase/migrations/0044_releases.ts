import { RELEASE_LIMITS, RELEASE_STATES } from '../../domain/release.ts';
import { choice, closed, count, created, link, pictures, sql, text, updated } from './fields.ts';

/**
 * Releases, what is in them and which tiers get them. A product's `deliveredAt` is empty until everybody who holds the
 * release has it, so that what is added later is not forgotten; `reached` and `toReach` tell how far publishing is.
 */
migrate(
  (app) => {
    const releases = new Collection({
      type: 'base',
      name: 'releases',
      ...closed,
      fields: [
        link('guild', app.findCollectionByNameOrId('guilds'), { required: true }),
        text('title', RELEASE_LIMITS.title, { required: true }),
        text('month', 7, { required: true, pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
        pictures('cover', 1),
        text('coverAlt', 200),
        text('description', RELEASE_LIMITS.description),
        choice('state', RELEASE_STATES, { required: true }),
        { type: 'date', name: 'publishAt' },
        { type: 'date', name: 'publishedAt' },
        // 0 where somebody who was no member cannot buy it.
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
    app.save(releases);
    app.save(
      new Collection({
        type: 'base',
        name: 'release_products',
        ...closed,
        fields: [
          link('release', releases, { required: true, cascadeDelete: true }),
          link('product', app.findCollectionByNameOrId('products'), { required: true }),
          count('position'),
          { type: 'date', name: 'deliveredAt' },
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX release_products_once ON release_products (`release`, product)',
          'CREATE INDEX release_products_product ON release_products (product)',
        ],
      }),
    );
    app.save(
      new Collection({
        type: 'base',
        name: 'release_tiers',
        ...closed,
        fields: [
          link('release', releases, { required: true, cascadeDelete: true }),
          link('tier', app.findCollectionByNameOrId('guild_tiers'), { required: true }),
          created,
        ],
        indexes: ['CREATE UNIQUE INDEX release_tiers_once ON release_tiers (`release`, tier)'],
      }),
    );
    for (const [event, row, op] of [
      ['INSERT', 'new', 'put'],
      ['UPDATE', 'new', 'put'],
      ['DELETE', 'old', 'del'],
    ] as const)
      sql(
        app,
        `CREATE TRIGGER change_feed_releases_${event.toLowerCase()} AFTER ${event} ON releases BEGIN
          INSERT INTO change_feed (collection, record, op) VALUES ('releases', ${row}.id, '${op}'); END`,
      );
  },
  (app) => {
    for (const event of ['insert', 'update', 'delete'])
      sql(app, `DROP TRIGGER change_feed_releases_${event}`);
    for (const name of ['release_tiers', 'release_products', 'releases'])
      app.delete(app.findCollectionByNameOrId(name));
  },
);
