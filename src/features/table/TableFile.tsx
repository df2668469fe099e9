import { useId } from 'react';

/** A button that takes a table out of a file; the same file can be chosen again after it was mended. */
export function TableFile({
  problem,
  hint,
  onFile,
}: {
  problem: string | null;
  hint: string;
  onFile: (file: File) => void;
}) {
  const id = useId();
  return (
    <div>
      <label className="btn btn-quiet btn-small cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-verdigris">
        Bring a CSV file
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          className="sr-only"
          aria-describedby={problem === null ? undefined : id}
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
      </label>
      {problem !== null && (
        <p className="error" id={id} role="alert">
          {problem}
        </p>
      )}
      <p className="hint">{hint}</p>
    </div>
  );
}
