import { IMPORT_STATES } from '../../domain/access-group.ts';
import { choice, closed, count, created, link, text, updated } from './fields.ts';

const peopleIn = (state: string) =>
  `CAST((SELECT count(*) FROM access_group_people p WHERE p.accessGroup = g.id AND p.state = '${state}') AS INT)`;
/** A row of an import whose address stands in the group and was not removed. */
const THERE = `EXISTS (SELECT 1 FROM access_group_people p WHERE p.accessGroup = i.accessGroup
  AND p.email = r.value ->> '$.email' AND p.state <> 'removed')`;
/** One whose confirmed account owns every product of the group already. */
const OWNING = `EXISTS (SELECT 1 FROM users u WHERE u.email = r.value ->> '$.email' COLLATE NOCASE AND u.verified = TRUE
  AND EXISTS (SELECT 1 FROM access_group_products gp WHERE gp.accessGroup = i.accessGroup)
  AND NOT EXISTS (SELECT 1 FROM access_group_products gp WHERE gp.accessGroup = i.accessGroup AND NOT EXISTS
    (SELECT 1 FROM entitlements e WHERE e.user = u.id AND e.product = gp.product AND e.revokedAt = '')))`;
const rowsThat = (condition: string) =>
  `CAST((SELECT count(*) FROM json_each(i.people) r WHERE ${condition}) AS INT)`;

/**
 * Lists of people on their way into an access group. A list is kept while it is looked at (`checked`) and worked off
 * (`running`); afterwards only its figures stay. And the figures of groups and of lists, counted where they lie.
 */
migrate(
  (app) => {
    const groups = app.findCollectionByNameOrId('access_groups');
    app.save(
      new Collection({
        type: 'base',
        name: 'access_imports',
        ...closed,
        fields: [
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
        indexes: [
          'CREATE INDEX access_imports_group ON access_imports (accessGroup, created)',
          'CREATE INDEX access_imports_state ON access_imports (state, created)',
        ],
      }),
    );
    app.save(
      new Collection({
        type: 'view',
        name: 'access_group_totals',
        listRule: null,
        viewRule: null,
        viewQuery: `SELECT g.id AS id, g.store AS store, ${peopleIn('invited')} AS invited,
          ${peopleIn('claimed')} AS claimed, ${peopleIn('removed')} AS removed,
          CAST((SELECT count(*) FROM access_group_products gp WHERE gp.accessGroup = g.id) AS INT) AS products
          FROM access_groups g`,
      }),
    );
    app.save(
      new Collection({
        type: 'view',
        name: 'access_import_checks',
        listRule: null,
        viewRule: null,
        viewQuery: `SELECT i.id AS id, ${rowsThat(THERE)} AS there, ${rowsThat(`NOT ${THERE} AND ${OWNING}`)} AS owning
          FROM access_imports i`,
      }),
    );
    app.save(
      new Collection({
        type: 'view',
        name: 'access_import_totals',
        listRule: null,
        viewRule: null,
        viewQuery: `SELECT i.id AS id, i.accessGroup AS accessGroup,
          CAST((SELECT count(*) FROM access_group_people p WHERE p.addedBy = i.id) AS INT) AS added,
          CAST((SELECT count(*) FROM access_group_people p WHERE p.addedBy = i.id AND p.state = 'claimed') AS INT) AS claimed
          FROM access_imports i`,
      }),
    );
  },
  (app) => {
    for (const name of [
      'access_import_totals',
      'access_import_checks',
      'access_group_totals',
      'access_imports',
    ])
      app.delete(app.findCollectionByNameOrId(name));
  },
);
