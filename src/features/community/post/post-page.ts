import type { APIContext } from 'astro';
import { commentsOfPost } from '../../../data/community/comments.ts';
import { filesOfPost, type ShownPost, tierNamesOf } from '../../../data/community/posts.ts';
import { placeFrom, placeParam } from '../../../data/kernel/list-place.ts';
import { COMMENTS_PER_PAGE } from '../../../domain/community/post.ts';
import { paths } from '../../../paths.ts';
import { plainText } from '../../catalogue/product/markdown.ts';

/** What the page of a post shows besides the post itself, for somebody who may read it. */
export async function postPage({ locals, url }: Pick<APIContext, 'locals' | 'url'>, post: ShownPost) {
  const { pb } = locals;
  const before = placeFrom(url.searchParams.get('before'));
  const [files, tiers, found] = await Promise.all([
    filesOfPost(pb, post.id),
    tierNamesOf(pb, post.tierIds),
    commentsOfPost(pb, post.id, before, COMMENTS_PER_PAGE + 1),
  ]);
  const comments = found.slice(0, COMMENTS_PER_PAGE);
  const last = found.length > COMMENTS_PER_PAGE ? comments.at(-1) : undefined;
  const address = post.audience === 'everybody' ? paths.post : paths.memberPost;
  return { files, tiers, comments, older: last ? address(post.id, placeParam(last.place)) : null };
}

/** One line about a post that everybody may see. */
export function postSummary({
  teaser,
  text,
  audience,
}: Pick<ShownPost, 'teaser' | 'text' | 'audience'>): string {
  return plainText(teaser, 158) || (audience === 'everybody' ? plainText(text, 158) : '');
}

/** A public post as a schema.org BlogPosting. @param absolute turns a path into an absolute URL. */
export function postData(post: ShownPost, absolute: (path: string) => string): object {
  const { id, title, publishedAt, editedAt, store } = post;
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    url: absolute(paths.post(id)),
    datePublished: new Date(publishedAt).toISOString(),
    dateModified: new Date(editedAt ?? publishedAt).toISOString(),
    author: { '@type': 'Organization', name: store.name, url: absolute(paths.store(store.slug)) },
  };
}
