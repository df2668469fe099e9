import type { Bulk } from './useBulk.ts';

/** How a bulk deed goes and went: what refused, with its reason, and the way back. */
export function BulkOutcome({ bulk }: { bulk: Bulk }) {
  const { progress, outcome, putBack, forget } = bulk;
  const refused = outcome?.results.filter(({ refusals }) => refusals.length > 0) ?? [];
  return (
    <div aria-live="polite">
      {progress && (
        <p className="notice mt-4">
          <progress
            className="mr-3 align-middle"
            value={progress.done}
            max={progress.of}
            aria-label="Progress"
          />
          {progress.done} of {progress.of}
        </p>
      )}
      {outcome && (
        <div className="notice mt-4 grid gap-2">
          <p className="font-semibold">{outcome.line}</p>
          {refused.length > 0 && (
            <ul className="grid gap-1">
              {refused.map(({ id, name, refusals }) => (
                <li key={id}>
                  <span className="font-semibold">{name || id}:</span> {refusals.join(' ')}
                </li>
              ))}
            </ul>
          )}
          <div className="flex flex-wrap gap-4">
            {putBack && (
              <button type="button" className="link min-h-11" onClick={putBack}>
                Put it back
              </button>
            )}
            <button type="button" className="link min-h-11" onClick={forget}>
              Close
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
