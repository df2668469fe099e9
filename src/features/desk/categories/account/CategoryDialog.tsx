import { actions } from 'astro:actions';
import { useEffect, useId, useRef, useState } from 'react';
import {
  CATEGORY_DESCRIPTION_MAX,
  CATEGORY_NAME_MAX,
  type CategoryDraft,
  type CategoryRow,
  categoryRefusals,
  categorySlug,
} from '../../../../domain/catalogue/category.ts';
import { SLUG_MAX } from '../../../../domain/kernel/slug.ts';
import { Field, Form, Select, TextArea } from '../../../../ui/Form.tsx';
import { useValidatedMutation } from '../../../../ui/useValidatedMutation.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';

/** Adds a category, or changes one. It is open while it is rendered. */
export function CategoryDialog({
  rows,
  category,
  onRows,
  onClose,
}: {
  rows: readonly CategoryRow[];
  /** Null for a new one. */
  category: CategoryRow | null;
  onRows: (rows: CategoryRow[]) => void;
  onClose: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [draft, setDraft] = useState<CategoryDraft>({
    name: category?.name ?? '',
    description: category?.description ?? '',
    parentId: category?.parentId ?? null,
    slug: '',
  });
  const set = (part: Partial<CategoryDraft>) => setDraft({ ...draft, ...part });
  const { busy, fieldError, mutate } = useValidatedMutation<keyof CategoryDraft>(
    categoryRefusals(draft, rows, category?.id ?? null),
  );
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const save = () =>
    void mutate(
      () => confirmed(() => actions.deskCategories.save({ id: category?.id ?? null, ...draft })),
      category ? 'Saved.' : 'Added.',
      (answer) => {
        onRows(answer);
        onClose();
      },
    );
  const tops = rows.filter(
    (row) => row.parentId === null && row.mergedIntoId === null && row.id !== category?.id,
  );
  return (
    <dialog
      ref={dialog}
      className="popup m-auto w-[calc(100%-2rem)] max-w-md p-6"
      aria-labelledby={id}
      onClose={onClose}
    >
      <h2 id={id} className="mb-4 text-xl">
        {category ? `Change ${category.name}` : 'Add a category'}
      </h2>
      <Form busy={busy} label={category ? 'Save' : 'Add'} onSend={save}>
        <Field
          label="Name"
          name="name"
          maxLength={CATEGORY_NAME_MAX}
          value={draft.name}
          error={fieldError('name')}
          onChange={(name) => set({ name })}
        />
        <TextArea
          label="Description"
          name="description"
          rows={2}
          required={false}
          maxLength={CATEGORY_DESCRIPTION_MAX}
          value={draft.description}
          hint="Visitors read it on the page of all categories."
          error={fieldError('description')}
          onChange={(description) => set({ description })}
        />
        <Select
          label="Below"
          name="parentId"
          value={draft.parentId ?? ''}
          options={[['', 'None: on the first level'], ...tops.map((row) => [row.id, row.name] as const)]}
          error={fieldError('parentId')}
          onChange={(parentId) => set({ parentId: parentId === '' ? null : parentId })}
        />
        {category ? (
          <p className="hint">Its address stays: category={category.slug}.</p>
        ) : (
          <Field
            label="Address"
            name="slug"
            required={false}
            maxLength={SLUG_MAX}
            placeholder={categorySlug({ name: draft.name, slug: '' })}
            value={draft.slug}
            hint="Made from the name where you leave it empty. It cannot be changed later."
            error={fieldError('slug')}
            onChange={(slug) => set({ slug })}
          />
        )}
      </Form>
      <button type="button" className="btn btn-quiet mt-3" onClick={() => dialog.current?.close()}>
        Cancel
      </button>
    </dialog>
  );
}
