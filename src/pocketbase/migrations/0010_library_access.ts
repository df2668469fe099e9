import { ACCESS_GROUP_STATES, IMPORT_STATES, PERSON_STATES } from '../../domain/library/access-group.ts';
import { collection, firstSchema, view } from './collections.ts';
import { choice, count, created, link, text, updated } from './fields.ts';

/**
 * What a store delivers outside the shop: products to people by their addresses. A product's `deliveredAt` is empty until
 * everybody who had claimed before it was added has it. A person may have several links: each works, one is used.
 */
function makeGroups(app: App): Collection {
  const users = app.findCollectionByNameOrId('users');
  const groups = collection(
    app,
    'access_groups',
    [
      link('store', app.findCollectionByNameOrId('stores'), { required: true }),
      text('name', 80, { required: true }),
      choice('state', ACCESS_GROUP_STATES, { required: true }),
      created,
      updated,
    ],
    ['CREATE INDEX access_groups_store ON access_groups (store, created)'],
  );
  collection(
    app,
    'access_group_products',
    [
      link('accessGroup', groups, { required: true, cascadeDelete: true }),
      link('product', app.findCollectionByNameOrId('products'), { required: true, cascadeDelete: true }),
      { type: 'date', name: 'deliveredAt' },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX access_group_products_once ON access_group_products (accessGroup, product)',
      'CREATE INDEX access_group_products_due ON access_group_products (deliveredAt)',
    ],
  );
  const people = collection(
    app,
    'access_group_people',
    [
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
    [
      'CREATE UNIQUE INDEX access_group_people_once ON access_group_people (accessGroup, email)',
      'CREATE INDEX access_group_people_state ON access_group_people (accessGroup, state, created)',
      'CREATE INDEX access_group_people_email ON access_group_people (email, state)',
      'CREATE INDEX access_group_people_claimed ON access_group_people (claimedBy)',
      'CREATE INDEX access_group_people_added ON access_group_people (addedBy)',
    ],
  );
  collection(
    app,
    'claim_links',
    [
      link('person', people, { required: true, cascadeDelete: true }),
      text('tokenHash', 64, { required: true, hidden: true }),
      created,
    ],
    [
      'CREATE UNIQUE INDEX claim_links_token ON claim_links (tokenHash)',
      'CREATE INDEX claim_links_person ON claim_links (person)',
    ],
  );
  return groups;
}

/**
 * Imports of people into an access group. The list is stored while it is checked (`checked`) and imported (`running`);
 * afterwards only its totals stay.
 */
function makeImports(app: App, groups: Collection): void {
  collection(
    app,
    'access_imports',
    [
      link('accessGroup', groups, { required: true, cascadeDelete: true }),
      text('fileName', 200),
      choice('state', IMPORT_STATES, { required: true }),
      { type: 'json', name: 'people', maxSize: 8_000_000, hidden: true },
      count('total'),
      count('done'),
      { type: 'date', name: 'startedAt' },
      { type: 'date', name: 'finishedAt' },
      created,
      updated,
    ],
    [
      'CREATE INDEX access_imports_group ON access_imports (accessGroup, created)',
      'CREATE INDEX access_imports_state ON access_imports (state, created)',
    ],
  );
}

const peopleIn = (state: string) =>
  `CAST((SELECT count(*) FROM access_group_people p WHERE p.accessGroup = g.id AND p.state = '${state}') AS INT)`;
/** A row of an import whose address is in the group and was not removed. */
const THERE = `EXISTS (SELECT 1 FROM access_group_people p WHERE p.accessGroup = i.accessGroup
  AND p.email = r.value ->> '$.email' AND p.state <> 'removed')`;
/** A row whose confirmed account already owns every product of the group. */
const OWNING = `EXISTS (SELECT 1 FROM users u WHERE u.email = r.value ->> '$.email' COLLATE NOCASE AND u.verified = TRUE
  AND EXISTS (SELECT 1 FROM access_group_products gp WHERE gp.accessGroup = i.accessGroup)
  AND NOT EXISTS (SELECT 1 FROM access_group_products gp WHERE gp.accessGroup = i.accessGroup AND NOT EXISTS
    (SELECT 1 FROM entitlements e WHERE e.user = u.id AND e.product = gp.product AND e.revokedAt = '')))`;
const rowsThat = (condition: string) =>
  `CAST((SELECT count(*) FROM json_each(i.people) r WHERE ${condition}) AS INT)`;

/** Totals of groups and of imports, computed by the database. */
function makeTotals(app: App): void {
  view(
    app,
    'access_group_totals',
    `SELECT g.id AS id, g.store AS store, ${peopleIn('invited')} AS invited,
      ${peopleIn('claimed')} AS claimed, ${peopleIn('removed')} AS removed,
      CAST((SELECT count(*) FROM access_group_products gp WHERE gp.accessGroup = g.id) AS INT) AS products
      FROM access_groups g`,
  );
  view(
    app,
    'access_import_checks',
    `SELECT i.id AS id, ${rowsThat(THERE)} AS there, ${rowsThat(`NOT ${THERE} AND ${OWNING}`)} AS owning
      FROM access_imports i`,
  );
  view(
    app,
    'access_import_totals',
    `SELECT i.id AS id, i.accessGroup AS accessGroup,
      CAST((SELECT count(*) FROM access_group_people p WHERE p.addedBy = i.id) AS INT) AS added,
      CAST((SELECT count(*) FROM access_group_people p WHERE p.addedBy = i.id AND p.state = 'claimed') AS INT) AS claimed
      FROM access_imports i`,
  );
}

firstSchema((app) => {
  makeImports(app, makeGroups(app));
  makeTotals(app);
});
