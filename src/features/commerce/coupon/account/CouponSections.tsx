import {
  codeFrom,
  FIXED_MAX_CENTS,
  PERCENT_MAX,
  PERCENT_MIN,
} from '../../../../domain/commerce/coupon-draft.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { Field, Section, Select } from '../../../../ui/Form.tsx';
import type { CouponForm } from './coupon-form.ts';

/** Props of every section of the editor. */
export interface PartProps {
  typed: CouponForm;
  set: (part: Partial<CouponForm>) => void;
  error: (field: string) => string | undefined;
}

/** The code of a new coupon, typed or generated. */
export function CodeSection({ typed, set, error }: PartProps) {
  return (
    <Section title="Code" intro="What buyers type into the cart. It cannot be changed later.">
      <Field
        label="Code"
        name="code"
        value={typed.code}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="5 to 20 letters and digits; upper and lower case are the same."
        error={error('code')}
        onChange={(code) => set({ code })}
      />
      <div>
        <button
          type="button"
          className="btn btn-quiet btn-small"
          onClick={() => set({ code: codeFrom(crypto.getRandomValues(new Uint8Array(64))) })}
        >
          Generate a code
        </button>
      </div>
    </Section>
  );
}

/** The discount. */
export function DiscountSection({ typed, set, error }: PartProps) {
  return (
    <Section title="Discount">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Kind"
          name="kind"
          value={typed.kind}
          options={[
            ['percent', 'A percentage'],
            ['fixed', 'A fixed amount'],
          ]}
          onChange={(kind) => set({ kind: kind === 'fixed' ? 'fixed' : 'percent' })}
        />
        {typed.kind === 'percent' ? (
          <Field
            label="Percent off"
            name="percent"
            inputMode="numeric"
            value={typed.percent}
            hint={`${PERCENT_MIN} to ${PERCENT_MAX}; ${PERCENT_MAX} gives it away.`}
            error={error('percent')}
            onChange={(percent) => set({ percent })}
          />
        ) : (
          <Field
            label="Amount off, in dollars"
            name="fixedCents"
            inputMode="decimal"
            before="$"
            value={typed.amount}
            hint={`At most ${priceText(FIXED_MAX_CENTS)}, once for the whole cart.`}
            error={error('fixedCents')}
            onChange={(amount) => set({ amount })}
          />
        )}
      </div>
    </Section>
  );
}

/** The period, in the seller's time zone. */
export function TimeSection({ typed, set, error, timeZone }: PartProps & { timeZone: string }) {
  return (
    <Section
      title="Time"
      intro={`In your time zone, ${timeZone.replaceAll('_', ' ')}. Leave a field empty for no limit.`}
    >
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field
          label="From"
          name="from"
          type="datetime-local"
          required={false}
          value={typed.from}
          error={error('from')}
          onChange={(from) => set({ from })}
        />
        <Field
          label="Until"
          name="to"
          type="datetime-local"
          required={false}
          value={typed.to}
          error={error('to')}
          onChange={(to) => set({ to })}
        />
      </div>
    </Section>
  );
}

/** Minimum spend and number of uses. */
export function LimitSection({ typed, set, error }: PartProps) {
  return (
    <Section title="Limits" intro="Leave a field empty for no limit.">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field
          label="Minimum spend"
          name="minimumCents"
          inputMode="decimal"
          required={false}
          before="$"
          value={typed.minimum}
          error={error('minimumCents')}
          onChange={(minimum) => set({ minimum })}
        />
        <Field
          label="Total uses"
          name="maxUses"
          inputMode="numeric"
          required={false}
          value={typed.maxUses}
          error={error('maxUses')}
          onChange={(maxUses) => set({ maxUses })}
        />
        <Field
          label="Uses per buyer"
          name="maxUsesPerBuyer"
          inputMode="numeric"
          required={false}
          value={typed.maxUsesPerBuyer}
          error={error('maxUsesPerBuyer')}
          onChange={(maxUsesPerBuyer) => set({ maxUsesPerBuyer })}
        />
      </div>
      <p className="hint">
        The minimum spend applies to the covered products, after sales. A pending order holds one use.
      </p>
    </Section>
  );
}
