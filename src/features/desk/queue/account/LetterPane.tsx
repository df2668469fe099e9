import { actions } from 'astro:actions';
import type { DeadLetterKind } from '../../../../domain/desk/dead-letter.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { LetterCard } from '../../health/account/LetterCard.tsx';

/** Something that gave up, beside the queue. */
export function LetterPane({ kind, id, onDone }: { kind: DeadLetterKind; id: string; onDone: () => void }) {
  const query = useQuery(() => actions.deskHealth.letter({ kind, id }), `${kind} ${id}`);
  return query.data ? (
    <LetterCard key={query.data.letter.seen} letter={query.data.letter} onGone={onDone} />
  ) : (
    <QueryState query={query} tall />
  );
}
