import { useId } from 'react';
import { FileButton } from '../../../../ui/account/FileButton.tsx';

/** A button that imports a CSV file. */
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
      <FileButton
        label="Choose a CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        describedBy={problem === null ? undefined : id}
        onFiles={([file]) => onFile(file)}
      />
      {problem !== null && (
        <p className="error" id={id} role="alert">
          {problem}
        </p>
      )}
      <p className="hint">{hint}</p>
    </div>
  );
}
