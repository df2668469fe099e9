import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { CASE_APPEAL_DAYS, type Case, caseSuspends, type Suspension } from '../../domain/moderation/case.ts';
import type { DecidedCase } from '../../domain/moderation/strikes.ts';
import { asPerson } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, maybe, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { choice, flag, text, texts } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** Somebody who is mailed about a case. */
export interface CasePerson {
  /** Null where the operator opened the case on behalf of an address. */
  userId: string | null;
  email: string;
  /** The report of somebody without an account; absent for everybody else. */
  reportId?: string;
  /** Whether the address is known to be theirs: no text of others is mailed to any other address. */
  confirmed: boolean;
}

/** A case with both sides of it, for the mails to them. */
export interface StoredCase {
  case: Case;
  /** The reporters. */
  reporters: CasePerson[];
  /** The owner of the subject; null where the account was deleted. */
  accused: (CasePerson & { userId: string }) | null;
  /** The store of the subject; "" where there is none. */
  storeName: string;
}

const c = tables.cases.as('c');
const s = tables.stores.as('s');
const p = tables.products.as('p');
const u = tables.users.as('u');

/** The spam hold opens its cases itself: nobody reported them, and the subject was hidden from the start. */
export const IS_AUTOMATED = sql`(c.kind = 'spam' AND c.suspendMeanwhile AND c.reporter = '' AND c.what NOT IN ('product', 'store'))`;

/** The name of what the case `c` is about; "" where it has none or was deleted. */
export const SUBJECT_NAME = sql`CASE c.what WHEN 'product' THEN COALESCE((SELECT p.name FROM products p WHERE p.id = c.product), '')
  WHEN 'store' THEN COALESCE((SELECT s.name FROM stores s WHERE s.id = c.store), '') ELSE '' END`;

/** The subject of the case `c`. */
export const ABOUT = { what: c.what.or('store'), id: c.subject, name: value(SUBJECT_NAME, text) };

/** The case `c` without what others reported about its subject. */
export const ONE_CLAIM = {
  id: c.id,
  number: c.number,
  kind: c.kind,
  state: c.state,
  about: ABOUT,
  quote: c.quote,
  claim: c.claim,
  answer: c.answer,
  decision: c.decision,
  ground: from({ is: c.ground, text: c.groundText }, ({ is, text }) => is && { is, text }),
  automated: value(IS_AUTOMATED, flag),
  decidedAt: c.decidedAt,
  appeal: c.appeal,
  deadline: c.deadline.or(0),
  suspends: from(
    { state: c.state, meanwhile: c.suspendMeanwhile, before: c.appealedFrom },
    ({ state, meanwhile, before }) => caseSuspends(state, meanwhile, before),
  ),
};

/** The ids of the reports of the case `c`: each half has an index of its own. */
export const REPORTS_OF_CASE = sql`SELECT id FROM reports WHERE inCase = c.id AND [[user]] <> ''
  UNION ALL SELECT id FROM reports WHERE [[user]] = '' AND inCase = c.id`;

/** The case `c` as both sides read it. */
export const OF_CASE = {
  ...ONE_CLAIM,
  moreClaims: value(
    sql`(SELECT json_group_array(m.text) || '' FROM (SELECT n.text FROM reports n
      WHERE n.id IN (${REPORTS_OF_CASE}) AND n.text <> c.claim ORDER BY n.created) m)`,
    texts,
  ),
};

const CASE = shape(OF_CASE);

/** The cases against this user, newest first, at most 100. */
export async function casesAgainst(pb: PocketBase, userId: string): Promise<Case[]> {
  const [found] = await ask(
    pb,
    select(
      CASE,
      sql`SELECT ${CASE} FROM cases c WHERE c.accused = {:userId} ORDER BY c.number DESC LIMIT 100`,
      { userId },
    ),
  );
  return found;
}

const SUSPENDED_STORE = shape({
  what: value(sql`'store'`, choice<Suspension['what']>()),
  id: s.id,
  name: s.name,
  why: s.suspendedWhy,
});
const SUSPENDED_PRODUCT = shape({
  what: value(sql`'product'`, choice<Suspension['what']>()),
  id: p.id,
  name: p.name,
  why: p.suspendedWhy,
});

/** What is suspended of a store: the store itself, and up to 100 of its products. */
export async function suspensionsOf(pb: PocketBase, storeId: string): Promise<Suspension[]> {
  const suspended = await ask(
    pb,
    select(
      SUSPENDED_STORE,
      sql`SELECT ${SUSPENDED_STORE} FROM stores s WHERE s.id = {:storeId} AND s.state = 'suspended'`,
      { storeId },
    ),
    select(
      SUSPENDED_PRODUCT,
      sql`SELECT ${SUSPENDED_PRODUCT} FROM products p
        WHERE p.store = {:storeId} AND p.state = 'suspended' LIMIT 100`,
      { storeId },
    ),
  );
  return suspended.flat();
}

const UNTOLD = sql`cases c WHERE c.state <> c.toldState ORDER BY c.number LIMIT {:limit}`;
const PERSON = { userId: u.id, email: u.email, confirmed: u.verified };
const SIDES = shape({
  case: OF_CASE,
  reporter: c.reporter,
  accused: maybe(PERSON),
  storeName: s.name.or(''),
});
const r = tables.reports.as('r');
const REPORTER = shape({ caseId: r.inCase, reportId: r.id, email: r.email, person: maybe(PERSON) });

/** Cases whose current state both sides have not been notified of, oldest first. */
export async function casesToNotify(pb: PocketBase, limit: number): Promise<StoredCase[]> {
  const [untold, reporters] = await ask(
    pb,
    select(
      SIDES,
      sql`SELECT ${SIDES} FROM (SELECT c.id, c.number FROM ${UNTOLD}) i JOIN cases c ON c.id = i.id
        LEFT JOIN users u ON u.id = c.accused LEFT JOIN stores s ON s.id = c.store ORDER BY i.number`,
      { limit },
    ),
    select(
      REPORTER,
      sql`SELECT ${REPORTER} FROM (SELECT c.id FROM ${UNTOLD}) c
          JOIN reports r ON r.id IN (${REPORTS_OF_CASE}) LEFT JOIN users u ON u.id = r.[[user]]
        ORDER BY r.created`,
      { limit },
    ),
  );
  const of = Map.groupBy(reporters, ({ caseId }) => caseId);
  return untold.map(({ case: about, reporter, accused, storeName }) => {
    const given = of.get(about.id) ?? [];
    return {
      case: about,
      reporters: [
        ...(reporter === '' ? [] : [{ userId: null, email: reporter, confirmed: true }]),
        ...given.flatMap(({ person }) => person ?? []),
        // Whoever has no account confirmed the address before the report was sent.
        ...given
          .filter(({ email }) => email !== '')
          .map(({ reportId, email }) => ({ userId: null, email, confirmed: true, reportId })),
      ],
      accused,
      storeName,
    };
  });
}

/**
 * Records that both sides were notified of a case's state, with the mails and notices in the same transaction. False
 * where that was recorded before, or the state or the decision has changed.
 */
export async function markCaseNotified(
  pb: PocketBase,
  { id, state, decision }: Pick<Case, 'id' | 'state' | 'decision'>,
  queue: (steps: Transaction) => void,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE cases SET toldState = state WHERE id = {:id} AND state = {:state} AND decision = {:decision}
      AND toldState <> state`,
    { id, state, decision },
    { expect: 1, else: 'notified' },
  );
  queue(steps);
  return (await refusalOf(steps, ['notified'])) === null;
}

/** Saves an answer. False where the case is not against this user, or no longer takes an answer. */
export async function answerCase(
  pb: PocketBase,
  userId: string,
  caseId: string,
  answer: string,
  now: Instant,
): Promise<boolean> {
  if (!isRecordId(caseId)) return false;
  const steps = transaction(asPerson(pb, userId)).exec(
    sql`UPDATE cases SET answer = {:answer}, state = 'answered', updated = {:now}
      WHERE id = {:caseId} AND accused = {:userId} AND state = 'open'`,
    { caseId, userId, answer, now: dateOf(now) },
    { expect: 1, else: 'no-answer' },
  );
  return (await refusalOf(steps, ['no-answer'])) === null;
}

/**
 * Saves an objection to a decision; the operator decides again. False where the decision did not go against this user,
 * there was an objection before, or the deadline has passed.
 */
export async function appealCase(
  pb: PocketBase,
  userId: string,
  caseId: string,
  appeal: string,
  now: Instant,
): Promise<boolean> {
  if (!isRecordId(caseId)) return false;
  const steps = transaction(asPerson(pb, userId)).exec(
    sql`UPDATE cases SET appeal = {:appeal}, appealedFrom = state, state = 'appealed', updated = {:now}
      WHERE id = {:caseId} AND appeal = '' AND decidedAt >= {:since} AND (
        (state = 'upheld' AND accused = {:userId}) OR (state = 'dismissed' AND EXISTS (
          SELECT 1 FROM reports r WHERE r.inCase = cases.id AND r.[[user]] = {:userId})))`,
    { caseId, userId, appeal, now: dateOf(now), since: dateOf(now - CASE_APPEAL_DAYS * 86_400_000) },
    { expect: 1, else: 'no-appeal' },
  );
  return (await refusalOf(steps, ['no-appeal'])) === null;
}

const DECIDED = shape({ state: c.state, decidedAt: c.decidedAt });

/** The decided cases against a user, newest first, at most 200. */
export async function decisionsAgainst(pb: PocketBase, userId: string): Promise<DecidedCase[]> {
  const [decided] = await ask(
    pb,
    select(
      DECIDED,
      sql`SELECT ${DECIDED} FROM cases c INDEXED BY cases_accused
        WHERE c.accused = {:userId} AND c.decidedAt <> '' ORDER BY c.decidedAt DESC LIMIT 200`,
      { userId },
    ),
  );
  return decided;
}

/** Saves a user's strikes; the operator sees them in the account's record. */
export async function saveStrikes(pb: PocketBase, userId: string, strikes: number): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE users SET strikes = {:strikes} WHERE id = {:userId} AND strikes <> {:strikes}`, {
      userId,
      strikes,
    })
    .run();
}

const STRIKES = shape({ strikes: u.strikes });
const USER = shape({ id: u.id });

/** The strikes of a store's owner. */
export async function strikesOfOwner(pb: PocketBase, storeId: string): Promise<number> {
  const owner = await first(
    pb,
    select(
      STRIKES,
      sql`SELECT ${STRIKES} FROM stores s JOIN users u ON u.id = s.owner WHERE s.id = {:storeId}`,
      { storeId },
    ),
  );
  return owner?.strikes ?? 0;
}

/** The ids of users with strikes, for the job that expires them. */
export async function peopleWithStrikes(pb: PocketBase, limit: number): Promise<string[]> {
  const [found] = await ask(
    pb,
    select(USER, sql`SELECT ${USER} FROM users u WHERE u.strikes > 0 LIMIT {:limit}`, { limit }),
  );
  return found.map(({ id }) => id);
}
