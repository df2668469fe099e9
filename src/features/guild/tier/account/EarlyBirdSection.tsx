import { TIER_LIMITS } from '../../../../domain/guild/tier.ts';
import { Check, Field, Section } from '../../../../ui/Form.tsx';
import type { TierFormValues } from './tier-form-values.ts';

/** A lower price for who joins early. */
export function EarlyBirdSection({
  typed,
  set,
  error,
  timeZone,
}: {
  typed: TierFormValues;
  set: (part: Partial<TierFormValues>) => void;
  error: string | undefined;
  timeZone: string;
}) {
  return (
    <Section title="Early price" intro="Lower for who joins early, and theirs for as long as they stay.">
      <Check
        label="Offer an early price"
        checked={typed.hasEarlyBird}
        onChange={(hasEarlyBird) => set({ hasEarlyBird })}
      />
      {typed.hasEarlyBird && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <Field
            label="Percent off"
            name="birdPercent"
            inputMode="numeric"
            value={typed.birdPercent}
            hint={`1 to ${TIER_LIMITS.earlyBirdPercent}`}
            onChange={(birdPercent) => set({ birdPercent })}
          />
          <Field
            label="Until"
            name="birdUntil"
            type="datetime-local"
            required={false}
            value={typed.birdUntil}
            hint={`On your clocks: ${timeZone.replaceAll('_', ' ')}`}
            onChange={(birdUntil) => set({ birdUntil })}
          />
          <Field
            label="For the first members"
            name="birdSeats"
            inputMode="numeric"
            required={false}
            value={typed.birdSeats}
            hint="Empty for any number"
            onChange={(birdSeats) => set({ birdSeats })}
          />
        </div>
      )}
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </Section>
  );
}
