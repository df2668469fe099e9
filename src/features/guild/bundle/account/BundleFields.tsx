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

interface Typed extends Pick<EntryBundle, 'name' | 'description' | 'productIds' | 'tierIds'> {
  from: string;
  to: string;
  least: string;
}

function typedOf(bundle: EntryBundle | null, timeZone: string): Typed {
  const clock = (at: Instant | null) => (at === null ? '' : wallClockAt(at, timeZone));
  return {
    name: bundle?.name ?? '',
    description: bundle?.description ?? '',
    productIds: bundle?.productIds ?? [],
    tierIds: bundle?.tierIds ?? [],
    from: clock(bundle?.validFrom ?? null),
    to: clock(bundle?.validTo ?? null),
    least: String(bundle?.minPaidPeriods ?? 1),
  };
}

/** What the fields say; what cannot be read is NaN, which the rules refuse. */
function draftOf(typed: Typed, timeZone: string): EntryBundleDraft {
  const at = (clock: string) => (clock === '' ? null : (instantAtWallClock(clock, timeZone) ?? Number.NaN));
  return {
    name: typed.name.trim(),
    description: typed.description,
    productIds: typed.productIds,
    tierIds: typed.tierIds,
    validFrom: at(typed.from),
    validTo: at(typed.to),
    minPaidPeriods: /^\d{1,3}$/.test(typed.least.trim()) ? Number(typed.least) : Number.NaN,
  };
}

/** Where a bundle is made or changed. */
export function BundleFields({
  told,
  bundle,
  onSaved,
}: {
  told: BundlesAnswer;
  bundle: EntryBundle | null;
  onSaved: (id: string) => void;
}) {
  const timeZone = ownTimeZone();
  const [before] = useState(() => typedOf(bundle, timeZone));
  const [typed, setTyped] = useState(before);
  const [isSaved, setSaved] = useState(false);
  const set = (part: Partial<Typed>) => setTyped((known) => ({ ...known, ...part }));
  const draft = draftOf(typed, timeZone);
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
    <Form busy={busy} label={bundle ? 'Save' : 'Keep it as a draft'} onSend={save}>
      <Section title="What it is">
        <Field
          label="Name"
          name="name"
          value={typed.name}
          maxLength={ENTRY_BUNDLE_LIMITS.name}
          error={fieldError('name')}
          onChange={(name) => set({ name })}
        />
        <MarkdownField
          label="Description"
          value={typed.description}
          maxLength={ENTRY_BUNDLE_LIMITS.description}
          rows={4}
          error={fieldError('description')}
          onChange={(description) => set({ description })}
        />
        <ProductPicker
          legend="Models of the bundle"
          products={told.products}
          chosen={typed.productIds}
          error={fieldError('productIds')}
          onChange={(productIds) => set({ productIds })}
        />
        {bundle && bundle.state !== 'draft' && (
          <p className="hint">What is added reaches those who have it; what is taken out stays with them.</p>
        )}
      </Section>
      <Section title="Who gets it">
        <TierChoice
          tiers={told.tiers}
          chosen={typed.tierIds}
          error={fieldError('tierIds')}
          onChange={(tierIds) => set({ tierIds })}
        />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            label="Joined from"
            name="validFrom"
            type="datetime-local"
            required={false}
            value={typed.from}
            hint={`On your clocks: ${timeZone.replaceAll('_', ' ')}. Empty is open.`}
            error={fieldError('validFrom')}
            onChange={(from) => set({ from })}
          />
          <Field
            label="Joined until"
            name="validTo"
            type="datetime-local"
            required={false}
            value={typed.to}
            hint="Empty is open."
            error={fieldError('validTo')}
            onChange={(to) => set({ to })}
          />
        </div>
        <Field
          label="Months that must be paid before it comes"
          name="minPaidPeriods"
          inputMode="numeric"
          value={typed.least}
          hint={`0 to ${ENTRY_BUNDLE_LIMITS.minPaidPeriods}; 1 is the month somebody joins with, 0 also serves months you give.`}
          error={fieldError('minPaidPeriods')}
          onChange={(least) => set({ least })}
        />
      </Section>
      <Unsaved dirty={!isSaved && JSON.stringify(typed) !== JSON.stringify(before)} />
    </Form>
  );
}
