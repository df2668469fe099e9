import { useState } from 'react';
import type { ActionResult } from '../action-answer.ts';
import { Field } from '../Form.tsx';
import { useMutation } from '../useMutation.ts';
import { ChosenPicture, PictureButton, usePictureChoice } from './PictureChoice.tsx';

/** How a picture is cut, and the frame it is shown in. */
const SHAPES = {
  square: { aspect: 1, widthPx: 512, frame: 'size-24' },
  wide: { aspect: 3, widthPx: 1600, frame: 'aspect-[3/1] w-full' },
  card: { aspect: 4 / 3, widthPx: 1600, frame: 'aspect-[4/3] w-full max-w-sm' },
} as const;

interface Props<T> {
  /** What the picture is, in lower case: "cover". */
  what: string;
  shape: keyof typeof SHAPES;
  /** The one there is: its address, and what it shows. */
  picture: { src: string; alt: string } | null;
  /** How many characters may describe it; 0 where nothing is asked. */
  altMax: number;
  /** Keeps what the form holds: `alt`, and `picture` unless it is taken away. */
  send: (form: FormData) => Promise<ActionResult<T>>;
  onSaved: (answer: T) => void;
}

/** One picture: chosen, cut to shape, described, or taken away. Kept at once, apart from the form around. */
export function PictureField<T>({ what, shape, picture, altMax, send, onSaved }: Props<T>) {
  const choice = usePictureChoice();
  const [alt, setAlt] = useState(altMax > 0 ? (picture?.alt ?? '') : '');
  const { busy, fieldError, mutate } = useMutation();
  const { frame, aspect, widthPx } = SHAPES[shape];
  const keep = (made: Blob | null) => {
    const form = new FormData();
    form.set('alt', made ? alt : '');
    if (made) form.set('picture', new File([made], 'picture.png', { type: made.type }));
    void mutate(
      () => send(form),
      made ? 'The picture is saved.' : 'The picture is removed.',
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
            onClick={() => keep(null)}
          >
            Remove {what}
          </button>
        )}
      </div>
      <ChosenPicture choice={choice} aspect={aspect} widthPx={widthPx} busy={busy} onSave={keep}>
        {altMax > 0 && (
          <Field
            label={`What the ${what} shows`}
            name="alt"
            required={false}
            maxLength={altMax}
            hint="Read aloud to those who cannot see it."
            error={fieldError('alt')}
            value={alt}
            onChange={setAlt}
          />
        )}
      </ChosenPicture>
    </div>
  );
}
