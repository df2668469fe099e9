import { view } from './collections.ts';
import { choice, count, created, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';

/**
 * What a store delivers outside the shop: products to people by their addresses. A product's `deliveredAt` is empty
 * until everybody who had claimed before it was added has it. A person may have several links: each works, one is used.
 */
function accessGroups(app: App): void {
  table(app, 'access_groups', {
    fields: [
      linkTo('store', 'stores', { required: true }),
      text('name', 80, { required: true }),
      choice('state', ['active', 'closed'], { required: true }),
      created,
      updated,
    ],
    indexes: ['CREATE INDEX access_groups_store ON access_groups (store, created)'],
  });
}

function accessGroupProducts(app: App): void {
  table(app, 'access_group_products', {
    fields: [
      linkTo('accessGroup', 'access_groups', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { cascadeDelete: true, required: true }),
      { type: 'date', name: 'deliveredAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX access_group_products_once ON access_group_products (accessGroup, product)',
      'CREATE INDEX access_group_products_due ON access_group_products (deliveredAt)',
    ],
  });
}

function accessGroupPeople(app: App): void {
  table(app, 'access_group_people', {
    fields: [
      linkTo('accessGroup', 'access_groups', { cascadeDelete: true, required: true }),
      text('email', 254, { required: true }),
      text('name', 100),
      text('note', 200),
      choice('state', ['invited', 'claimed', 'removed'], { required: true }),
      linkTo('claimedBy', 'users'),
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
}

function claimLinks(app: App): void {
  table(app, 'claim_links', {
    fields: [
      linkTo('person', 'access_group_people', { cascadeDelete: true, required: true }),
      text('tokenHash', 64, { hidden: true, required: true }),
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX claim_links_token ON claim_links (tokenHash)',
      'CREATE INDEX claim_links_person ON claim_links (person)',
    ],
  });
}

/**
 * Imports of people into an access group. The list is stored while it is checked (`checked`) and imported (`running`);
 * afterwards only its totals stay.
 */
function accessImports(app: App): void {
  table(app, 'access_imports', {
    fields: [
      linkTo('accessGroup', 'access_groups', { cascadeDelete: true, required: true }),
      text('fileName', 200),
      choice('state', ['checked', 'running', 'done', 'undone'], { required: true }),
      { type: 'json', name: 'people', hidden: true, maxSize: 8_000_000 },
      count('total'),
      count('done'),
      { type: 'date', name: 'startedAt' },
      { type: 'date', name: 'finishedAt' },
      created,
      updated,
    ],
    later: [text('campaign', 15)],
    asWritten: [
      'CREATE INDEX access_imports_group ON access_imports (accessGroup, created)',
      'CREATE INDEX access_imports_state ON access_imports (state, created)',
      "CREATE INDEX access_imports_campaign ON access_imports (campaign) WHERE campaign <> ''",
    ],
  });
}

function accessGroupTotals(app: App): void {
  view(
    app,
    'access_group_totals',
    `SELECT g.id AS id, g.store AS store, CAST((SELECT count(*) FROM access_group_people p WHERE p.accessGroup = g.id AND p.state = 'invited') AS INT) AS invited,
      CAST((SELECT count(*) FROM access_group_people p WHERE p.accessGroup = g.id AND p.state = 'claimed') AS INT) AS claimed, CAST((SELECT count(*) FROM access_group_people p WHERE p.accessGroup = g.id AND p.state = 'removed') AS INT) AS removed,
      CAST((SELECT count(*) FROM access_group_products gp WHERE gp.accessGroup = g.id) AS INT) AS products
      FROM access_groups g`,
  );
}

function accessImportChecks(app: App): void {
  view(
    app,
    'access_import_checks',
    `SELECT i.id AS id, CAST((SELECT count(*) FROM json_each(i.people) r WHERE EXISTS (SELECT 1 FROM access_group_people p WHERE p.accessGroup = i.accessGroup
  AND p.email = r.value ->> '$.email' AND p.state <> 'removed')) AS INT) AS there, CAST((SELECT count(*) FROM json_each(i.people) r WHERE NOT EXISTS (SELECT 1 FROM access_group_people p WHERE p.accessGroup = i.accessGroup
  AND p.email = r.value ->> '$.email' AND p.state <> 'removed') AND EXISTS (SELECT 1 FROM users u WHERE u.email = r.value ->> '$.email' COLLATE NOCASE AND u.verified = TRUE
  AND EXISTS (SELECT 1 FROM access_group_products gp WHERE gp.accessGroup = i.accessGroup)
  AND NOT EXISTS (SELECT 1 FROM access_group_products gp WHERE gp.accessGroup = i.accessGroup AND NOT EXISTS
    (SELECT 1 FROM entitlements e WHERE e.user = u.id AND e.product = gp.product AND e.revokedAt = '')))) AS INT) AS owning
      FROM access_imports i`,
  );
}

function accessImportTotals(app: App): void {
  view(
    app,
    'access_import_totals',
    `SELECT i.id AS id, i.accessGroup AS accessGroup,
      CAST((SELECT count(*) FROM access_group_people p WHERE p.addedBy = i.id) AS INT) AS added,
      CAST((SELECT count(*) FROM access_group_people p WHERE p.addedBy = i.id AND p.state = 'claimed') AS INT) AS claimed
      FROM access_imports i`,
  );
}

/** What stores deliver to people outside the shop. */
firstSchema((app) => {
  accessGroups(app);
  accessGroupProducts(app);
  accessGroupPeople(app);
  claimLinks(app);
  accessImports(app);
  accessGroupTotals(app);
  accessImportChecks(app);
  accessImportTotals(app);
});
