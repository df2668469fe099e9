import { actions } from 'astro:actions';
import { useState } from 'react';
import type { ProductImport } from '../../../../../domain/catalogue/import/product-import.ts';
import type { ActionResult } from '../../../../../ui/action-answer.ts';
import { useMutation } from '../../../../../ui/useMutation.ts';

export interface ImportRun {
  busy: boolean;
  /** Applies an import to the end; also resumes an interrupted one. */
  write: (importId: string) => void;
  /** Undoes an import to the end. */
  undo: (importId: string) => void;
}

/** Runs an import in batches. @param onPart receives the import after each batch */
export function useImportRun(onPart: (one: ProductImport) => void): ImportRun {
  const { mutate } = useMutation();
  const [busy, setBusy] = useState(false);
  const work = async (action: () => Promise<ActionResult<ProductImport>>, during: ProductImport['state']) => {
    setBusy(true);
    // A failed batch stops the run; the user can resume it.
    for (let more = true; more; ) {
      more = false;
      await mutate(action, null, (one) => {
        onPart(one);
        more = one.state === during;
      });
    }
    setBusy(false);
  };
  return {
    busy,
    write: (importId) => void work(() => actions.productImports.write({ importId }), 'running'),
    undo: (importId) => void work(() => actions.productImports.undo({ importId }), 'undoing'),
  };
}
