import type PocketBase from 'pocketbase';
import { MATCH_KINDS, type MatchKind } from '../../domain/assets/model-match.ts';
import { WITHDRAWALS_REPEATED_DAYS } from '../../domain/commerce/repeated-withdrawals.ts';
import { EVENT_TRIES_SHOWN } from '../../domain/desk/dead-letter.ts';
import {
  providerWords,
  type QueueAge,
  type QueueEntry,
  type QueueKind,
  queueOrder,
} from '../../domain/desk/queue.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { moneyText } from '../../domain/kernel/money.ts';
import {
  CASE_KINDS,
  type CaseKind,
  type CaseSubject,
  caseName,
  SUBJECT_NAMES,
} from '../../domain/moderation/case.ts';
import {
  BILLING_TROUBLE_TEXTS,
  BILLING_TROUBLES,
  type BillingTroubleKind,
} from '../../domain/payments/billing-trouble.ts';
import { UNMATCHED_REASONS, type UnmatchedReason } from '../../domain/payments/unmatched-payment.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { date, dateOrNone, number, text } from '../kernel/table.ts';
import { IS_AUTOMATED, SUBJECT_NAME } from '../moderation/cases.ts';
import { GAVE_UP } from './dead-letters.ts';

/** A row of any source. `base` is the moment from which its time to be done is counted. */
const OF_ROW = {
  id: value(sql`r.id`, text),
  base: value(sql`r.base`, date),
  word: value(sql`r.word`, text),
  name: value(sql`r.name`, text),
  number: value(sql`r.number`, number),
};
const ROW = shape(OF_ROW);
type Row = RowOf<typeof OF_ROW>;
const AGE = shape({
  count: value(sql`count(*)`, number),
  oldestAt: value(sql`COALESCE(min(w.since), '')`, dateOrNone),
});

interface Source {
  /** Rows after the place `{:base}`, `{:after}`, at most `{:limit}`, in the order of base and id, along an index. */
  rows: Sql;
  /** Since when such rows wait, at most `{:limit}` of them in any order, as `since`. */
  waiting: Sql;
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

const LETTER_ENTRY = ({ word, name }: Row) => ({ title: name, detail: word });
const STORE_OF_PAYMENT = sql`COALESCE((SELECT s.name FROM stores s WHERE s.id = g.store), '')`;

const CASE_COLUMNS = sql`c.id AS id, c.dueAt AS base, c.kind || ' ' || c.what AS word, c.number AS number,
  ${SUBJECT_NAME} AS name`;
const CASE_AFTER = sql`c.dueAt <> '' AND c.dueAt >= {:base} AND (c.dueAt > {:base} OR c.id > {:after})`;
const IN_ORDER = sql`ORDER BY c.dueAt, c.id LIMIT {:limit}`;

const IS_NEWEST = sql`NOT EXISTS (SELECT 1 FROM withdrawals n
  WHERE n.person = w.person AND n.person <> '' AND n.confirmedAt > w.confirmedAt AND n.repeatedAt <> '')`;

/** Where the queue comes from. A new source is one entry here and one in `QUEUE_KINDS`. */
const SOURCES: Record<QueueKind, Source> = {
  report: {
    rows: sql`SELECT ${CASE_COLUMNS} FROM cases c WHERE ${CASE_AFTER} AND c.state <> 'appealed' AND NOT ${IS_AUTOMATED} ${IN_ORDER}`,
    waiting: sql`SELECT c.created AS since FROM cases c WHERE c.dueAt <> '' AND c.dueAt > '2' AND c.state <> 'appealed' AND NOT ${IS_AUTOMATED} LIMIT {:limit}`,
    within: 0,
    entry: CASE_ENTRY,
  },
  held: {
    rows: sql`SELECT ${CASE_COLUMNS} FROM cases c WHERE ${CASE_AFTER} AND c.state <> 'appealed' AND ${IS_AUTOMATED} ${IN_ORDER}`,
    waiting: sql`SELECT c.created AS since FROM cases c WHERE c.dueAt <> '' AND c.dueAt > '2' AND c.state <> 'appealed' AND ${IS_AUTOMATED} LIMIT {:limit}`,
    within: 0,
    entry: CASE_ENTRY,
  },
  appeal: {
    rows: sql`SELECT ${CASE_COLUMNS} FROM cases c WHERE ${CASE_AFTER} AND c.state = 'appealed' ${IN_ORDER}`,
    waiting: sql`SELECT c.created AS since FROM cases c WHERE c.dueAt <> '' AND c.dueAt > '2' AND c.state = 'appealed' LIMIT {:limit}`,
    within: 0,
    entry: CASE_ENTRY,
  },
  product: {
    rows: sql`SELECT p.id AS id, p.reviewSince AS base, p.name AS name, 0 AS number,
        COALESCE((SELECT s.name FROM stores s WHERE s.id = p.store), '') AS word
      FROM products p WHERE p.state = 'in-review' AND p.reviewSince >= {:base}
        AND (p.reviewSince > {:base} OR p.id > {:after}) ORDER BY p.reviewSince, p.id LIMIT {:limit}`,
    waiting: sql`SELECT p.reviewSince AS since FROM products p
      WHERE p.state = 'in-review' AND p.reviewSince > '2' LIMIT {:limit}`,
    within: 2 * DAY_MS,
    entry: ({ name, word }) => ({ title: name, detail: word }),
  },
  match: {
    rows: sql`SELECT m.id AS id, m.foundAt AS base, m.kind AS word, p.name AS name, 0 AS number
      FROM model_matches m JOIN product_files f ON f.id = m.newerFile JOIN products p ON p.id = f.product
      WHERE m.outcome = '' AND m.foundAt >= {:base} AND (m.foundAt > {:base} OR m.id > {:after})
      ORDER BY m.foundAt, m.id LIMIT {:limit}`,
    waiting: sql`SELECT m.foundAt AS since FROM model_matches m
      WHERE m.outcome = '' AND m.foundAt > '2' LIMIT {:limit}`,
    within: 5 * DAY_MS,
    entry: ({ word, name }) => ({ title: name, detail: MATCH_KINDS[word as MatchKind] }),
  },
  dispute: {
    // By the bank's deadline. One that is answered, or takes no answer, waits for the bank and for nobody here.
    rows: sql`SELECT d.[[order]] AS id, d.dueAt AS base, d.reason AS word, '' AS name, d.amountCents AS number
      FROM disputes d WHERE d.state = 'open' AND d.answeredAt = '' AND d.dueAt <> '' AND d.dueAt >= {:base}
        AND (d.dueAt > {:base} OR d.[[order]] > {:after}) ORDER BY d.dueAt, d.[[order]] LIMIT {:limit}`,
    waiting: sql`SELECT d.created AS since FROM disputes d
      WHERE d.state = 'open' AND d.answeredAt = '' AND d.dueAt <> '' AND d.dueAt > '2' LIMIT {:limit}`,
    within: 0,
    entry: ({ word, number }) => ({ title: `${moneyText(number)} disputed`, detail: providerWords(word) }),
  },
  memberDispute: {
    rows: sql`SELECT g.id AS id, g.updated AS base, g.paymentId AS word, ${STORE_OF_PAYMENT} AS name, g.paidCents AS number
      FROM guild_payments g WHERE g.state = 'disputed' AND g.updated >= {:base}
        AND (g.updated > {:base} OR g.id > {:after}) ORDER BY g.updated, g.id LIMIT {:limit}`,
    waiting: sql`SELECT g.updated AS since FROM guild_payments g WHERE g.state = 'disputed' LIMIT {:limit}`,
    within: 5 * DAY_MS,
    entry: ({ word, name, number }) => ({
      title: `${moneyText(number)} for ${name} disputed`,
      detail: `Payment ${word}`,
    }),
  },
  fraud: {
    rows: sql`SELECT o.id AS id, o.paidAt AS base, o.fraudWarning AS word, o.email AS name, o.totalCents AS number
      FROM orders o WHERE o.fraudWarning <> '' AND o.state IN ('paid', 'partly_refunded') AND o.paidAt > {:warned}
        AND o.paidAt >= {:base} AND (o.paidAt > {:base} OR o.id > {:after}) ORDER BY o.paidAt, o.id LIMIT {:limit}`,
    waiting: sql`SELECT o.paidAt AS since FROM orders o WHERE o.fraudWarning <> ''
      AND o.state IN ('paid', 'partly_refunded') AND o.paidAt > {:warned} LIMIT {:limit}`,
    within: 3 * DAY_MS,
    entry: ({ word, number }) => ({
      title: `${moneyText(number)} reported by the bank`,
      detail: providerWords(word),
    }),
  },
  memberFraud: {
    rows: sql`SELECT g.id AS id, g.paidAt AS base, g.fraudWarning AS word, ${STORE_OF_PAYMENT} AS name, g.paidCents AS number
      FROM guild_payments g WHERE g.fraudWarning <> '' AND g.state = 'paid' AND g.paidAt > {:warned}
        AND g.paidAt >= {:base} AND (g.paidAt > {:base} OR g.id > {:after}) ORDER BY g.paidAt, g.id LIMIT {:limit}`,
    waiting: sql`SELECT g.paidAt AS since FROM guild_payments g
      WHERE g.fraudWarning <> '' AND g.state = 'paid' AND g.paidAt > {:warned} LIMIT {:limit}`,
    within: 3 * DAY_MS,
    entry: ({ word, name, number }) => ({
      title: `${moneyText(number)} for ${name} reported by the bank`,
      detail: providerWords(word),
    }),
  },
  withdrawals: {
    // The newest of each person, who is the entry.
    rows: sql`SELECT w.person AS id, w.repeatedAt AS base, '' AS word, u.username AS name,
        (SELECT count(*) FROM withdrawals c WHERE c.person = w.person AND c.person <> '' AND c.confirmedAt > {:repeated}
          AND c.refundedCents > 0) AS number
      FROM withdrawals w JOIN users u ON u.id = w.person WHERE w.repeatedAt > {:warned} AND w.repeatedAt <> ''
        AND w.repeatedAt >= {:base} AND (w.repeatedAt > {:base} OR w.person > {:after}) AND ${IS_NEWEST}
      ORDER BY w.repeatedAt, w.person LIMIT {:limit}`,
    waiting: sql`SELECT w.repeatedAt AS since FROM withdrawals w JOIN users u ON u.id = w.person
      WHERE w.repeatedAt > {:warned} AND w.repeatedAt <> '' AND ${IS_NEWEST} LIMIT {:limit}`,
    within: 5 * DAY_MS,
    entry: ({ name, number }) => ({
      title: `${name} withdrew ${number} times`,
      detail: `within ${WITHDRAWALS_REPEATED_DAYS} days, with money given back`,
    }),
  },
  unmatched: {
    rows: sql`SELECT p.id AS id, p.created AS base, p.reason AS word, p.email AS name, p.paidCents AS number
      FROM unmatched_payments p WHERE p.state = 'open' AND p.created >= {:base}
        AND (p.created > {:base} OR p.id > {:after}) ORDER BY p.created, p.id LIMIT {:limit}`,
    waiting: sql`SELECT p.created AS since FROM unmatched_payments p
      WHERE p.state = 'open' AND p.created > '2' LIMIT {:limit}`,
    within: DAY_MS,
    entry: ({ word, name, number }) => ({
      title: `${moneyText(number)} paid by ${name === '' ? 'somebody' : name}`,
      detail: word === '' ? '' : UNMATCHED_REASONS[word as UnmatchedReason],
    }),
  },
  billing: {
    rows: sql`SELECT b.id AS id, b.created AS base, b.reason AS word, b.kind || ' ' || b.subscription AS name, 0 AS number
      FROM billing_troubles b WHERE b.created >= {:base} AND (b.created > {:base} OR b.id > {:after})
      ORDER BY b.created, b.id LIMIT {:limit}`,
    waiting: sql`SELECT b.created AS since FROM billing_troubles b WHERE b.created > '2' LIMIT {:limit}`,
    within: 2 * DAY_MS,
    entry: ({ word, name }) => {
      const [kind, subscription] = name.split(' ') as [BillingTroubleKind, string];
      return {
        title: `${BILLING_TROUBLES[kind]}: ${providerWords(word)}`,
        detail: `${BILLING_TROUBLE_TEXTS[kind]} Subscription ${subscription}.`,
      };
    },
  },
  transfer: {
    rows: sql`SELECT r.id AS id, r.updated AS base, r.kind AS word, r.amountCents AS number,
        COALESCE((SELECT s.name FROM stores s WHERE s.id = r.store), '') AS name
      FROM seller_transfers r WHERE ${GAVE_UP.transfer} AND r.updated >= {:base}
        AND (r.updated > {:base} OR r.id > {:after}) ORDER BY r.updated, r.id LIMIT {:limit}`,
    waiting: sql`SELECT r.updated AS since FROM seller_transfers r WHERE ${GAVE_UP.transfer} LIMIT {:limit}`,
    within: DAY_MS,
    entry: ({ word, name, number }) => ({ title: `${moneyText(number)} to ${name}`, detail: word }),
  },
  mail: {
    rows: sql`SELECT r.id AS id, r.sendAfter AS base, r.error AS word, r.subject AS name, 0 AS number
      FROM mails r WHERE ${GAVE_UP.mail} AND r.sendAfter >= {:base}
        AND (r.sendAfter > {:base} OR r.id > {:after}) ORDER BY r.sendAfter, r.id LIMIT {:limit}`,
    waiting: sql`SELECT r.sendAfter AS since FROM mails r WHERE ${GAVE_UP.mail} LIMIT {:limit}`,
    within: DAY_MS,
    entry: LETTER_ENTRY,
  },
  event: {
    rows: sql`SELECT r.id AS id, r.created AS base, r.error AS word, r.type AS name, 0 AS number
      FROM payment_events r WHERE ${GAVE_UP.event} AND r.created >= {:base}
        AND (r.created > {:base} OR r.id > {:after}) ORDER BY r.created, r.id LIMIT {:limit}`,
    waiting: sql`SELECT r.created AS since FROM payment_events r WHERE ${GAVE_UP.event} LIMIT {:limit}`,
    within: DAY_MS,
    entry: LETTER_ENTRY,
  },
  preview: {
    rows: sql`SELECT r.id AS id, r.updated AS base, '' AS word, 0 AS number,
        COALESCE((SELECT p.name FROM products p WHERE p.id = r.product), '') AS name
      FROM previews r WHERE ${GAVE_UP.preview} AND r.updated >= {:base}
        AND (r.updated > {:base} OR r.id > {:after}) ORDER BY r.updated, r.id LIMIT {:limit}`,
    waiting: sql`SELECT r.updated AS since FROM previews r WHERE ${GAVE_UP.preview} LIMIT {:limit}`,
    within: 3 * DAY_MS,
    entry: LETTER_ENTRY,
  },
  archive: {
    rows: sql`SELECT r.id AS id, r.updated AS base, r.error AS word, 0 AS number,
        COALESCE((SELECT p.name FROM products p WHERE p.id = r.product), '') AS name
      FROM product_zips r WHERE ${GAVE_UP.archive} AND r.updated >= {:base}
        AND (r.updated > {:base} OR r.id > {:after}) ORDER BY r.updated, r.id LIMIT {:limit}`,
    waiting: sql`SELECT r.updated AS since FROM product_zips r WHERE ${GAVE_UP.archive} LIMIT {:limit}`,
    within: DAY_MS,
    entry: LETTER_ENTRY,
  },
};

/** Where a page of the queue ended. */
export interface QueuePlace {
  dueAt: Instant;
  kind: QueueKind;
  id: string;
}

/** What the statements of every kind are given besides the place. */
const valuesAt = (now: Instant) => ({
  warned: dateOf(now - WARNED_DAYS * DAY_MS),
  repeated: dateOf(now - WITHDRAWALS_REPEATED_DAYS * DAY_MS),
  tries: EVENT_TRIES_SHOWN,
});

/**
 * A page of the queue, the most urgent first. Each kind brings a page along its own index, and the pages are merged.
 * @param kinds only these kinds. @param after where the page before ended; null for the first.
 */
export async function queuePage(
  pb: PocketBase,
  {
    kinds,
    after,
    limit,
    now,
  }: { kinds: readonly QueueKind[]; after: QueuePlace | null; limit: number; now: Instant },
): Promise<{ entries: QueueEntry[]; next: QueuePlace | null }> {
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
  const base = after === null ? '' : dateOf(after.dueAt - within);
  const [found] = await ask(
    pb,
    select(ROW, sql`SELECT ${ROW} FROM (${rows}) r`, { base, after: afterId, limit, ...valuesAt(now) }),
  );
  return found.map((row) => ({
    kind,
    id: row.id,
    dueAt: row.base + within,
    ...entry(row),
  }));
}

/** How much waits of these kinds, counted up to `most`, and since when. */
export async function queueAges(
  pb: PocketBase,
  kinds: readonly QueueKind[],
  most: number,
  now: Instant,
): Promise<QueueAge[]> {
  const found = await ask(pb, ...kinds.map((kind) => ageOf(kind, most, now)));
  return kinds.map((kind, at) => {
    const row = found[at]?.[0];
    return { kind, count: row?.count ?? 0, oldestAt: row?.oldestAt ?? null };
  });
}

const ageOf = (kind: QueueKind, most: number, now: Instant) =>
  select(AGE, sql`SELECT ${AGE} FROM (${SOURCES[kind].waiting}) w`, { limit: most, ...valuesAt(now) });
