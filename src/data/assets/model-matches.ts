import type PocketBase from 'pocketbase';
import { type MatchKind, type MatchOutcome, pairOf } from '../../domain/assets/model-match.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { withDeed } from '../identity/roles.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import type { FileShape } from './model-shapes.ts';

const m = tables.modelMatches.as('m');
const PAIR = shape({ stores: m.stores });

/** The same model in two stores, for the desk. Nobody else hears of it. */

export interface FoundMatch {
  older: FileShape;
  newer: FileShape;
  kind: MatchKind;
  distance: number;
}

/** Those stores of `others` that may share models with `store`, as somebody at the desk decided. */
export async function licensedWith(
  pb: PocketBase,
  store: string,
  others: readonly string[],
): Promise<Set<string>> {
  const [rows] = await ask(
    pb,
    select(
      PAIR,
      sql`SELECT DISTINCT ${PAIR} FROM model_matches m
        WHERE m.outcome = 'licensed' AND m.stores IN (SELECT value FROM json_each({:pairs}))`,
      { pairs: others.map((other) => pairOf(store, other)) },
    ),
  );
  const pairs = new Set(rows.map(({ stores }) => stores));
  return new Set(others.filter((other) => pairs.has(pairOf(store, other))));
}

/** Ends the comparison of a file and records what it found; two products are matched once, whatever was decided about them. */
export async function endComparison(
  pb: PocketBase,
  fileId: string,
  found: readonly FoundMatch[],
  now: Instant,
): Promise<void> {
  const steps = transaction(pb).exec(
    sql`UPDATE model_shapes SET dueAt = '', updated = {:now} WHERE id = {:fileId}`,
    { fileId, now: dateOf(now) },
  );
  for (const { older, newer, kind, distance } of found)
    steps.exec(
      sql`INSERT INTO model_matches (id, pair, stores, olderFile, newerFile, kind, distance, foundAt, outcome, decidedBy, decidedAt, created, updated)
        VALUES ({:id}, {:pair}, {:stores}, {:olderFile}, {:newerFile}, {:kind}, {:distance}, {:now}, '', '', '', {:now}, {:now})
        ON CONFLICT (pair) DO NOTHING`,
      {
        id: newRecordId(),
        pair: pairOf(older.productId, newer.productId),
        stores: pairOf(older.storeId, newer.storeId),
        olderFile: older.fileId,
        newerFile: newer.fileId,
        ...{ kind, distance, now: dateOf(now) },
      },
    );
  await steps.run();
}

/** Both models of a match are parts that many stores have: they make no match any more. */
const setCommon = (steps: Transaction, id: string) =>
  steps.exec(
    sql`UPDATE model_shapes SET common = TRUE WHERE id IN (
      SELECT m.olderFile FROM model_matches m WHERE m.id = {:id} UNION ALL SELECT m.newerFile FROM model_matches m WHERE m.id = {:id})`,
    { id },
  );

export interface MatchDecision {
  id: string;
  outcome: MatchOutcome;
  /** The name of whoever decides. */
  by: string;
  /** What a reader of the audit log wants to know besides. */
  detail: string;
  now: Instant;
}

/**
 * Adds the decision of an open match to a transaction of `actingAs`, which is refused with "decided" where somebody else was
 * faster.
 */
export function withMatchDecision(
  steps: Transaction,
  { id, outcome, by, detail, now }: MatchDecision,
): Transaction {
  steps.exec(
    sql`UPDATE model_matches SET outcome = {:outcome}, decidedBy = {:by}, decidedAt = {:now}, updated = {:now}
      WHERE id = {:id} AND outcome = ''`,
    { id, outcome, by, now: dateOf(now) },
    { expect: 1, else: 'decided' },
  );
  if (outcome === 'common') setCommon(steps, id);
  withDeed(steps, { deed: 'match.decide', collection: 'model_matches', record: id, detail }, now);
  return steps;
}

/**
 * Decides an open match. @param pb in the hands of whoever decides; see `actingAs`.
 * @returns false where somebody else has decided it.
 */
export async function decideMatch(pb: PocketBase, decision: MatchDecision): Promise<boolean> {
  return (await refusalOf(withMatchDecision(transaction(pb), decision), ['decided'])) === null;
}
