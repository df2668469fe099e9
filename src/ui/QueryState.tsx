import type { ReactNode } from 'react';
import type { LoadedQuery } from './useQuery.ts';

/** A placeholder while a query loads, or its error with a retry button. Nothing once there is data. */
export function QueryState({
  query,
  tall = false,
}: {
  query: Omit<LoadedQuery<unknown>, 'setData'>;
  tall?: boolean;
}) {
  if (query.error !== null)
    return <LoadError onRetry={query.notFound ? null : query.refetch}>{query.error}</LoadError>;
  if (query.data !== null) return null;
  return <div className={`skeleton mt-6 ${tall ? 'h-60' : 'h-40'}`} aria-busy="true" />;
}

/** Says why something could not be loaded, with a retry button where that may help. */
export function LoadError({ onRetry, children }: { onRetry: (() => void) | null; children: ReactNode }) {
  return (
    <p className="notice notice-bad mt-4" role="alert">
      {children}{' '}
      {onRetry && (
        <button type="button" className="link" onClick={onRetry}>
          Try again
        </button>
      )}
    </p>
  );
}
