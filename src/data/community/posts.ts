import type PocketBase from 'pocketbase';
import { mayReadPost, type PostFile, type PostReader } from '../../domain/community/post.ts';
import { activeMemberships } from '../guild/active-memberships.ts';
import { textsIn } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

const p = tables.posts.as('p');
const s = tables.stores.as('s');
const t = tables.guildTiers.as('t');
const a = tables.messageAttachments.as('a');

/** Posts `p` that others than their seller see, each as far as its audience goes. */
const SHOWN = sql`p.state = 'published' AND p.hiddenAt = '' AND p.deletedAt = ''`;
const VISIBLE_STORE = sql`s.state IN ('open', 'vacation')`;
/** Before a place in a list that is sorted by a moment, newest first; every row where the place is empty. */
const BEFORE = sql`({:at} = '' OR p.publishedAt < {:at} OR (p.publishedAt = {:at} AND p.id < {:id}))`;

const ID = shape({ id: p.id });

const OF_CARD = {
  id: p.id,
  title: p.title,
  teaser: p.teaser,
  /** Markdown; "" unless the post is for everybody. */
  text: value(sql`iif(p.audience = 'everybody', p.text, '')`, text),
  audience: p.audience,
  publishedAt: p.publishedAt.or(0),
  /** Where it stands in the list. */
  place: { at: value(sql`p.publishedAt`, text), id: p.id },
};
const CARD = shape(OF_CARD);

/** A post in a list: of one that is not for everybody, only what everybody may see of it. */
export type PostCard = RowOf<typeof OF_CARD>;

const OF_SHOWN = {
  id: p.id,
  title: p.title,
  teaser: p.teaser,
  text: p.text,
  audience: p.audience,
  tierIds: p.tiers.as(textsIn),
  store: { id: s.id, slug: s.slug, name: s.name, ownerId: s.owner },
  publishedAt: p.publishedAt.or(0),
  editedAt: p.editedAt,
};
const SHOWN_POST = shape(OF_SHOWN);

/** A published post of a store that is open or on vacation, for the page that decides who reads it. */
export type ShownPost = RowOf<typeof OF_SHOWN>;

/** A store's published posts before a place, newest first. */
export async function postsOfStore(
  pb: PocketBase,
  storeId: string,
  before: ListPlace | null,
  limit: number,
): Promise<PostCard[]> {
  const [rows] = await ask(
    pb,
    select(
      CARD,
      sql`SELECT ${CARD} FROM posts p WHERE p.store = {:storeId} AND ${SHOWN} AND ${BEFORE}
        ORDER BY p.publishedAt DESC, p.id DESC LIMIT {:limit}`,
      { storeId, limit, at: before?.at ?? '', id: before?.id ?? '' },
    ),
  );
  return rows;
}

/** Whether a store has a published post. */
export async function hasPosts(pb: PocketBase, storeId: string): Promise<boolean> {
  const [rows] = await ask(
    pb,
    select(ID, sql`SELECT ${ID} FROM posts p WHERE p.store = {:storeId} AND ${SHOWN} LIMIT 1`, { storeId }),
  );
  return rows.length > 0;
}

/** A published post that no case hides, of a visible store; null for anything else. */
export async function shownPost(pb: PocketBase, id: string): Promise<ShownPost | null> {
  if (!isRecordId(id)) return null;
  return first(
    pb,
    select(
      SHOWN_POST,
      sql`SELECT ${SHOWN_POST} FROM posts p JOIN stores s ON s.id = p.store
        WHERE p.id = {:id} AND ${SHOWN} AND ${VISIBLE_STORE}`,
      { id },
    ),
  );
}

/** What somebody is to the store of a post. @param userId null for a visitor who is not signed in. */
export async function postReader(
  pb: PocketBase,
  { store }: { store: { id: string; ownerId: string } },
  userId: string | null,
): Promise<PostReader> {
  if (userId === null) return { ownsStore: false, tierId: null };
  const memberships = await activeMemberships(pb, userId);
  const here = memberships.find(({ storeId }) => storeId === store.id);
  return { ownsStore: store.ownerId === userId, tierId: here?.tierId ?? null };
}

/** The post with this id if the user may read it; null for any other. @param userId null or "" without a session. */
export async function readablePost(
  pb: PocketBase,
  id: string,
  userId: string | null,
): Promise<ShownPost | null> {
  const post = await shownPost(pb, id);
  return post && mayReadPost(post, await postReader(pb, post, userId || null)) ? post : null;
}

const TIER = shape({ name: t.name });

/** The names of the tiers a post is for, lowest first. */
export async function tierNamesOf(pb: PocketBase, tierIds: readonly string[]): Promise<string[]> {
  if (tierIds.length === 0) return [];
  const [rows] = await ask(
    pb,
    select(
      TIER,
      sql`SELECT ${TIER} FROM guild_tiers t WHERE t.id IN (SELECT value FROM json_each({:tierIds}))
        ORDER BY t.position, t.id`,
      { tierIds },
    ),
  );
  return rows.map(({ name }) => name);
}

const OF_FILE = {
  id: a.id,
  kind: a.kind,
  name: a.name,
  sizeBytes: a.sizeBytes,
  width: a.width.orNull,
  height: a.height.orNull,
  alt: a.alt,
};
const FILE = shape(OF_FILE);
const STORED_FILE = shape({
  file: OF_FILE,
  storageKey: a.storageKey,
  audience: p.audience,
  tierIds: p.tiers.as(textsIn),
  store: { id: s.id, ownerId: s.owner },
  isShown: value(sql`(${SHOWN} AND ${VISIBLE_STORE})`, flag),
});

/** The pictures and files of a post, in the order they were added. Who may see them is who may read the post. */
export async function filesOfPost(pb: PocketBase, postId: string): Promise<PostFile[]> {
  const [rows] = await ask(
    pb,
    select(
      FILE,
      sql`SELECT ${FILE} FROM message_attachments a
        WHERE a.post = {:postId} AND a.post <> '' ORDER BY a.created, a.rowid`,
      { postId },
    ),
  );
  return rows;
}

/** A file of a post with its key in the file store, which is not sent to browsers, and whether it is for everybody. */
export interface StoredPostFile extends PostFile {
  storageKey: string;
  isPublic: boolean;
}

/**
 * A file of a post that this visitor may read, or of a draft of their own store or of the one whose posts they write; null for
 * any other.
 * @param reader null without a session; the store is the one whose posts they write
 */
export async function postFileFor(
  pb: PocketBase,
  reader: { userId: string; storeId: string | null } | null,
  id: string,
): Promise<StoredPostFile | null> {
  if (!isRecordId(id)) return null;
  const row = await first(
    pb,
    select(
      STORED_FILE,
      sql`SELECT ${STORED_FILE}
        FROM message_attachments a JOIN posts p ON p.id = a.post JOIN stores s ON s.id = p.store
        WHERE a.id = {:id} AND p.deletedAt = ''`,
      { id },
    ),
  );
  if (!row) return null;
  const { storageKey, store, isShown } = row;
  const isPublic = isShown && row.audience === 'everybody';
  if (!isPublic && reader?.storeId !== store.id) {
    if (reader === null || (!isShown && reader.userId !== store.ownerId)) return null;
    if (!mayReadPost(row, await postReader(pb, { store }, reader.userId))) return null;
  }
  return { ...row.file, storageKey, isPublic };
}
