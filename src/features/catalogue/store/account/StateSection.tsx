import { actions } from 'astro:actions';
import { useState } from 'react';
import { SELLER_STATUS_MISSING } from '../../../../domain/catalogue/seller-status.ts';
import {
  STORE_STATE_REFUSAL_TEXTS,
  type Store,
  type StoreState,
  storeStateRefusal,
} from '../../../../domain/catalogue/store.ts';
import { STORE_FIELDS } from '../../../../domain/catalogue/store-fields.ts';
import { holdConsequence, stakesText } from '../../../../domain/guild/guild-hold.ts';
import { paths } from '../../../../paths.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Section, TextArea } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
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

/** The changes that are asked about first: they reach buyers, and members of the guild. */
type Asked = 'vacation' | 'closed';
const QUESTIONS: Record<Asked, { title: string; yes: string; means: string; message: string }> = {
  vacation: {
    title: 'Start the vacation?',
    yes: 'Start vacation',
    means: 'Visitors can look but not buy until you open the store again. Owners can still download.',
    message: 'The store is on vacation.',
  },
  closed: {
    title: 'Close the store?',
    yes: 'Close store',
    means: 'Visitors will no longer find it or its models. Buyers keep what they bought.',
    message: 'The store is closed.',
  },
};

/** Asks before the store stops selling, and names the members and paid months of its guild. */
function AskFirst({
  to,
  busy,
  onYes,
  onNo,
}: {
  to: Asked;
  busy: boolean;
  onYes: (to: Asked, message: string) => void;
  onNo: () => void;
}) {
  const { data, error } = useQuery(() => actions.stores.stakes());
  const { title, yes, means, message } = QUESTIONS[to];
  const stakes = data?.guild ? stakesText(data.guild, Date.now()) : null;
  if (to === 'closed' && data?.guild?.runs)
    return (
      <Confirm
        title="Your guild is still running"
        yes="Go to the guild"
        no="Cancel"
        busy={busy}
        isHarmless
        onYes={() => location.assign(paths.sellerGuild())}
        onNo={onNo}
      >
        <p>{STORE_STATE_REFUSAL_TEXTS['guild-running']}</p>
        {stakes !== null && <p>{stakes}</p>}
      </Confirm>
    );
  return (
    <Confirm
      title={title}
      yes={yes}
      no="Cancel"
      busy={busy || (!data && !error)}
      isHarmless={to === 'vacation'}
      onYes={() => (data || error) && onYes(to, message)}
      onNo={onNo}
    >
      <p>{means}</p>
      {stakes !== null && data && (
        <p>
          {stakes} {holdConsequence(data)}
        </p>
      )}
    </Confirm>
  );
}

/** The state of the store, and the possible changes of it. */
export function StateSection({ store }: { store: Store }) {
  const { busy, mutate } = useMutation();
  const note = useStoreChange();
  const [vacationNote, setVacationNote] = useState(store.vacationNote);
  const [asked, setAsked] = useState<Asked | null>(null);
  const refusal = (to: StoreState) => storeStateRefusal(store, to);
  const go = (to: StoreState, message: string) => {
    setAsked(null);
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
            label={STORE_FIELDS.vacationNote.label}
            name="vacationNote"
            rows={2}
            maxLength={STORE_FIELDS.vacationNote.limit}
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
            onClick={() => (to === 'closed' || to === 'vacation' ? setAsked(to) : go(to, message))}
          >
            {label}
          </button>
        ))}
      </p>
      {asked && <AskFirst to={asked} busy={busy} onYes={go} onNo={() => setAsked(null)} />}
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
