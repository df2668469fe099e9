import { useState } from 'react';
import { MATURE_CONTENT } from '../../../../domain/catalogue/mature-content.ts';
import {
  PRODUCT_REVIEW,
  REVIEW_SCOPES,
  type ReviewScope,
} from '../../../../domain/catalogue/product-review.ts';
import { COPYRIGHT_AGENT } from '../../../../domain/moderation/copyright-agent.ts';
import { TAX, type TaxBehavior } from '../../../../domain/payments/price-tax.ts';
import { SALE_COUNTRIES } from '../../../../domain/payments/sale-countries.ts';
import { Check, Field, Select, TextArea } from '../../../../ui/Form.tsx';
import { GroupSection } from './GroupSection.tsx';
import { type AllSettings, useGroup } from './useGroup.ts';

/** Mature content, on or off for the whole site. */
export function MatureSection({ all }: { all: AllSettings }) {
  const group = useGroup(MATURE_CONTENT, all);
  const { value, set } = group;
  return (
    <GroupSection
      title="Mature content"
      intro="Models that their artists marked as mature."
      label="Save"
      group={group}
    >
      <Check
        label="Show them to people who say that they are 18 or older"
        checked={value.isShown}
        onChange={(isShown) => set({ isShown })}
      />
      <p className="hint">
        {value.isShown
          ? 'Visitors are asked once; only their answer is kept, in their browser and their account.'
          : 'They stand in no list and no search, and their pages are not found. Who owns one keeps it in the library.'}
      </p>
    </GroupSection>
  );
}

/** Which products the staff look at before they are published. */
export function ReviewSection({ all }: { all: AllSettings }) {
  const group = useGroup(PRODUCT_REVIEW, all);
  const { value, set } = group;
  const scopes = Object.keys(REVIEW_SCOPES) as ReviewScope[];
  return (
    <GroupSection
      title="Review of new sellers"
      intro="Products that wait for your staff before they are published. Their sellers are told."
      label="Save the review"
      group={group}
    >
      <Select
        label="Before they are published you look at"
        name="scope"
        value={value.scope}
        options={scopes.map((scope) => [scope, REVIEW_SCOPES[scope]])}
        onChange={(scope) => set({ scope: scope as ReviewScope })}
      />
      <p className="hint">What was public once is not reviewed again.</p>
    </GroupSection>
  );
}

/** Where people may buy. */
export function CountriesSection({ all }: { all: AllSettings }) {
  const group = useGroup(SALE_COUNTRIES, all);
  const { value, set, error } = group;
  const [typed, type] = useState(value.listed.join(', '));
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const nameOf = (code: string) => {
    try {
      return names.of(code) ?? code;
    } catch {
      return code;
    }
  };
  return (
    <GroupSection
      title="Countries"
      intro="Where people may buy. Without any, everywhere."
      label="Save the countries"
      group={group}
    >
      <Field
        label="Countries, by their two letters"
        name="listed"
        required={false}
        placeholder="DE, FR, GB, US"
        value={typed}
        error={error('listed')}
        onChange={(text) => {
          type(text);
          set({
            listed: text
              .toUpperCase()
              .split(/[\s,;]+/)
              .filter((code) => code !== ''),
          });
        }}
      />
      <p className="hint">
        {value.listed.length === 0
          ? 'People in every country may buy.'
          : `Only people in ${value.listed.map(nameOf).join(', ')} may buy.`}{' '}
        The cart asks by the time zone of the buyer’s device. What is paid from another country all the same
        is not delivered: it is refunded at once, and a mail says why.
      </p>
    </GroupSection>
  );
}

/** Who takes claims about copyright. */
export function CopyrightSection({ all }: { all: AllSettings }) {
  const group = useGroup(COPYRIGHT_AGENT, all);
  return (
    <GroupSection
      title="Copyright agent"
      intro="Who takes claims about copyright, as the terms name them. Without a name, the operator."
      label="Save the agent"
      group={group}
    >
      <Field label="Name" required={false} {...group.field('name')} />
      <TextArea label="Postal address" rows={3} required={false} {...group.field('address')} />
      <Field label="E-mail address" type="email" required={false} {...group.field('email')} />
      <Field label="Telephone" required={false} {...group.field('phone')} />
    </GroupSection>
  );
}

/** Whether tax is computed, and whether prices contain it. */
export function TaxSection({ all }: { all: AllSettings }) {
  const group = useGroup(TAX, all);
  const { value, set, error } = group;
  return (
    <GroupSection
      title="Tax"
      intro="The payment provider computes it for the places in which you are registered there."
      label="Save the tax"
      group={group}
    >
      <Check
        label="Compute tax"
        checked={value.automaticTax}
        onChange={(automaticTax) => set({ automaticTax })}
      />
      {error('automaticTax') && <p className="error">{error('automaticTax')}</p>}
      {value.automaticTax && (
        <Select
          label="Prices"
          name="taxBehavior"
          value={value.taxBehavior}
          options={[
            ['inclusive', 'contain the tax of the buyer’s country'],
            ['exclusive', 'get tax on top, on the payment page'],
          ]}
          onChange={(taxBehavior) => set({ taxBehavior: taxBehavior as TaxBehavior })}
        />
      )}
      <p className="hint">
        It holds for payments from now on. Members and sellers on Pro keep the price at which they joined,
        with or without tax.
      </p>
    </GroupSection>
  );
}
