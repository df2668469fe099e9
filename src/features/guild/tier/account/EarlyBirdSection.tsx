import { TIER_LIMITS } from '../../../../domain/guild/tier.ts';
import { Check, Field, Section } from '../../../../ui/Form.tsx';
import type { TierFormValues } from './tier-form-values.ts';

/** A lower price for early members. */
export function EarlyBirdSection({
  values,
  set,
  error,
  timeZone,
}: {
  values: TierFormValues;
  set: (part: Partial<TierFormValues>) => void;
  error: string | undefined;
  timeZone: string;
}) {
  return (
    <Section
      title="Early price"
      intro="A lower price for early members, who keep it for as long as they stay."
    >
      <Check
        label="Offer an early price"
        checked={values.hasEarlyBird}
        onChange={(hasEarlyBird) => set({ hasEarlyBird })}
      />
      {values.hasEarlyBird && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          <Field
            label="Percent off"
            name="birdPercent"
            inputMode="numeric"
            value={values.birdPercent}
            hint={`1 to ${TIER_LIMITS.earlyBirdPercent}`}
            onChange={(birdPercent) => set({ birdPercent })}
          />
          <Field
            label="Until"
            name="birdUntil"
            type="datetime-local"
            required={false}
            value={values.birdUntil}
            hint={`In your time zone, ${timeZone.replaceAll('_', ' ')}`}
            onChange={(birdUntil) => set({ birdUntil })}
          />
          <Field
            label="For the first members"
            name="birdSeats"
            inputMode="numeric"
            required={false}
            value={values.birdSeats}
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
