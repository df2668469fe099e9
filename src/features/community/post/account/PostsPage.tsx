import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { Link, useLocation, useSearch } from 'wouter';
import { audienceText } from '../../../../domain/community/post.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { ResourceList } from '../../../../ui/account/ResourceList.tsx';
import { asPage, useKeyset } from '../../../../ui/account/useKeyset.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { PostPage } from './PostPage.tsx';

type Listed = ActionAnswer<typeof actions.posts.mine>['posts'][number];

/** The seller's posts, or the one named in the address. */
export default function PostsPage() {
  const store = useStore($sellerStore);
  const id = new URLSearchParams(useSearch()).get('id');
  if (!store) return <NoStore title="Posts" />;
  return id === null ? <PostRows storeSlug={store.slug} /> : <PostPage key={id} id={id} />;
}

function PostRows({ storeSlug }: { storeSlug: string }) {
  const list = useKeyset((before: Listed['place'] | null) =>
    asPage(actions.posts.mine({ before }), ({ posts, hasMore }) => ({
      rows: posts,
      next: hasMore ? (posts.at(-1)?.place ?? null) : null,
    })),
  );
  const { busy, mutate } = useMutation();
  const [, go] = useLocation();
  const hasPosts = list.rows !== null && list.rows.length > 0;
  const start = () =>
    void mutate(
      () => actions.posts.start(),
      null,
      ({ id }) => go(`~${paths.sellerPosts(id)}`),
    );
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Posts</PageTitle>
        {hasPosts && (
          <button type="button" className="btn btn-small" aria-busy={busy} onClick={start}>
            New post
          </button>
        )}
      </div>
      <p className="mt-2 text-ink-2">
        News of your store, for everybody or for members. Followers and members are told of them.
      </p>
      <ResourceList
        list={list}
        more="Show older posts"
        empty={
          <div className="empty mt-6">
            <h2 className="text-2xl">No posts yet</h2>
            <p>Show what you work on, ask what to sculpt next, or thank your members.</p>
            <button type="button" className="btn" aria-busy={busy} onClick={start}>
              Write the first post
            </button>
          </div>
        }
      >
        {(posts) => (
          <ul className="mt-6 grid max-w-3xl gap-3" aria-label="Posts">
            {posts.map((post) => (
              <li key={post.id} className="card grid gap-1 p-4">
                <Link
                  className="link inline-flex min-h-11 items-center text-lg wrap-anywhere"
                  href={`~${paths.sellerPosts(post.id)}`}
                >
                  {post.title === '' ? 'Without a title' : post.title}
                </Link>
                <p className="text-sm text-ink-2">{rowText(post)}</p>
              </li>
            ))}
          </ul>
        )}
      </ResourceList>
      {hasPosts && (
        <p className="mt-4">
          <a className="link inline-flex min-h-11 items-center" href={paths.storePosts(storeSlug)}>
            See them on your store’s page
          </a>
        </p>
      )}
    </>
  );
}

function rowText({ state, publishedAt, audience, hidden, comments }: Listed): string {
  const when = state === 'draft' || publishedAt === null ? 'Draft' : dayText(publishedAt);
  const said = comments === 0 ? [] : [counted(comments, 'comment')];
  return [
    when,
    audienceText(audience).toLowerCase(),
    ...said,
    ...(hidden ? ['hidden because of a report'] : []),
  ].join(', ');
}
