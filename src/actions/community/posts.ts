import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { commentsForStore } from '../../data/community/comments.ts';
import { ownPost, ownPosts, removePostFile } from '../../data/community/post-writing.ts';
import { filesOfPost, readablePost } from '../../data/community/posts.ts';
import {
  COMMENTS_PER_PAGE,
  POST_AUDIENCES,
  POST_LIMITS,
  POST_REFUSAL_TEXTS,
  POSTS_PER_PAGE,
  postRefusals,
} from '../../domain/community/post.ts';
import { commentTextRefusal } from '../../domain/community/question.ts';
import { comment } from '../../server/community/comments.ts';
import {
  changePost,
  deleteOrRestore,
  type PostProblem,
  publish,
  startPost,
  tiersForPosts,
} from '../../server/community/posts.ts';
import { conflict, fieldsRefused, notFound } from '../../server/kernel/refusal-error.ts';
import { seller } from '../catalogue/seller.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText, recordIdInput } from '../kernel/plain-input.ts';
import { optionalTextInput } from '../kernel/text-input.ts';

const id = recordIdInput();
/** Where the last row of a list stood; null for the first page. */
const before = z
  .object({ at: z.string().max(30), id })
  .strict()
  .nullable();
/** When the post was last changed, as the page read it; up to the end of the year 9999. */
const seen = { id, seen: z.int().min(0).max(253_402_300_799_999) };

export const posts = {
  /** The seller's posts in any state, newest first. */
  mine: defineAction({
    accept: 'json',
    input: z.object({ before }).strict(),
    async handler(input, context) {
      const { store } = await seller(context);
      const found = await ownPosts(context.locals.pb, store.id, input.before, POSTS_PER_PAGE + 1);
      return { posts: found.slice(0, POSTS_PER_PAGE), hasMore: found.length > POSTS_PER_PAGE };
    },
  }),

  /** One of the seller's posts, with its files, and the tiers it can be for; null without a guild. */
  open: defineAction({
    accept: 'json',
    input: z.object({ id }).strict(),
    async handler(input, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      const [post, tiers] = await Promise.all([ownPost(pb, store.id, input.id), tiersForPosts(app, store)]);
      if (!post) throw notFound(POST_REFUSAL_TEXTS.gone);
      return { post, files: await filesOfPost(pb, post.id), tiers };
    },
  }),

  /** Starts an empty draft. */
  start: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ id: string }> {
      const { store } = await seller(context);
      return { id: await startPost(context.locals.app, store) };
    },
  }),

  /** Saves the text, whom it is for, and what its pictures show. */
  save: defineAction({
    accept: 'json',
    input: z
      .object({
        ...seen,
        title: longText,
        teaser: longText,
        text: longText,
        audience: z.enum(POST_AUDIENCES),
        tierIds: z.array(id).max(50),
        pictures: z.array(z.object({ id, alt: z.string().max(POST_LIMITS.alt) }).strict()).max(50),
      })
      .strict()
      .superRefine(checkedBy(postRefusals)),
    async handler({ pictures, ...input }, context) {
      const { store } = await seller(context);
      refuse(await changePost(context.locals.app, store, input, input, pictures));
      return current(context, store.id, input.id);
    },
  }),

  /** Publishes a draft as it was saved. */
  publish: defineAction({
    accept: 'json',
    input: z.object(seen).strict(),
    async handler(input, context) {
      const { user, store } = await seller(context);
      const { app } = context.locals;
      refuse(await publish(app, user, store, input));
      return current(context, store.id, input.id);
    },
  }),

  /** Deletes a post, or undoes that within a day. */
  remove: defineAction({
    accept: 'json',
    input: z.object({ id, undo: z.boolean() }).strict(),
    async handler({ id: post, undo }, context): Promise<{ id: string }> {
      const { store } = await seller(context);
      refuse(await deleteOrRestore(context.locals.app, store, post, undo ? 'restore' : 'delete'));
      return { id: post };
    },
  }),

  /** Removes a picture or file from one of the seller's posts. */
  removeFile: defineAction({
    accept: 'json',
    input: z.object({ id, file: id }).strict(),
    async handler({ id: post, file }, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      if (!(await ownPost(pb, store.id, post))) throw notFound(POST_REFUSAL_TEXTS.gone);
      await removePostFile(pb, store.id, file);
      return { files: await filesOfPost(pb, post) };
    },
  }),

  /** Comments on one of the seller's posts, also hidden ones, newest first. */
  comments: defineAction({
    accept: 'json',
    input: z.object({ id, before }).strict(),
    async handler(input, context) {
      const { store } = await seller(context);
      const about = { postId: input.id, storeId: store.id };
      const most = COMMENTS_PER_PAGE + 1;
      const found = await commentsForStore(context.locals.pb, about, input.before, most);
      return { comments: found.slice(0, COMMENTS_PER_PAGE), hasMore: found.length > COMMENTS_PER_PAGE };
    },
  }),

  /** Comments on a post that the user may read. A form, so that it works without scripts. */
  comment: defineAction({
    accept: 'form',
    input: z
      .object({ postId: id, text: optionalTextInput(100_000, 'Use at most 1000 characters.') })
      .superRefine(checkedBy(({ text }) => ({ text: commentTextRefusal(text) ?? undefined }))),
    async handler({ postId, text }, context): Promise<{ held: boolean }> {
      const { user } = person(context);
      const post = await readablePost(context.locals.pb, postId, user.id);
      if (!post) throw notFound(POST_REFUSAL_TEXTS.gone);
      const outcome = await comment(context.locals.app, user, { post, text });
      if (outcome.kind === 'refused') throw conflict(outcome.sentence);
      return { held: outcome.kind === 'held' };
    },
  }),
};

async function current({ locals: { pb } }: ActionAPIContext, storeId: string, postId: string) {
  const post = await ownPost(pb, storeId, postId);
  if (!post) throw notFound(POST_REFUSAL_TEXTS.gone);
  return { post };
}

function refuse(problem: PostProblem): void {
  if (problem === null) return;
  if ('fields' in problem) throw fieldsRefused(problem.fields);
  throw problem.is === 'gone' ? notFound(problem.sentence) : conflict(problem.sentence);
}
