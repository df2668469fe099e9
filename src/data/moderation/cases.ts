import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  CASE_APPEAL_DAYS,
  type Case,
  type CaseKind,
  type CaseState,
  type CaseSubject,
  caseSuspends,
  type Suspension,
} from '../../domain/moderation/case.ts';
import type { DecidedCase } from '../../domain/moderation/strikes.ts';
import { asPerson } from '../kernel/actor.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type {
  CasesRecord,
  ProductsRecord,
  ReportsRecord,
  StoresRecord,
  UsersRecord,
} from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
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

export type CaseExpanded = CasesRecord & {
  expand?: {
    product?: ProductsRecord;
    store?: StoresRecord;
    accused?: UsersRecord;
    reports_via_inCase?: (ReportsRecord & { expand?: { user?: UsersRecord } })[];
  };
};

/** The cases against this user, newest first, at most 100. */
export async function casesAgainst(pb: PocketBase, userId: string): Promise<Case[]> {
  const list = await pb.collection('cases').getList<CaseExpanded>(1, 100, {
    filter: pb.filter('accused = {:userId}', { userId }),
    sort: '-number',
    expand: 'product,store,reports_via_inCase',
    skipTotal: true,
  });
  return list.items.map(caseOf);
}

/** What is suspended of a store: the store itself, and up to 100 of its products. */
export async function suspensionsOf(pb: PocketBase, storeId: string): Promise<Suspension[]> {
  const fields = { fields: 'id,name,suspendedWhy', skipTotal: true };
  const of = (field: string) => pb.filter(`${field} = {:storeId} && state = 'suspended'`, { storeId });
  const [stores, products] = await Promise.all([
    pb.collection('stores').getList<StoresRecord>(1, 1, { ...fields, filter: of('id') }),
    pb.collection('products').getList<ProductsRecord>(1, 100, { ...fields, filter: of('store') }),
  ]);
  const suspensionOf = (
    what: Suspension['what'],
    { id, name, suspendedWhy }: StoresRecord | ProductsRecord,
  ) => ({
    what,
    id,
    name,
    why: suspendedWhy,
  });
  return [
    ...stores.items.map((store) => suspensionOf('store', store)),
    ...products.items.map((product) => suspensionOf('product', product)),
  ];
}

const personOf = ({ id, email, verified }: UsersRecord) => ({ userId: id, email, confirmed: verified });

/** Cases whose current state both sides have not been notified of, oldest first. */
export async function casesToNotify(pb: PocketBase, limit: number): Promise<StoredCase[]> {
  const list = await pb.collection('cases').getList<CaseExpanded>(1, limit, {
    filter: 'state != toldState',
    sort: 'number',
    expand: 'product,store,accused,reports_via_inCase.user',
    skipTotal: true,
  });
  return list.items.map((record) => {
    const { store, accused, reports_via_inCase: reports = [] } = record.expand ?? {};
    const people = reports.flatMap(({ expand }) => (expand?.user ? [expand.user] : []));
    return {
      case: caseOf(record),
      reporters: [
        ...(record.reporter === '' ? [] : [{ userId: null, email: record.reporter, confirmed: true }]),
        ...people.map(personOf),
        // Whoever has no account confirmed the address before the report was sent.
        ...reports
          .filter(({ email }) => email !== '')
          .map(({ id, email }) => ({ userId: null, email, confirmed: true, reportId: id })),
      ],
      accused: accused ? personOf(accused) : null,
      storeName: store?.name ?? '',
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

/** The decided cases against a user, newest first, at most 200. */
export async function decisionsAgainst(pb: PocketBase, userId: string): Promise<DecidedCase[]> {
  const list = await pb.collection('cases').getList<CasesRecord>(1, 200, {
    filter: pb.filter("accused = {:userId} && decidedAt != ''", { userId }),
    sort: '-decidedAt',
    fields: 'state,decidedAt',
    skipTotal: true,
  });
  return list.items.map(({ state, decidedAt }) => ({
    state: state === '' ? 'open' : state,
    decidedAt: instantOf(decidedAt),
  }));
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

/** The strikes of a store's owner. */
export async function strikesOfOwner(pb: PocketBase, storeId: string): Promise<number> {
  const store = await orNull(
    pb.collection('stores').getOne<StoresRecord & { expand?: { owner?: UsersRecord } }>(storeId, {
      expand: 'owner',
      fields: 'expand.owner.strikes',
    }),
  );
  return store?.expand?.owner?.strikes ?? 0;
}

/** The ids of users with strikes, for the job that expires them. */
export async function peopleWithStrikes(pb: PocketBase, limit: number): Promise<string[]> {
  const list = await pb.collection('users').getList<UsersRecord>(1, limit, {
    filter: 'strikes > 0',
    fields: 'id',
    skipTotal: true,
  });
  return list.items.map(({ id }) => id);
}

/** A row's state, kind and subject, with defaults for those the backend left empty. */
export function caseFields(record: CasesRecord): { kind: CaseKind; state: CaseState; what: CaseSubject } {
  return {
    kind: record.kind === '' ? 'other' : record.kind,
    state: record.state === '' ? 'open' : record.state,
    what: record.what === '' ? 'store' : record.what,
  };
}

/** The subject of a case, with its name where it has one. */
export function aboutOf(record: CaseExpanded): Case['about'] {
  const { what } = caseFields(record);
  const named = what === 'product' ? record.expand?.product : what === 'store' ? record.expand?.store : null;
  return { what, id: record.subject, name: named?.name ?? '' };
}

/** The spam hold opens its cases itself: nobody reported them, and the subject was hidden from the start. */
export function isAutomated({ kind, what, reporter, suspendMeanwhile }: CasesRecord): boolean {
  return kind === 'spam' && suspendMeanwhile && reporter === '' && what !== 'product' && what !== 'store';
}

export function caseOf(record: CaseExpanded): Case {
  const { kind, state } = caseFields(record);
  const reports = record.expand?.reports_via_inCase ?? [];
  return {
    id: record.id,
    number: record.number,
    kind,
    state,
    about: aboutOf(record),
    quote: record.quote,
    claim: record.claim,
    moreClaims: reports
      .toSorted((one, other) => one.created.localeCompare(other.created))
      .map(({ text }) => text)
      .filter((text) => text !== record.claim),
    answer: record.answer,
    decision: record.decision,
    ground: record.ground === '' ? null : { is: record.ground, text: record.groundText },
    automated: isAutomated(record),
    decidedAt: instantOf(record.decidedAt),
    appeal: record.appeal,
    deadline: instantOf(record.deadline) ?? 0,
    suspends: caseSuspends(state, record.suspendMeanwhile, orAbsent(record.appealedFrom)),
  };
}
