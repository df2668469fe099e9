import { actions } from 'astro:actions';
import { useState } from 'react';
import type { StoreQuestion } from '../../../../data/community/questions.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { SellerQuestion } from '../../question/account/SellerQuestion.tsx';

type Listed = ActionAnswer<typeof actions.posts.comments>['comments'][number];

/** The comments on the seller's post, newest first, each with what can be done about it. */
export function PostComments({ postId }: { postId: string }) {
  const query = useQuery(() => actions.posts.comments({ id: postId, before: null }));
  const { data, setData } = query;
  const [more, setMore] = useState<{ comments: Listed[]; hasMore: boolean } | null>(null);
  const { busy, mutate } = useMutation();
  const comments = [...(data?.comments ?? []), ...(more?.comments ?? [])];
  const changed = (after: StoreQuestion) => {
    const swap = (list: Listed[]) => list.map((one) => (one.id === after.id ? { ...one, ...after } : one));
    if (data) setData({ ...data, comments: swap(data.comments) });
    if (more) setMore({ ...more, comments: swap(more.comments) });
  };
  return (
    <section aria-labelledby="post-comments">
      <h2 id="post-comments" className="text-2xl">
        Comments
      </h2>
      <QueryState query={query} />
      {data && comments.length === 0 && <p className="mt-2 text-ink-2">No comments yet.</p>}
      <ul className="mt-4 grid gap-4">
        {comments.map((comment) => (
          <SellerQuestion key={comment.id} question={comment} onChanged={changed} />
        ))}
      </ul>
      {(more ?? data)?.hasMore && (
        <button
          type="button"
          className="btn btn-quiet mt-4"
          aria-busy={busy}
          onClick={() =>
            void mutate(
              () => actions.posts.comments({ id: postId, before: comments.at(-1)?.place ?? null }),
              null,
              (next) =>
                setMore({ comments: [...(more?.comments ?? []), ...next.comments], hasMore: next.hasMore }),
            )
          }
        >
          Show older comments
        </button>
      )}
    </section>
  );
}
