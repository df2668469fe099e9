import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { StoreReview } from '../../../../data/community/reviews.ts';
import {
  FORMER_MEMBER,
  ownershipLabel,
  PRINT_OUTCOMES,
  printSummary,
} from '../../../../domain/community/review.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Pagination } from '../../../../ui/account/Pagination.tsx';
import { Check } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { AnswerForm } from './AnswerForm.tsx';

/** The reviews of the store's models, with the seller's answers. */
export default function StoreReviews() {
  const store = useStore($sellerStore);
  return store ? <ReviewList /> : <NoStore title="Reviews" />;
}

function ReviewList() {
  const [unanswered, setUnanswered] = useState(false);
  const [page, setPage] = useState(1);
  const query = useQuery(() => actions.reviews.ofMyStore({ page, unanswered }), `${page} ${unanswered}`);
  const { refetch, data } = query;
  const pages = data ? Math.max(1, Math.ceil(data.total / data.perPage)) : 1;
  return (
    <>
      <PageTitle>Reviews</PageTitle>
      <p className="mt-2 text-ink-2">What owners say about your models. You can post one answer to each.</p>
      <div className="mt-4">
        <Check
          label="Only without an answer"
          checked={unanswered}
          onChange={(only) => {
            setPage(1);
            setUnanswered(only);
          }}
        />
      </div>
      <QueryState query={query} tall />
      {data && data.reviews.length === 0 && (
        <p className="empty mt-4">
          {unanswered ? 'You have answered all reviews.' : 'Your models have no reviews yet.'}
        </p>
      )}
      {data && data.reviews.length > 0 && (
        <>
          <p className="mt-4 text-ink-2" role="status">
            {counted(data.total, 'review')}
          </p>
          <ul className="mt-2 grid gap-4">
            {data.reviews.map((review) => (
              <li
                key={`${review.id}:${review.answer?.text ?? ''}`}
                className="card grid grid-cols-1 gap-3 p-5"
              >
                <ReviewText review={review} />
                <AnswerForm review={review} onChange={refetch} />
              </li>
            ))}
          </ul>
          <Pagination label="Pages" page={page} pages={pages} onPage={setPage} />
        </>
      )}
    </>
  );
}

function ReviewText({ review }: { review: StoreReview }) {
  const how = [review.outcome === null ? '' : PRINT_OUTCOMES[review.outcome], printSummary(review)]
    .filter((part) => part !== '')
    .join(' · ');
  return (
    <div>
      <h2 className="text-lg">
        <a className="link" href={paths.productReviews(review.productId)}>
          {review.productName}
        </a>
      </h2>
      <p>
        <span className="text-brass" aria-hidden="true">
          {'★'.repeat(review.stars)}
          {'☆'.repeat(5 - review.stars)}
        </span>
        <span className="sr-only">{review.stars} of 5 stars</span>{' '}
        <span className="font-semibold wrap-anywhere">{review.author ?? FORMER_MEMBER}</span>{' '}
        <span className="text-sm text-ink-3">
          {ownershipLabel(review.source)} · {dayText(review.writtenAt)}
          {review.editedAt !== null && ` · changed ${dayText(review.editedAt)}`}
        </span>
      </p>
      {how !== '' && <p className="text-sm text-ink-2 wrap-anywhere">{how}</p>}
      {review.text !== '' && <p className="mt-2 whitespace-pre-line wrap-anywhere">{review.text}</p>}
      {review.photos.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {review.photos.map(({ id, file }, at) => (
            <li key={id} className="picture size-24 rounded-lg">
              <img
                src={paths.picture('review_photos', id, file, 160)}
                alt={`Print ${at + 1} by ${review.author ?? FORMER_MEMBER}`}
                width={96}
                height={96}
                loading="lazy"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
