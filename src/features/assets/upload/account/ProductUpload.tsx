import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { PRODUCT_LIMITS } from '../../../../domain/catalogue/product-editing.ts';
import { takenFiles } from './making.ts';
import { PackGrid } from './PackGrid.tsx';
import { LEFT_OUT, listable, packChoice } from './pack-choice.ts';
import type { SentFile } from './sent-file.ts';
import { UploadDrop } from './UploadDrop.tsx';
import { $uploads, refreshUploads } from './upload.store.ts';

export type ChosenUploads = ReturnType<typeof takenFiles>;

interface Props {
  product: { id: string; name: string };
  /** Whether the product has no files yet. */
  isEmpty: boolean;
  /** Adds checked files to the product; answers whether that worked. Null: the seller adds them with a button. */
  add: ((files: ChosenUploads) => Promise<boolean>) | null;
  /** Runs once files were added with the button. */
  onAdded: () => void;
}

/**
 * Uploads files for one product. Those of a draft are added as soon as all are checked, because they were dropped here for
 * it; those of a published product wait for a button, because its owners get them as a new version.
 */
export default function ProductUpload({ product, isEmpty, add, onAdded }: Props) {
  const all = useStore($uploads);
  const uploads = all.filter(({ productId }) => productId === product.id);
  const { busy, rest } = useAutomaticAdding(product, uploads, add);
  return (
    <div className="grid grid-cols-1 gap-5">
      {isEmpty && uploads.length === 0 && <p className="text-ink-2">No files yet.</p>}
      <UploadDrop productId={product.id} />
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {busy ? 'Adding the files to the product …' : ''}
      </p>
      {(add === null || rest) && <PackGrid product={product} onMade={onAdded} />}
    </div>
  );
}

/** Adds files once all uploads are checked. `rest`: some were left out or refused, and the seller decides. */
function useAutomaticAdding(
  product: Props['product'],
  uploads: readonly SentFile[],
  add: Props['add'],
): { busy: boolean; rest: boolean } {
  const [busy, setBusy] = useState(false);
  const tried = useRef(new Set<string>());
  const isOpen = uploads.some(
    ({ state }) => state === 'waiting' || state === 'sending' || state === 'arrived',
  );
  const { rows } = packChoice(listable(uploads), {
    key: product.id,
    name: product.name,
    productId: product.id,
  });
  const ready = rows.filter(({ group, file }) => group !== LEFT_OUT && !tried.current.has(file.key));
  const isDue = add !== null && !busy && !isOpen && ready.length > 0;
  useEffect(() => {
    if (!isDue || add === null) return;
    const due = ready.slice(0, PRODUCT_LIMITS.filesAtOnce);
    // Whatever the answer, each file is tried once; then it is the seller's turn.
    for (const { file } of due) tried.current.add(file.key);
    setBusy(true);
    void add(takenFiles(due))
      .then(refreshUploads)
      .finally(() => setBusy(false));
  });
  return { busy, rest: !busy && !isOpen && ready.length === 0 && rows.length > 0 };
}
