import { actions } from 'astro:actions';
import type { StoreQuestion } from '../../../../data/community/questions.ts';
import { ResourceList } from '../../../../ui/account/ResourceList.tsx';
import { asPage, useKeyset } from '../../../../ui/account/useKeyset.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { SellerQuestion } from '../../question/account/SellerQuestion.tsx';

type Listed = ActionAnswer<typeof actions.posts.comments>['comments'][number];

/** The comments on the seller's post, newest first, each with what can be done about it. */
export function PostComments({ postId }: { postId: string }) {
  const list = useKeyset((before: Listed['place'] | null) =>
    asPage(actions.posts.comments({ id: postId, before }), ({ comments, hasMore }) => ({
      rows: comments,
      next: hasMore ? (comments.at(-1)?.place ?? null) : null,
    })),
  );
  const changed = (after: StoreQuestion) =>
    list.setRows((list.rows ?? []).map((one) => (one.id === after.id ? { ...one, ...after } : one)));
  return (
    <section aria-labelledby="post-comments">
      <h2 id="post-comments" className="text-2xl">
        Comments
      </h2>
      <ResourceList
        list={list}
        more="Show older comments"
        empty={<p className="mt-2 text-ink-2">No comments yet.</p>}
      >
        {(comments) => (
          <ul className="mt-4 grid gap-4">
            {comments.map((comment) => (
              <SellerQuestion key={comment.id} question={comment} onChanged={changed} />
            ))}
          </ul>
        )}
      </ResourceList>
    </section>
  );
}
