import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  ENTRY_BUNDLE_LIMITS,
  type EntryBundle,
  type EntryBundleDraft,
  entryBundleRefusals,
} from '../../../../domain/guild/entry-bundle.ts';
import type { Instant } from '../../../../domain/kernel/instant.ts';
import { instantAtWallClock, wallClockAt } from '../../../../domain/kernel/wall-clock.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
import { MarkdownField } from '../../../catalogue/product/account/MarkdownField.tsx';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import { TierChoice } from '../../tier/account/TierChoice.tsx';
import type { BundlesAnswer } from './BundlesPage.tsx';

interface FormValues extends Pick<EntryBundle, 'name' | 'description' | 'productIds' | 'tierIds'> {
  from: string;
  to: string;
  minPeriods: string;
}

function formValues(bundle: EntryBundle | null, timeZone: string): FormValues {
  const clock = (at: Instant | null) => (at === null ? '' : wallClockAt(at, timeZone));
  return {
    name: bundle?.name ?? '',
    description: bundle?.description ?? '',
    productIds: bundle?.productIds ?? [],
    tierIds: bundle?.tierIds ?? [],
    from: clock(bundle?.validFrom ?? null),
    to: clock(bundle?.validTo ?? null),
    minPeriods: String(bundle?.minPaidPeriods ?? 1),
  };
}

/** Parses the fields. Values that cannot be parsed are NaN, which the domain rules refuse. */
function bundleDraft(values: FormValues, timeZone: string): EntryBundleDraft {
  const at = (clock: string) => (clock === '' ? null : (instantAtWallClock(clock, timeZone) ?? Number.NaN));
  return {
    name: values.name.trim(),
    description: values.description,
    productIds: values.productIds,
    tierIds: values.tierIds,
    validFrom: at(values.from),
    validTo: at(values.to),
    minPaidPeriods: /^\d{1,3}$/.test(values.minPeriods.trim()) ? Number(values.minPeriods) : Number.NaN,
  };
}

/** The form that creates or edits a bundle. */
export function BundleFields({
  answer,
  bundle,
  onSaved,
}: {
  answer: BundlesAnswer;
  bundle: EntryBundle | null;
  onSaved: (id: string) => void;
}) {
  const timeZone = ownTimeZone();
  const [before] = useState(() => formValues(bundle, timeZone));
  const [values, setValues] = useState(before);
  const [isSaved, setSaved] = useState(false);
  const set = (part: Partial<FormValues>) => setValues((known) => ({ ...known, ...part }));
  const draft = bundleDraft(values, timeZone);
  const refusals = entryBundleRefusals(draft);
  const { busy, fieldError, mutate } = useValidatedMutation(refusals);
  const save = () =>
    void mutate(
      () =>
        bundle ? actions.entryBundles.change({ id: bundle.id, ...draft }) : actions.entryBundles.add(draft),
      'Saved.',
      ({ id }) => {
        setSaved(true);
        onSaved(id);
      },
    );
  return (
    <Form busy={busy} label={bundle ? 'Save' : 'Save as draft'} onSend={save}>
      <Section title="Details">
        <Field
          label="Name"
          name="name"
          value={values.name}
          maxLength={ENTRY_BUNDLE_LIMITS.name}
          error={fieldError('name')}
          onChange={(name) => set({ name })}
        />
        <MarkdownField
          label="Description"
          value={values.description}
          maxLength={ENTRY_BUNDLE_LIMITS.description}
          rows={4}
          error={fieldError('description')}
          onChange={(description) => set({ description })}
        />
        <ProductPicker
          legend="Models of the bundle"
          chosen={values.productIds}
          error={fieldError('productIds')}
          onChange={(productIds) => set({ productIds })}
        />
        {bundle && bundle.state !== 'draft' && (
          <p className="hint">
            Members who have the bundle also get models you add, and keep models you remove.
          </p>
        )}
      </Section>
      <Section title="Who gets it">
        <TierChoice
          tiers={answer.tiers}
          chosen={values.tierIds}
          error={fieldError('tierIds')}
          onChange={(tierIds) => set({ tierIds })}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label="Joined from"
            name="validFrom"
            type="datetime-local"
            required={false}
            value={values.from}
            hint={`In your time zone, ${timeZone.replaceAll('_', ' ')}. Empty means no limit.`}
            error={fieldError('validFrom')}
            onChange={(from) => set({ from })}
          />
          <Field
            label="Joined until"
            name="validTo"
            type="datetime-local"
            required={false}
            value={values.to}
            hint="Empty means no limit."
            error={fieldError('validTo')}
            onChange={(to) => set({ to })}
          />
        </div>
        <Field
          label="Paid months needed"
          name="minPaidPeriods"
          inputMode="numeric"
          value={values.minPeriods}
          hint={`0 to ${ENTRY_BUNDLE_LIMITS.minPaidPeriods}; 1 means the first paid month, 0 includes months you give.`}
          error={fieldError('minPaidPeriods')}
          onChange={(minPeriods) => set({ minPeriods })}
        />
      </Section>
      <Unsaved dirty={!isSaved && JSON.stringify(values) !== JSON.stringify(before)} />
    </Form>
  );
}
