import type { APIContext } from 'astro';
import { postsOfStore } from '../../../data/community/posts.ts';
import { audienceText } from '../../../domain/community/post.ts';
import { paths } from '../../../paths.ts';
import { FEED_SIZE, type FeedEntry } from '../../catalogue/feed/feed.ts';
import { answerFeed, type FeedKind } from '../../catalogue/feed/feed-page.ts';
import { plainText, renderMarkdown } from '../../catalogue/product/markdown.ts';
import { storeOrAnswer } from '../../catalogue/store/store-page.ts';
import { siteNameOf } from '../../kernel/page/site-settings.ts';

const SUMMARY_LIMIT = 300;

/** The feed of a store's newest posts, at its slug; of those for members only title and teaser. 404 if the store is not public. */
export async function answerPostFeed(context: APIContext, kind: FeedKind): Promise<Response> {
  const found = await storeOrAnswer(context, (slug) => paths.storePostFeed(slug, kind));
  if ('answer' in found) return found.answer;
  const { store } = found;
  const posts = await postsOfStore(context.locals.pb, store.id, null, FEED_SIZE);
  const feed = {
    title: `Posts by ${store.name} at ${siteNameOf(context.locals)}`,
    description: `News by ${store.name}.`,
    page: paths.storePosts(store.slug),
    entries: posts.map(({ id, title, teaser, text, audience, publishedAt }): FeedEntry => {
      const isPublic = audience === 'everybody';
      const html = renderMarkdown(isPublic ? text : teaser);
      return {
        id,
        title,
        path: paths.readPost(id, isPublic),
        storeName: store.name,
        price: null,
        summary: plainText(teaser || text, SUMMARY_LIMIT) || title,
        html: isPublic ? html : `${html}<p>${audienceText(audience)}.</p>`,
        picture: null,
        mature: false,
        publishedAt,
        changedAt: publishedAt,
      };
    }),
  };
  return answerFeed(context, feed, paths.storePostFeed(store.slug, kind), kind);
}
