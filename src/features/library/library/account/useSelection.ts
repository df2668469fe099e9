import { useCallback, useMemo, useState } from 'react';
import type { LibraryItem } from '../../../../domain/library/library.ts';

/** The products that are selected in the library; the selection outlives changes of the filters. */
export function useSelection(items: readonly LibraryItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string, on: boolean) => {
    setIds((known) => {
      const next = new Set(known);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const select = useCallback((more: readonly LibraryItem[]) => {
    setIds((known) => new Set([...known, ...more.map(({ id }) => id)]));
  }, []);
  const clear = useCallback(() => setIds(new Set()), []);
  // A product that left the library leaves the selection.
  const selected = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids]);
  return { ids, selected, toggle, select, clear };
}
