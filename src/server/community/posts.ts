import {
  addPost,
  deletePost,
  ownPost,
  publishPost,
  restorePost,
  type SeenPost,
  savePost,
} from '../../data/community/post-writing.ts';
import { tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildOfStore } from '../../data/guild/guilds.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import {
  cleanPost,
  POST_REFUSAL_TEXTS,
  type PostFile,
  type PostText,
  publishPostRefusals,
} from '../../domain/community/post.ts';
import { guildIsVisible } from '../../domain/guild/guild.ts';
import type { User } from '../../domain/identity/user.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import type { QuestionParts } from './questions.ts';

/** Why a post was not changed: sentences for its fields, or one for all. Null where it was. */
export type PostProblem =
  | { fields: Partial<Record<keyof PostText, string>> }
  | { is: 'gone' | 'refused'; sentence: string }
  | null;

/** The tiers of a store's guild that a post can be for, lowest first; null where the store has no guild that people see. */
export async function tiersForPosts(
  { commerce: { pb } }: Pick<QuestionParts, 'commerce'>,
  store: Pick<OwnStore, 'id'>,
): Promise<{ id: string; name: string }[] | null> {
  const guild = await guildOfStore(pb, store.id);
  if (!guild || !guildIsVisible(guild.state)) return null;
  const tiers = await tiersOfGuild(pb, guild.id);
  return tiers.filter(({ state }) => state !== 'draft').map(({ id, name }) => ({ id, name }));
}

/** Starts an empty draft and answers its id. */
export function startPost(parts: Pick<QuestionParts, 'commerce'>, store: OwnStore): Promise<string> {
  return addPost(parts.commerce.pb, store.id, parts.commerce.now());
}

/** Saves a post. What is published stays publishable: the same rules as for publishing hold for it. */
export async function changePost(
  parts: Pick<QuestionParts, 'commerce'>,
  store: OwnStore,
  { id, seen }: Pick<SeenPost, 'id' | 'seen'>,
  typed: PostText,
  alts: readonly Pick<PostFile, 'id' | 'alt'>[],
): Promise<PostProblem> {
  const { pb, now } = parts.commerce;
  const post = await ownPost(pb, store.id, id);
  if (!post) return GONE;
  const text = cleanPost(typed);
  if (post.state === 'published') {
    const fields = publishPostRefusals(text, await tiersForPosts(parts, store));
    if (Object.keys(fields).length > 0) return { fields };
  }
  const described = alts.map(({ id: file, alt }) => ({ id: file, alt: cleanLine(alt) }));
  const refused = await savePost(pb, { id, storeId: store.id, seen }, text, described, now());
  return refused && { is: 'refused', sentence: POST_REFUSAL_TEXTS[refused] };
}

/** Publishes a draft as it is stored. */
export async function publish(
  { commerce, postingLimits }: QuestionParts,
  seller: User,
  store: OwnStore,
  { id, seen }: Pick<SeenPost, 'id' | 'seen'>,
): Promise<PostProblem> {
  const { pb } = commerce;
  const now = commerce.now();
  const post = await ownPost(pb, store.id, id);
  if (!post) return GONE;
  const fields = publishPostRefusals(post, await tiersForPosts({ commerce }, store));
  if (Object.keys(fields).length > 0) return { fields };
  const tooOften = await postingLimits.postingRefusal(seller, 'post', now);
  if (tooOften) return { is: 'refused', sentence: tooOften };
  const refused = await publishPost(pb, { id, storeId: store.id, seen }, now);
  return refused && { is: 'refused', sentence: POST_REFUSAL_TEXTS[refused] };
}

/** Deletes a post, or undoes that within a day. */
export async function deleteOrRestore(
  { commerce: { pb, now } }: Pick<QuestionParts, 'commerce'>,
  store: OwnStore,
  id: string,
  verb: 'delete' | 'restore',
): Promise<PostProblem> {
  const change = verb === 'delete' ? deletePost : restorePost;
  return (await change(pb, { id, storeId: store.id }, now())) ? GONE : null;
}

const GONE: PostProblem = { is: 'gone', sentence: POST_REFUSAL_TEXTS.gone };
