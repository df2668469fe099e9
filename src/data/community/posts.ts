import type PocketBase from 'pocketbase';
import {
  mayReadPost,
  type PostAudience,
  type PostFile,
  type PostReader,
  type PostText,
} from '../../domain/community/post.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { activeMemberships } from '../guild/active-memberships.ts';
import { instantOf, textsIn } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { sql } from '../kernel/sql.ts';

/** Posts `p` that others than their seller see, each as far as its audience goes. */
const SHOWN = sql`p.state = 'published' AND p.hiddenAt = '' AND p.deletedAt = ''`;
const VISIBLE_STORE = sql`s.state IN ('open', 'vacation')`;
/** Before a place in a list that is sorted by a moment, newest first; every row where the place is empty. */
const BEFORE = sql`({:at} = '' OR p.publishedAt < {:at} OR (p.publishedAt = {:at} AND p.id < {:id}))`;

/** A post in a list: of one that is not for everybody, only what everybody may see of it. */
export interface PostCard {
  id: string;
  title: string;
  teaser: string;
  /** Markdown; "" unless the post is for everybody. */
  text: string;
  audience: PostAudience;
  publishedAt: Instant;
  /** Where it stands in the list. */
  place: ListPlace;
}

/** A published post of a store that is open or on vacation, for the page that decides who reads it. */
export interface ShownPost extends PostText {
  id: string;
  store: { id: string; slug: string; name: string; ownerId: string };
  publishedAt: Instant;
  editedAt: Instant | null;
}

interface CardRow {
  id: string;
  title: string;
  teaser: string;
  text: string;
  audience: PostAudience;
  publishedAt: string;
}

/** A store's published posts before a place, newest first. */
export async function postsOfStore(
  pb: PocketBase,
  storeId: string,
  before: ListPlace | null,
  limit: number,
): Promise<PostCard[]> {
  const [rows] = await ask(
    pb,
    query<CardRow>(
      sql`SELECT p.id, p.title, p.teaser, iif(p.audience = 'everybody', p.text, '') AS text, p.audience, p.publishedAt
        FROM posts p WHERE p.store = {:storeId} AND ${SHOWN} AND ${BEFORE}
        ORDER BY p.publishedAt DESC, p.id DESC LIMIT {:limit}`,
      { storeId, limit, at: before?.at ?? '', id: before?.id ?? '' },
      ['id', 'title', 'teaser', 'text', 'audience', 'publishedAt'],
    ),
  );
  return rows.map((row) => ({
    ...row,
    publishedAt: instantOf(row.publishedAt) ?? 0,
    place: { at: row.publishedAt, id: row.id },
  }));
}

/** Whether a store has a published post. */
export async function hasPosts(pb: PocketBase, storeId: string): Promise<boolean> {
  const [rows] = await ask(
    pb,
    query<{ id: string }>(
      sql`SELECT p.id FROM posts p WHERE p.store = {:storeId} AND ${SHOWN} LIMIT 1`,
      { storeId },
      ['id'],
    ),
  );
  return rows.length > 0;
}

/** A published post that no case hides, of a visible store; null for anything else. */
export async function shownPost(pb: PocketBase, id: string): Promise<ShownPost | null> {
  if (!isRecordId(id)) return null;
  const [[row]] = await ask(
    pb,
    query<
      CardRow & {
        tiers: string;
        editedAt: string;
        store: string;
        slug: string;
        storeName: string;
        owner: string;
      }
    >(
      sql`SELECT p.id, p.title, p.teaser, p.text, p.audience, p.tiers, p.publishedAt, p.editedAt, p.store, s.slug,
          s.name AS storeName, s.owner
        FROM posts p JOIN stores s ON s.id = p.store WHERE p.id = {:id} AND ${SHOWN} AND ${VISIBLE_STORE}`,
      { id },
      [
        ...(['id', 'title', 'teaser', 'text', 'audience', 'tiers', 'publishedAt', 'editedAt'] as const),
        ...(['store', 'slug', 'storeName', 'owner'] as const),
      ],
    ),
  );
  if (!row) return null;
  const { title, teaser, text, audience } = row;
  return {
    ...{ id, title, teaser, text, audience, tierIds: textsIn(row.tiers) },
    store: { id: row.store, slug: row.slug, name: row.storeName, ownerId: row.owner },
    publishedAt: instantOf(row.publishedAt) ?? 0,
    editedAt: instantOf(row.editedAt),
  };
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

/** The names of the tiers a post is for, lowest first. */
export async function tierNamesOf(pb: PocketBase, tierIds: readonly string[]): Promise<string[]> {
  if (tierIds.length === 0) return [];
  const [rows] = await ask(
    pb,
    query<{ name: string }>(
      sql`SELECT t.name FROM guild_tiers t WHERE t.id IN (SELECT value FROM json_each({:tierIds}))
        ORDER BY t.position, t.id`,
      { tierIds },
      ['name'],
    ),
  );
  return rows.map(({ name }) => name);
}

interface FileRow {
  id: string;
  kind: 'picture' | 'file';
  name: string;
  sizeBytes: number;
  width: number;
  height: number;
  alt: string;
}
const FILE_COLUMNS = ['id', 'kind', 'name', 'sizeBytes', 'width', 'height', 'alt'] as const;

const fileOf = ({ id, kind, name, sizeBytes, width, height, alt }: FileRow): PostFile => ({
  ...{ id, kind, name, sizeBytes, alt },
  width: width === 0 ? null : width,
  height: height === 0 ? null : height,
});

/** The pictures and files of a post, in the order they were added. Who may see them is who may read the post. */
export async function filesOfPost(pb: PocketBase, postId: string): Promise<PostFile[]> {
  const [rows] = await ask(
    pb,
    query<FileRow>(
      sql`SELECT a.id, a.kind, a.name, a.sizeBytes, a.width, a.height, a.alt FROM message_attachments a
        WHERE a.post = {:postId} AND a.post <> '' ORDER BY a.created, a.rowid`,
      { postId },
      FILE_COLUMNS,
    ),
  );
  return rows.map(fileOf);
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
  const [[row]] = await ask(
    pb,
    query<
      FileRow & {
        storageKey: string;
        audience: PostAudience;
        tiers: string;
        store: string;
        owner: string;
        isShown: number;
      }
    >(
      sql`SELECT a.id, a.kind, a.name, a.sizeBytes, a.width, a.height, a.alt, a.storageKey, p.audience, p.tiers, p.store,
          s.owner, (${SHOWN} AND ${VISIBLE_STORE}) AS isShown
        FROM message_attachments a JOIN posts p ON p.id = a.post JOIN stores s ON s.id = p.store
        WHERE a.id = {:id} AND p.deletedAt = ''`,
      { id },
      [...FILE_COLUMNS, 'storageKey', 'audience', 'tiers', 'store', 'owner', 'isShown'],
    ),
  );
  if (!row) return null;
  const { storageKey, audience, tiers, store, owner } = row;
  const isShown = row.isShown === 1;
  const isPublic = isShown && audience === 'everybody';
  if (!isPublic && reader?.storeId !== store) {
    if (reader === null || (!isShown && reader.userId !== owner)) return null;
    const known = await postReader(pb, { store: { id: store, ownerId: owner } }, reader.userId);
    if (!mayReadPost({ audience, tierIds: textsIn(tiers) }, known)) return null;
  }
  return { ...fileOf(row), storageKey, isPublic };
}
