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
  small?: boolean;
  /** What is downloaded, where many of these buttons stand on one page. */
  of?: string;
}

type Progress = { state: string; doneBytes: number; sizeBytes: number };
const POLL_MS = 400;

/**
 * Downloads an archive. If it does not exist yet, it is built first, with visible progress; then the browser downloads it
 * as a resumable file.
 */
export function ArchiveButton({
  productId,
  variant,
  label,
  sizeBytes,
  quiet = false,
  small = false,
  of,
}: Props) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const unmounted = useRef(false);
  useEffect(() => {
    unmounted.current = false;
    return () => {
      unmounted.current = true;
    };
  }, []);
  const percent = progress ? Math.floor((100 * progress.doneBytes) / Math.max(1, progress.sizeBytes)) : 0;

  const download = async () => {
    setProblem(null);
    setProgress({ state: 'waiting', doneBytes: 0, sizeBytes });
    try {
      for (;;) {
        const answer = await fetch(paths.archiveProgress(productId, variant));
        if (!answer.ok) throw new Error(`the progress request failed with status ${answer.status}`);
        const next = (await answer.json()) as Progress;
        if (unmounted.current) return;
        if (next.state === 'failed') throw new Error('the build failed');
        setProgress(next);
        if (next.state === 'ready') break;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      location.assign(paths.downloadArchive(productId, variant));
    } catch (reason) {
      console.warn('The archive could not be downloaded.', reason);
      setProblem('The archive could not be created. Try again, or download the files one by one.');
    }
    setProgress(null);
  };

  return (
    <div className="grid gap-1">
      <button
        type="button"
        className={`btn ${quiet ? 'btn-quiet' : ''} ${small ? 'btn-small' : ''}`}
        aria-busy={progress !== null}
        disabled={progress !== null}
        onClick={() => void download()}
      >
        {progress ? (
          `Preparing … ${percent}%`
        ) : (
          <span>
            {label}
            {of !== undefined && <span className="sr-only"> {of}</span>}{' '}
            <span className="whitespace-nowrap">({fileSizeText(sizeBytes)})</span>
          </span>
        )}
      </button>
      {progress && (
        <progress
          className="w-full accent-verdigris"
          aria-label="Preparing the archive"
          max={100}
          value={percent}
        />
      )}
      {problem && (
        <p className="text-sm text-wax" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
