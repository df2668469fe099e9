import { useState } from 'react';
import { STORE_LIMITS, type Store } from '../../../../domain/catalogue/store.ts';
import { SLUG_MAX } from '../../../../domain/kernel/slug.ts';
import { paths } from '../../../../paths.ts';
import { Check, Field, Form, Section } from '../../../../ui/Form.tsx';
import { MarkdownField } from '../../product/account/MarkdownField.tsx';
import { useStoreChange } from './useStoreChange.ts';

/** Name, address, and what the store says about itself. */
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
    <Section title="The sign and the story">
      <Form busy={busy} label="Save" onSend={() => change(front, 'Saved.')}>
        <Field
          label="Name of the store"
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
              : 'Links to the old address will no longer lead here.'
          }
          error={fieldError('slug')}
          onChange={(slug) => set({ slug: slug.toLowerCase() })}
        />
        <Field
          label="One line under the name"
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
          label="Everything in this store is for adults"
          checked={front.mature}
          hint="It is then shown only to those who asked to see mature models. A single model can be marked on its own page."
          onChange={(mature) => set({ mature })}
        />
      </Form>
    </Section>
  );
}
