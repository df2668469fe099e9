import type { Bulk } from './useBulk.ts';

/** Progress and outcome of a bulk action: refusals with their reasons, and undo. */
export function BulkOutcome({ bulk }: { bulk: Bulk }) {
  const { progress, outcome, undo, dismiss } = bulk;
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
            {undo && (
              <button type="button" className="link min-h-11" onClick={undo}>
                Undo
              </button>
            )}
            <button type="button" className="link min-h-11" onClick={dismiss}>
              Close
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
