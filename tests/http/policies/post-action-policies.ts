import { signedIn } from '../answers.ts';
import type { World } from '../world.ts';
import {
  type ActionPolicy,
  anySeller,
  backend,
  form,
  newName,
  newRow,
  noInput,
  policy,
  sellersRow,
} from './policy-terms.ts';

/** A new post of the seller: its id and version. */
const newPost = async (world: World, more: object = {}) => {
  const { id, updated } = await backend(world)
    .collection('posts')
    .create({
      store: world.stores.seller,
      title: newName(),
      text: 'Some news.',
      audience: 'everybody',
      tiers: '[]',
      state: 'draft',
      ...more,
    });
  return { id, seen: Date.parse(String(updated).replace(' ', 'T')) };
};
/** A published post for everybody. */
export const publicPost = async (world: World) =>
  (await newPost(world, { state: 'published', publishedAt: new Date().toISOString() })).id;
const newFile = async (world: World) => {
  const { id } = await newPost(world);
  const file = await newRow(world, 'message_attachments', {
    ...{ post: id, owner: world.users.seller, by: 'store', kind: 'file', name: 'a.stl' },
  });
  return { id, file };
};
const TEXT = { title: 'News', teaser: '', text: 'Some news.', audience: 'everybody', tierIds: [] };

/** Policies of the actions about posts. */
export const POST_ACTIONS: Record<string, ActionPolicy> = {
  'posts.mine': anySeller(() => ({ before: null })),
  'posts.start': anySeller(noInput),
  'posts.open': sellersRow(async (world) => ({ id: (await newPost(world)).id })),
  'posts.save': sellersRow(async (world) => ({ ...(await newPost(world)), ...TEXT, pictures: [] })),
  'posts.publish': sellersRow((world) => newPost(world)),
  'posts.remove': sellersRow(async (world) => ({ id: (await newPost(world)).id, undo: false })),
  'posts.removeFile': sellersRow(newFile),
  'posts.comments': anySeller(async (world) => ({ id: (await newPost(world)).id, before: null })),
  'posts.comment': policy(
    signedIn(401, 200, { unverified: 409, seller: 409 }),
    async (world) => ({ postId: await publicPost(world), text: `How tall is ${newName()}?` }),
    form,
  ),
};
