import { actions } from 'astro:actions';
import type { Shelf } from '../../../../domain/catalogue/shelf.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Asks before a shelf is taken down, and says what becomes of the models on it. */
export function ShelfRemoval({
  shelf,
  couponCodes,
  onRemoved,
  onSaved,
}: {
  shelf: Pick<Shelf, 'id' | 'name'>;
  /** Codes of coupons that are for this shelf. */
  couponCodes: readonly string[];
  onRemoved: () => void;
  onSaved: () => void;
}) {
  const { busy, mutate } = useMutation();
  return (
    <Confirm
      title={`Take down the shelf “${shelf.name}”?`}
      yes="Take it down"
      no="Keep it"
      busy={busy}
      onYes={() =>
        void mutate(() => actions.shelves.remove({ id: shelf.id }), `${shelf.name} is taken down.`, onRemoved)
      }
      onNo={onSaved}
    >
      <p>
        Only the shelf goes. The models on it stay in your store, and links to the shelf show all of them.
      </p>
      {couponCodes.length > 0 && (
        <p>
          {couponCodes.length === 1 ? 'This coupon is' : 'These coupons are'} for it and will no longer cover
          what stands there: {couponCodes.join(', ')}.
        </p>
      )}
    </Confirm>
  );
}
