import { actions } from 'astro:actions';
import type { DeadLetter } from '../../../../domain/desk/dead-letter.ts';
import { ResourceList } from '../../../../ui/account/ResourceList.tsx';
import { asPage, useKeyset } from '../../../../ui/account/useKeyset.ts';
import { LetterCard } from './LetterCard.tsx';

/** What gave up by itself, newest first. */
export function DeadLetters() {
  const list = useKeyset((before: number | null) =>
    asPage(actions.deskHealth.letters({ before }), ({ letters, next }) => ({ rows: letters, next })),
  );
  const gone = (letter: DeadLetter) => list.setRows((list.rows ?? []).filter((row) => row !== letter));
  return (
    <section className="mt-6" aria-labelledby="dead-letters">
      <h2 id="dead-letters" className="text-lg">
        Failures
      </h2>
      <ResourceList
        list={list}
        more="Show older ones"
        empty={
          <p className="mt-2 text-sm text-ink-2">
            No failures. Mails, events, transfers, previews and archives that fail too often are listed here,
            and wait in the queue.
          </p>
        }
      >
        {(letters) => (
          <ul className="mt-3 grid gap-3">
            {letters.map((letter) => (
              <li key={`${letter.kind}${letter.id}`}>
                <LetterCard letter={letter} onGone={() => gone(letter)} />
              </li>
            ))}
          </ul>
        )}
      </ResourceList>
    </section>
  );
}
