import { lazy, Suspense, useRef, useState } from 'react';
import type { Picture } from '../../../domain/product.ts';
import { Field } from '../../../ui/Form.tsx';
import { PICTURE_TYPES, pictureFileRefusal } from '../../../ui/picture-file.ts';
import { useSending } from '../../../ui/useSending.ts';

/** The cropper comes with the first chosen picture. */
const PictureCrop = lazy(() => import('../../../ui/PictureCrop.tsx'));

interface Props {
  /** What the picture is, in lower case: "cover". */
  what: string;
  picture: Picture | null;
  /** Its address, where there is one. */
  src: string | null;
  /** Width by height. */
  aspect: number;
  send: (form: FormData) => Promise<unknown>;
  onKept: () => void;
}

/** One picture: chosen, cut to shape, described, or taken away. Kept at once, apart from the form around. */
export function PictureField({ what, picture, src, aspect, send, onKept }: Props) {
  const [chosen, setChosen] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [alt, setAlt] = useState(picture?.alt ?? '');
  const input = useRef<HTMLInputElement>(null);
  const { busy, error, send: sending } = useSending();
  const close = () => {
    setChosen(null);
    if (input.current) input.current.value = '';
  };
  const keep = (made: Blob | null) => {
    const form = new FormData();
    form.set('alt', made ? alt : '');
    if (made) form.set('picture', new File([made], 'picture.png', { type: made.type }));
    void sending(
      () => send(form),
      made ? 'The picture is saved.' : 'The picture is removed.',
      () => {
        close();
        onKept();
      },
    );
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {src && (
        <div
          className={`picture w-full overflow-hidden rounded-xl ${aspect > 2 ? 'aspect-[3/1]' : 'aspect-[4/3] max-w-sm'}`}
        >
          <img src={src} alt={picture?.alt ?? ''} className="size-full object-cover" />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
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
          {picture ? `Choose another ${what}` : `Choose a ${what}`}
        </label>
        {picture && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => keep(null)}
          >
            Remove {what}
          </button>
        )}
      </div>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {chosen && (
        <>
          <Field
            label="What it shows"
            name="alt"
            required={false}
            maxLength={200}
            hint="Read aloud to those who cannot see it."
            error={error('alt')}
            value={alt}
            onChange={setAlt}
          />
          <Suspense fallback={<div className="skeleton h-72" />}>
            <PictureCrop
              file={chosen}
              aspect={aspect}
              widthPx={1600}
              busy={busy}
              onKeep={keep}
              onCancel={close}
            />
          </Suspense>
        </>
      )}
    </div>
  );
}
