import { actions } from 'astro:actions';
import type { StoreFront } from '../../domain/store.ts';
import { type Sending, useSending } from '../../ui/useSending.ts';
import { $ownStore } from './own-store.store.ts';

/** Sends a change of the store and takes over what the server made of it. */
export function useStoreChange(): Sending & { change: (front: Partial<StoreFront>, said: string) => void } {
  const sending = useSending();
  return {
    ...sending,
    change: (front, said) =>
      void sending.send(
        () => actions.stores.change(front),
        said,
        (store) => $ownStore.set(store),
      ),
  };
}
