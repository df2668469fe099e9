import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { FileButton } from './FileButton.tsx';
import { PICTURE_TYPES, pictureFileRefusal } from './picture-file.ts';

/** The cropper is loaded with the first chosen picture. */
const PictureCrop = lazy(() => import('./PictureCrop.tsx'));

export interface PictureChoice {
  /** The picture being cropped; null where none is chosen. */
  file: File | null;
  /** Why the last choice was refused, in a sentence. */
  problem: string | null;
  choose: (file: File) => void;
  close: () => void;
}

/** The picture that was chosen and not saved yet. */
export function usePictureChoice(): PictureChoice {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    file,
    problem,
    choose: (chosen) => {
      const refusal = pictureFileRefusal(chosen);
      setProblem(refusal);
      setFile(refusal ? null : chosen);
    },
    close: () => setFile(null),
  };
}

export function PictureButton({ choice, label }: { choice: PictureChoice; label: string }) {
  return <FileButton label={label} accept={PICTURE_TYPES} onFiles={([file]) => choice.choose(file)} />;
}

/** The chosen picture: why it was refused, or the cropper, below `children`. */
export function ChosenPicture({
  choice,
  children,
  ...crop
}: {
  choice: PictureChoice;
  children?: ReactNode;
} & Omit<ComponentProps<typeof PictureCrop>, 'file' | 'onCancel'>) {
  return (
    <>
      {choice.problem && (
        <p className="error" role="alert">
          {choice.problem}
        </p>
      )}
      {choice.file && (
        <>
          {children}
          <Suspense fallback={<div className="skeleton h-72" />}>
            <PictureCrop {...crop} file={choice.file} onCancel={choice.close} />
          </Suspense>
        </>
      )}
    </>
  );
}
