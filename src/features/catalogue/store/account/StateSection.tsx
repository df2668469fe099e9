import { actions } from 'astro:actions';
import { useState } from 'react';
import { SELLER_STATUS_MISSING } from '../../../../domain/catalogue/seller-status.ts';
import {
  STORE_LIMITS,
  type Store,
  type StoreState,
  storeStateRefusal,
} from '../../../../domain/catalogue/store.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Section, TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $sellerStore } from './seller-store.store.ts';
import { useStoreChange } from './useStoreChange.ts';

const STATE_TEXTS: Record<StoreState, { title: string; text: string }> = {
  draft: {
    title: 'Your store is not open yet',
    text: 'Only you can see it. Open it when you are ready; it may be empty at first.',
  },
  open: { title: 'The store is open', text: 'Anyone can visit and buy.' },
  vacation: {
    title: 'The store is on vacation',
    text: 'Visitors can browse but not buy. Owners can still download.',
  },
  closed: {
    title: 'The store is closed',
    text: 'Visitors cannot find it. Your buyers keep what they bought. You can open it again.',
  },
  suspended: {
    title: 'The store is suspended',
    text: 'We have hidden it. The e-mail we sent you says why and how to answer.',
  },
};
const STATE_CHANGES: [to: StoreState, label: string, message: string][] = [
  ['open', 'Open store', 'The store is open.'],
  ['vacation', 'Start vacation', 'The store is on vacation.'],
  ['closed', 'Close store …', 'The store is closed.'],
];

/** The state of the store, and the possible changes of it. */
export function StateSection({ store }: { store: Store }) {
  const { busy, mutate } = useMutation();
  const note = useStoreChange();
  const [vacationNote, setVacationNote] = useState(store.vacationNote);
  const [closing, setClosing] = useState(false);
  const [resting, setResting] = useState(false);
  const refusal = (to: StoreState) => storeStateRefusal(store, to);
  const go = (to: StoreState, message: string) => {
    setClosing(false);
    setResting(false);
    void mutate(
      () => actions.stores.move({ to }),
      message,
      (changed) => $sellerStore.set(changed),
    );
  };
  return (
    <Section title={STATE_TEXTS[store.state].title} intro={STATE_TEXTS[store.state].text}>
      {store.state === 'vacation' && (
        <>
          <TextArea
            label="Message to visitors"
            name="vacationNote"
            rows={2}
            maxLength={STORE_LIMITS.vacationNote}
            placeholder="Back on the first of the month."
            value={vacationNote}
            onChange={setVacationNote}
          />
          <div>
            <button
              type="button"
              className="btn btn-quiet btn-small"
              aria-busy={note.busy}
              onClick={() => note.change({ vacationNote }, 'Message saved.')}
            >
              Save message
            </button>
          </div>
        </>
      )}
      {closing ? (
        <div className="notice grid gap-3" role="alertdialog" aria-labelledby="closing">
          <p id="closing">Close the store? Visitors will no longer find it or its models.</p>
          <p className="flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-danger btn-small"
              onClick={() => go('closed', 'The store is closed.')}
            >
              Close store
            </button>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setClosing(false)}>
              Cancel
            </button>
          </p>
        </div>
      ) : (
        <p className="flex flex-wrap gap-3">
          {STATE_CHANGES.filter(
            ([to]) => storeStateRefusal(store, to) !== 'no-such-move' && store.state !== 'suspended',
          ).map(([to, label, message]) => (
            <button
              key={to}
              type="button"
              className={`btn btn-small ${to === 'open' ? '' : 'btn-quiet'}`}
              aria-busy={busy}
              disabled={refusal(to) !== null}
              onClick={() =>
                to === 'closed' ? setClosing(true) : to === 'vacation' ? setResting(true) : go(to, message)
              }
            >
              {label}
            </button>
          ))}
        </p>
      )}
      {resting && (
        <Confirm
          title="Start vacation?"
          yes="Start it now"
          no="Not yet"
          busy={busy}
          isHarmless
          onYes={() => go('vacation', 'The store is on vacation.')}
          onNo={() => setResting(false)}
        >
          <p>
            Nobody can buy from you until you open the store again. Visitors see your models and a message.
          </p>
        </Confirm>
      )}
      {refusal('open') === 'status-missing' && (
        <p className="hint">
          {SELLER_STATUS_MISSING}{' '}
          <a className="link" href="#seller-status">
            Go to the choice
          </a>
        </p>
      )}
    </Section>
  );
}
