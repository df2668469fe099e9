import { useState } from 'react';
import { chosenPriceRefusal } from '../../../domain/catalogue/price/open-price.ts';
import type { QuoteLine } from '../../../domain/commerce/pricing.ts';
import { type Cents, dollarsText, parseCents, priceText } from '../../../domain/kernel/money.ts';
import { Field } from '../../../ui/Form.tsx';

interface Props {
  /** The product's name. */
  name: string;
  /** What the buyer has chosen so far. */
  cents: Cents;
  openPrice: NonNullable<QuoteLine['openPrice']>;
  onChoose: (cents: Cents) => void;
}

/** Where a buyer changes what they pay for a product whose price they choose. */
export function ChosenPrice({ name, cents, openPrice, onChoose }: Props) {
  const { minimumCents, suggestedCents } = openPrice;
  const [typed, setTyped] = useState(dollarsText(cents));
  const [error, setError] = useState<string | null>(null);
  const hints = [
    minimumCents > 0 ? `At least ${priceText(minimumCents)}.` : 'Enter 0 to get it for free.',
    ...(suggestedCents === null ? [] : [`The artist suggests ${priceText(suggestedCents)}.`]),
  ];
  return (
    <form
      noValidate
      aria-label={`What you pay for ${name}`}
      className="mb-2 grid max-w-md grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:ml-27"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = parseCents(typed);
        const refusal = chosenPriceRefusal(chosen, minimumCents);
        setError(refusal);
        if (refusal === null && chosen !== null) onChoose(chosen);
      }}
    >
      <Field
        label="You pay, in dollars"
        name="chosen"
        before="$"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        hint={hints.join(' ')}
        error={error ?? undefined}
        onChange={setTyped}
      />
      <button type="submit" className="btn btn-quiet mt-7" disabled={parseCents(typed) === cents}>
        Change
      </button>
    </form>
  );
}
