import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import type { LibraryProduct } from '../../../../data/library/library.ts';
import { setLists } from './library.store.ts';

export type Owned =
  | { state: 'asking' }
  | { state: 'ready'; product: LibraryProduct }
  | { state: 'gone'; problem: string };

const NO_CONNECTION = 'There is no connection. Load the page again in a moment.';

/** Asks for one owned product. */
export function useOwnedProduct(productId: string): Owned {
  const [owned, setOwned] = useState<Owned>({ state: 'asking' });
  useEffect(() => {
    let isStale = false;
    setOwned({ state: 'asking' });
    const ask = async () => {
      const { data, error } = await actions.library.one({ productId });
      if (isStale) return;
      if (error) {
        // An address that is no product's at all is answered like one of somebody else.
        const problem = error.code === 'BAD_REQUEST' ? 'This is not in your library.' : error.message;
        return setOwned({ state: 'gone', problem });
      }
      setLists(data.lists);
      setOwned({ state: 'ready', product: data.product });
    };
    ask().catch(() => {
      if (!isStale) setOwned({ state: 'gone', problem: NO_CONNECTION });
    });
    return () => {
      isStale = true;
    };
  }, [productId]);
  return owned;
}
