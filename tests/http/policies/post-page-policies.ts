import { paths } from '../../../src/paths.ts';
import { everyone, type Outcome, signedIn } from '../answers.ts';
import type { PagePolicy } from './page-policies.ts';

const same = (at: PagePolicy['at'], outcome: Outcome): PagePolicy => ({ at, answers: everyone(outcome) });
const UNKNOWN_ID = 'a'.repeat(15);

/** The policies of the pages of posts. */
export const POST_PAGES: Record<string, PagePolicy[]> = {
  'post/[id]/index.astro': [
    same(({ posts }) => paths.post(posts.open), 200),
    {
      at: ({ posts }) => paths.post(posts.members),
      answers: ({ posts }) => everyone(`302 ${paths.memberPost(posts.members)}`),
    },
    same(() => paths.post(UNKNOWN_ID), 404),
  ],
  'post/[id]/members.astro': [
    // Who is no member sees the teaser; tests/integration/community/posts.test.ts says who reads the rest.
    same(({ posts }) => paths.memberPost(posts.members), 200),
    same(() => paths.memberPost(UNKNOWN_ID), 404),
  ],
  'post/[id]/comment.astro': [
    {
      at: ({ posts }) => paths.commentOnPost(posts.open),
      answers: ({ posts }) => signedIn(`302 ${paths.login(paths.commentOnPost(posts.open))}`, 200),
    },
  ],
  'store/[id]/posts.astro': [
    same(() => paths.storePosts('seller'), 200),
    same(() => paths.storePosts('seller', 'no-place'), 200),
    same(({ stores }) => paths.storePosts(stores.seller), `301 ${paths.storePosts('seller')}`),
    same(() => paths.storePosts('nobody'), 404),
  ],
  'store/[id]/posts.xml.ts': [same(() => paths.storePostFeed('seller', 'xml'), 200)],
  'store/[id]/posts.json.ts': [same(() => paths.storePostFeed('seller', 'json'), 200)],
};
