import { useState } from 'react';
import { isForSlicers, isWrittenAs3mf, SLICERS, type Slicer } from '../../../../domain/library/slicer.ts';
import { openIn } from './useSlicer.ts';

/** Chooses the slicer in which the files below are opened, and says what to know about it. */
export function SlicerChoice({ slicer, onChoose }: { slicer: Slicer; onChoose: (slicer: Slicer) => void }) {
  return (
    <div className="grid gap-1">
      <label className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">My slicer</span>
        <select
          className="field w-auto max-w-full"
          value={slicer}
          onChange={(event) => onChoose(event.target.value as Slicer)}
        >
          {Object.entries(SLICERS).map(([value, { name }]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <p className="hint" role="status">
        {SLICERS[slicer].note}
      </p>
    </div>
  );
}

interface Props {
  slicer: Slicer;
  productId: string;
  file: { id: string; name: string };
}

/** Opens one file in the chosen slicer, or copies its link; nothing where neither makes sense. */
export function OpenFile({ slicer, productId, file }: Props) {
  const [busy, setBusy] = useState(false);
  if (
    (SLICERS[slicer].scheme === null && slicer !== 'link') ||
    (slicer !== 'link' && !isForSlicers(file.name))
  )
    return null;
  const label = slicer === 'link' ? 'Copy link' : `Open in ${SLICERS[slicer].name}`;
  return (
    <button
      type="button"
      className="btn btn-quiet btn-small"
      aria-label={slicer === 'link' ? `Copy link to ${file.name}` : `${label}: ${file.name}`}
      aria-busy={busy}
      disabled={busy}
      onClick={() => {
        setBusy(true);
        void openIn(slicer, { productId, fileId: file.id, as3mf: isWrittenAs3mf(slicer, file.name) }).finally(
          () => setBusy(false),
        );
      }}
    >
      {label}
    </button>
  );
}
