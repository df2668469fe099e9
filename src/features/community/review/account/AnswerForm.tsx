import { actions } from 'astro:actions';
import { useState } from 'react';
import type { StoreReview } from '../../../../data/community/reviews.ts';
import { REVIEW_LIMITS } from '../../../../domain/community/review.ts';
import { Form, TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** The seller's answer under one review: shown, written, changed or taken away. */
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
        label={answer ? 'Save the answer' : 'Publish the answer'}
        onSend={() =>
          void mutate(
            () => actions.reviews.answer({ reviewId: review.id, answer: text }),
            'Your answer stands under the review.',
            done,
          )
        }
      >
        <TextArea
          label="Your answer"
          name="answer"
          rows={4}
          maxLength={REVIEW_LIMITS.answer}
          hint="Everybody reads it under the review. There is one answer; you may change it."
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
          {answer ? 'Change the answer' : 'Answer'}
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
                'Your answer is taken away.',
                done,
              )
            }
          >
            Take it away
          </button>
        )}
      </p>
    </div>
  );
}
