import { useState } from 'react';
import { MATURE_CONTENT } from '../../../../domain/catalogue/mature-content.ts';
import {
  PRODUCT_REVIEW,
  REVIEW_SCOPES,
  type ReviewScope,
} from '../../../../domain/catalogue/product-review.ts';
import { SALE_COUNTRIES } from '../../../../domain/commerce/countries.ts';
import { COPYRIGHT_AGENT } from '../../../../domain/moderation/copyright-agent.ts';
import { Check, Field, Form, Section, Select, TextArea } from '../../../../ui/Form.tsx';
import { type AllSettings, useGroup } from './useGroup.ts';

/** Mature content, on or off for the whole site. */
export function MatureSection({ all }: { all: AllSettings }) {
  const { value, set, busy, isChanged, save } = useGroup(MATURE_CONTENT, all);
  return (
    <Section title="Mature content" intro="Models that their artists marked as mature.">
      <Form busy={busy} label="Save" disabled={!isChanged} onSend={save}>
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
      </Form>
    </Section>
  );
}

/** Which products the staff look at before they are published. */
export function ReviewSection({ all }: { all: AllSettings }) {
  const { value, set, busy, isChanged, save } = useGroup(PRODUCT_REVIEW, all);
  const scopes = Object.keys(REVIEW_SCOPES) as ReviewScope[];
  return (
    <Section
      title="Review of new sellers"
      intro="Products that wait for your staff before they are published. Their sellers are told."
    >
      <Form busy={busy} label="Save the review" disabled={!isChanged} onSend={save}>
        <Select
          label="Before they are published you look at"
          name="scope"
          value={value.scope}
          options={scopes.map((scope) => [scope, REVIEW_SCOPES[scope]])}
          onChange={(scope) => set({ scope: scope as ReviewScope })}
        />
        <p className="hint">What was public once is not reviewed again.</p>
      </Form>
    </Section>
  );
}

/** Where people may buy. */
export function CountriesSection({ all }: { all: AllSettings }) {
  const { value, set, busy, error, isChanged, save } = useGroup(SALE_COUNTRIES, all);
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
    <Section title="Countries" intro="Where people may buy. Without any, everywhere.">
      <Form busy={busy} label="Save the countries" disabled={!isChanged} onSend={save}>
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
          The cart asks by the time zone of the buyer’s device. The country of the payment is known later and
          stands on the order.
        </p>
      </Form>
    </Section>
  );
}

/** Who takes claims about copyright. */
export function CopyrightSection({ all }: { all: AllSettings }) {
  const { value, set, busy, error, isChanged, save } = useGroup(COPYRIGHT_AGENT, all);
  return (
    <Section
      title="Copyright agent"
      intro="Who takes claims about copyright, as the terms name them. Without a name, the operator."
    >
      <Form busy={busy} label="Save the agent" disabled={!isChanged} onSend={save}>
        <Field
          label="Name"
          name="name"
          required={false}
          value={value.name}
          error={error('name')}
          onChange={(name) => set({ name })}
        />
        <TextArea
          label="Postal address"
          name="address"
          rows={3}
          required={false}
          value={value.address}
          error={error('address')}
          onChange={(address) => set({ address })}
        />
        <Field
          label="E-mail address"
          name="email"
          type="email"
          required={false}
          value={value.email}
          error={error('email')}
          onChange={(email) => set({ email })}
        />
        <Field
          label="Telephone"
          name="phone"
          required={false}
          value={value.phone}
          error={error('phone')}
          onChange={(phone) => set({ phone })}
        />
      </Form>
    </Section>
  );
}

/** How prices are meant: shown, because it cannot be changed while the site runs. */
export function TaxSection({ tax }: { tax: AllSettings['tax'] }) {
  const meant = tax.isIncluded
    ? 'Prices contain the tax of the buyer’s country.'
    : 'Tax is added to prices on the payment page.';
  return (
    <Section title="Tax">
      <p>{tax.isComputed ? meant : 'No tax is computed.'}</p>
      <p className="hint">
        Set by STRIPE_TAX and TAX_PRICES where the site is started: the payment provider has to agree, and npm
        run stripe:setup must run after a change.
      </p>
    </Section>
  );
}
