import { useId } from 'react';
import { STARS, type Stars } from '../../../../domain/catalogue/rating.ts';
import { counted } from '../../../../domain/kernel/plural.ts';

const LABELS: Record<Stars, string> = { 1: 'Poor', 2: 'Fair', 3: 'Good', 4: 'Very good', 5: 'Excellent' };

/** A rating of one to five stars as a group of radio buttons. */
export function StarChoice({
  value,
  onChange,
  error,
}: {
  value: Stars | 0;
  onChange: (stars: Stars) => void;
  error: string | undefined;
}) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label">Your rating</legend>
      <div className="flex flex-wrap items-center gap-1">
        {STARS.map((stars) => (
          <label
            key={stars}
            className="grid size-11 cursor-pointer place-items-center rounded-lg text-3xl text-brass has-focus-visible:outline-2 has-focus-visible:outline-verdigris"
          >
            <input
              type="radio"
              name={`${id}-stars`}
              className="sr-only"
              value={stars}
              checked={stars === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(stars)}
            />
            <span aria-hidden="true">{stars <= value ? '★' : '☆'}</span>
            <span className="sr-only">
              {counted(stars, 'star')}, {LABELS[stars].toLowerCase()}
            </span>
          </label>
        ))}
        {value > 0 && <span className="ml-2 text-ink-2">{LABELS[value as Stars]}</span>}
      </div>
      {error && (
        <p className="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
