import { sql, triggers } from './collections.ts';
import { HIDES } from './state-guards.ts';

/** Fields whose changes are written to the audit log. */
export interface Audited {
  kind: string;
  table: string;
  fields: string[];
  /** SQL: who makes the change when nobody is named in `audit_actor`: 'seller', 'operator' or 'system'. */
  who: string;
  /** SQL: which updates are logged; all of them without it. */
  when?: string;
  /** Whether the first value is logged too. */
  logsInsert?: boolean;
  /** Whether the last value of a deleted row is logged too. */
  logsDelete?: boolean;
}

type Event = 'INSERT' | 'UPDATE' | 'DELETE';

/**
 * Makes the triggers that log these fields; those that are there already are replaced. They run within the transaction of the
 * change and name the person in `audit_actor`, if somebody works at the operator desk or in the dashboard.
 */
export function audited(app: App, list: readonly Audited[]): void {
  for (const one of list) {
    for (const field of one.fields) {
      logChanges(app, one, field, 'UPDATE');
      if (one.logsInsert) logChanges(app, one, field, 'INSERT');
      if (one.logsDelete) logChanges(app, one, field, 'DELETE');
    }
  }
}

function logChanges(app: App, { kind, table, who, when }: Audited, field: string, event: Event): void {
  const name = `audit_${table}_${field}_${event.toLowerCase()}`;
  const value = (row: 'old' | 'new') => `CAST(${row}.${field} AS TEXT)`;
  const timing = event === 'UPDATE' ? `UPDATE OF ${field}` : event;
  const changed = `old.${field} IS NOT new.${field}${when ? ` AND ${when}` : ''}`;
  const actor = (column: string) => `(SELECT ${column} FROM audit_actor LIMIT 1)`;
  const row = event === 'DELETE' ? 'old' : 'new';
  sql(app, `DROP TRIGGER IF EXISTS ${name}`);
  triggers(app, {
    [name]: `AFTER ${timing} ON ${table} ${event === 'UPDATE' ? `WHEN ${changed}` : ''} BEGIN
     INSERT INTO audit_log (id, kind, collection, record, field, before, after, who, actor, actorName, created)
       VALUES ('a' || lower(hex(randomblob(7))), '${kind}', '${table}', ${row}.id, '${field}',
         ${event === 'INSERT' ? "''" : value('old')}, ${event === 'DELETE' ? "''" : value('new')},
         COALESCE(${actor('who')}, ${who}), COALESCE(${actor('actor')}, ''), COALESCE(${actor('name')}, ''),
         strftime('%Y-%m-%d %H:%M:%fZ'));
   END`,
  });
}

const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";

/**
 * Sounds the alarm in the audit log where something becomes visible that a case hides, unless somebody at the desk did it: by
 * whatever way it was done, and also where a guard of the states is missing.
 * @param about SQL: whether the case `c` is about the row `new`.
 * @param state of rows that are hidden; without it those with `hiddenAt` are.
 */
export function alarmOnceShown(app: App, table: string, about: string, state?: string): void {
  const field = state === undefined ? 'hiddenAt' : 'state';
  const [was, shown] =
    state === undefined
      ? [`old.${field} <> ''`, `new.${field} = ''`]
      : [`old.${field} = '${state}'`, `new.${field} <> '${state}'`];
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
