import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import type { MyReview } from '../../../../data/community/reviews.ts';
import { PRINT_OUTCOMES, printSummary, REVIEW_REFUSAL_TEXTS } from '../../../../domain/community/review.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { clearOwnedCache } from '../../../library/library/owned-cache.ts';
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewPhotos } from './ReviewPhotos.tsx';

/** The user's review of an owned product: write, edit, add photos or delete. */
export function MyReviewSection({ productId }: { productId: string }) {
  const query = useQuery(() => actions.reviews.mine({ productId }));
  const [editing, setEditing] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const { data: options } = query;
  useEffect(() => {
    // Links to the review form scroll here once the data has loaded.
    if (options && location.hash === '#review') title.current?.scrollIntoView();
  }, [options]);
  return (
    <section aria-labelledby="review">
      <h2 id="review" ref={title} className="text-2xl">
        Your review
      </h2>
      <QueryState query={query} />
      {options &&
        (options.review ? (
          editing ? (
            <div className="card mt-3 p-5">
              <ReviewForm
                productId={productId}
                review={options.review}
                onSaved={(review) => {
                  query.setData({ ...options, review });
                  setEditing(false);
                }}
                onCancel={() => setEditing(false)}
              />
            </div>
          ) : (
            <Written
              review={options.review}
              onChange={(review) => query.setData({ ...options, review })}
              onEdit={() => setEditing(true)}
              onDeleted={() => query.setData({ ...options, refusal: null, review: null })}
            />
          )
        ) : options.refusal === null ? (
          <div className="card mt-3 p-5">
            <p className="mb-4 text-ink-2">
              Write a review to help other buyers and the artist. You can add photos afterwards.
            </p>
            <ReviewForm
              productId={productId}
              review={null}
              onSaved={(review) => query.setData({ ...options, refusal: 'reviewed', review })}
              onCancel={null}
            />
          </div>
        ) : (
          <p className="mt-2 text-ink-2">{REVIEW_REFUSAL_TEXTS[options.refusal]}</p>
        ))}
    </section>
  );
}

function Written({
  review,
  onChange,
  onEdit,
  onDeleted,
}: {
  review: MyReview;
  onChange: (review: MyReview) => void;
  onEdit: () => void;
  onDeleted: () => void;
}) {
  const [confirming, setConfirming] = useState(false);
  const { busy, mutate } = useMutation();
  const how = [review.outcome === null ? '' : PRINT_OUTCOMES[review.outcome], printSummary(review)].filter(
    (part) => part !== '',
  );
  const remove = () =>
    void mutate(
      () => actions.reviews.remove({ reviewId: review.id }),
      'Your review was deleted.',
      () => {
        clearOwnedCache();
        onDeleted();
      },
    );
  return (
    <div className="card mt-3 grid grid-cols-1 gap-4 p-5">
      <div>
        <p>
          <span className="text-xl text-brass" aria-hidden="true">
            {'★'.repeat(review.stars)}
            {'☆'.repeat(5 - review.stars)}
          </span>
          <span className="sr-only">{review.stars} of 5 stars</span>{' '}
          <span className="text-sm text-ink-3">
            {dayText(review.writtenAt)}
            {review.editedAt !== null && `, changed ${dayText(review.editedAt)}`}
          </span>
        </p>
        {how.length > 0 && <p className="text-sm text-ink-2 wrap-anywhere">{how.join(' · ')}</p>}
        {review.text !== '' && <p className="mt-2 whitespace-pre-line wrap-anywhere">{review.text}</p>}
      </div>
      {review.answer && (
        <div className="notice">
          <p className="font-semibold">Answer from the artist</p>
          <p className="whitespace-pre-line wrap-anywhere">{review.answer.text}</p>
        </div>
      )}
      {review.hidden ? (
        <p className="notice notice-bad">{REVIEW_REFUSAL_TEXTS.hidden}</p>
      ) : (
        <>
          <ReviewPhotos review={review} onChange={onChange} />
          <p className="flex flex-wrap gap-x-5">
            <button type="button" className="link min-h-11" onClick={onEdit}>
              Edit review
            </button>
            <button type="button" className="link min-h-11" onClick={() => setConfirming(true)}>
              Delete review
            </button>
            <a
              className="link inline-flex min-h-11 items-center"
              href={paths.productReviews(review.productId)}
            >
              See it on the page
            </a>
          </p>
        </>
      )}
      {confirming && (
        <Confirm
          title="Delete your review?"
          yes="Delete review"
          no="Keep it"
          busy={busy}
          onYes={remove}
          onNo={() => setConfirming(false)}
        >
          <p>
            Its text, photos and the artist’s answer are deleted for good. You can write another one later.
          </p>
        </Confirm>
      )}
    </div>
  );
}
