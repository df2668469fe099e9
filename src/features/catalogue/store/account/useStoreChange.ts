import { actions } from 'astro:actions';
import type { StoreFront } from '../../../../domain/catalogue/store.ts';
import { type Mutation, useMutation } from '../../../../ui/useMutation.ts';
import { $ownStore } from './own-store.store.ts';

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
        (store) => $ownStore.set(store),
      ),
  };
}
