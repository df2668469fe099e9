import { sql, triggers } from './collections.ts';
import { HIDES } from './state-guards.ts';

const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";

/** What a case can hide: where, what the row says while it is hidden, and which cases are about it. */
const HIDDEN = [
  { table: 'products', field: 'state', is: "'suspended'", about: 'c.product = new.id' },
  { table: 'stores', field: 'state', is: "'suspended'", about: "c.what = 'store' AND c.store = new.id" },
  { table: 'questions', field: 'state', is: "'hidden'", about: "c.what = 'question' AND c.subject = new.id" },
  ...(
    [
      ['reviews', 'review'],
      ['review_photos', 'print'],
      ['messages', 'message'],
      ['posts', 'post'],
    ] as const
  ).map(([table, what]) => ({
    ...{ table, field: 'hiddenAt', is: null },
    about: `c.what = '${what}' AND c.subject = new.id`,
  })),
];

/** Adds a value to those that a field of the audit log may have. */
function allow(app: App, field: string, value: string): void {
  const log = app.findCollectionByNameOrId('audit_log');
  const choice = log.fields.getByName(field);
  const values = choice['values'] as string[];
  if (!values.includes(value)) choice['values'] = [...values, value];
  app.save(log);
}

/**
 * The audit log sounds the alarm where something becomes visible that a case hides, unless somebody at the desk did it: by
 * whatever way it was done, and also where a guard of the states is missing.
 */
migrate(
  (app) => {
    allow(app, 'kind', 'alarm');
    allow(app, 'who', 'person');
    for (const { table, field, is, about } of HIDDEN) {
      const [was, shown] =
        is === null
          ? [`old.${field} <> ''`, `new.${field} = ''`]
          : [`old.${field} = ${is}`, `new.${field} <> ${is}`];
      const actor = (column: string, otherwise: string) =>
        `COALESCE((SELECT a.${column} FROM audit_actor a LIMIT 1), '${otherwise}')`;
      triggers(app, {
        [`${table}_hidden_alarm`]: `AFTER UPDATE OF ${field} ON ${table} WHEN ${was} AND ${shown}
          AND ${actor('who', 'system')} NOT IN ('operator', 'moderator')
          AND EXISTS (SELECT 1 FROM cases c WHERE ${about} AND ${HIDES}) BEGIN
          INSERT INTO audit_log (id, kind, collection, record, field, before, after, who, actor, actorName, detail, created)
            SELECT 'a' || lower(hex(randomblob(7))), 'alarm', '${table}', new.id, '${field}', 'hidden', 'visible',
              ${actor('who', 'system')}, ${actor('actor', '')}, ${actor('name', '')}, 'Case C-' || max(c.number), ${NOW}
            FROM cases c WHERE ${about} AND ${HIDES}; END`,
      });
    }
  },
  (app) => {
    for (const { table } of HIDDEN) sql(app, `DROP TRIGGER ${table}_hidden_alarm`);
  },
);
