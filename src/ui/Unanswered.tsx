import type { ReactNode } from 'react';
import type { Asked } from './useAsked.ts';

/** Stands where an answer will be: its outline while it is awaited, or why there is none and how to ask again. */
export function Unanswered({ to, tall = false }: { to: Omit<Asked<unknown>, 'set'>; tall?: boolean }) {
  if (to.failed !== null) return <NotShown again={to.gone ? null : to.again}>{to.failed}</NotShown>;
  if (to.data !== null) return null;
  return <div className={`skeleton mt-6 ${tall ? 'h-60' : 'h-40'}`} aria-busy="true" />;
}

/** Says why something is not shown, and offers to ask again where that may help. */
export function NotShown({ again, children }: { again: (() => void) | null; children: ReactNode }) {
  return (
    <p className="notice notice-bad mt-4" role="alert">
      {children}{' '}
      {again && (
        <button type="button" className="link" onClick={again}>
          Try again
        </button>
      )}
    </p>
  );
}
