import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  CASE_QUEUE_KINDS,
  dueText,
  isLetterKind,
  QUEUE_KINDS,
  type QueueEntry,
  type QueueKind,
  queueOrder,
} from '../../../../domain/desk/queue.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { asPage, useKeyset } from '../../../../ui/account/useKeyset.ts';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { KeyList } from '../../shell/account/KeyList.tsx';
import { $queueCounts, queueCountText } from '../../shell/account/queue-counts.store.ts';
import { useDeskKeys } from '../../shell/account/useDeskKeys.ts';
import { CasePane } from './CasePane.tsx';
import { LetterDialog } from './LetterDialog.tsx';
import { LetterPane } from './LetterPane.tsx';
import { MatchPane } from './MatchPane.tsx';
import { addressOfEntry, OtherPane } from './OtherPane.tsx';
import { SavedReasonsDialog } from './SavedReasonsDialog.tsx';
import { UnmatchedPane } from './UnmatchedPane.tsx';

const KINDS = Object.keys(QUEUE_KINDS) as QueueKind[];
const KEYS = [
  ['j', 'next in the list'],
  ['k', 'the one before'],
  ['Enter', 'open it'],
  ['d', 'to the decision'],
  ['/', 'to the kinds that are shown'],
  ['?', 'these keys'],
] as const;

const FIELDS = 'input, textarea, select';
const ANYTHING = 'a, button';
/** Whether the pane beside an entry ends in a form; of the others, the key goes to what can be pressed. */
const hasForm = (entry: QueueEntry | null) =>
  entry !== null && (CASE_QUEUE_KINDS.includes(entry.kind) || entry.kind === 'match');

type Place = { dueAt: number; kind: QueueKind; id: string };

/** Everything that waits for somebody, the most urgent first, with the case beside the list. */
export default function QueuePage() {
  const [kind, setKind] = useState<QueueKind | null>(null);
  const [at, setAt] = useState(0);
  const [isReasons, setReasons] = useState(false);
  const [isLetter, setLetter] = useState(false);
  const [now] = useState(() => Date.now());
  const counts = useStore($queueCounts);
  const filter = useRef<HTMLFieldSetElement>(null);
  const { rows, error, isLoading, hasMore, more, again, setRows } = useKeyset(
    (after: Place | null) =>
      asPage(actions.deskQueue.list({ kind, after }), ({ entries, next }) => ({ rows: entries, next })),
    kind ?? '',
  );
  const entries = rows ?? [];
  // Kinds of which nothing waits are left out, but for the chosen one.
  const shownKinds = KINDS.filter((each) => each === kind || (counts?.[each] ?? 0) > 0);
  const chosen = entries[Math.min(at, entries.length - 1)] ?? null;
  const pane = useRef<HTMLDivElement>(null);
  const choose = (place: number) => setAt(Math.max(0, Math.min(place, entries.length - 1)));
  useDeskKeys({
    j: () => choose(at + 1),
    k: () => choose(at - 1),
    enter: () => chosen && open(chosen),
    '/': () => filter.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus(),
    d: () => pane.current?.querySelector<HTMLElement>(hasForm(chosen) ? FIELDS : ANYTHING)?.focus(),
  });
  const open = (entry: QueueEntry) => {
    const address = addressOfEntry(entry);
    if (address === null) pane.current?.focus();
    else location.assign(address);
  };
  const closed = (id: string) => {
    setRows(entries.filter((entry) => entry.id !== id).sort(queueOrder));
  };
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <PageTitle>Queue</PageTitle>
        <div className="flex flex-wrap gap-x-4">
          <button type="button" className="link min-h-11" onClick={() => setLetter(true)}>
            Record a letter
          </button>
          <button type="button" className="link min-h-11" onClick={() => setReasons(true)}>
            Saved reasons
          </button>
          <KeyList keys={KEYS} />
        </div>
      </div>
      <fieldset ref={filter} className="mt-3 flex flex-wrap gap-2">
        <legend className="sr-only">Show</legend>
        {[null, ...shownKinds].map((each) => (
          <button
            key={each ?? 'all'}
            type="button"
            className="chip"
            aria-pressed={kind === each}
            onClick={() => {
              setKind(each);
              setAt(0);
            }}
          >
            {each === null ? 'All' : QUEUE_KINDS[each].label}
            {counts && ` ${queueCountText(each, counts)}`}
          </button>
        ))}
      </fieldset>
      {error && <LoadError onRetry={again}>{error}</LoadError>}
      {rows === null && !error && <div className="skeleton mt-4 h-60" aria-busy="true" />}
      {rows?.length === 0 && (
        <div className="empty mt-4">
          <h2 className="text-2xl">Nothing waits</h2>
          <p>
            {kind === null
              ? 'New reports, disputes and failures appear here by themselves.'
              : 'Choose another kind, or all.'}
          </p>
        </div>
      )}
      {chosen && (
        <div className="mt-4 grid gap-6 xl:grid-cols-[minmax(15rem,2fr)_5fr]">
          <div>
            <List entries={entries} chosen={chosen} now={now} onChoose={choose} />
            {hasMore && (
              <button
                type="button"
                className="btn btn-quiet btn-small mt-3 w-full"
                aria-busy={isLoading}
                onClick={more}
              >
                Show more
              </button>
            )}
          </div>
          <div ref={pane} tabIndex={-1} className="min-w-0 outline-none">
            {CASE_QUEUE_KINDS.includes(chosen.kind) ? (
              <CasePane key={chosen.id} id={chosen.id} onDecided={() => closed(chosen.id)} />
            ) : chosen.kind === 'match' ? (
              <MatchPane
                key={chosen.id}
                id={chosen.id}
                // A case that was opened waits in the same list.
                onDecided={(outcome) => (outcome === 'case' ? again() : closed(chosen.id))}
              />
            ) : isLetterKind(chosen.kind) ? (
              <LetterPane
                key={chosen.id}
                kind={chosen.kind}
                id={chosen.id}
                onDone={() => closed(chosen.id)}
              />
            ) : chosen.kind === 'unmatched' ? (
              <UnmatchedPane key={chosen.id} id={chosen.id} onDone={() => closed(chosen.id)} />
            ) : (
              <OtherPane entry={chosen} />
            )}
          </div>
        </div>
      )}
      {isLetter && <LetterDialog onDone={again} onClose={() => setLetter(false)} />}
      {isReasons && <SavedReasonsDialog onClose={() => setReasons(false)} />}
    </>
  );
}

function List({
  entries,
  chosen,
  now,
  onChoose,
}: {
  entries: readonly QueueEntry[];
  chosen: QueueEntry;
  now: number;
  onChoose: (place: number) => void;
}) {
  const current = useRef<HTMLButtonElement>(null);
  const show = useEffectEvent((_id: string) => current.current?.scrollIntoView({ block: 'nearest' }));
  // Scrolling answers with a promise in newer browsers, and an effect may answer with its cleanup only.
  useEffect(() => {
    void show(chosen.id);
  }, [chosen.id]);
  return (
    <ol className="divide-y divide-line overflow-y-auto rounded-card border border-line bg-card max-xl:max-h-72 xl:max-h-[70dvh]">
      {entries.map((entry, place) => {
        const isChosen = entry.id === chosen.id && entry.kind === chosen.kind;
        return (
          <li key={`${entry.kind} ${entry.id}`}>
            <button
              ref={isChosen ? current : null}
              type="button"
              className={`block w-full border-l-4 px-3 py-2 text-left text-sm ${isChosen ? 'border-verdigris bg-paper-2' : 'border-transparent hover:bg-paper-2'}`}
              aria-current={isChosen ? 'true' : undefined}
              onClick={() => onChoose(place)}
            >
              <span className="flex justify-between gap-3">
                <span className="text-ink-2">{QUEUE_KINDS[entry.kind].label}</span>
                <span className={`whitespace-nowrap ${entry.dueAt < now ? 'text-wax' : 'text-ink-2'}`}>
                  {dueText(entry.dueAt, now)}
                </span>
              </span>
              <span className="block font-semibold wrap-anywhere">{entry.title}</span>
              {entry.detail !== '' && <span className="block text-ink-2 wrap-anywhere">{entry.detail}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
