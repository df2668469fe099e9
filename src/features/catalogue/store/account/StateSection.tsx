import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  STORE_LIMITS,
  type Store,
  type StoreState,
  storeStateRefusal,
} from '../../../../domain/catalogue/store.ts';
import { Section, TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { $sellerStore } from './seller-store.store.ts';
import { useStoreChange } from './useStoreChange.ts';

const WORDS: Record<StoreState, { title: string; text: string }> = {
  draft: {
    title: 'The doors are still closed',
    text: 'Only you see the store. Open it when you are ready; it may be empty at first.',
  },
  open: { title: 'The store is open', text: 'Everybody can visit and buy.' },
  vacation: {
    title: 'The store is on vacation',
    text: 'Visitors see everything and buy nothing. What was bought stays downloadable.',
  },
  closed: {
    title: 'The store is closed',
    text: 'Nobody finds it. Whoever bought from you keeps what he bought. You can open it again.',
  },
  suspended: {
    title: 'The store is suspended',
    text: 'The hall has taken it out of sight; the mail we sent says why and how to answer.',
  },
};
const MOVES: [to: StoreState, label: string, said: string][] = [
  ['open', 'Open the doors', 'The store is open.'],
  ['vacation', 'Go on vacation', 'The store is on vacation.'],
  ['closed', 'Close the store …', 'The store is closed.'],
];

/** Whether the doors are open, and the ways from here. */
export function StateSection({ store }: { store: Store }) {
  const { busy, mutate } = useMutation();
  const note = useStoreChange();
  const [vacationNote, setVacationNote] = useState(store.vacationNote);
  const [closing, setClosing] = useState(false);
  const go = (to: StoreState, said: string) => {
    setClosing(false);
    void mutate(
      () => actions.stores.move({ to }),
      said,
      (moved) => $sellerStore.set(moved),
    );
  };
  return (
    <Section title={WORDS[store.state].title} intro={WORDS[store.state].text}>
      {store.state === 'vacation' && (
        <>
          <TextArea
            label="What visitors read meanwhile"
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
              onClick={() => note.change({ vacationNote }, 'Visitors read it from now on.')}
            >
              Save the note
            </button>
          </div>
        </>
      )}
      {closing ? (
        <div className="notice grid gap-3" role="alertdialog" aria-labelledby="closing">
          <p id="closing">Close the store? Visitors will no longer find it or anything in it.</p>
          <p className="flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-danger btn-small"
              onClick={() => go('closed', 'The store is closed.')}
            >
              Close it
            </button>
            <button type="button" className="btn btn-quiet btn-small" onClick={() => setClosing(false)}>
              Leave it as it is
            </button>
          </p>
        </div>
      ) : (
        <p className="flex flex-wrap gap-3">
          {MOVES.filter(([to]) => storeStateRefusal(store.state, to) === null).map(([to, label, said]) => (
            <button
              key={to}
              type="button"
              className={`btn btn-small ${to === 'open' ? '' : 'btn-quiet'}`}
              aria-busy={busy}
              onClick={() => (to === 'closed' ? setClosing(true) : go(to, said))}
            >
              {label}
            </button>
          ))}
        </p>
      )}
    </Section>
  );
}
