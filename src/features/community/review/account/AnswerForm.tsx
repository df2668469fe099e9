import { actions } from 'astro:actions';
import { useState } from 'react';
import type { StoreReview } from '../../../../data/community/reviews.ts';
import { REVIEW_LIMITS } from '../../../../domain/community/review.ts';
import { Form, TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Shows, edits and removes the seller's answer to a review. */
export function AnswerForm({ review, onChange }: { review: StoreReview; onChange: () => void }) {
  const { answer } = review;
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(answer?.text ?? '');
  const { busy, fieldError, mutate } = useMutation();
  const done = () => {
    setOpen(false);
    onChange();
  };
  if (open)
    return (
      <Form
        busy={busy}
        label={answer ? 'Save answer' : 'Publish answer'}
        onSend={() =>
          void mutate(
            () => actions.reviews.answer({ reviewId: review.id, answer: text }),
            'Your answer is published.',
            done,
          )
        }
      >
        <TextArea
          label="Your answer"
          name="answer"
          rows={4}
          maxLength={REVIEW_LIMITS.answer}
          hint="Shown publicly under the review. You can post one answer and edit it later."
          error={fieldError('answer')}
          value={text}
          onChange={setText}
        />
        <div>
          <button type="button" className="link min-h-11" onClick={() => setOpen(false)}>
            Cancel
          </button>
        </div>
      </Form>
    );
  return (
    <div>
      {answer && (
        <div className="notice">
          <p className="font-semibold">You answered</p>
          <p className="whitespace-pre-line wrap-anywhere">{answer.text}</p>
        </div>
      )}
      <p className="flex flex-wrap gap-x-5">
        <button type="button" className="link min-h-11" onClick={() => setOpen(true)}>
          {answer ? 'Edit answer' : 'Answer'}
          <span className="sr-only"> to {review.author ?? 'a former member'}</span>
        </button>
        {answer && (
          <button
            type="button"
            className="link min-h-11"
            aria-busy={busy}
            onClick={() =>
              void mutate(
                () => actions.reviews.removeAnswer({ reviewId: review.id }),
                'Your answer was removed.',
                done,
              )
            }
          >
            Remove answer
          </button>
        )}
      </p>
    </div>
  );
}
