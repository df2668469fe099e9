import type PocketBase from 'pocketbase';
import type { AuditEntry, AuditFilter } from '../../domain/desk/audit-entry.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

const a = tables.auditLog.as('a');

const ENTRY = shape({
  entry: {
    id: a.id,
    kind: a.kind,
    collection: a.collection,
    record: a.record,
    field: a.field,
    before: a.before,
    after: a.after,
    who: a.who,
    name: a.actorName,
    detail: a.detail,
    at: a.created,
  },
  place: { created: value(sql`a.created`, text), place: value(sql`a.rowid`, number) },
});

/** What narrows the list by an index of its own; the rest narrows within. */
const ALONG = {
  record: sql`a.record = {:record}`,
  actor: sql`a.actorName <> '' AND a.actorName = {:name}`,
  kind: sql`a.kind = {:kind}`,
  all: sql`TRUE`,
} as const;

/** Where a page of the log ended, so that the next one begins there. */
export interface AuditPlace {
  created: string;
  place: number;
}

/** A page of the audit log, newest first. @param after where the page before ended; null for the first. */
export async function auditLog(
  pb: PocketBase,
  filter: AuditFilter,
  after: AuditPlace | null,
  limit: number,
): Promise<{ entries: AuditEntry[]; next: AuditPlace | null }> {
  const along = filter.record !== '' ? 'record' : filter.name !== '' ? 'actor' : filter.kind ? 'kind' : 'all';
  const [rows] = await ask(
    pb,
    select(
      ENTRY,
      sql`SELECT ${ENTRY}
        FROM audit_log a
        WHERE ${ALONG[along]} AND a.created >= {:from} AND a.created <= {:until}
          AND (a.created < {:until} OR a.rowid < {:place})
          AND ({:kind} = '' OR a.kind = {:kind}) AND ({:record} = '' OR a.record = {:record})
          AND ({:name} = '' OR a.actorName = {:name})
        ORDER BY a.created DESC, a.rowid DESC LIMIT {:limit}`,
      {
        kind: filter.kind ?? '',
        record: filter.record,
        name: filter.name,
        from: filter.from === null ? '' : dateOf(filter.from),
        until: after?.created ?? (filter.before === null ? '9999' : dateOf(filter.before)),
        place: after?.place ?? 0,
        limit: limit + 1,
      },
    ),
  );
  const shown = rows.slice(0, limit);
  return {
    entries: shown.map(({ entry }) => entry),
    next: rows.length > limit ? (shown.at(-1)?.place ?? null) : null,
  };
}
