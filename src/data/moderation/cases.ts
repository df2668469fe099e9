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

/** A case with both sides of it; only for letters to them. */
export interface StoredCase {
  case: Case;
  /** Who made the claim, and where he reads his mail. `userId` is null where the operator opened it for him. */
  reporters: { userId: string | null; email: string }[];
  /** Whose thing it is about, and where he reads his mail; null where he is gone. */
  accused: { userId: string; email: string } | null;
  /** The store it is about; "" where it is about none. */
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

/** The cases about something of this person's, the newest first, at most 100. */
export async function casesAgainst(pb: PocketBase, userId: string): Promise<Case[]> {
  const list = await pb.collection('cases').getList<CaseExpanded>(1, 100, {
    filter: pb.filter('accused = {:userId}', { userId }),
    sort: '-number',
    expand: 'product,store,reports_via_inCase',
    skipTotal: true,
  });
  return list.items.map(caseOf);
}

/** What is out of sight of a store: itself, and up to 100 of its products. */
export async function suspensionsOf(pb: PocketBase, storeId: string): Promise<Suspension[]> {
  const fields = { fields: 'id,name,suspendedWhy', skipTotal: true };
  const of = (field: string) => pb.filter(`${field} = {:storeId} && state = 'suspended'`, { storeId });
  const [stores, products] = await Promise.all([
    pb.collection('stores').getList<StoresRecord>(1, 1, { ...fields, filter: of('id') }),
    pb.collection('products').getList<ProductsRecord>(1, 100, { ...fields, filter: of('store') }),
  ]);
  const told = (what: Suspension['what'], { id, name, suspendedWhy }: StoresRecord | ProductsRecord) => ({
    what,
    id,
    name,
    why: suspendedWhy,
  });
  return [
    ...stores.items.map((store) => told('store', store)),
    ...products.items.map((product) => told('product', product)),
  ];
}

/** Cases whose newest state nobody was written about yet, the oldest first. */
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
        ...(record.reporter === '' ? [] : [{ userId: null, email: record.reporter }]),
        ...people.map(({ id, email }) => ({ userId: id, email })),
      ],
      accused: accused ? { userId: accused.id, email: accused.email } : null,
      storeName: store?.name ?? '',
    };
  });
}

/**
 * Notes that a case's state is told, with the letters and notices about it in the same transaction. False where somebody
 * did so, or it moved on.
 */
export async function markCaseNotified(
  pb: PocketBase,
  { id, state }: Pick<Case, 'id' | 'state'>,
  tell: (steps: Transaction) => void,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE cases SET toldState = state WHERE id = {:id} AND state = {:state} AND toldState <> state`,
    { id, state },
    { expect: 1, else: 'told' },
  );
  tell(steps);
  return (await refusalOf(steps, ['told'])) === null;
}

/** Keeps an answer. False where the case is not about something of his, or takes no answer any more. */
export async function answerCase(
  pb: PocketBase,
  userId: string,
  caseId: string,
  answer: string,
  now: Instant,
): Promise<boolean> {
  if (!isRecordId(caseId)) return false;
  const steps = transaction(pb).exec(
    sql`UPDATE cases SET answer = {:answer}, state = 'answered', updated = {:now}
      WHERE id = {:caseId} AND accused = {:userId} AND state = 'open'`,
    { caseId, userId, answer, now: dateOf(now) },
    { expect: 1, else: 'no-answer' },
  );
  return (await refusalOf(steps, ['no-answer'])) === null;
}

/**
 * Keeps what somebody says against a decision that went against him; the operator decides once more. False where it did
 * not, somebody objected already, or the time for it is over.
 */
export async function appealCase(
  pb: PocketBase,
  userId: string,
  caseId: string,
  appeal: string,
  now: Instant,
): Promise<boolean> {
  if (!isRecordId(caseId)) return false;
  const steps = transaction(pb).exec(
    sql`UPDATE cases SET appeal = {:appeal}, appealedFrom = state, state = 'appealed', updated = {:now}
      WHERE id = {:caseId} AND appeal = '' AND decidedAt >= {:since} AND (
        (state = 'upheld' AND accused = {:userId}) OR (state = 'dismissed' AND EXISTS (
          SELECT 1 FROM reports r WHERE r.inCase = cases.id AND r.[[user]] = {:userId})))`,
    { caseId, userId, appeal, now: dateOf(now), since: dateOf(now - CASE_APPEAL_DAYS * 86_400_000) },
    { expect: 1, else: 'no-appeal' },
  );
  return (await refusalOf(steps, ['no-appeal'])) === null;
}

/** How the cases against somebody were decided, for counting those that count. */
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

/** Keeps how many cases count against somebody; the operator reads it in the account's record. */
export async function saveStrikes(pb: PocketBase, userId: string, strikes: number): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE users SET strikes = {:strikes} WHERE id = {:userId} AND strikes <> {:strikes}`, {
      userId,
      strikes,
    })
    .run();
}

/** How many cases count against a store's owner. */
export async function strikesOfOwner(pb: PocketBase, storeId: string): Promise<number> {
  const store = await orNull(
    pb.collection('stores').getOne<StoresRecord & { expand?: { owner?: UsersRecord } }>(storeId, {
      expand: 'owner',
      fields: 'expand.owner.strikes',
    }),
  );
  return store?.expand?.owner?.strikes ?? 0;
}

/** People against whom cases count at the moment, for letting those go whose year is over. */
export async function peopleWithStrikes(pb: PocketBase, limit: number): Promise<string[]> {
  const list = await pb.collection('users').getList<UsersRecord>(1, limit, {
    filter: 'strikes > 0',
    fields: 'id',
    skipTotal: true,
  });
  return list.items.map(({ id }) => id);
}

/** The words for a row's state, kind and subject, which the backend leaves empty where nothing was chosen. */
export function caseFields(record: CasesRecord): { kind: CaseKind; state: CaseState; what: CaseSubject } {
  return {
    kind: record.kind === '' ? 'other' : record.kind,
    state: record.state === '' ? 'open' : record.state,
    what: record.what === '' ? 'store' : record.what,
  };
}

/** What a case is about, with its name where that has one. */
export function aboutOf(record: CaseExpanded): Case['about'] {
  const { what } = caseFields(record);
  const named = what === 'product' ? record.expand?.product : what === 'store' ? record.expand?.store : null;
  return { what, id: record.subject, name: named?.name ?? '' };
}

function caseOf(record: CaseExpanded): Case {
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
    decidedAt: instantOf(record.decidedAt),
    appeal: record.appeal,
    deadline: instantOf(record.deadline) ?? 0,
    suspends: caseSuspends(state, record.suspendMeanwhile, orAbsent(record.appealedFrom)),
  };
}
