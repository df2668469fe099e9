import type PocketBase from 'pocketbase';
import { addPost, ownPost, publishPost, savePost } from '../../data/community/post-writing.ts';
import type { PostText } from '../../domain/community/post.ts';
import { cleanPost } from '../../domain/community/post.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { STORES } from './cast.ts';
import { demoId } from './ids.ts';

const DAY_MS = 86_400_000;

type DemoPost = Omit<PostText, 'tierIds'> & { daysAgo: number };

/** Mira's posts: old enough that nobody is told of them. */
export const POSTS: readonly DemoPost[] = [
  {
    title: 'Why the Cairn-Golem lost a finger',
    daysAgo: 16,
    audience: 'everybody',
    teaser: 'A thumb that broke in four of five test prints, and what I did about it.',
    text: `The first Mossback had five fingers on his left hand. The smallest was **0.7 mm** thick where it meets the palm, and it snapped off in four of five test prints.

## What changed

- The finger is gone; four are enough for a golem.
- The wrist is thicker by half a millimetre.
- The moss hides where it was.

If you have the old files: the new ones are in your library.`,
  },
  {
    title: 'Next month’s creature, in clay',
    daysAgo: 10,
    audience: 'members',
    teaser: 'The first look at what comes out of the wood next month.',
    text: `It has antlers. It does not want to talk about the antlers.

Tell me below whether it should carry a lantern or a basket; what most of you want is what I sculpt.`,
  },
];

/** Creates the posts of the demo world. */
export async function seedPosts(pb: PocketBase, now: Instant): Promise<void> {
  const storeId = STORES.ashgrove.id;
  for (const { daysAgo, ...text } of POSTS) {
    const id = demoId('post', text.title);
    const at = now - daysAgo * DAY_MS;
    if (await ownPost(pb, storeId, id)) continue;
    await addPost(pb, storeId, at, id);
    await savePost(pb, { id, storeId, seen: at }, cleanPost({ ...text, tierIds: [] }), [], at);
    await publishPost(pb, { id, storeId, seen: at + 1 }, at);
  }
}
