import { Check } from '../../../../ui/Form.tsx';
import type { TierName } from '../../release/account/release-labels.ts';

/** Chooses tiers. Tiers that include lower ones get it too, as the hint says. */
export function TierBoxes({
  tiers,
  chosen,
  kept = [],
  error,
  onChange,
}: {
  tiers: readonly TierName[];
  chosen: readonly string[];
  /** Tiers that cannot be removed any more. */
  kept?: readonly string[];
  error?: string | undefined;
  onChange: (chosen: string[]) => void;
}) {
  const offered = tiers.filter(({ id, state }) => state !== 'retired' || chosen.includes(id));
  return (
    <fieldset>
      <legend className="label">For members of</legend>
      {offered.length === 0 ? (
        <p className="text-ink-2">Create a tier first, then choose it here.</p>
      ) : (
        offered.map(({ id, name }) => (
          <Check
            key={id}
            label={name}
            checked={chosen.includes(id)}
            disabled={kept.includes(id)}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))
      )}
      <p className="hint">Higher tiers that include lower ones get it too.</p>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
