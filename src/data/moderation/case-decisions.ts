import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { CaseDecision, SavedReason } from '../../domain/moderation/case-decision.ts';
import { withDeed } from '../identity/roles.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/**
 * Decides a case, if nothing was said or decided in it since it was read. Both sides are told by the job of cases, also where
 * the objection to an equal decision was not told yet.
 * @param pb in the hands of whoever decides; see `actingAs`. @param seen what the case file said when it was read.
 * @param besides further steps of the same deed. @returns false where something happened in between
 */
export async function decideCase(
  pb: PocketBase,
  { id, seen, decision, now }: { id: string; seen: string; decision: CaseDecision; now: Instant },
  besides: (steps: Transaction) => void = () => undefined,
): Promise<boolean> {
  const { verdict, ground, groundText, reason } = decision;
  const steps = transaction(pb).exec(
    sql`UPDATE cases SET decision = {:reason}, ground = {:ground}, groundText = {:groundText},
        toldState = CASE state WHEN 'appealed' THEN 'appealed' ELSE toldState END, state = {:verdict}, updated = {:now}
      WHERE id = {:id} AND updated = {:seen} AND state IN ('open', 'answered', 'appealed')`,
    { id, seen, verdict, ground, groundText, reason, now: dateOf(now) },
    { expect: 1, else: 'changed' },
  );
  const detail = `${verdict}: ${groundText}`;
  withDeed(steps, { deed: 'case.decide', collection: 'cases', record: id, detail }, now);
  besides(steps);
  return (await refusalOf(steps, ['changed'])) === null;
}

const c = tables.cases.as('c');
const r = tables.savedReasons.as('r');

const CASE = shape({ id: c.id });
const REASON = shape({
  id: r.id,
  title: r.title,
  verdict: r.verdict,
  ground: r.ground,
  groundText: r.groundText,
  reason: r.text,
});

/** Whether this case was decided like this already, as by the same request sent twice. */
export async function isDecidedSo(
  pb: PocketBase,
  id: string,
  { verdict, reason, groundText }: CaseDecision,
): Promise<boolean> {
  const [found] = await ask(
    pb,
    select(
      CASE,
      sql`SELECT ${CASE} FROM cases c WHERE c.id = {:id} AND c.state = {:verdict}
        AND c.decision = {:reason} AND c.groundText = {:groundText}`,
      { id, verdict, reason, groundText },
    ),
  );
  return found.length > 0;
}

/** The saved reasons by title. */
export async function savedReasons(pb: PocketBase): Promise<SavedReason[]> {
  const [reasons] = await ask(
    pb,
    select(REASON, sql`SELECT ${REASON} FROM saved_reasons r ORDER BY r.title LIMIT 100`, {}),
  );
  return reasons;
}

/**
 * Saves a reason; without an id a new one. @param most how many there can be.
 * @returns "taken" where the title is, "full" where there are too many, "unknown" where there is none with this id
 */
export async function saveReason(
  pb: PocketBase,
  { id, title, verdict, ground, groundText, reason }: Omit<SavedReason, 'id'> & { id: string | null },
  { most, now }: { most: number; now: Instant },
): Promise<'taken' | 'full' | 'unknown' | null> {
  const values = { id: id ?? newRecordId(), title, verdict, ground, groundText, reason, now: dateOf(now) };
  const steps = transaction(pb);
  if (id === null)
    steps.exec(
      sql`INSERT INTO saved_reasons (id, title, verdict, ground, groundText, text, created, updated)
        SELECT {:id}, {:title}, {:verdict}, {:ground}, {:groundText}, {:reason}, {:now}, {:now}
        WHERE (SELECT count(*) FROM saved_reasons) < {:most}`,
      { ...values, most },
      { expect: 1, else: 'full' },
    );
  else
    steps.exec(
      sql`UPDATE saved_reasons SET title = {:title}, verdict = {:verdict}, ground = {:ground},
        groundText = {:groundText}, text = {:reason}, updated = {:now} WHERE id = {:id}`,
      values,
      { expect: 1, else: 'unknown' },
    );
  withDeed(
    steps,
    { deed: 'reason.change', collection: 'saved_reasons', record: values.id, detail: title },
    now,
  );
  const refusal = await refusalOf(steps, ['full', 'unknown', 'conflict']);
  return refusal === 'conflict' ? 'taken' : refusal;
}

/** Deletes a saved reason. Decisions that used it keep their words. */
export async function removeReason(pb: PocketBase, id: string, now: Instant): Promise<void> {
  const steps = transaction(pb).exec(sql`DELETE FROM saved_reasons WHERE id = {:id}`, { id });
  await withDeed(
    steps,
    { deed: 'reason.change', collection: 'saved_reasons', record: id, detail: 'deleted' },
    now,
  ).run();
}
