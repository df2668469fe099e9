import { actions } from 'astro:actions';
import type { MyReview } from '../../../../data/community/reviews.ts';
import { REVIEW_LIMITS } from '../../../../domain/community/review.ts';
import { paths } from '../../../../paths.ts';
import { ChosenPicture, PictureButton, usePictureChoice } from '../../../../ui/account/PictureChoice.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Photos of the user's print. Each is cropped, rotated and uploaded at once; a failed upload can be retried. */
export function ReviewPhotos({
  review,
  onChange,
}: {
  review: MyReview;
  onChange: (review: MyReview) => void;
}) {
  const choice = usePictureChoice();
  const { busy, mutate } = useMutation();
  const add = (picture: Blob) => {
    const form = new FormData();
    form.set('reviewId', review.id);
    form.set('picture', new File([picture], 'print', { type: picture.type }));
    void mutate(
      () => actions.reviews.addPhoto(form),
      'The photo is added.',
      (changed) => {
        choice.close();
        onChange(changed);
      },
    );
  };
  const remove = (photoId: string) =>
    void mutate(
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
          <PictureButton choice={choice} label="Add a photo" />
          <p className="hint">
            {photos.length} of {REVIEW_LIMITS.photos}. JPEG, PNG or WebP; location data is removed.
          </p>
        </div>
      ) : (
        <p className="hint">A review holds at most {REVIEW_LIMITS.photos} photos.</p>
      )}
      {busy && (
        <p className="text-ink-2" role="status">
          Uploading the photo <progress className="bar" aria-label="Uploading the photo" />
        </p>
      )}
      <ChosenPicture choice={choice} widthPx={1600} photo busy={busy} onSave={add} />
    </div>
  );
}
