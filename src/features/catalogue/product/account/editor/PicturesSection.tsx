import { actions } from 'astro:actions';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Picture } from '../../../../../domain/catalogue/product.ts';
import { PRODUCT_LIMITS } from '../../../../../domain/catalogue/product-editing.ts';
import { PICTURE_MAX_BYTES } from '../../../../../domain/kernel/image-header.ts';
import { paths } from '../../../../../paths.ts';
import { FileButton } from '../../../../../ui/account/FileButton.tsx';
import { PICTURE_TYPES, pictureFileRefusal, pictureToSend } from '../../../../../ui/account/picture-file.ts';
import { Section } from '../../../../../ui/Form.tsx';
import { Icon } from '../../../../../ui/Icon.tsx';
import { drawsIn3D } from '../../model-view/draws-in-3d.ts';
import type { Taken } from '../studio/PictureStudio.tsx';
import type { EditorPart } from './props.ts';

/** Loaded on demand, with the 3D code. */
const PictureStudio = lazy(() => import('../studio/PictureStudio.tsx'));
const NO_WEBGL =
  'This browser cannot show 3D: WebGL is missing or switched off. You can still upload pictures.';

/** The pictures in display order; the first is the main picture. */
export function PicturesSection({ editor, own }: EditorPart) {
  const { product } = own;
  const { images } = product;
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [inStudio, setInStudio] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const hasModel = product.files.some(({ mesh, retiredAt }) => mesh !== null && retiredAt === null);

  const add = async (files: File[]) => {
    setProblem(null);
    for (const [at, file] of files.entries()) {
      const refusal = pictureFileRefusal(file);
      if (refusal) {
        setProblem(`${file.name}: ${refusal}`);
        continue;
      }
      setBusy(`Adding picture ${at + 1} of ${files.length} …`);
      const form = new FormData();
      form.set('id', product.id);
      form.set('picture', await pictureToSend(file, PICTURE_MAX_BYTES), file.name);
      if (!(await editor.mutate(() => actions.products.addPicture(form)))) break;
    }
    setBusy(null);
  };
  /** Adds the pictures in their order, then the video; false from the first that is refused on. */
  const addTaken = async ({ pictures, video }: Taken) => {
    const done = takenText(pictures.length, video !== null);
    for (const [at, { file, alt }] of pictures.entries()) {
      const form = new FormData();
      form.set('id', product.id);
      form.set('picture', file);
      form.set('alt', alt);
      const isLast = at === pictures.length - 1 && video === null;
      if (!(await editor.mutate(() => actions.products.addPicture(form), isLast ? done : undefined)))
        return false;
    }
    if (video === null) return true;
    const form = new FormData();
    form.set('id', product.id);
    form.set('video', video);
    return editor.mutate(() => actions.products.setVideo(form), done);
  };
  const wasInStudio = useRef(false);
  useEffect(() => {
    // The button reappears when the studio closes; return keyboard focus to it.
    if (wasInStudio.current && !inStudio) opener.current?.focus();
    wasInStudio.current = inStudio;
  }, [inStudio]);
  const arrange = (pictures: Picture[], done?: string) =>
    void editor.mutate(
      (seen) => actions.products.arrangePictures({ id: product.id, seen: seen.product.updatedAt, pictures }),
      done,
    );
  const move = (at: number, by: 1 | -1) => {
    const next = [...images];
    const [picture] = next.splice(at, 1);
    if (picture) next.splice(at + by, 0, picture);
    arrange(next);
  };

  return (
    <Section
      title="Pictures"
      intro={`Up to ${PRODUCT_LIMITS.images}. The first one is shown on product cards.`}
    >
      <ol className="grid gap-3" aria-label="Pictures">
        {images.map((picture, at) => (
          <li
            key={picture.file}
            className="grid grid-cols-[5rem_minmax(0,1fr)] gap-3 rounded-xl border border-line p-2"
          >
            <img
              src={paths.picture('products', product.id, picture.file, 160)}
              alt=""
              className="aspect-square w-20 rounded-lg object-cover"
            />
            <div className="grid gap-1">
              <label className="grid gap-1 text-sm">
                <span className="font-semibold">
                  Description of picture {at + 1}
                  {at === 0 && <span className="badge ml-2">Main picture</span>}
                </span>
                <input
                  className="field"
                  maxLength={PRODUCT_LIMITS.alt}
                  defaultValue={picture.alt}
                  onBlur={(event) => {
                    const alt = event.target.value.trim();
                    if (alt !== picture.alt)
                      arrange(images.map((known) => (known === picture ? { ...known, alt } : known)));
                  }}
                />
              </label>
              <p className="flex flex-wrap">
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Move picture ${at + 1} forward`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                >
                  <Icon name="up" />
                </button>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Move picture ${at + 1} back`}
                  disabled={at === images.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <Icon name="down" />
                </button>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`Remove picture ${at + 1}`}
                  onClick={() =>
                    arrange(
                      images.filter((known) => known !== picture),
                      'Picture removed.',
                    )
                  }
                >
                  <Icon name="trash" />
                </button>
              </p>
            </div>
          </li>
        ))}
      </ol>
      {product.video && (
        <div className="flex flex-wrap items-center gap-3 rounded-xl border border-line p-2">
          <video
            className="block aspect-square w-40 rounded-lg"
            src={paths.video(product.id, product.video)}
            aria-label="The video"
            controls
            loop
            muted
            playsInline
          />
          <p className="text-sm text-ink-2">The video is shown after the pictures.</p>
          <button
            type="button"
            className="icon-btn"
            aria-label="Remove the video"
            onClick={() =>
              void editor.mutate(
                (seen) => actions.products.removeVideo({ id: product.id, seen: seen.product.updatedAt }),
                'Video removed.',
              )
            }
          >
            <Icon name="trash" />
          </button>
        </div>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {images.length < PRODUCT_LIMITS.images && (
          <FileButton
            label="Add pictures"
            accept={PICTURE_TYPES}
            multiple
            disabled={busy !== null}
            onFiles={(files) => void add(files)}
          />
        )}
        {hasModel && !inStudio && (
          <button
            ref={opener}
            type="button"
            className="btn btn-quiet btn-small"
            onClick={() => {
              setProblem(drawsIn3D() ? null : NO_WEBGL);
              setInStudio(drawsIn3D());
            }}
          >
            Make a picture from a model
          </button>
        )}
      </div>
      {inStudio && (
        <Suspense fallback={<div className="skeleton h-80" aria-busy="true" />}>
          <PictureStudio product={product} onTaken={addTaken} onClose={() => setInStudio(false)} />
        </Suspense>
      )}
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {busy}
      </p>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
    </Section>
  );
}

/** "8 pictures and a video added." */
function takenText(pictures: number, video: boolean): string {
  if (pictures === 0) return 'Video added.';
  const added = pictures === 1 ? 'Picture' : `${pictures} pictures`;
  return video ? `${added} and a video added.` : `${added} added.`;
}
