import { actions } from 'astro:actions';
import {
  CATEGORY_DESCRIPTION_MAX,
  CATEGORY_NAME_MAX,
  type CategoryDraft,
  type CategoryRow,
  categoryRefusals,
  categorySlug,
} from '../../../../domain/catalogue/category.ts';
import { SLUG_MAX } from '../../../../domain/kernel/slug.ts';
import { Dialog } from '../../../../ui/account/Dialog.tsx';
import { useDraft } from '../../../../ui/account/useDraft.ts';
import { Field, Form, Select, TextArea } from '../../../../ui/Form.tsx';
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
  const { values, set, field, fieldError, busy, save } = useDraft({
    begin: (): CategoryDraft => ({
      name: category?.name ?? '',
      description: category?.description ?? '',
      parentId: category?.parentId ?? null,
      slug: '',
    }),
    read: (typed) => typed,
    refusals: (draft) => categoryRefusals(draft, rows, category?.id ?? null),
    send: (draft) => confirmed(() => actions.deskCategories.save({ id: category?.id ?? null, ...draft })),
    said: category ? 'Saved.' : 'Added.',
    done: (answer) => {
      onRows(answer);
      onClose();
    },
  });
  const tops = rows.filter(
    (row) => row.parentId === null && row.mergedIntoId === null && row.id !== category?.id,
  );
  return (
    <Dialog title={category ? `Change ${category.name}` : 'Add a category'} onClose={onClose}>
      {(close) => (
        <>
          <div className="mt-4">
            <Form busy={busy} label={category ? 'Save' : 'Add'} onSend={save}>
              <Field label="Name" {...field('name')} maxLength={CATEGORY_NAME_MAX} />
              <TextArea
                label="Description"
                {...field('description')}
                rows={2}
                required={false}
                maxLength={CATEGORY_DESCRIPTION_MAX}
                hint="Visitors read it on the page of all categories."
              />
              <Select
                label="Below"
                name="parentId"
                value={values.parentId ?? ''}
                options={[
                  ['', 'None: on the first level'],
                  ...tops.map((row) => [row.id, row.name] as const),
                ]}
                error={fieldError('parentId')}
                onChange={(parentId) => set({ parentId: parentId === '' ? null : parentId })}
              />
              {category ? (
                <p className="hint">Its address stays: category={category.slug}.</p>
              ) : (
                <Field
                  label="Address"
                  {...field('slug')}
                  required={false}
                  maxLength={SLUG_MAX}
                  placeholder={categorySlug({ name: values.name, slug: '' })}
                  hint="Made from the name where you leave it empty. It cannot be changed later."
                />
              )}
            </Form>
          </div>
          <button type="button" className="btn btn-quiet mt-3" onClick={close}>
            Cancel
          </button>
        </>
      )}
    </Dialog>
  );
}
