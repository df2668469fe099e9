import { useState } from 'react';
import { parseCents, priceText } from '../../../../domain/kernel/money.ts';
import { saleShares } from '../../../../domain/payments/commission.ts';
import {
  COMMISSION,
  GIGABYTE,
  PLAN_PRICES,
  PLAN_STORAGE,
} from '../../../../domain/payments/plan-settings.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { shownNumber, typedNumber } from './numbers.ts';
import { type AllSettings, useGroup } from './useGroup.ts';

const EXAMPLE_CENTS = 1000;

/** The commission of both plans, with what a sale leaves. */
export function CommissionSection({ all }: { all: AllSettings }) {
  const { value, set, busy, error, isChanged, save } = useGroup(COMMISSION, all);
  const share = (percent: number) =>
    Number.isInteger(percent) && percent >= 0 && percent <= 100
      ? priceText(saleShares(EXAMPLE_CENTS, percent).sellerCents)
      : '–';
  return (
    <Section
      title="Commission"
      intro="It applies to sales from now on; each earlier sale keeps the rate on its line. Rates agreed with one seller stay."
    >
      <Form busy={busy} label="Save the commission" disabled={!isChanged} onSend={save}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Free plan, percent"
            name="free"
            inputMode="numeric"
            value={shownNumber(value.free)}
            error={error('free')}
            onChange={(text) => set({ free: typedNumber(text) })}
          />
          <Field
            label="Pro plan, percent"
            name="pro"
            inputMode="numeric"
            value={shownNumber(value.pro)}
            error={error('pro')}
            onChange={(text) => set({ pro: typedNumber(text) })}
          />
        </div>
        <p className="hint">
          Of a sale of {priceText(EXAMPLE_CENTS)} the seller gets {share(value.free)} on the free plan and{' '}
          {share(value.pro)} on Pro. The terms and the page for sellers say these rates.
        </p>
      </Form>
    </Section>
  );
}

/** What Pro costs. */
export function PricesSection({ all }: { all: AllSettings }) {
  const { value, set, busy, error, isChanged, save } = useGroup(PLAN_PRICES, all);
  return (
    <Section
      title="Price of Pro"
      intro="For sellers who join or change how they pay from now on. Sellers on Pro keep their price."
    >
      <Form busy={busy} label="Save the prices" disabled={!isChanged} onSend={save}>
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
      </Form>
    </Section>
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
export function StorageSection({ all }: { all: AllSettings }) {
  const { value, set, busy, error, isChanged, save } = useGroup(PLAN_STORAGE, all);
  const bytes = (text: string) => Math.round(typedNumber(text) * GIGABYTE);
  return (
    <Section
      title="Storage of a store"
      intro="Files above a lower limit stay; new uploads wait until there is room."
    >
      <Form busy={busy} label="Save the storage" disabled={!isChanged} onSend={save}>
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
      </Form>
    </Section>
  );
}
