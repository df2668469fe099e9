import type PocketBase from 'pocketbase';
import type { Question } from '../../domain/community/question.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type { QuestionsRecord } from '../kernel/records.ts';
import { questionOf, type StoreQuestion, storeQuestionOf } from './questions.ts';

/** Comments are questions about a post: the same rows, rules and limits. Who may read them is who may read the post. */

type Row = QuestionsRecord & Parameters<typeof questionOf>[0];

/** A comment in a list. */
export type Comment = Question & { place: ListPlace };

async function rowsOf(
  pb: PocketBase,
  filter: string,
  before: ListPlace | null,
  limit: number,
  expand: string,
): Promise<Row[]> {
  const earlier = before
    ? ` && ${pb.filter('(created < {:at} || (created = {:at} && id < {:id}))', { at: before.at, id: before.id })}`
    : '';
  const list = await pb.collection('questions').getList<Row>(1, limit, {
    filter: filter + earlier,
    sort: '-created,-id',
    expand,
    skipTotal: true,
  });
  return list.items;
}

const placeOf = (row: Row): ListPlace => ({ at: row.created, id: row.id });

/** The comments on a post that are not hidden, before a place, newest first. */
export async function commentsOfPost(
  pb: PocketBase,
  postId: string,
  before: ListPlace | null,
  limit: number,
): Promise<Comment[]> {
  const filter = pb.filter("post = {:postId} && post != '' && state != 'hidden'", { postId });
  const rows = await rowsOf(pb, filter, before, limit, 'asker');
  return rows.map((row) => ({ ...questionOf(row), place: placeOf(row) }));
}

/** All comments on a post of a store, also hidden ones, before a place, newest first. */
export async function commentsForStore(
  pb: PocketBase,
  { postId, storeId }: { postId: string; storeId: string },
  before: ListPlace | null,
  limit: number,
): Promise<(StoreQuestion & { place: ListPlace })[]> {
  const filter = pb.filter("post = {:postId} && post != '' && store = {:storeId}", { postId, storeId });
  const rows = await rowsOf(pb, filter, before, limit, 'asker,post');
  return rows.map((row) => ({ ...storeQuestionOf(row), place: placeOf(row) }));
}

/** A user's comments on a post, newest first, also hidden ones. */
export async function commentsByAuthor(pb: PocketBase, userId: string, postId: string): Promise<Question[]> {
  const filter = pb.filter("post = {:postId} && post != '' && asker = {:userId}", { postId, userId });
  return (await rowsOf(pb, filter, null, 50, 'asker')).map(questionOf);
}

/** A comment that is not hidden, with its post's id; null for anything else. The caller asks who may read the post. */
export async function shownComment(
  pb: PocketBase,
  id: string,
): Promise<(Question & { postId: string; storeId: string }) | null> {
  if (!isRecordId(id)) return null;
  const filter = pb.filter("id = {:id} && post != '' && state != 'hidden'", { id });
  const row = await orNull(pb.collection('questions').getFirstListItem<Row>(filter, { expand: 'asker' }));
  return row && { ...questionOf(row), postId: row.post, storeId: row.store };
}

/** How many times the user wrote the same text elsewhere since then. */
export async function countRepeatedComments(
  pb: PocketBase,
  { userId, postId, text }: { userId: string; postId: string; text: string },
  since: Instant,
): Promise<number> {
  const list = await pb.collection('questions').getList(1, 1, {
    filter: pb.filter('asker = {:userId} && post != {:postId} && question = {:text} && created > {:since}', {
      ...{ userId, postId, text },
      since: dateOf(since),
    }),
    fields: 'id',
  });
  return list.totalItems;
}
