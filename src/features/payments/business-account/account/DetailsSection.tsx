import { actions } from 'astro:actions';
import { useState } from 'react';
import { countryName } from '../../../../domain/kernel/countries.ts';
import {
  BUSINESS_KINDS,
  type BusinessAccount,
  type BusinessDetails,
  type BusinessKind,
  businessDetailsRefusals,
  detailsAreEditable,
  LEGAL_NAME_MAX,
} from '../../../../domain/payments/business-account.ts';
import { Field, Form, Section, Select } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Countries by name. */
const named = (countries: readonly string[]) =>
  countries
    .map((code) => [code, countryName(code)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'));
const NOTHING: BusinessDetails = { kind: 'individual', legalName: '', country: '', vatId: '' };

interface Props {
  account: BusinessAccount | null;
  /** In which sellers of this marketplace can be paid. */
  countries: readonly string[];
  onSaved: (account: BusinessAccount | null) => void;
}

/** The seller's details: a form at first; later only the VAT id can be changed here. */
export function DetailsSection({ account, countries, onSaved }: Props) {
  const [details, setDetails] = useState<BusinessDetails>(account ?? NOTHING);
  const [left, setLeft] = useState<string[]>([]);
  const { busy, mutate, fieldError } = useMutation();
  const set = (part: Partial<BusinessDetails>) => setDetails((before) => ({ ...before, ...part }));
  const isNew = !account || account.state === 'none';
  const isOpen = isNew || detailsAreEditable(account.state);
  const refusals = businessDetailsRefusals(details, countries);
  const wrong = (field: keyof BusinessDetails) =>
    fieldError(field) ?? (left.includes(field) ? refusals[field] : undefined);
  const leave = (field: string) => setLeft((before) => [...before, field]);
  const save = () => {
    const { kind, legalName, country, vatId } = details;
    void mutate(
      () => actions.businessAccounts.open({ kind, legalName, country, vatId }),
      isNew ? 'Saved. Now continue at the payment provider.' : 'Saved.',
      onSaved,
    );
  };
  const anew = !isNew && isOpen && (account.kind !== details.kind || account.country !== details.country);

  return (
    <Section title="Seller details" {...(isOpen ? {} : { intro: LOCKED })}>
      <Form busy={busy} label={isNew ? 'Save and continue' : 'Save'} onSend={save}>
        {isOpen ? (
          <>
            <fieldset className="grid gap-1">
              <legend className="label">I sell as</legend>
              {(Object.keys(BUSINESS_KINDS) as BusinessKind[]).map((kind) => (
                <label key={kind} className="flex min-h-11 cursor-pointer items-center gap-3">
                  <input
                    type="radio"
                    name="kind"
                    className="size-5 flex-none accent-verdigris"
                    checked={details.kind === kind}
                    onChange={() => set({ kind })}
                  />
                  {BUSINESS_KINDS[kind]}
                </label>
              ))}
            </fieldset>
            <Field
              label={details.kind === 'company' ? 'Registered name' : 'Your full name'}
              name="legalName"
              value={details.legalName}
              maxLength={LEGAL_NAME_MAX}
              autoComplete={details.kind === 'company' ? 'organization' : 'name'}
              hint="As in official documents. Buyers do not see it."
              error={wrong('legalName')}
              onBlur={() => leave('legalName')}
              onChange={(legalName) => set({ legalName })}
            />
            <Select
              label="Country"
              name="country"
              value={details.country}
              options={[['', 'Choose …'], ...named(countries)]}
              hint={details.kind === 'company' ? 'Where the company is registered.' : 'Where you live.'}
              error={fieldError('country')}
              onChange={(country) => set({ country })}
            />
          </>
        ) : (
          <LockedDetails account={account} />
        )}
        <Field
          label="VAT id"
          name="vatId"
          required={false}
          value={details.vatId}
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
          hint="Leave it empty if you have none."
          error={wrong('vatId')}
          onBlur={() => leave('vatId')}
          onChange={(vatId) => set({ vatId })}
        />
        {anew && (
          <p className="notice">
            With another kind or country you start over at the payment provider; what you submitted so far is
            not carried over.
          </p>
        )}
      </Form>
    </Section>
  );
}

const LOCKED = 'Kind, name and country can now only be changed at the payment provider.';

function LockedDetails({ account }: { account: BusinessDetails }) {
  const rows = [
    ['Sells as', BUSINESS_KINDS[account.kind]],
    ['Name', account.legalName || '–'],
    ['Country', account.country === '' ? '–' : countryName(account.country)],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
      {rows.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-ink-2">{term}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
