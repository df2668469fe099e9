import { ACCESS_GROUP_STATES, PERSON_STATES } from '../../domain/access-group.ts';
import { choice, closed, count, created, link, sql, text, updated } from './fields.ts';

/**
 * What a store delivers outside the shop: named products to people by their addresses. `deliveredAt` of a product is
 * empty until everybody who had claimed before it was added has it. A person may have several links: any of them is the
 * one that works, once.
 */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    const groups = new Collection({
      type: 'base',
      name: 'access_groups',
      ...closed,
      fields: [
        link('store', app.findCollectionByNameOrId('stores'), { required: true }),
        text('name', 80, { required: true }),
        choice('state', ACCESS_GROUP_STATES, { required: true }),
        created,
        updated,
      ],
      indexes: ['CREATE INDEX access_groups_store ON access_groups (store, created)'],
    });
    app.save(groups);
    app.save(
      new Collection({
        type: 'base',
        name: 'access_group_products',
        ...closed,
        fields: [
          link('accessGroup', groups, { required: true, cascadeDelete: true }),
          link('product', app.findCollectionByNameOrId('products'), { required: true, cascadeDelete: true }),
          { type: 'date', name: 'deliveredAt' },
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX access_group_products_once ON access_group_products (accessGroup, product)',
          'CREATE INDEX access_group_products_due ON access_group_products (deliveredAt)',
        ],
      }),
    );
    const people = new Collection({
      type: 'base',
      name: 'access_group_people',
      ...closed,
      fields: [
        link('accessGroup', groups, { required: true, cascadeDelete: true }),
        text('email', 254, { required: true }),
        text('name', 100),
        text('note', 200),
        choice('state', PERSON_STATES, { required: true }),
        link('claimedBy', users),
        { type: 'date', name: 'claimedAt' },
        { type: 'date', name: 'mailedAt' },
        count('mails'),
        text('addedBy', 15),
        created,
        updated,
      ],
      indexes: [
        'CREATE UNIQUE INDEX access_group_people_once ON access_group_people (accessGroup, email)',
        'CREATE INDEX access_group_people_state ON access_group_people (accessGroup, state, created)',
        'CREATE INDEX access_group_people_email ON access_group_people (email, state)',
        'CREATE INDEX access_group_people_claimed ON access_group_people (claimedBy)',
        'CREATE INDEX access_group_people_added ON access_group_people (addedBy)',
      ],
    });
    app.save(people);
    app.save(
      new Collection({
        type: 'base',
        name: 'claim_links',
        ...closed,
        fields: [
          link('person', people, { required: true, cascadeDelete: true }),
          text('tokenHash', 64, { required: true, hidden: true }),
          created,
        ],
        indexes: [
          'CREATE UNIQUE INDEX claim_links_token ON claim_links (tokenHash)',
          'CREATE INDEX claim_links_person ON claim_links (person)',
        ],
      }),
    );
    // Addresses are compared without case, as mail servers do.
    sql(app, 'CREATE INDEX users_email_nocase ON users (email COLLATE NOCASE)');
  },
  (app) => {
    sql(app, 'DROP INDEX users_email_nocase');
    for (const name of ['claim_links', 'access_group_people', 'access_group_products', 'access_groups'])
      app.delete(app.findCollectionByNameOrId(name));
  },
);
