import { actions } from 'astro:actions';
import type { StoreFront } from '../../../../domain/catalogue/store.ts';
import { type Mutation, useMutation } from '../../../../ui/useMutation.ts';
import { $sellerStore } from './seller-store.store.ts';

/** Changes the store and replaces it with the version the server saved. */
export function useStoreChange(): Mutation & {
  change: (front: Partial<StoreFront>, successMessage: string) => void;
} {
  const mutation = useMutation();
  return {
    ...mutation,
    change: (front, successMessage) =>
      void mutation.mutate(
        () => actions.stores.change(front),
        successMessage,
        (store) => $sellerStore.set(store),
      ),
  };
}
