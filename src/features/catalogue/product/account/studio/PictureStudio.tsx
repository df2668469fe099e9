import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { type Product, previewedFile } from '../../../../../domain/catalogue/product.ts';
import { PRODUCT_LIMITS } from '../../../../../domain/catalogue/product-editing.ts';
import { type Backdrop, backdropColour } from '../../../../../domain/catalogue/store.ts';
import { type PreviewMesh, readPreview } from '../../../../../mesh/preview-glb.ts';
import { paths } from '../../../../../paths.ts';
import { ColourChoice } from '../../../../../ui/account/ColourChoice.tsx';
import { ColourField } from '../../../../../ui/account/ColourField.tsx';
import { BackdropChoice } from '../../../store/account/BackdropChoice.tsx';
import { $sellerStore, $staffRoles } from '../../../store/account/seller-store.store.ts';
import { useStoreChange } from '../../../store/account/useStoreChange.ts';
import { FIRST_POSE, type Pose, sideSeen } from '../../model-view/pose.ts';
import { $lastLook, beginningLook } from './last-look.ts';
import { PAINTS, type PaintChoice, paintOf, pictureAlt } from './paints.ts';
import { StudioStage } from './StudioStage.tsx';
import type { Studio } from './studio.ts';
import { turntablePoses, turntableText } from './turntable.ts';
import { recordedType } from './video.ts';

/** A rendered picture with its alt text. */
export interface TakenPicture {
  file: File;
  alt: string;
}

/** What one press made: pictures, and a video where one was recorded. */
export interface Taken {
  pictures: readonly TakenPicture[];
  video: File | null;
}

/** What is being made: pictures, then the video; the share of it that is done, 0 to 1. */
interface Taking {
  what: 'pictures' | 'video';
  share: number;
  count: number;
}

const NOT_FETCHED = 'This model cannot be shown here. Choose another file, or try again in a moment.';
const NOT_DRAWN = 'This browser cannot render pictures; another one may. You can still upload pictures.';

/**
 * Renders pictures of a product from one of its models: one, or a turntable of several with a video of the turn. `onTaken`
 * resolves to whether all were saved.
 */
export default function PictureStudio({
  product,
  onTaken,
  onClose,
}: {
  product: Product;
  onTaken: (taken: Taken) => Promise<boolean>;
  onClose: () => void;
}) {
  const models = product.files.filter(({ mesh, retiredAt }) => mesh !== null && retiredAt === null);
  const [fileId, setFileId] = useState(previewedFile(product.files)?.id ?? '');
  const [mesh, setMesh] = useState<PreviewMesh | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pose, setPose] = useState<Pose>(FIRST_POSE);
  const store = useStore($sellerStore);
  const isOwner = useStore($staffRoles) === null;
  const [look] = useState(() => beginningLook(store?.backdrop ?? ''));
  const [paint, setPaint] = useState<PaintChoice>(look.paint);
  const [own, setOwn] = useState(look.own);
  const [backdrop, setBackdrop] = useState<Backdrop>(look.backdrop);
  const storeChange = useStoreChange();
  const [taking, setTaking] = useState<Taking | null>(null);
  const [filmed] = useState(recordedType);
  const studio = useRef<Studio | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const label = useId();

  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    const left = new AbortController();
    setMesh(null);
    setProblem(null);
    modelOf(paths.filePreview(product.id, fileId), left.signal).then(setMesh, () => {
      if (!left.signal.aborted) setProblem(NOT_FETCHED);
    });
    return () => left.abort();
  }, [product.id, fileId]);

  const room = PRODUCT_LIMITS.images - product.images.length;
  const turn = turntablePoses(pose, room);

  const take = async (poses: readonly Pose[], films: boolean) => {
    const opened = studio.current;
    if (!opened || taking !== null) return;
    const progress = (what: Taking['what']) => (share: number) =>
      setTaking({ what, share, count: poses.length });
    setProblem(null);
    progress(poses.length > 0 ? 'pictures' : 'video')(0);
    try {
      const blobs = poses.length > 0 ? await opened.pictures(poses, progress('pictures')) : [];
      const pictures = blobs.map((blob, at) => {
        const extension = blob.type === 'image/webp' ? 'webp' : 'png';
        const side = sideSeen(poses[at] ?? pose);
        return {
          file: new File([blob], `model.${extension}`, { type: blob.type }),
          alt: pictureAlt(product.name, paint, side, PRODUCT_LIMITS.alt),
        };
      });
      const turned = films && filmed !== null ? await opened.video(filmed, progress('video')) : null;
      const video = turned && new File([turned], 'turn', { type: turned.type });
      if (!(await onTaken({ pictures, video }))) return;
      $lastLook.set({ paint, own, backdrop });
      onClose();
    } catch {
      setProblem(takingFailed(poses.length, films));
    } finally {
      setTaking(null);
    }
  };

  const isReady = mesh !== null && taking === null && problem !== NOT_FETCHED && problem !== NOT_DRAWN;
  return (
    <section
      aria-labelledby={label}
      className="grid gap-4 rounded-[14px] border border-line bg-card p-3 sm:p-4"
    >
      <h3 id={label} ref={title} tabIndex={-1} className="text-lg outline-none">
        A picture from a model
      </h3>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
        {mesh ? (
          <StudioStage
            mesh={mesh}
            name={product.name}
            pose={pose}
            shot={{ pose, paint: paintOf(paint, own), backdrop: backdropColour(backdrop) }}
            onPose={setPose}
            onStudio={(opened) => {
              studio.current = opened;
            }}
            onTrouble={() => setProblem(NOT_DRAWN)}
          />
        ) : (
          <div className="grid aspect-square place-items-center rounded-xl bg-paper-2 p-4 text-center text-ink-2">
            {problem === null && <p role="status">Setting up the studio …</p>}
          </div>
        )}
        <div className="grid content-start gap-4">
          {models.length > 1 && (
            <label className="grid gap-1 text-sm font-semibold">
              Model
              <select
                className="field font-normal"
                value={fileId}
                onChange={(event) => setFileId(event.target.value)}
              >
                {models.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          <ColourChoice
            legend="Paint"
            chosen={paint}
            colours={[
              ...Object.entries(PAINTS).map(
                ([
                  key,
                  {
                    name,
                    paint: { colour },
                  },
                ]) => ({ key, name, colour }),
              ),
              { key: 'own', name: 'Custom', colour: own },
            ]}
            onChoose={(key) => setPaint(key as PaintChoice)}
          />
          {paint === 'own' && <ColourField label="Your colour" value={own} onChange={setOwn} />}
          <BackdropChoice legend="Backdrop" chosen={backdrop} onChoose={setBackdrop} />
          {store && backdrop === store.backdrop && <p className="hint">The backdrop of your store.</p>}
          {store && isOwner && backdrop !== store.backdrop && (
            <button
              type="button"
              className="btn btn-quiet btn-small justify-self-start"
              disabled={storeChange.busy}
              onClick={() =>
                storeChange.change({ backdrop }, 'Pictures of your store begin with this backdrop.')
              }
            >
              Use for the whole store
            </button>
          )}
        </div>
      </div>
      {problem && (
        <p className="notice notice-bad" role="alert">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="btn btn-small"
          disabled={!isReady || room === 0}
          onClick={() => void take([pose], false)}
        >
          Use this picture
        </button>
        <button
          type="button"
          className="btn btn-quiet btn-small"
          disabled={!isReady || turn.length === 0}
          aria-describedby={`${label}-turn`}
          onClick={() => void take(turn, true)}
        >
          Turntable
        </button>
        {filmed !== null && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={!isReady}
            aria-describedby={`${label}-turn`}
            onClick={() => void take([], true)}
          >
            Video only
          </button>
        )}
        <button type="button" className="btn btn-quiet btn-small" onClick={onClose}>
          Close the studio
        </button>
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {taking && progressText(taking)}
        </p>
      </div>
      <p id={`${label}-turn`} className="hint">
        {taking === null && turntableText(room, filmed !== null)}
      </p>
    </section>
  );
}

/** "Rendering picture 3 of 8 …" */
function progressText({ what, share, count }: Taking): string {
  if (what === 'video')
    return share < 1 ? `Recording the video: ${Math.round(share * 100)}% …` : 'Adding what was made …';
  if (count === 1) return share < 1 ? 'Rendering the picture …' : 'Adding the picture …';
  return share < 1
    ? `Rendering picture ${Math.min(count, Math.floor(share * count) + 1)} of ${count} …`
    : `Adding ${count} pictures …`;
}

function takingFailed(pictures: number, films: boolean): string {
  const what = pictures === 1 ? 'The picture' : pictures > 1 ? 'The pictures' : 'The video';
  const both = pictures > 1 && films ? `${what} and the video` : what;
  return `${both} could not be made. Try again in a moment.`;
}

/** @throws Error if the model cannot be fetched. */
async function modelOf(address: string, signal: AbortSignal): Promise<PreviewMesh> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`the model was answered ${answer.status}`);
  return readPreview(new Uint8Array(await answer.arrayBuffer()));
}
