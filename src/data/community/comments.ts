import type PocketBase from 'pocketbase';
import type { Question } from '../../domain/community/question.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { OF_QUESTION, OF_STORE_QUESTION, type StoreQuestion } from './questions.ts';

/** Comments are questions about a post: the same rows, rules and limits. Who may read them is who may read the post. */

const q = tables.questions.as('q');

const PLACE = { at: value(sql`q.created`, text), id: q.id };
const COMMENT = shape({ ...OF_QUESTION, place: PLACE });
const OF_STORE = shape({ ...OF_STORE_QUESTION, place: PLACE });
const OWN = shape(OF_QUESTION);
const SHOWN = shape({ ...OF_QUESTION, postId: q.post, storeId: q.store });
const COUNTED = shape({ total: value(sql`count(*)`, number) });

/** A comment in a list. */
export type Comment = Question & { place: ListPlace };

/** Before the first page of a list that has the newest first. */
const NEWEST: ListPlace = { at: '~', id: '' };
const PAGE = sql`(q.created, q.id) < ({:at}, {:id}) ORDER BY q.created DESC, q.id DESC LIMIT {:limit}`;
const WITH_ASKER = sql`FROM questions q LEFT JOIN users u ON u.id = q.asker`;

/** The comments on a post that are not hidden, before a place, newest first. */
export async function commentsOfPost(
  pb: PocketBase,
  postId: string,
  before: ListPlace | null,
  limit: number,
): Promise<Comment[]> {
  const [found] = await ask(
    pb,
    select(
      COMMENT,
      sql`SELECT ${COMMENT} ${WITH_ASKER}
        WHERE q.post = {:postId} AND q.post <> '' AND q.state <> 'hidden' AND ${PAGE}`,
      { postId, limit, ...(before ?? NEWEST) },
    ),
  );
  return found;
}

/** All comments on a post of a store, also hidden ones, before a place, newest first. */
export async function commentsForStore(
  pb: PocketBase,
  { postId, storeId }: { postId: string; storeId: string },
  before: ListPlace | null,
  limit: number,
): Promise<(StoreQuestion & { place: ListPlace })[]> {
  const [found] = await ask(
    pb,
    select(
      OF_STORE,
      sql`SELECT ${OF_STORE} ${WITH_ASKER} LEFT JOIN products p ON p.id = q.product LEFT JOIN posts o ON o.id = q.post
        WHERE q.post = {:postId} AND q.post <> '' AND q.store = {:storeId} AND ${PAGE}`,
      { postId, storeId, limit, ...(before ?? NEWEST) },
    ),
  );
  return found;
}

/** A user's comments on a post, newest first, also hidden ones. */
export async function commentsByAuthor(pb: PocketBase, userId: string, postId: string): Promise<Question[]> {
  const [found] = await ask(
    pb,
    select(
      OWN,
      sql`SELECT ${OWN} ${WITH_ASKER} WHERE q.post = {:postId} AND q.post <> '' AND q.asker = {:userId} AND ${PAGE}`,
      { postId, userId, limit: 50, ...NEWEST },
    ),
  );
  return found;
}

/** A comment that is not hidden, with its post's id; null for anything else. The caller asks who may read the post. */
export async function shownComment(
  pb: PocketBase,
  id: string,
): Promise<(Question & { postId: string; storeId: string }) | null> {
  if (!isRecordId(id)) return null;
  return first(
    pb,
    select(
      SHOWN,
      sql`SELECT ${SHOWN} ${WITH_ASKER} WHERE q.id = {:id} AND q.post <> '' AND q.state <> 'hidden'`,
      { id },
    ),
  );
}

/** How many times the user wrote the same text elsewhere since then. */
export async function countRepeatedComments(
  pb: PocketBase,
  { userId, postId, text }: { userId: string; postId: string; text: string },
  since: Instant,
): Promise<number> {
  const counted = await first(
    pb,
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM questions q WHERE q.asker = {:userId} AND q.post <> {:postId}
        AND q.question = {:text} AND q.created > {:since}`,
      { userId, postId, text, since: dateOf(since) },
    ),
  );
  return counted?.total ?? 0;
}
