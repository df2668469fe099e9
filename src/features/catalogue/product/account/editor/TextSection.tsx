import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import { PRODUCT_LIMITS, tagsFrom } from '../../../../../domain/catalogue/product-editing.ts';
import type { Shelf } from '../../../../../domain/catalogue/shelf.ts';
import type { Category } from '../../../../../domain/catalogue/store.ts';
import { Check, Field, Section, Select } from '../../../../../ui/Form.tsx';
import { MarkdownField } from '../MarkdownField.tsx';
import type { EditorPart } from './props.ts';

/** Name, description, tags and categories. */
export function TextSection({ editor, text }: EditorPart) {
  const { set, problem } = editor;
  const [choices, setChoices] = useState<{ categories: Category[]; shelves: Shelf[] } | null>(null);
  const [typedTags, setTypedTags] = useState(text.tags.join(', '));
  useEffect(() => {
    void actions.products
      .choices()
      .then(({ data }) => data && setChoices(data))
      .catch(() => undefined);
  }, []);
  const categories = (choices?.categories ?? []).flatMap(({ id, name, children }) => [
    [id, name] as const,
    ...children.map((child) => [child.id, `${name} – ${child.name}`] as const),
  ]);
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
        options={[['', 'None'], ...categories]}
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
