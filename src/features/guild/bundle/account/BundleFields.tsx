import { actions } from 'astro:actions';
import {
  ENTRY_BUNDLE_LIMITS,
  type EntryBundle,
  type EntryBundleDraft,
  entryBundleRefusals,
} from '../../../../domain/guild/entry-bundle.ts';
import type { Instant } from '../../../../domain/kernel/instant.ts';
import { instantAtWallClock, wallClockAt } from '../../../../domain/kernel/wall-clock.ts';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { ownTimeZone } from '../../../../ui/time-zone.ts';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { MarkdownField } from '../../../catalogue/product/account/MarkdownField.tsx';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import { TierBoxes } from '../../tier/account/TierChoice.tsx';
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
  const { values, set, field, fieldError, busy, save, isDirty } = useDraft({
    begin: () => formValues(bundle, timeZone),
    read: (typed) => bundleDraft(typed, timeZone),
    refusals: entryBundleRefusals,
    send: (draft) =>
      bundle ? actions.entryBundles.change({ id: bundle.id, ...draft }) : actions.entryBundles.add(draft),
    said: 'Saved.',
    done: ({ id }) => onSaved(id),
  });
  return (
    <Form busy={busy} label={bundle ? 'Save' : 'Save as draft'} onSend={save}>
      <Section title="Details">
        <Field label="Name" {...field('name')} maxLength={ENTRY_BUNDLE_LIMITS.name} />
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
        <TierBoxes
          tiers={answer.tiers}
          chosen={values.tierIds}
          error={fieldError('tierIds')}
          onChange={(tierIds) => set({ tierIds })}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label="Joined from"
            {...field('from', 'validFrom')}
            type="datetime-local"
            required={false}
            hint={`In your time zone, ${timeZone.replaceAll('_', ' ')}. Empty means no limit.`}
          />
          <Field
            label="Joined until"
            {...field('to', 'validTo')}
            type="datetime-local"
            required={false}
            hint="Empty means no limit."
          />
        </div>
        <Field
          label="Paid months needed"
          {...field('minPeriods', 'minPaidPeriods')}
          inputMode="numeric"
          hint={`0 to ${ENTRY_BUNDLE_LIMITS.minPaidPeriods}; 1 means the first paid month, 0 includes months you give.`}
        />
      </Section>
      <Unsaved dirty={isDirty} />
    </Form>
  );
}
