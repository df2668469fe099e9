import { actions } from 'astro:actions';
import { useState } from 'react';
import type { DeskStoreRow } from '../../../../data/desk/stores.ts';
import {
  DELIVERY_MAILS_A_DAY,
  DELIVERY_MAILS_APPROVED_MAX,
} from '../../../../domain/library/delivery-mails.ts';
import { Field } from '../../../../ui/Form.tsx';
import { ReasonDialog } from '../../shell/account/ReasonDialog.tsx';

/** Decides about the mails with which a store delivers to people outside the shop. It is open while it is rendered. */
export function DeliveryMailsDialog({
  store,
  onDone,
  onClose,
}: {
  store: DeskStoreRow;
  onDone: (store: DeskStoreRow) => void;
  onClose: () => void;
}) {
  const [isOff, setOff] = useState(store.mailsOff);
  const [typed, setTyped] = useState(store.mailsADay === null ? '' : String(store.mailsADay));
  const aDay = typed.trim() === '' ? null : Number(typed);
  return (
    <ReasonDialog
      title={`Delivery mails of ${store.name}`}
      yes="Save"
      done="Saved."
      isHarmless={!isOff}
      hint="For the audit log, such as what the seller showed you."
      action={(reason) => actions.deskStores.mails({ storeId: store.id, isOff, aDay, reason })}
      onDone={onDone}
      onClose={onClose}
    >
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" checked={isOff} onChange={(event) => setOff(event.target.checked)} />
        Stop its delivery mails
      </label>
      <Field
        label="Approved mails a day"
        name="aDay"
        inputMode="numeric"
        required={false}
        value={typed}
        hint={`At most ${DELIVERY_MAILS_APPROVED_MAX}. Leave it empty for the rule: up to ${DELIVERY_MAILS_A_DAY.most}, by the age of the store, its business account, and what was claimed and what bounced.`}
        onChange={setTyped}
      />
    </ReasonDialog>
  );
}
