import { useEffect, useRef, useState } from 'react';
import { fileSizeText } from '../../../../domain/kernel/file-size.ts';
import { paths } from '../../../../paths.ts';

interface Props {
  productId: string;
  /** A variant's key, or "all". */
  variant: string;
  label: string;
  sizeBytes: number;
  quiet?: boolean;
}

type Progress = { state: string; doneBytes: number; sizeBytes: number };
const LOOK_AGAIN_MS = 400;

/**
 * Fetches an archive. It is packed first where nobody had it packed yet, with its progress to be seen; then the browser
 * downloads it as a file that can be stopped and resumed.
 */
export function ArchiveButton({ productId, variant, label, sizeBytes, quiet = false }: Props) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const percent = progress ? Math.floor((100 * progress.doneBytes) / Math.max(1, progress.sizeBytes)) : 0;

  const fetchZip = async () => {
    setProblem(null);
    setProgress({ state: 'waiting', doneBytes: 0, sizeBytes });
    try {
      for (;;) {
        const answer = await fetch(paths.archiveProgress(productId, variant));
        if (!answer.ok) throw new Error(`packing answered ${answer.status}`);
        const next = (await answer.json()) as Progress;
        if (gone.current) return;
        if (next.state === 'failed') throw new Error('packing failed');
        setProgress(next);
        if (next.state === 'ready') break;
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
      location.assign(paths.downloadArchive(productId, variant));
    } catch (reason) {
      console.warn('The archive could not be fetched.', reason);
      setProblem('The files could not be packed just now. Try again, or take them one by one.');
    }
    setProgress(null);
  };

  return (
    <div className="grid gap-1">
      <button
        type="button"
        className={quiet ? 'btn btn-quiet' : 'btn'}
        aria-busy={progress !== null}
        disabled={progress !== null}
        onClick={() => void fetchZip()}
      >
        {progress ? `Packing … ${percent}%` : `${label} (${fileSizeText(sizeBytes)})`}
      </button>
      {progress && (
        <progress className="w-full accent-verdigris" aria-label="Packing" max={100} value={percent} />
      )}
      {problem && (
        <p className="text-sm text-wax" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
