import type PocketBase from 'pocketbase';
import { MATCH_KINDS, type MatchKind } from '../../domain/assets/model-match.ts';
import { type QueueEntry, type QueueKind, queueOrder } from '../../domain/desk/queue.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import {
  CASE_KINDS,
  type CaseKind,
  type CaseSubject,
  caseName,
  SUBJECT_NAMES,
} from '../../domain/moderation/case.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** A row of any source. `base` is the moment from which its time to be done is counted. */
interface Row {
  id: string;
  base: string;
  word: string;
  name: string;
  number: number;
}
const COLUMNS = ['id', 'base', 'word', 'name', 'number'] as const;

interface Source {
  /** Rows after the place `{:base}`, `{:after}`, at most `{:limit}`, in the order of base and id, along an index. */
  rows: Sql;
  /** Whether there are such rows, counted up to `{:limit}`. */
  count: Sql;
  /** How long after its base a row is due, in ms. */
  within: number;
  entry: (row: Row) => Pick<QueueEntry, 'title' | 'detail'>;
}

const DAY_MS = 86_400_000;
/** A warning leads to a dispute within weeks or never; older ones no longer wait. */
const WARNED_DAYS = 45;
const CASE_ENTRY = ({ word, name, number }: Row) => {
  const [kind, what] = word.split(' ') as [CaseKind, CaseSubject];
  return {
    title: `${caseName({ number })}: ${name === '' ? `a ${SUBJECT_NAMES[what]}` : name}`,
    detail: CASE_KINDS[kind],
  };
};

const CASE_COLUMNS = sql`c.id AS id, c.dueAt AS base, c.kind || ' ' || c.what AS word, c.number AS number,
  CASE c.what WHEN 'product' THEN COALESCE((SELECT p.name FROM products p WHERE p.id = c.product), '')
    WHEN 'store' THEN COALESCE((SELECT s.name FROM stores s WHERE s.id = c.store), '') ELSE '' END AS name`;
const CASE_AFTER = sql`c.dueAt <> '' AND c.dueAt >= {:base} AND (c.dueAt > {:base} OR c.id > {:after})`;
const IS_HELD = sql`(c.kind = 'spam' AND c.suspendMeanwhile AND c.reporter = '' AND c.what NOT IN ('product', 'store'))`;
const IN_ORDER = sql`ORDER BY c.dueAt, c.id LIMIT {:limit}`;

/** Where the queue comes from. A new source is one entry here and one in `QUEUE_KINDS`. */
const SOURCES: Record<QueueKind, Source> = {
  report: {
    rows: sql`SELECT ${CASE_COLUMNS} FROM cases c WHERE ${CASE_AFTER} AND c.state <> 'appealed' AND NOT ${IS_HELD} ${IN_ORDER}`,
    count: sql`SELECT count(*) AS count FROM (SELECT 1 FROM cases c
      WHERE c.dueAt <> '' AND c.dueAt > '2' AND c.state <> 'appealed' AND NOT ${IS_HELD} LIMIT {:limit})`,
    within: 0,
    entry: CASE_ENTRY,
  },
  held: {
    rows: sql`SELECT ${CASE_COLUMNS} FROM cases c WHERE ${CASE_AFTER} AND c.state <> 'appealed' AND ${IS_HELD} ${IN_ORDER}`,
    count: sql`SELECT count(*) AS count FROM (SELECT 1 FROM cases c
      WHERE c.dueAt <> '' AND c.dueAt > '2' AND c.state <> 'appealed' AND ${IS_HELD} LIMIT {:limit})`,
    within: 0,
    entry: CASE_ENTRY,
  },
  appeal: {
    rows: sql`SELECT ${CASE_COLUMNS} FROM cases c WHERE ${CASE_AFTER} AND c.state = 'appealed' ${IN_ORDER}`,
    count: sql`SELECT count(*) AS count FROM (SELECT 1 FROM cases c
      WHERE c.dueAt <> '' AND c.dueAt > '2' AND c.state = 'appealed' LIMIT {:limit})`,
    within: 0,
    entry: CASE_ENTRY,
  },
  product: {
    rows: sql`SELECT p.id AS id, p.reviewSince AS base, p.name AS name, 0 AS number,
        COALESCE((SELECT s.name FROM stores s WHERE s.id = p.store), '') AS word
      FROM products p WHERE p.state = 'in-review' AND p.reviewSince >= {:base}
        AND (p.reviewSince > {:base} OR p.id > {:after}) ORDER BY p.reviewSince, p.id LIMIT {:limit}`,
    count: sql`SELECT count(*) AS count FROM (SELECT 1 FROM products p
      WHERE p.state = 'in-review' AND p.reviewSince > '2' LIMIT {:limit})`,
    within: 2 * DAY_MS,
    entry: ({ name, word }) => ({ title: name, detail: word }),
  },
  match: {
    rows: sql`SELECT m.id AS id, m.foundAt AS base, m.kind AS word, p.name AS name, 0 AS number
      FROM model_matches m JOIN product_files f ON f.id = m.newerFile JOIN products p ON p.id = f.product
      WHERE m.outcome = '' AND m.foundAt >= {:base} AND (m.foundAt > {:base} OR m.id > {:after})
      ORDER BY m.foundAt, m.id LIMIT {:limit}`,
    count: sql`SELECT count(*) AS count FROM (SELECT 1 FROM model_matches m
      WHERE m.outcome = '' AND m.foundAt > '2' LIMIT {:limit})`,
    within: 5 * DAY_MS,
    entry: ({ word, name }) => ({ title: name, detail: MATCH_KINDS[word as MatchKind] }),
  },
  dispute: {
    rows: sql`SELECT d.[[order]] AS id, d.created AS base, d.reason AS word, '' AS name, d.amountCents AS number
      FROM disputes d WHERE d.state = 'open' AND d.created >= {:base}
        AND (d.created > {:base} OR d.[[order]] > {:after}) ORDER BY d.created, d.[[order]] LIMIT {:limit}`,
    count: sql`SELECT count(*) AS count FROM (SELECT 1 FROM disputes d
      WHERE d.state = 'open' AND d.created > '2' LIMIT {:limit})`,
    within: 5 * DAY_MS,
    entry: ({ word, number }) => ({ title: `${moneyText(number)} disputed`, detail: word }),
  },
  fraud: {
    rows: sql`SELECT o.id AS id, o.paidAt AS base, o.fraudWarning AS word, o.email AS name, o.totalCents AS number
      FROM orders o WHERE o.fraudWarning <> '' AND o.state IN ('paid', 'partly_refunded') AND o.paidAt > {:warned}
        AND o.paidAt >= {:base} AND (o.paidAt > {:base} OR o.id > {:after}) ORDER BY o.paidAt, o.id LIMIT {:limit}`,
    count: sql`SELECT count(*) AS count FROM (SELECT 1 FROM orders o WHERE o.fraudWarning <> ''
      AND o.state IN ('paid', 'partly_refunded') AND o.paidAt > {:warned} LIMIT {:limit})`,
    within: 3 * DAY_MS,
    entry: ({ word, number }) => ({ title: `${moneyText(number)} reported by the bank`, detail: word }),
  },
  transfer: {
    rows: sql`SELECT t.id AS id, t.updated AS base, t.kind AS word, t.amountCents AS number,
        COALESCE((SELECT s.name FROM stores s WHERE s.id = t.store), '') AS name
      FROM seller_transfers t WHERE t.state = 'failed' AND t.updated >= {:base}
        AND (t.updated > {:base} OR t.id > {:after}) AND NOT EXISTS (SELECT 1 FROM dead_letter_closings d
          WHERE d.kind = 'transfer' AND d.record = t.id)
      ORDER BY t.updated, t.id LIMIT {:limit}`,
    count: sql`SELECT count(*) AS count FROM (SELECT 1 FROM seller_transfers t
      WHERE t.state = 'failed' AND t.updated > '2' AND NOT EXISTS (SELECT 1 FROM dead_letter_closings d
        WHERE d.kind = 'transfer' AND d.record = t.id) LIMIT {:limit})`,
    within: DAY_MS,
    entry: ({ word, name, number }) => ({ title: `${moneyText(number)} to ${name}`, detail: word }),
  },
  mail: {
    rows: sql`SELECT m.id AS id, m.sendAfter AS base, m.error AS word, m.subject AS name, 0 AS number
      FROM mails m WHERE m.state = 'failed' AND m.sendAfter >= {:base}
        AND (m.sendAfter > {:base} OR m.id > {:after}) AND NOT EXISTS (SELECT 1 FROM dead_letter_closings d
          WHERE d.kind = 'mail' AND d.record = m.id)
      ORDER BY m.sendAfter, m.id LIMIT {:limit}`,
    count: sql`SELECT count(*) AS count FROM (SELECT 1 FROM mails m
      WHERE m.state = 'failed' AND m.sendAfter > '2' AND NOT EXISTS (SELECT 1 FROM dead_letter_closings d
        WHERE d.kind = 'mail' AND d.record = m.id) LIMIT {:limit})`,
    within: DAY_MS,
    entry: ({ word, name }) => ({ title: name, detail: word }),
  },
};
const KINDS = Object.keys(SOURCES) as QueueKind[];

/** Where a page of the queue ended. */
export interface QueuePlace {
  dueAt: Instant;
  kind: QueueKind;
  id: string;
}

/**
 * A page of the queue, the most urgent first. Each kind brings a page along its own index, and the pages are merged.
 * @param kind only this kind; null for all. @param after where the page before ended; null for the first.
 */
export async function queuePage(
  pb: PocketBase,
  {
    kind,
    after,
    limit,
    now,
  }: { kind: QueueKind | null; after: QueuePlace | null; limit: number; now: Instant },
): Promise<{ entries: QueueEntry[]; next: QueuePlace | null }> {
  const kinds = kind === null ? KINDS : [kind];
  const pages = await Promise.all(kinds.map((each) => pageOf(pb, each, after, limit + 1, now)));
  const entries = pages.flat().sort(queueOrder);
  const shown = entries.slice(0, limit);
  const last = shown.at(-1);
  const next = entries.length > limit && last ? { dueAt: last.dueAt, kind: last.kind, id: last.id } : null;
  return { entries: shown, next };
}

async function pageOf(
  pb: PocketBase,
  kind: QueueKind,
  after: QueuePlace | null,
  limit: number,
  now: Instant,
): Promise<QueueEntry[]> {
  const { rows, within, entry } = SOURCES[kind];
  // Of rows due at the same moment, those of kinds before the place are done with, those of kinds after it are not.
  const afterId = after === null || kind > after.kind ? '' : kind === after.kind ? after.id : '~';
  const [found] = await ask(
    pb,
    query<Row>(
      rows,
      {
        base: after === null ? '' : dateOf(after.dueAt - within),
        after: afterId,
        limit,
        ...(kind === 'fraud' ? warnedSince(now) : {}),
      },
      COLUMNS,
    ),
  );
  return found.map((row) => ({
    kind,
    id: row.id,
    dueAt: (instantOf(row.base) ?? 0) + within,
    ...entry(row),
  }));
}

const warnedSince = (now: Instant) => ({ warned: dateOf(now - WARNED_DAYS * DAY_MS) });

/** How much waits of each kind, counted up to `most`. */
export async function queueCounts(
  pb: PocketBase,
  most: number,
  now: Instant,
): Promise<Record<QueueKind, number>> {
  const counts = await Promise.all(
    KINDS.map(async (kind) => {
      const [rows] = await ask(
        pb,
        query<{ count: number }>(
          SOURCES[kind].count,
          { limit: most, ...(kind === 'fraud' ? warnedSince(now) : {}) },
          ['count'],
        ),
      );
      return [kind, rows[0]?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts) as Record<QueueKind, number>;
}
