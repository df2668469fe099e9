import { Check } from '../../../../ui/Form.tsx';
import type { TierName } from '../../release/account/release-labels.ts';

/** Tiers something is for. Those that include lower ones get it too, which is said. */
export function TierChoice({
  tiers,
  chosen,
  kept = [],
  error,
  onChange,
}: {
  tiers: readonly TierName[];
  chosen: readonly string[];
  /** Those that cannot be taken out any more. */
  kept?: readonly string[];
  error?: string | undefined;
  onChange: (chosen: string[]) => void;
}) {
  const offered = tiers.filter(({ id, state }) => state !== 'retired' || chosen.includes(id));
  return (
    <fieldset>
      <legend className="label">For members of</legend>
      {offered.length === 0 ? (
        <p className="text-ink-2">Make a tier first; then it can be chosen here.</p>
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
