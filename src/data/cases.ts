import type PocketBase from 'pocketbase';
import { type Case, caseSuspends, type Suspension } from '../domain/case.ts';
import type { Instant } from '../domain/instant.ts';
import type { Mail } from '../domain/mail.ts';
import { dateOf, instantOf, isRecordId } from './fields.ts';
import { withMail } from './mails.ts';
import { refusalOf } from './order-writing.ts';
import type { CasesRecord, ProductsRecord, StoresRecord, UsersRecord } from './records.ts';
import { transaction } from './transaction.ts';

/** A case with both sides of it; only for letters to them. */
export interface CaseFile {
  case: Case;
  /** Where whoever made the claim reads his mail. */
  reporter: string;
  /** The store it is about and where its owner reads his mail; null where either is gone. */
  seller: { storeName: string; email: string } | null;
}

type Expanded = CasesRecord & {
  expand?: { product?: ProductsRecord; store?: StoresRecord & { expand?: { owner?: UsersRecord } } };
};

/** The cases against a store and its products, the newest first, at most 100. */
export async function casesOfStore(pb: PocketBase, storeId: string): Promise<Case[]> {
  const list = await pb.collection('cases').getList<Expanded>(1, 100, {
    filter: pb.filter('store = {:storeId}', { storeId }),
    sort: '-number',
    expand: 'product',
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
export async function untoldCases(pb: PocketBase, limit: number): Promise<CaseFile[]> {
  const list = await pb.collection('cases').getList<Expanded>(1, limit, {
    filter: 'state != toldState',
    sort: 'number',
    expand: 'product,store.owner',
    skipTotal: true,
  });
  return list.items.map((record) => {
    const store = record.expand?.store;
    const email = store?.expand?.owner?.email;
    return {
      case: caseOf(record),
      reporter: record.reporter,
      seller: store && email ? { storeName: store.name, email } : null,
    };
  });
}

/** Queues letters about a case's state and notes that it is told. False where somebody did so, or it moved on. */
export async function tellCase(
  pb: PocketBase,
  { id, state }: Pick<Case, 'id' | 'state'>,
  mails: readonly Mail[],
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    'UPDATE cases SET toldState = state WHERE id = {:id} AND state = {:state} AND toldState <> state',
    { id, state },
    { expect: 1, else: 'told' },
  );
  for (const mail of mails) withMail(steps, mail, now);
  return (await refusalOf(steps, ['told'])) === null;
}

/** Keeps a seller's answer. False where the case is not his store's, or takes no answer any more. */
export async function answerCase(
  pb: PocketBase,
  storeId: string,
  caseId: string,
  answer: string,
  now: Instant,
): Promise<boolean> {
  if (!isRecordId(caseId)) return false;
  const steps = transaction(pb).exec(
    `UPDATE cases SET answer = {:answer}, state = 'answered', updated = {:now}
      WHERE id = {:caseId} AND store = {:storeId} AND state = 'open'`,
    { caseId, storeId, answer, now: dateOf(now) },
    { expect: 1, else: 'no-answer' },
  );
  return (await refusalOf(steps, ['no-answer'])) === null;
}

function caseOf(record: Expanded): Case {
  const state = record.state === '' ? 'open' : record.state;
  const product = record.expand?.product;
  return {
    id: record.id,
    number: record.number,
    kind: record.kind === '' ? 'other' : record.kind,
    state,
    product: product ? { id: product.id, name: product.name } : null,
    claim: record.claim,
    answer: record.answer,
    decision: record.decision,
    deadline: instantOf(record.deadline) ?? 0,
    suspends: caseSuspends(state, record.suspendMeanwhile),
  };
}
