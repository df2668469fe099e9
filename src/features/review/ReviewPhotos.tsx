import { actions } from 'astro:actions';
import { lazy, Suspense, useRef, useState } from 'react';
import type { OwnReview } from '../../data/reviews.ts';
import { REVIEW_LIMITS } from '../../domain/review.ts';
import { paths } from '../../paths.ts';
import { PICTURE_TYPES, pictureFileRefusal } from '../../ui/picture-file.ts';
import { useSending } from '../../ui/useSending.ts';

/** The cropper comes with the first chosen photo. */
const PictureCrop = lazy(() => import('../../ui/PictureCrop.tsx'));

/** Photos of one's print: each is chosen, cut and turned, and kept at once; a failed one can be sent again. */
export function ReviewPhotos({
  review,
  onChange,
}: {
  review: OwnReview;
  onChange: (review: OwnReview) => void;
}) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { busy, send } = useSending();
  const close = () => {
    setChosen(null);
    if (input.current) input.current.value = '';
  };
  const add = (picture: Blob) => {
    const form = new FormData();
    form.set('reviewId', review.id);
    form.set('picture', new File([picture], 'print', { type: picture.type }));
    void send<OwnReview>(
      () => actions.reviews.addPhoto(form),
      'The photo is added.',
      (kept) => {
        close();
        onChange(kept);
      },
    );
  };
  const remove = (photoId: string) =>
    void send<OwnReview>(
      () => actions.reviews.removePhoto({ reviewId: review.id, photoId }),
      'The photo is removed.',
      onChange,
    );
  const { photos } = review;
  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 className="text-lg">Photos of your print</h3>
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-3">
          {photos.map(({ id, file }, at) => (
            <li key={id} className="grid justify-items-center gap-1">
              <div className="picture size-28 rounded-lg">
                <img
                  src={paths.picture('review_photos', id, file, 320)}
                  alt={`Your print ${at + 1}`}
                  width={112}
                  height={112}
                />
              </div>
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Remove photo ${at + 1}`}
                onClick={() => remove(id)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {photos.length < REVIEW_LIMITS.photos ? (
        <div>
          <label className="btn btn-quiet btn-small cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-verdigris">
            <input
              ref={input}
              className="sr-only"
              type="file"
              accept={PICTURE_TYPES}
              onChange={(event) => {
                const file = event.target.files?.[0] ?? null;
                const refusal = file && pictureFileRefusal(file);
                setProblem(refusal);
                setChosen(refusal ? null : file);
              }}
            />
            Add a photo
          </label>
          <p className="hint">
            {photos.length} of {REVIEW_LIMITS.photos}. JPEG, PNG or WebP; where it was taken is removed.
          </p>
        </div>
      ) : (
        <p className="hint">A review holds at most {REVIEW_LIMITS.photos} photos.</p>
      )}
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {busy && (
        <p className="text-ink-2" role="status">
          Sending the photo <progress className="bar" aria-label="Sending the photo" />
        </p>
      )}
      {chosen && (
        <Suspense fallback={<div className="skeleton h-72" />}>
          <PictureCrop file={chosen} widthPx={1600} photo busy={busy} onKeep={add} onCancel={close} />
        </Suspense>
      )}
    </div>
  );
}
