import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import type { LibraryProduct } from '../../../../data/library/library.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { noteSeen, setLists } from './library.store.ts';

type WaiverToAsk = ActionAnswer<typeof actions.library.one>['waivers'][number];

export type Owned =
  | { state: 'loading' }
  | { state: 'ready'; product: LibraryProduct; waivers: WaiverToAsk[] }
  | { state: 'failed'; problem: string };

const NO_CONNECTION = 'There is no connection. Reload the page in a moment.';

/** Loads an owned product. */
export function useOwnedProduct(productId: string): Owned {
  const [owned, setOwned] = useState<Owned>({ state: 'loading' });
  useEffect(() => {
    let isStale = false;
    setOwned({ state: 'loading' });
    const load = async () => {
      const { data, error } = await actions.library.one({ productId });
      if (isStale) return;
      if (error) {
        // An invalid id gets the same message as a product the user does not own.
        const problem = error.code === 'BAD_REQUEST' ? 'This is not in your library.' : error.message;
        return setOwned({ state: 'failed', problem });
      }
      setLists(data.lists);
      void noteSeen(productId);
      setOwned({ state: 'ready', product: data.product, waivers: data.waivers });
    };
    load().catch(() => {
      if (!isStale) setOwned({ state: 'failed', problem: NO_CONNECTION });
    });
    return () => {
      isStale = true;
    };
  }, [productId]);
  return owned;
}
