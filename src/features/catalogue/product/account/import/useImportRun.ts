import { actions } from 'astro:actions';
import { useState } from 'react';
import type { ProductImport } from '../../../../../domain/catalogue/product-import.ts';
import type { ActionResult } from '../../../../../ui/action-answer.ts';
import { useMutation } from '../../../../../ui/useMutation.ts';

export interface ImportRun {
  busy: boolean;
  /** Writes an import to its end, also one that was cut off. */
  write: (importId: string) => void;
  /** Puts an import back to its end. */
  undo: (importId: string) => void;
}

/** Works an import off, part by part. @param onPart with the import after each part */
export function useImportRun(onPart: (one: ProductImport) => void): ImportRun {
  const { mutate } = useMutation();
  const [busy, setBusy] = useState(false);
  const work = async (ask: () => Promise<ActionResult<ProductImport>>, during: ProductImport['state']) => {
    setBusy(true);
    // Rows that wait are what is left; a part that fails ends the work, and a button goes on with it.
    for (let goesOn = true; goesOn; ) {
      goesOn = false;
      await mutate(ask, null, (one) => {
        onPart(one);
        goesOn = one.state === during;
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
