import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { MyReview } from '../../../../data/community/reviews.ts';
import { MATERIALS, PRINT_SUPPORTS } from '../../../../domain/catalogue/print/print-settings.ts';
import { PRINT_OUTCOMES, REVIEW_LIMITS } from '../../../../domain/community/review.ts';
import { Field, Form, Select, TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $user } from '../../../identity/session/user.store.ts';
import { clearOwnedCache } from '../../../library/library/owned-cache.ts';
import {
  initialFormState,
  loadDraft,
  type ReviewFormState,
  reviewPayload,
  saveReviewDraft,
} from './review-form.ts';
import { StarChoice } from './StarChoice.tsx';

const UNSPECIFIED = ['', 'Not specified'] as const;
const MATERIAL_OPTIONS = [UNSPECIFIED, ...Object.entries(MATERIALS)] as const;
const SUPPORT_OPTIONS = [UNSPECIFIED, ...Object.entries(PRINT_SUPPORTS)] as const;
const OUTCOME_OPTIONS = [UNSPECIFIED, ...Object.entries(PRINT_OUTCOMES)] as const;

/** Writes or edits a review. The draft is stored in the browser until it is submitted. */
export function ReviewForm({
  productId,
  review,
  onSaved,
  onCancel,
}: {
  productId: string;
  review: MyReview | null;
  onSaved: (review: MyReview) => void;
  onCancel: (() => void) | null;
}) {
  const userId = useStore($user)?.id ?? '';
  const [typed, setTyped] = useState(() => initialFormState(review, loadDraft(userId, productId)));
  const { busy, fieldError, mutate } = useMutation();
  const change = (part: Partial<ReviewFormState>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    saveReviewDraft(userId, productId, next);
  };
  const submit = () => {
    const payload = reviewPayload(typed);
    void mutate(
      () =>
        review
          ? actions.reviews.change({ ...payload, reviewId: review.id })
          : actions.reviews.write({ ...payload, productId }),
      review ? 'Your review was updated.' : 'Your review was saved.',
      (saved) => {
        saveReviewDraft(userId, productId, null);
        clearOwnedCache();
        onSaved(saved);
      },
    );
  };
  return (
    <Form busy={busy} label={review ? 'Save changes' : 'Publish review'} onSend={submit}>
      <StarChoice value={typed.stars} error={fieldError('stars')} onChange={(stars) => change({ stars })} />
      <TextArea
        label="Your review"
        name="text"
        maxLength={REVIEW_LIMITS.text}
        hint="How it printed, how it looks, what others should know. Optional."
        error={fieldError('text')}
        value={typed.text}
        onChange={(text) => change({ text })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Did it print?"
          name="outcome"
          options={OUTCOME_OPTIONS}
          error={fieldError('outcome')}
          value={typed.outcome}
          onChange={(outcome) => change({ outcome: outcome as ReviewFormState['outcome'] })}
        />
        <Select
          label="Material"
          name="material"
          options={MATERIAL_OPTIONS}
          error={fieldError('material')}
          value={typed.material}
          onChange={(material) => change({ material: material as ReviewFormState['material'] })}
        />
        <Field
          label="Printer"
          name="printer"
          required={false}
          maxLength={REVIEW_LIMITS.printer}
          error={fieldError('printer')}
          value={typed.printer}
          onChange={(printer) => change({ printer })}
        />
        <Select
          label="Supports"
          name="supports"
          options={SUPPORT_OPTIONS}
          error={fieldError('supports')}
          value={typed.supports}
          onChange={(supports) => change({ supports: supports as ReviewFormState['supports'] })}
        />
        <Field
          label="Layer height in mm"
          name="layerMm"
          required={false}
          inputMode="decimal"
          error={fieldError('layerMm')}
          value={typed.layerMm}
          onChange={(layerMm) => change({ layerMm })}
        />
        <Field
          label="Exposure in seconds"
          name="exposureS"
          required={false}
          inputMode="decimal"
          hint="Of a normal layer. Resin only."
          error={fieldError('exposureS')}
          value={typed.exposureS}
          onChange={(exposureS) => change({ exposureS })}
        />
        <Field
          label="What you printed"
          name="variant"
          required={false}
          maxLength={REVIEW_LIMITS.variant}
          hint="Such as “32 mm, pre-supported”."
          error={fieldError('variant')}
          value={typed.variant}
          onChange={(variant) => change({ variant })}
        />
      </div>
      {onCancel && (
        <div>
          <button type="button" className="link min-h-11" onClick={onCancel}>
            Cancel
          </button>
        </div>
      )}
    </Form>
  );
}
