import { useState } from 'react';
import { parseCents, priceText } from '../../../../domain/kernel/money.ts';
import { saleShares } from '../../../../domain/payments/commission.ts';
import {
  COMMISSION,
  GIGABYTE,
  PLAN_PRICES,
  PLAN_STORAGE,
} from '../../../../domain/payments/plan-settings.ts';
import { Field } from '../../../../ui/Form.tsx';
import { GroupSection } from './GroupSection.tsx';
import { requiredNumber, shownNumber } from './numbers.ts';
import { type AllSettings, useGroup } from './useGroup.ts';

const EXAMPLE_CENTS = 1000;

/** The commission of both plans, with what a sale leaves. */
export function CommissionSection({ all }: { all: AllSettings }) {
  const group = useGroup(COMMISSION, all);
  const { value, set, error } = group;
  const share = (percent: number) =>
    Number.isInteger(percent) && percent >= 0 && percent <= 100
      ? priceText(saleShares(EXAMPLE_CENTS, percent).sellerCents)
      : '–';
  return (
    <GroupSection
      title="Commission"
      intro="It applies to sales from now on; each earlier sale keeps the rate on its line. Rates agreed with one seller stay."
      label="Save the commission"
      group={group}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Free plan, percent"
          name="free"
          inputMode="numeric"
          value={shownNumber(value.free)}
          error={error('free')}
          onChange={(text) => set({ free: requiredNumber(text) })}
        />
        <Field
          label="Pro plan, percent"
          name="pro"
          inputMode="numeric"
          value={shownNumber(value.pro)}
          error={error('pro')}
          onChange={(text) => set({ pro: requiredNumber(text) })}
        />
      </div>
      <p className="hint">
        Of a sale of {priceText(EXAMPLE_CENTS)} the seller gets {share(value.free)} on the free plan and{' '}
        {share(value.pro)} on Pro. The terms and the page for sellers say these rates.
      </p>
    </GroupSection>
  );
}

/** What Pro costs. */
export function PricesSection({ all }: { all: AllSettings }) {
  const group = useGroup(PLAN_PRICES, all);
  const { value, set, error } = group;
  return (
    <GroupSection
      title="Price of Pro"
      intro="For sellers who join or change how they pay from now on. Sellers on Pro keep their price."
      label="Save the prices"
      group={group}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Dollars
          label="By the month"
          name="monthly"
          cents={value.monthly}
          error={error('monthly')}
          onChange={(monthly) => set({ monthly })}
        />
        <Dollars
          label="By the year"
          name="annual"
          cents={value.annual}
          error={error('annual')}
          onChange={(annual) => set({ annual })}
        />
      </div>
    </GroupSection>
  );
}

interface DollarsProps {
  label: string;
  name: string;
  cents: number;
  error: string | undefined;
  onChange: (cents: number) => void;
}

function Dollars({ label, name, cents, error, onChange }: DollarsProps) {
  const [typed, type] = useState((cents / 100).toFixed(2));
  return (
    <Field
      label={label}
      name={name}
      inputMode="decimal"
      before="$"
      value={typed}
      error={error}
      onChange={(text) => {
        type(text);
        onChange(parseCents(text) ?? Number.NaN);
      }}
    />
  );
}

/** How much a store may store. */
export function StorageLimitSection({ all }: { all: AllSettings }) {
  const group = useGroup(PLAN_STORAGE, all);
  const { value, set, error } = group;
  const bytes = (text: string) => Math.round(requiredNumber(text) * GIGABYTE);
  return (
    <GroupSection
      title="Storage of a store"
      intro="Files above a lower limit stay; new uploads wait until there is room."
      label="Save the storage"
      group={group}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {(['free', 'pro'] as const).map((plan) => (
          <Field
            key={plan}
            label={plan === 'free' ? 'Free plan, GB' : 'Pro plan, GB'}
            name={plan}
            inputMode="decimal"
            value={shownNumber(value[plan] / GIGABYTE)}
            error={error(plan)}
            onChange={(text) => set({ [plan]: bytes(text) })}
          />
        ))}
      </div>
    </GroupSection>
  );
}
