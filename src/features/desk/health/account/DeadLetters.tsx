import { actions } from 'astro:actions';
import type { DeadLetter } from '../../../../domain/desk/dead-letter.ts';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useKeyset } from '../../shell/account/useKeyset.ts';
import { LetterCard } from './LetterCard.tsx';

/** What gave up by itself, newest first. */
export function DeadLetters() {
  const { rows, error, isLoading, hasMore, more, again, setRows } = useKeyset(
    async (before: number | null) => {
      const { data, error: refused } = await actions.deskHealth.letters({ before });
      return refused
        ? { data: undefined, error: refused }
        : { data: { rows: data.letters, next: data.next }, error: undefined };
    },
    '',
  );
  const gone = (letter: DeadLetter) => setRows((rows ?? []).filter((row) => row !== letter));
  return (
    <section className="mt-6" aria-labelledby="dead-letters">
      <h2 id="dead-letters" className="text-lg">
        Gave up
      </h2>
      {error && <LoadError onRetry={again}>{error}</LoadError>}
      {rows === null && !error && <div className="skeleton mt-3 h-24" aria-busy="true" />}
      {rows?.length === 0 && (
        <p className="mt-2 text-sm text-ink-2">
          Nothing gave up. Mails, events, transfers, previews and archives that fail too often are listed
          here, and wait in the queue.
        </p>
      )}
      {rows && rows.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {rows.map((letter) => (
            <li key={`${letter.kind}${letter.id}`}>
              <LetterCard letter={letter} onGone={() => gone(letter)} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <button type="button" className="btn btn-quiet mt-4 w-full" aria-busy={isLoading} onClick={more}>
          Show older ones
        </button>
      )}
    </section>
  );
}
