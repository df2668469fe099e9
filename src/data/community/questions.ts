import type PocketBase from 'pocketbase';
import {
  type HideReason,
  type Question,
  type QuestionRefusal,
  type QuestionState,
  WAITING_QUESTIONS_MAX,
} from '../../domain/community/question.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { publishedProduct } from '../catalogue/products.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { PostsRecord, ProductsRecord, QuestionsRecord, UsersRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

type Expanded = QuestionsRecord & {
  expand?: { asker?: UsersRecord; product?: ProductsRecord; post?: PostsRecord };
};

/** What `questionOf` reads. */
type ReadQuestion = Pick<
  QuestionsRecord,
  | ('id' | 'product' | 'question' | 'answer' | 'answeredAt' | 'answerChangedAt' | 'state' | 'hiddenFor')
  | ('created' | 'updated')
>;
type QuestionRow = ReadQuestion & { asker: string; username: string | null };
const QUESTION_COLUMNS: (keyof QuestionRow)[] = [
  ...([
    'id',
    'product',
    'question',
    'answer',
    'answeredAt',
    'answerChangedAt',
    'state',
    'hiddenFor',
  ] as const),
  ...(['created', 'updated', 'asker', 'username'] as const),
];

/** A question in the seller's list, with the product's name; or a comment, with its post. */
export type StoreQuestion = Question & {
  productName: string;
  post?: { id: string; title: string; isPublic: boolean };
};

/** One page (from 1) of a product's questions in the order of `compareQuestions`, and their total. */
export async function questionsOfProduct(
  pb: PocketBase,
  productId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ questions: Question[]; total: number }> {
  const [rows, [counted]] = await ask(
    pb,
    query<QuestionRow>(
      // "answered" before "open".
      sql`SELECT q.id, q.product, q.question, q.answer, q.answeredAt, q.answerChangedAt, q.state, q.hiddenFor, q.created, q.updated,
          q.asker, u.username
        FROM questions q LEFT JOIN users u ON u.id = q.asker WHERE q.product = {:productId} AND q.state <> 'hidden'
        ORDER BY q.state, q.answeredAt DESC, q.created DESC, q.id LIMIT {:limit} OFFSET {:offset}`,
      { productId, limit: perPage, offset: (page - 1) * perPage },
      QUESTION_COLUMNS,
    ),
    query<{ total: number }>(
      sql`SELECT count(*) AS total FROM questions WHERE product = {:productId} AND state <> 'hidden'`,
      { productId },
      ['total'],
    ),
  );
  return {
    questions: rows.map(({ username, ...row }) =>
      questionOf({ ...row, expand: username === null ? {} : { asker: { id: row.asker, username } } }),
    ),
    total: counted?.total ?? 0,
  };
}

/** One page (from 1) of a store's questions in a state: open ones oldest first, the others newest first. */
export async function questionsOfStore(
  pb: PocketBase,
  storeId: string,
  { state, page, perPage }: { state: QuestionState; page: number; perPage: number },
): Promise<StoreQuestion[]> {
  const list = await pb.collection('questions').getList<Expanded>(page, perPage, {
    filter: pb.filter("store = {:storeId} && state = {:state} && product != ''", { storeId, state }),
    sort: state === 'open' ? 'created,id' : '-updated,id',
    expand: 'asker,product',
    skipTotal: true,
  });
  return list.items.map((record) => ({
    ...questionOf(record),
    productName: record.expand?.product?.name ?? '',
  }));
}

/** Number of a store's questions in each state. */
export async function questionCounts(
  pb: PocketBase,
  storeId: string,
): Promise<Record<QuestionState, number>> {
  const [rows] = await ask(
    pb,
    query<{ state: QuestionState; number: number }>(
      sql`SELECT state, count(*) AS number FROM questions WHERE store = {:storeId} AND product <> '' GROUP BY state`,
      { storeId },
      ['state', 'number'],
    ),
  );
  const counts = { open: 0, answered: 0, hidden: 0 };
  for (const { state, number } of rows) counts[state] = number;
  return counts;
}

/** A user's questions about a product, newest first, including hidden ones. */
export async function questionsByAsker(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<Question[]> {
  const list = await pb.collection('questions').getList<Expanded>(1, 50, {
    filter: pb.filter('asker = {:userId} && product = {:productId}', { userId, productId }),
    sort: '-created,id',
    expand: 'asker',
    skipTotal: true,
  });
  return list.items.map(questionOf);
}

/** A question of a store; null if it belongs to another store. */
export async function questionOfStore(
  pb: PocketBase,
  storeId: string,
  id: string,
): Promise<StoreQuestion | null> {
  if (!isRecordId(id)) return null;
  const record = await orNull(
    pb
      .collection('questions')
      .getFirstListItem<Expanded>(pb.filter('id = {:id} && store = {:storeId}', { id, storeId }), {
        expand: 'asker,product,post',
      }),
  );
  return record && storeQuestionOf(record);
}

/** A record with its asker, product and post as a question of its store. */
export function storeQuestionOf(
  record: ReadQuestion & {
    expand?: {
      asker?: Pick<UsersRecord, 'id' | 'username'>;
      product?: Pick<ProductsRecord, 'name'>;
      post?: Pick<PostsRecord, 'id' | 'title' | 'audience'>;
    };
  },
): StoreQuestion {
  const { product, post } = record.expand ?? {};
  return {
    ...questionOf(record),
    productName: product?.name ?? '',
    ...(post ? { post: { id: post.id, title: post.title, isPublic: post.audience === 'everybody' } } : {}),
  };
}

/** A public question about a public product; null if there is none. */
export async function publicQuestion(
  pb: PocketBase,
  id: string,
): Promise<(StoreQuestion & { storeId: string }) | null> {
  if (!isRecordId(id)) return null;
  const record = await orNull(
    pb
      .collection('questions')
      .getFirstListItem<Expanded>(pb.filter("id = {:id} && state != 'hidden'", { id }), {
        expand: 'asker,product',
      }),
  );
  const product = record && (await publishedProduct(pb, record.product));
  return product && { ...questionOf(record), productName: product.name, storeId: product.store.id };
}

/** A question of this asker; null if it is another user's. */
export async function myQuestion(pb: PocketBase, userId: string, id: string): Promise<Question | null> {
  if (!isRecordId(id)) return null;
  const filter = pb.filter('id = {:id} && asker = {:userId}', { id, userId });
  const record = await orNull(
    pb.collection('questions').getFirstListItem<Expanded>(filter, { expand: 'asker' }),
  );
  return record && questionOf(record);
}

export interface NewQuestion {
  id: string;
  /** "" for a comment on a post. */
  productId: string;
  /** The post it is a comment on; absent for a question about a product. */
  postId?: string;
  storeId: string;
  askerId: string;
  /** Cleaned for storage. */
  text: string;
  /** Looks like advertising: hidden until the operator has checked it. */
  held: boolean;
}

/**
 * Stores a question or a comment. The same text of the same user about the same product or post is stored once.
 * @param withMore adds steps to the transaction, such as the notification of the seller.
 */
export async function addQuestion(
  pb: PocketBase,
  question: NewQuestion,
  now: Instant,
  withMore: (steps: Transaction) => void,
): Promise<'asked-already' | 'too-many-waiting' | null> {
  const { id, productId, postId = '', storeId, askerId, text, held } = question;
  const own = { askerId, productId, postId };
  const steps = transaction(pb)
    .exec(
      sql`INSERT INTO questions (id, product, store, asker, question, answer, state, hiddenFor, answeredAt, answerChangedAt, created, updated, post)
        SELECT {:id}, {:productId}, {:storeId}, {:askerId}, {:text}, '', {:state}, {:hiddenFor}, '', '', {:now}, {:now}, {:postId}
        WHERE NOT EXISTS (SELECT 1 FROM questions
          WHERE asker = {:askerId} AND product = {:productId} AND post = {:postId} AND question = {:text})`,
      {
        ...own,
        id,
        storeId,
        text,
        state: held ? 'hidden' : 'open',
        hiddenFor: held ? 'held' : '',
        now: dateOf(now),
      },
      { expect: 1, else: 'asked-already' },
    )
    .exec(
      sql`UPDATE questions SET updated = {:now} WHERE id = {:id} AND (SELECT count(*) FROM questions
        WHERE asker = {:askerId} AND product = {:productId} AND post = {:postId} AND answer = '') <= {:most}`,
      { ...own, id, most: WAITING_QUESTIONS_MAX, now: dateOf(now) },
      { expect: 1, else: 'too-many-waiting' },
    );
  withMore(steps);
  return refusalOf(steps, ['asked-already', 'too-many-waiting']);
}

/** Number of a user's unanswered questions about a product, including hidden ones. */
export async function waitingQuestions(pb: PocketBase, userId: string, productId: string): Promise<number> {
  const list = await pb.collection('questions').getList(1, 1, {
    filter: pb.filter("asker = {:userId} && product = {:productId} && answer = ''", { userId, productId }),
    fields: 'id',
  });
  return list.totalItems;
}

/** Number of other products about which the user asked the same text since then. */
export async function countRepeatedQuestions(
  pb: PocketBase,
  { userId, productId, text }: { userId: string; productId: string; text: string },
  since: Instant,
): Promise<number> {
  const list = await pb.collection('questions').getList(1, 1, {
    filter: pb.filter(
      'asker = {:userId} && product != {:productId} && question = {:text} && created > {:since}',
      {
        userId,
        productId,
        text,
        since: dateOf(since),
      },
    ),
    fields: 'id',
  });
  return list.totalItems;
}

/** A seller's change of a question. */
export type QuestionChange =
  | { answer: string; at: Instant; changedAt: Instant | null; state: 'answered' }
  | { state: QuestionState; hiddenFor: HideReason | null };

/** Changes a question by compare-and-set on `seen`. */
export function changeQuestion(
  pb: PocketBase,
  { id, seen }: Pick<Question, 'id' | 'seen'>,
  change: QuestionChange,
  now: Instant,
  withMore: (steps: Transaction) => void,
): Promise<QuestionRefusal | null> {
  const row = { id, state: change.state, seen: dateOf(seen), now: dateOf(Math.max(now, seen + 1)) };
  const seenRow = sql`updated = {:now} WHERE id = {:id} AND updated = {:seen}`;
  const steps = transaction(pb);
  if ('answer' in change)
    steps.exec(
      sql`UPDATE questions SET answer = {:answer}, state = {:state}, answeredAt = {:answeredAt},
        answerChangedAt = {:changedAt}, ${seenRow}`,
      {
        ...row,
        answer: change.answer,
        answeredAt: dateOf(change.at),
        changedAt: dateOf(change.changedAt),
      },
      { expect: 1, else: 'changed' },
    );
  else
    steps.exec(
      sql`UPDATE questions SET state = {:state}, hiddenFor = {:hiddenFor}, ${seenRow}`,
      { ...row, hiddenFor: change.hiddenFor ?? '' },
      { expect: 1, else: 'changed' },
    );
  withMore(steps);
  return refusalOf(steps, ['changed']);
}

/** Deletes an unanswered question. */
export async function removeQuestion(
  pb: PocketBase,
  userId: string,
  id: string,
): Promise<QuestionRefusal | null> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM questions WHERE id = {:id} AND asker = {:userId} AND answer = ''`,
    { id, userId },
    { expect: 1, else: 'changed' },
  );
  return refusalOf(steps, ['changed']);
}

/** A record with its asker as a question. */
export function questionOf(
  record: ReadQuestion & { expand?: { asker?: Pick<UsersRecord, 'id' | 'username'> } },
): Question {
  const { asker } = record.expand ?? {};
  const answeredAt = instantOf(record.answeredAt);
  return {
    id: record.id,
    productId: record.product,
    text: record.question,
    askedAt: instantOf(record.created) ?? 0,
    asker: asker ? { id: asker.id, username: asker.username } : null,
    answer:
      record.answer === '' || answeredAt === null
        ? null
        : { text: record.answer, at: answeredAt, changedAt: instantOf(record.answerChangedAt) },
    state: record.state === '' ? 'hidden' : record.state,
    hiddenFor: record.hiddenFor === '' ? null : record.hiddenFor,
    seen: instantOf(record.updated) ?? 0,
  };
}
