import { actions } from 'astro:actions';
import { useState } from 'react';
import { type CategoryRow, mergeRefusal } from '../../../../domain/catalogue/category.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Select } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';

/** Merges a category into another one. It is open while it is rendered. */
export function MergeDialog({
  rows,
  from,
  onRows,
  onClose,
}: {
  rows: readonly CategoryRow[];
  from: CategoryRow;
  onRows: (rows: CategoryRow[]) => void;
  onClose: () => void;
}) {
  const [intoId, setInto] = useState('');
  const [isSent, setSent] = useState(false);
  const { busy, mutate } = useMutation();
  const choices = rows.filter((row) => mergeRefusal(rows, from.id, row.id) === null);
  const nameOf = (row: CategoryRow) => {
    const parent = rows.find(({ id }) => id === row.parentId);
    return parent ? `${parent.name} – ${row.name}` : row.name;
  };
  const merge = () => {
    setSent(true);
    if (intoId === '') return;
    void mutate(
      () => confirmed(() => actions.deskCategories.merge({ fromId: from.id, intoId })),
      'Merged. Its models are being moved.',
      (answer) => {
        onRows(answer);
        onClose();
      },
    );
  };
  return (
    <Confirm title={`Merge ${from.name}?`} yes="Merge" no="Cancel" busy={busy} onYes={merge} onNo={onClose}>
      <p>
        Its models and the categories below it move to the one that you choose, and its address leads there
        permanently. This cannot be undone.
      </p>
      <Select
        label="Merge it into"
        name="into"
        value={intoId}
        options={[['', 'Choose'], ...choices.map((row) => [row.id, nameOf(row)] as const)]}
        error={isSent && intoId === '' ? 'Choose a category.' : undefined}
        onChange={setInto}
      />
    </Confirm>
  );
}
