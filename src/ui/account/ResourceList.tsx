import type { ReactNode } from 'react';
import { LoadError } from '../QueryState.tsx';
import type { Keyset } from './useKeyset.ts';

/**
 * A list that is loaded page by page: a placeholder at first, then its rows or what stands for none, why a page could not be
 * loaded, and the button to the next one.
 * @param empty what an empty list says. @param more the words of the button. @param tall whether the placeholder is
 */
export function ResourceList<Row>({
  list: { rows, error, isLoading, hasMore, more: loadMore },
  empty,
  more,
  tall = false,
  children,
}: {
  list: Omit<Keyset<Row>, 'again' | 'setRows'>;
  empty: ReactNode;
  more?: string;
  tall?: boolean;
  children: (rows: Row[]) => ReactNode;
}) {
  return (
    <>
      {error !== null && <LoadError onRetry={loadMore}>{error}</LoadError>}
      {rows === null && error === null && (
        <div className={`skeleton mt-4 ${tall ? 'h-60' : 'h-40'}`} aria-busy="true" />
      )}
      {rows?.length === 0 && empty}
      {rows && rows.length > 0 && children(rows)}
      {hasMore && (
        <ShowMore busy={isLoading} onMore={loadMore}>
          {more}
        </ShowMore>
      )}
    </>
  );
}

/** The button below a list that goes on. */
export function ShowMore({
  busy,
  onMore,
  children = 'Show more',
}: {
  busy: boolean;
  onMore: () => void;
  children?: ReactNode;
}) {
  return (
    <button type="button" className="btn btn-quiet mt-4 w-full" aria-busy={busy} onClick={onMore}>
      {children}
    </button>
  );
}
