import { actions } from 'astro:actions';
import { useState } from 'react';
import type { DeskStoreRow } from '../../../../data/desk/stores.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import { Field } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';

/** Agrees a commission with the seller of a store. It is open while it is rendered. */
export function CommissionDialog({
  store,
  onDone,
  onClose,
}: {
  store: DeskStoreRow;
  onDone: (store: DeskStoreRow) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState(store.commissionPercent === null ? '' : String(store.commissionPercent));
  const { busy, fieldError, mutate } = useMutation();
  const percent = typed.trim() === '' ? null : Number(typed);
  const isValid = percent === null || (Number.isInteger(percent) && percent >= 0 && percent <= 100);
  const save = () =>
    void mutate(
      () => confirmed(() => actions.deskStores.commission({ storeId: store.id, percent })),
      'Saved.',
      (changed) => {
        onDone(changed);
        onClose();
      },
    );
  return (
    <Dialog title={`Commission of ${store.name}`} onClose={onClose}>
      {(close) => (
        <>
          <form
            className="mt-4 grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (isValid) save();
            }}
          >
            <Field
              label="Agreed commission in percent"
              name="percent"
              inputMode="numeric"
              required={false}
              value={typed}
              hint="It applies to sales from now on. Leave it empty for the commission of the plan."
              error={isValid ? fieldError('percent') : 'Use a whole number from 0 to 100.'}
              onChange={setTyped}
            />
            <div className="flex flex-wrap gap-3">
              <button type="submit" className="btn" disabled={!isValid} aria-busy={busy}>
                Save
              </button>
              <button type="button" className="btn btn-quiet" onClick={close}>
                Cancel
              </button>
            </div>
          </form>
        </>
      )}
    </Dialog>
  );
}
