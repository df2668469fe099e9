import { useState } from 'react';
import type { ActionResult } from '../action-answer.ts';
import { Field } from '../Form.tsx';
import { useMutation } from '../useMutation.ts';
import { ChosenPicture, PictureButton, usePictureChoice } from './PictureChoice.tsx';

/** The crop of a picture and its frame. */
const SHAPES = {
  square: { aspect: 1, widthPx: 512, frame: 'size-24' },
  wide: { aspect: 3, widthPx: 1600, frame: 'aspect-[3/1] w-full' },
  card: { aspect: 4 / 3, widthPx: 1600, frame: 'aspect-[4/3] w-full max-w-sm' },
} as const;

interface Props<T> {
  /** What the picture is, in lower case: "cover". */
  what: string;
  shape: keyof typeof SHAPES;
  /** The current picture: its address and alt text. */
  picture: { src: string; alt: string } | null;
  /** The longest alt text, in characters; 0 for none. */
  altMax: number;
  /** Saves the form: `alt`, and `picture` unless it is removed. */
  send: (form: FormData) => Promise<ActionResult<T>>;
  onSaved: (answer: T) => void;
}

/** A picture that can be chosen, cropped, described or removed. It is saved at once, independently of the surrounding form. */
export function PictureField<T>({ what, shape, picture, altMax, send, onSaved }: Props<T>) {
  const choice = usePictureChoice();
  const [alt, setAlt] = useState(altMax > 0 ? (picture?.alt ?? '') : '');
  const { busy, fieldError, mutate } = useMutation();
  const { frame, aspect, widthPx } = SHAPES[shape];
  const save = (blob: Blob | null) => {
    const form = new FormData();
    form.set('alt', blob ? alt : '');
    if (blob) form.set('picture', new File([blob], 'picture.png', { type: blob.type }));
    void mutate(
      () => send(form),
      blob ? 'Picture saved.' : 'Picture removed.',
      (answer) => {
        choice.close();
        onSaved(answer);
      },
    );
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      {picture && (
        <div className={`picture overflow-hidden rounded-xl ${frame}`}>
          <img src={picture.src} alt={picture.alt} className="size-full object-cover" />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <PictureButton choice={choice} label={picture ? `Choose another ${what}` : `Choose a ${what}`} />
        {picture && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => save(null)}
          >
            Remove {what}
          </button>
        )}
      </div>
      <ChosenPicture choice={choice} aspect={aspect} widthPx={widthPx} busy={busy} onSave={save}>
        {altMax > 0 && (
          <Field
            label={`What the ${what} shows`}
            name="alt"
            required={false}
            maxLength={altMax}
            hint="Read aloud by screen readers."
            error={fieldError('alt')}
            value={alt}
            onChange={setAlt}
          />
        )}
      </ChosenPicture>
    </div>
  );
}
