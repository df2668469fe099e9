import { useState } from 'react';
import { STORE_LIMITS, type Store } from '../../../../domain/catalogue/store.ts';
import { SLUG_MAX } from '../../../../domain/kernel/slug.ts';
import { paths } from '../../../../paths.ts';
import { Check, Field, Form, Section } from '../../../../ui/Form.tsx';
import { MarkdownField } from '../../product/account/MarkdownField.tsx';
import { useStoreChange } from './useStoreChange.ts';

/** Name, address and description of the store. */
export function FrontSection({ store }: { store: Store }) {
  const [front, setFront] = useState({
    name: store.name,
    slug: store.slug,
    tagline: store.tagline,
    about: store.about,
    mature: store.mature,
  });
  const { busy, fieldError, change } = useStoreChange();
  const set = (part: Partial<typeof front>) => setFront((before) => ({ ...before, ...part }));
  return (
    <Section title="Name and description">
      <Form busy={busy} label="Save" onSend={() => change(front, 'Saved.')}>
        <Field
          label="Store name"
          name="name"
          value={front.name}
          maxLength={STORE_LIMITS.name}
          error={fieldError('name')}
          onChange={(name) => set({ name })}
        />
        <Field
          label="Address"
          name="slug"
          value={front.slug}
          maxLength={SLUG_MAX}
          autoCapitalize="none"
          spellCheck={false}
          hint={
            front.slug === store.slug
              ? `Visitors find you at ${paths.store(store.slug)}`
              : 'Links to the old address will stop working.'
          }
          error={fieldError('slug')}
          onChange={(slug) => set({ slug: slug.toLowerCase() })}
        />
        <Field
          label="Tagline"
          name="tagline"
          required={false}
          value={front.tagline}
          maxLength={STORE_LIMITS.tagline}
          error={fieldError('tagline')}
          onChange={(tagline) => set({ tagline })}
        />
        <MarkdownField
          label="About the store"
          value={front.about}
          maxLength={STORE_LIMITS.about}
          error={fieldError('about')}
          onChange={(about) => set({ about })}
        />
        <Check
          label="All models in this store are for adults"
          checked={front.mature}
          hint="They are then shown only to visitors who chose to see mature models. You can also mark single models."
          onChange={(mature) => set({ mature })}
        />
      </Form>
    </Section>
  );
}
