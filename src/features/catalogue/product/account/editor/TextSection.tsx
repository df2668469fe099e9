import { useState } from 'react';
import { PRODUCT_LIMITS, tagsFrom } from '../../../../../domain/catalogue/product-editing.ts';
import { Check, Field, Section, Select } from '../../../../../ui/Form.tsx';
import { MarkdownField } from '../MarkdownField.tsx';
import type { EditorPart, ProductChoices } from './props.ts';

/** Name, description, tags and categories. */
export function TextSection({ editor, text, choices }: EditorPart & { choices: ProductChoices | null }) {
  const { set, problem } = editor;
  const [typedTags, setTypedTags] = useState(text.tags.join(', '));
  const categories = (choices?.categories ?? []).flatMap(({ id, name, children }) => [
    [id, name] as const,
    ...children.map((child) => [child.id, `${name} – ${child.name}`] as const),
  ]);
  const own = text.categoryId;
  const isOffered = own === null || choices === null || categories.some(([id]) => id === own);
  return (
    <Section title="About this product">
      <Field
        label="Name"
        name="name"
        value={text.name}
        maxLength={PRODUCT_LIMITS.name}
        error={problem('name')}
        onChange={(name) => set({ name })}
      />
      <MarkdownField
        label="Description"
        value={text.description}
        maxLength={PRODUCT_LIMITS.description}
        error={problem('description')}
        onChange={(description) => set({ description })}
      />
      <Field
        label="Tags"
        name="tags"
        required={false}
        value={typedTags}
        hint="Separated by commas: orc, shaman, war band."
        error={problem('tags')}
        onChange={(text) => {
          setTypedTags(text);
          set({ tags: tagsFrom(text) });
        }}
      />
      <Select
        label="Category"
        name="category"
        value={text.categoryId ?? ''}
        options={[['', 'None'], ...(isOffered ? [] : [[own, 'Keep (retired)'] as const]), ...categories]}
        onChange={(id) => set({ categoryId: id === '' ? null : id })}
      />
      {choices && choices.shelves.length > 0 && (
        <fieldset>
          <legend className="label">Store categories</legend>
          <div className="flex flex-wrap gap-x-6">
            {choices.shelves.map(({ id, name }) => (
              <Check
                key={id}
                label={name}
                checked={text.shelves.includes(id)}
                onChange={(on) =>
                  set({ shelves: on ? [...text.shelves, id] : text.shelves.filter((shelf) => shelf !== id) })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </Section>
  );
}
