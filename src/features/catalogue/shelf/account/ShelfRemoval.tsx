import { actions } from 'astro:actions';
import type { Shelf } from '../../../../domain/catalogue/shelf.ts';
import { plural } from '../../../../domain/kernel/plural.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Confirms the removal of a shelf and explains its effect. */
export function ShelfRemoval({
  shelf,
  couponCodes,
  onRemoved,
  onSaved,
}: {
  shelf: Pick<Shelf, 'id' | 'name'>;
  /** Codes of coupons for this shelf. */
  couponCodes: readonly string[];
  onRemoved: () => void;
  onSaved: () => void;
}) {
  const { busy, mutate } = useMutation();
  return (
    <Confirm
      title={`Remove the category “${shelf.name}”?`}
      yes="Remove"
      no="Cancel"
      busy={busy}
      onYes={() =>
        void mutate(() => actions.shelves.remove({ id: shelf.id }), `${shelf.name} was removed.`, onRemoved)
      }
      onNo={onSaved}
    >
      <p>Its models stay in your store. Links to the category will show all your models.</p>
      {couponCodes.length > 0 && (
        <p>
          {plural(couponCodes.length, 'This coupon is', 'These coupons are')} for it and will no longer cover
          its models: {couponCodes.join(', ')}.
        </p>
      )}
    </Confirm>
  );
}
