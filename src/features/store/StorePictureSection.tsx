import { actions } from 'astro:actions';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Store } from '../../domain/store.ts';
import { paths } from '../../paths.ts';
import { Field, Section } from '../../ui/Form.tsx';
import { PICTURE_TYPES, pictureFileRefusal } from '../../ui/picture-file.ts';
import { useSending } from '../../ui/useSending.ts';
import { $ownStore } from './own-store.store.ts';

/** The cropper comes with the first chosen picture. */
const PictureCrop = lazy(() => import('../../ui/PictureCrop.tsx'));

const PLACES = {
  logo: { title: 'Logo', intro: 'A square, shown beside the name everywhere.', aspect: 1, widthPx: 512 },
  banner: { title: 'Banner', intro: 'A wide picture at the top of the store.', aspect: 3, widthPx: 1600 },
} as const;

/** One of the store's two pictures: chosen, cut to shape, described, or taken away. */
export function StorePictureSection({ store, place }: { store: Store; place: keyof typeof PLACES }) {
  const { title, intro, aspect, widthPx } = PLACES[place];
  const [chosen, setChosen] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [alt, setAlt] = useState(store.banner?.alt ?? '');
  const input = useRef<HTMLInputElement>(null);
  const { busy, send } = useSending();
  const file = place === 'logo' ? store.logo : (store.banner?.file ?? null);

  const close = () => {
    setChosen(null);
    if (input.current) input.current.value = '';
  };
  const keep = (picture: Blob | null) => {
    const form = new FormData();
    form.set('place', place);
    form.set('alt', alt);
    if (picture) form.set('picture', new File([picture], 'picture.png', { type: picture.type }));
    const said = picture ? 'The picture is saved.' : 'The picture is removed.';
    void send<Store | null>(
      () => actions.stores.picture(form),
      said,
      (changed) => {
        $ownStore.set(changed);
        close();
      },
    );
  };

  return (
    <Section title={title} intro={`${intro} JPEG, PNG or WebP.`}>
      {file && (
        <div
          className={`picture overflow-hidden rounded-xl ${place === 'logo' ? 'size-24' : 'aspect-[3/1] w-full'}`}
        >
          <img
            src={paths.picture('stores', store.id, file, place === 'logo' ? 320 : 960)}
            alt={place === 'logo' ? `${store.name}’s logo` : (store.banner?.alt ?? '')}
            className="size-full object-cover"
          />
        </div>
      )}
      {place === 'banner' && (
        <Field
          label="What the banner shows"
          name="alt"
          required={false}
          maxLength={300}
          hint="Read aloud to those who cannot see it."
          value={alt}
          onChange={setAlt}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <label className="btn btn-quiet btn-small cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-verdigris">
          <input
            ref={input}
            className="sr-only"
            type="file"
            accept={PICTURE_TYPES}
            onChange={(event) => {
              const picture = event.target.files?.[0] ?? null;
              const refusal = picture && pictureFileRefusal(picture);
              setProblem(refusal);
              setChosen(refusal ? null : picture);
            }}
          />
          {file ? `Choose another ${place}` : `Choose a ${place}`}
        </label>
        {file && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => keep(null)}
          >
            Remove {place}
          </button>
        )}
      </div>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {chosen && (
        <Suspense fallback={<div className="skeleton h-72" />}>
          <PictureCrop
            file={chosen}
            aspect={aspect}
            widthPx={widthPx}
            busy={busy}
            onKeep={keep}
            onCancel={close}
          />
        </Suspense>
      )}
    </Section>
  );
}
