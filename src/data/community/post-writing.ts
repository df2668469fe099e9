import type PocketBase from 'pocketbase';
import {
  type OwnPost,
  POST_LIMITS,
  POST_UNDO_MS,
  type PostFile,
  type PostRefusal,
  type PostText,
} from '../../domain/community/post.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, textsIn } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** A seller's posts, as they write them. Every function takes the store, so that posts of others are never found. */

const p = tables.posts.as('p');

const LISTED = {
  id: p.id,
  title: p.title,
  audience: p.audience,
  state: p.state,
  publishedAt: p.publishedAt,
  hidden: p.hiddenAt.as((at) => at !== null),
};
const POST = shape({
  ...LISTED,
  teaser: p.teaser,
  text: p.text,
  tierIds: p.tiers.as(textsIn),
  seen: p.updated,
});
const IN_LIST = shape({
  ...LISTED,
  comments: value(sql`(SELECT count(*) FROM questions q WHERE q.post = p.id AND q.post <> '')`, number),
  place: { at: value(sql`p.created`, text), id: p.id },
});
const ID = shape({ id: p.id });

/** A post in the seller's list. */
export type ListedPost = Pick<OwnPost, keyof typeof LISTED> & {
  comments: number;
  place: ListPlace;
};

/** A store's posts of any state before a place, newest first, with the number of their comments. */
export async function ownPosts(
  pb: PocketBase,
  storeId: string,
  before: ListPlace | null,
  limit: number,
): Promise<ListedPost[]> {
  const [rows] = await ask(
    pb,
    select(
      IN_LIST,
      sql`SELECT ${IN_LIST} FROM posts p WHERE p.store = {:storeId} AND p.deletedAt = ''
          AND ({:at} = '' OR p.created < {:at} OR (p.created = {:at} AND p.id < {:id}))
        ORDER BY p.created DESC, p.id DESC LIMIT {:limit}`,
      { storeId, limit, at: before?.at ?? '', id: before?.id ?? '' },
    ),
  );
  return rows;
}

/** A post of a store, in any state but deleted; null if it is another store's. */
export async function ownPost(pb: PocketBase, storeId: string, id: string): Promise<OwnPost | null> {
  if (!isRecordId(id)) return null;
  return first(
    pb,
    select(
      POST,
      sql`SELECT ${POST} FROM posts p WHERE p.id = {:id} AND p.store = {:storeId} AND p.deletedAt = ''`,
      { id, storeId },
    ),
  );
}

/** Creates an empty draft and answers its id. @param id a new one, unless it is given. */
export async function addPost(
  pb: PocketBase,
  storeId: string,
  now: Instant,
  id = newRecordId(),
): Promise<string> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO posts (id, store, title, teaser, text, audience, tiers, state, publishedAt, editedAt, hiddenAt, deletedAt,
          created, updated)
        VALUES ({:id}, {:storeId}, '', '', '', 'everybody', '[]', 'draft', '', '', '', '', {:now}, {:now})`,
      { id, storeId, now: dateOf(now) },
    )
    .run();
  return id;
}

/** Which post is changed, in the version that its seller saw. */
export interface SeenPost {
  id: string;
  storeId: string;
  seen: Instant;
}

/** Saves the text of a post and the descriptions of its pictures, by compare-and-set on `seen`. */
export function savePost(
  pb: PocketBase,
  { id, storeId, seen }: SeenPost,
  text: PostText,
  alts: readonly Pick<PostFile, 'id' | 'alt'>[],
  now: Instant,
): Promise<PostRefusal | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE posts SET title = {:title}, teaser = {:teaser}, text = {:text}, audience = {:audience}, tiers = {:tiers},
        editedAt = iif(state = 'published' AND text <> {:text}, {:now}, editedAt), updated = {:later}
      WHERE id = {:id} AND store = {:storeId} AND deletedAt = '' AND updated = {:seen}`,
    {
      ...{ id, storeId, seen: dateOf(seen), now: dateOf(now), later: dateOf(Math.max(now, seen + 1)) },
      ...{ title: text.title, teaser: text.teaser, text: text.text, audience: text.audience },
      tiers: JSON.stringify(text.tierIds),
    },
    { expect: 1, else: 'changed' },
  );
  for (const { id: file, alt } of alts)
    steps.exec(sql`UPDATE message_attachments SET alt = {:alt} WHERE id = {:file} AND post = {:id}`, {
      ...{ id, file, alt: alt.slice(0, POST_LIMITS.alt) },
    });
  return refusalOf(steps, ['changed']);
}

/** Publishes a draft. Its followers are told by the job that a trigger leaves work for. */
export function publishPost(
  pb: PocketBase,
  { id, storeId, seen }: SeenPost,
  now: Instant,
): Promise<PostRefusal | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE posts SET state = 'published', publishedAt = {:now}, updated = {:later}
      WHERE id = {:id} AND store = {:storeId} AND deletedAt = '' AND state = 'draft' AND updated = {:seen}`,
    { id, storeId, seen: dateOf(seen), now: dateOf(now), later: dateOf(Math.max(now, seen + 1)) },
    { expect: 1, else: 'changed' },
  );
  return refusalOf(steps, ['changed']);
}

/** Deletes a post; it can be restored for `POST_UNDO_MS`. */
export function deletePost(
  pb: PocketBase,
  { id, storeId }: Pick<SeenPost, 'id' | 'storeId'>,
  now: Instant,
): Promise<PostRefusal | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE posts SET deletedAt = {:now}, updated = {:now} WHERE id = {:id} AND store = {:storeId} AND deletedAt = ''`,
    { id, storeId, now: dateOf(now) },
    { expect: 1, else: 'gone' },
  );
  return refusalOf(steps, ['gone']);
}

/** Undoes `deletePost`. */
export function restorePost(
  pb: PocketBase,
  { id, storeId }: Pick<SeenPost, 'id' | 'storeId'>,
  now: Instant,
): Promise<PostRefusal | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE posts SET deletedAt = '', updated = {:now} WHERE id = {:id} AND store = {:storeId} AND deletedAt > {:since}`,
    { id, storeId, now: dateOf(now), since: dateOf(now - POST_UNDO_MS) },
    { expect: 1, else: 'gone' },
  );
  return refusalOf(steps, ['gone']);
}

/** Deletes for good what can no longer be restored, with files and comments. At most `limit` posts. */
export async function removeDeletedPosts(pb: PocketBase, now: Instant, limit: number): Promise<number> {
  const [due] = await ask(
    pb,
    select(
      ID,
      sql`SELECT ${ID} FROM posts p WHERE p.deletedAt <> '' AND p.deletedAt BETWEEN '2' AND {:before}
        ORDER BY p.deletedAt LIMIT {:limit}`,
      { before: dateOf(now - POST_UNDO_MS), limit },
    ),
  );
  // By record, so that what belongs to it goes too.
  for (const { id } of due) await pb.collection('posts').delete(id);
  return due.length;
}

/** A file in the file store, for a post. */
export interface NewPostFile extends PostFile {
  ownerId: string;
  sha256: string;
  storageKey: string;
}

/** Adds a file to a post. `full` if the post has `POST_LIMITS.files` already, or its owner too many bytes; `gone` without such a post. */
export function addPostFile(
  pb: PocketBase,
  { id: postId, storeId }: Pick<SeenPost, 'id' | 'storeId'>,
  file: NewPostFile,
  mostBytes: number,
  now: Instant,
): Promise<'full' | null> {
  const { id, ownerId, kind, name, sizeBytes, width, height, alt, sha256, storageKey } = file;
  const steps = transaction(pb).exec(
    sql`INSERT INTO message_attachments (id, conversation, message, owner, [[by]], kind, name, sizeBytes, width, height,
        sha256, storageKey, created, post, alt)
      SELECT {:id}, '', '', {:ownerId}, 'store', {:kind}, {:name}, {:sizeBytes}, {:width}, {:height}, {:sha256},
        {:storageKey}, {:now}, p.id, {:alt}
      FROM posts p WHERE p.id = {:postId} AND p.store = {:storeId} AND p.deletedAt = ''
        AND (SELECT count(*) FROM message_attachments a WHERE a.post = p.id AND a.post <> '') < {:most}
        AND (SELECT COALESCE(SUM(sizeBytes), 0) FROM message_attachments WHERE owner = {:ownerId}) + {:sizeBytes} <= {:mostBytes}`,
    {
      ...{ id, ownerId, kind, name, sizeBytes, sha256, storageKey, alt, postId, storeId, mostBytes },
      ...{ width: width ?? 0, height: height ?? 0, most: POST_LIMITS.files, now: dateOf(now) },
    },
    { expect: 1, else: 'full' },
  );
  return refusalOf(steps, ['full']);
}

/** Removes a file from a post of this store; no effect if there is none. */
export async function removePostFile(pb: PocketBase, storeId: string, fileId: string): Promise<void> {
  await transaction(pb)
    .exec(
      sql`DELETE FROM message_attachments WHERE id = {:fileId} AND post <> ''
        AND post IN (SELECT p.id FROM posts p WHERE p.id = message_attachments.post AND p.store = {:storeId})`,
      { fileId, storeId },
    )
    .run();
}
