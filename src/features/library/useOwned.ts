import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import type { LibraryProduct } from '../../data/library.ts';

export type Owned =
  | { state: 'asking' }
  | { state: 'ready'; product: LibraryProduct }
  | { state: 'gone'; problem: string };

/** Asks for one owned product. */
export function useOwned(productId: string): Owned {
  const [owned, setOwned] = useState<Owned>({ state: 'asking' });
  useEffect(() => {
    let stale = false;
    const tell = (next: Owned) => {
      if (!stale) setOwned(next);
    };
    tell({ state: 'asking' });
    actions.library.one({ productId }).then(
      ({ data, error }) =>
        tell(
          error
            ? {
                state: 'gone',
                problem: error.code === 'BAD_REQUEST' ? 'This is not in your library.' : error.message,
              }
            : { state: 'ready', product: data },
        ),
      () => tell({ state: 'gone', problem: 'There is no connection. Load the page again in a moment.' }),
    );
    return () => {
      stale = true;
    };
  }, [productId]);
  return owned;
}
