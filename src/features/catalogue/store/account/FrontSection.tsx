import { useState } from 'react';
import { STORE_LIMITS, type Store } from '../../../../domain/catalogue/store.ts';
import { STORE_AUDIENCE_FIELDS, STORE_FRONT_FIELDS } from '../../../../domain/catalogue/store-fields.ts';
import { pick } from '../../../../domain/kernel/fields/field-table.ts';
import { SLUG_MAX } from '../../../../domain/kernel/slug.ts';
import { paths } from '../../../../paths.ts';
import { Field, Form, Section } from '../../../../ui/Form.tsx';
import { FieldsOf } from '../../../kernel/form/account/FieldsOf.tsx';
import { MarkdownField } from '../../product/account/MarkdownField.tsx';
import { useStoreChange } from './useStoreChange.ts';

/** Name, address and description of the store. */
export function FrontSection({ store }: { store: Store }) {
  const [front, setFront] = useState({
    name: store.name,
    slug: store.slug,
    ...pick(STORE_FRONT_FIELDS, store),
    ...pick(STORE_AUDIENCE_FIELDS, store),
    about: store.about,
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
        <FieldsOf fields={STORE_FRONT_FIELDS} section="front" values={front} problem={fieldError} set={set} />
        <MarkdownField
          label="About the store"
          value={front.about}
          maxLength={STORE_LIMITS.about}
          error={fieldError('about')}
          onChange={(about) => set({ about })}
        />
        <FieldsOf
          fields={STORE_AUDIENCE_FIELDS}
          section="audience"
          values={front}
          problem={fieldError}
          set={set}
        />
      </Form>
    </Section>
  );
}
