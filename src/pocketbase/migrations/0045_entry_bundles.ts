import { ENTRY_BUNDLE_LIMITS, ENTRY_BUNDLE_STATES } from '../../domain/entry-bundle.ts';
import { LOYALTY_KINDS, LOYALTY_LIMITS } from '../../domain/loyalty.ts';
import { choice, closed, count, created, link, text, updated } from './fields.ts';

/** What a guild gives for joining and for staying. */
migrate(
  (app) => {
    const guilds = app.findCollectionByNameOrId('guilds');
    const products = app.findCollectionByNameOrId('products');
    const bundles = new Collection({
      type: 'base',
      name: 'entry_bundles',
      ...closed,
      fields: [
        link('guild', guilds, { required: true }),
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
      indexes: ['CREATE INDEX entry_bundles_guild ON entry_bundles (guild, created)'],
    });
    app.save(bundles);
    const rewards = new Collection({
      type: 'base',
      name: 'loyalty_rewards',
      ...closed,
      fields: [
        link('guild', guilds, { required: true }),
        text('name', LOYALTY_LIMITS.name, { required: true }),
        choice('kind', LOYALTY_KINDS, { required: true }),
        count('months', { max: LOYALTY_LIMITS.months }),
        choice('state', ENTRY_BUNDLE_STATES, { required: true }),
        { type: 'date', name: 'startedAt' },
        { type: 'date', name: 'endedAt' },
        created,
        updated,
      ],
      indexes: ['CREATE INDEX loyalty_rewards_guild ON loyalty_rewards (guild, months)'],
    });
    app.save(rewards);
    for (const [name, field, owner] of [
      ['entry_bundle_products', 'bundle', bundles],
      ['loyalty_reward_products', 'reward', rewards],
    ] as const)
      app.save(
        new Collection({
          type: 'base',
          name,
          ...closed,
          fields: [
            link(field, owner, { required: true, cascadeDelete: true }),
            link('product', products, { required: true }),
            count('position'),
            { type: 'date', name: 'deliveredAt' },
            created,
            updated,
          ],
          indexes: [
            `CREATE UNIQUE INDEX ${name}_once ON ${name} (${field}, product)`,
            `CREATE INDEX ${name}_product ON ${name} (product)`,
          ],
        }),
      );
    app.save(
      new Collection({
        type: 'base',
        name: 'entry_bundle_tiers',
        ...closed,
        fields: [
          link('bundle', bundles, { required: true, cascadeDelete: true }),
          link('tier', app.findCollectionByNameOrId('guild_tiers'), { required: true }),
          created,
        ],
        indexes: ['CREATE UNIQUE INDEX entry_bundle_tiers_once ON entry_bundle_tiers (bundle, tier)'],
      }),
    );
  },
  (app) => {
    for (const name of [
      'entry_bundle_tiers',
      'loyalty_reward_products',
      'entry_bundle_products',
      'loyalty_rewards',
      'entry_bundles',
    ])
      app.delete(app.findCollectionByNameOrId(name));
  },
);
