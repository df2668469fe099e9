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
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewPhotos } from './ReviewPhotos.tsx';

/** My review of something I own: written, changed, shown with photos, or taken back. */
export function MyReviewSection({ productId }: { productId: string }) {
  const query = useQuery(() => actions.reviews.mine({ productId }));
  const [changing, setChanging] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const { data: desk } = query;
  useEffect(() => {
    // Whoever came by a link to write is led here once the page has grown.
    if (desk && location.hash === '#review') title.current?.scrollIntoView();
  }, [desk]);
  return (
    <section aria-labelledby="review">
      <h2 id="review" ref={title} className="text-2xl">
        Your review
      </h2>
      <QueryState query={query} />
      {desk &&
        (desk.review ? (
          changing ? (
            <div className="card mt-3 p-5">
              <ReviewForm
                productId={productId}
                review={desk.review}
                onSaved={(review) => {
                  query.setData({ ...desk, review });
                  setChanging(false);
                }}
                onCancel={() => setChanging(false)}
              />
            </div>
          ) : (
            <Written
              review={desk.review}
              onChange={(review) => query.setData({ ...desk, review })}
              onRewrite={() => setChanging(true)}
              onGone={() => query.setData({ ...desk, refusal: null, review: null })}
            />
          )
        ) : desk.refusal === null ? (
          <div className="card mt-3 p-5">
            <p className="mb-4 text-ink-2">
              Write a review: it helps whoever thinks of printing it, and the artist. Photos can be added
              after it.
            </p>
            <ReviewForm
              productId={productId}
              review={null}
              onSaved={(review) => query.setData({ ...desk, refusal: 'reviewed', review })}
              onCancel={null}
            />
          </div>
        ) : (
          <p className="mt-2 text-ink-2">{REVIEW_REFUSAL_TEXTS[desk.refusal]}</p>
        ))}
    </section>
  );
}

function Written({
  review,
  onChange,
  onRewrite,
  onGone,
}: {
  review: MyReview;
  onChange: (review: MyReview) => void;
  onRewrite: () => void;
  onGone: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const { busy, mutate } = useMutation();
  const how = [review.outcome === null ? '' : PRINT_OUTCOMES[review.outcome], printSummary(review)].filter(
    (part) => part !== '',
  );
  const takeBack = () =>
    void mutate(
      () => actions.reviews.remove({ reviewId: review.id }),
      'Your review is taken back.',
      () => {
        onGone();
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
          <p className="font-semibold">The artist answers</p>
          <p className="whitespace-pre-line wrap-anywhere">{review.answer.text}</p>
        </div>
      )}
      {review.hidden ? (
        <p className="notice notice-bad">{REVIEW_REFUSAL_TEXTS.hidden}</p>
      ) : (
        <>
          <ReviewPhotos review={review} onChange={onChange} />
          <p className="flex flex-wrap gap-x-5">
            <button type="button" className="link min-h-11" onClick={onRewrite}>
              Change the review
            </button>
            <button type="button" className="link min-h-11" onClick={() => setAsking(true)}>
              Take it back
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
      {asking && (
        <Confirm
          title="Take your review back?"
          yes="Take it back"
          no="Keep it"
          busy={busy}
          onYes={takeBack}
          onNo={() => setAsking(false)}
        >
          <p>Its words, photos and the artist’s answer go for good. You may write another later.</p>
        </Confirm>
      )}
    </div>
  );
}
