import type PocketBase from 'pocketbase';
import type { AuditEntry, AuditFilter, AuditKind, AuditWho } from '../../domain/desk/audit-entry.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

interface Row {
  id: string;
  place: number;
  kind: AuditKind;
  collection: string;
  record: string;
  field: string;
  before: string;
  after: string;
  who: AuditWho;
  actorName: string;
  detail: string;
  created: string;
}

const COLUMNS = [
  ...(['id', 'place', 'kind', 'collection', 'record', 'field', 'before', 'after'] as const),
  ...(['who', 'actorName', 'detail', 'created'] as const),
];

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
    query<Row>(
      sql`SELECT a.id AS id, a.rowid AS place, a.kind AS kind, a.collection AS collection, a.record AS record,
          a.field AS field, a.before AS before, a.after AS after, a.who AS who, a.actorName AS actorName,
          a.detail AS detail, a.created AS created
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
      COLUMNS,
    ),
  );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    entries: shown.map((row) => ({
      id: row.id,
      kind: row.kind,
      collection: row.collection,
      record: row.record,
      field: row.field,
      before: row.before,
      after: row.after,
      who: row.who,
      name: row.actorName,
      detail: row.detail,
      at: instantOf(row.created) ?? 0,
    })),
    next: rows.length > limit && last ? { created: last.created, place: last.place } : null,
  };
}
