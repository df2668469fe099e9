import type PocketBase from 'pocketbase';
import {
  type HideReason,
  type Question,
  type QuestionRefusal,
  type QuestionState,
  WAITING_QUESTIONS_MAX,
} from '../../domain/community/question.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, maybe, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { PUBLIC_PRODUCT } from './prints.ts';

const q = tables.questions.as('q');
const u = tables.users.as('u');
const p = tables.products.as('p');
const o = tables.posts.as('o');
const s = tables.stores.as('s');

/** The question `q` with its asker `u`. */
export const OF_QUESTION = {
  id: q.id,
  productId: q.product,
  text: q.question,
  askedAt: q.created,
  asker: maybe({ id: u.id, username: u.username }),
  answer: from(
    { text: q.answer, at: q.answeredAt, changedAt: q.answerChangedAt },
    ({ text, at, changedAt }) => (text === '' || at === null ? null : { text, at, changedAt }),
  ),
  state: q.state,
  hiddenFor: q.hiddenFor,
  seen: q.updated,
};
/** The same with its product `p` and post `o`. */
export const OF_STORE_QUESTION = {
  ...OF_QUESTION,
  productName: p.name.or(''),
  post: maybe({ id: o.id, title: o.title, isPublic: o.audience.as((audience) => audience === 'everybody') }),
};

const QUESTION = shape(OF_QUESTION);
const LISTED = shape({ ...OF_QUESTION, productName: p.name.or('') });
const OF_STORE = shape(OF_STORE_QUESTION);
const PUBLIC = shape({ ...OF_QUESTION, productName: p.name, storeId: s.id });
const COUNTED = shape({ total: value(sql`count(*)`, number) });
const BY_STATE = shape({ state: q.state, total: value(sql`count(*)`, number) });

const WITH_ASKER = sql`FROM questions q LEFT JOIN users u ON u.id = q.asker`;

/** A question in the seller's list, with the product's name; or a comment, with its post. */
export type StoreQuestion = Question & {
  productName: string;
  post?: { id: string; title: string; isPublic: boolean } | null;
};

/** One page (from 1) of a product's questions in the order of `compareQuestions`, and their total. */
export async function questionsOfProduct(
  pb: PocketBase,
  productId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ questions: Question[]; total: number }> {
  const [found, [counted]] = await ask(
    pb,
    select(
      QUESTION,
      // "answered" before "open".
      sql`SELECT ${QUESTION} ${WITH_ASKER} WHERE q.product = {:productId} AND q.state <> 'hidden'
        ORDER BY q.state, q.answeredAt DESC, q.created DESC, q.id LIMIT {:limit} OFFSET {:offset}`,
      { productId, limit: perPage, offset: (page - 1) * perPage },
    ),
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM questions q WHERE q.product = {:productId} AND q.state <> 'hidden'`,
      { productId },
    ),
  );
  return { questions: found, total: counted?.total ?? 0 };
}

/** One page (from 1) of a store's questions in a state: open ones oldest first, the others newest first. */
export async function questionsOfStore(
  pb: PocketBase,
  storeId: string,
  { state, page, perPage }: { state: QuestionState; page: number; perPage: number },
): Promise<StoreQuestion[]> {
  const order = state === 'open' ? sql`q.created, q.id` : sql`q.updated DESC, q.id`;
  const [found] = await ask(
    pb,
    select(
      LISTED,
      sql`SELECT ${LISTED} ${WITH_ASKER} LEFT JOIN products p ON p.id = q.product
        WHERE q.store = {:storeId} AND q.state = {:state} AND q.product <> ''
        ORDER BY ${order} LIMIT {:limit} OFFSET {:offset}`,
      { storeId, state, limit: perPage, offset: (page - 1) * perPage },
    ),
  );
  return found;
}

/** Number of a store's questions in each state. */
export async function questionCounts(
  pb: PocketBase,
  storeId: string,
): Promise<Record<QuestionState, number>> {
  const [rows] = await ask(
    pb,
    select(
      BY_STATE,
      sql`SELECT ${BY_STATE} FROM questions q WHERE q.store = {:storeId} AND q.product <> '' GROUP BY q.state`,
      { storeId },
    ),
  );
  const counts = { open: 0, answered: 0, hidden: 0 };
  for (const { state, total } of rows) counts[state] = total;
  return counts;
}

/** A user's questions about a product, newest first, including hidden ones. */
export async function questionsByAsker(
  pb: PocketBase,
  userId: string,
  productId: string,
): Promise<Question[]> {
  const [found] = await ask(
    pb,
    select(
      QUESTION,
      sql`SELECT ${QUESTION} ${WITH_ASKER} WHERE q.asker = {:userId} AND q.product = {:productId}
        ORDER BY q.created DESC, q.id LIMIT 50`,
      { userId, productId },
    ),
  );
  return found;
}

/** A question of a store; null if it belongs to another store. */
export async function questionOfStore(
  pb: PocketBase,
  storeId: string,
  id: string,
): Promise<StoreQuestion | null> {
  if (!isRecordId(id)) return null;
  return first(
    pb,
    select(
      OF_STORE,
      sql`SELECT ${OF_STORE} ${WITH_ASKER} LEFT JOIN products p ON p.id = q.product LEFT JOIN posts o ON o.id = q.post
        WHERE q.id = {:id} AND q.store = {:storeId}`,
      { id, storeId },
    ),
  );
}

/** A public question about a public product; null if there is none. */
export async function publicQuestion(
  pb: PocketBase,
  id: string,
): Promise<(StoreQuestion & { storeId: string }) | null> {
  if (!isRecordId(id)) return null;
  return first(
    pb,
    select(
      PUBLIC,
      sql`SELECT ${PUBLIC} ${WITH_ASKER} JOIN products p ON p.id = q.product JOIN stores s ON s.id = p.store
        WHERE q.id = {:id} AND q.state <> 'hidden' AND ${PUBLIC_PRODUCT}`,
      { id },
    ),
  );
}

/** A question of this asker; null if it is another user's. */
export async function myQuestion(pb: PocketBase, userId: string, id: string): Promise<Question | null> {
  if (!isRecordId(id)) return null;
  return first(
    pb,
    select(QUESTION, sql`SELECT ${QUESTION} ${WITH_ASKER} WHERE q.id = {:id} AND q.asker = {:userId}`, {
      id,
      userId,
    }),
  );
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
  const counted = await first(
    pb,
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM questions q
        WHERE q.asker = {:userId} AND q.product = {:productId} AND q.answer = ''`,
      { userId, productId },
    ),
  );
  return counted?.total ?? 0;
}

/** Number of other products about which the user asked the same text since then. */
export async function countRepeatedQuestions(
  pb: PocketBase,
  { userId, productId, text }: { userId: string; productId: string; text: string },
  since: Instant,
): Promise<number> {
  const counted = await first(
    pb,
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM questions q WHERE q.asker = {:userId} AND q.product <> {:productId}
        AND q.question = {:text} AND q.created > {:since}`,
      { userId, productId, text, since: dateOf(since) },
    ),
  );
  return counted?.total ?? 0;
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
