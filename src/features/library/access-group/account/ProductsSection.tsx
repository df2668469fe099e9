import { actions } from 'astro:actions';
import { useState } from 'react';
import type { GroupProduct } from '../../../../data/library/access-groups.ts';
import { Section } from '../../../../ui/Form.tsx';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import type { GroupAnswer } from './AccessGroupPage.tsx';

/** The models of a group. */
export function ProductsSection({
  answer: { group, products },
  onChange,
}: {
  answer: GroupAnswer;
  onChange: (products: GroupProduct[]) => void;
}) {
  const before = products.map(({ id }) => id);
  const [chosen, setChosen] = useState(before);
  const { busy, fieldError, mutate } = useMutation();
  const added = chosen.filter((id) => !before.includes(id));
  const removed = before.filter((id) => !chosen.includes(id));
  const isChanged = added.length > 0 || removed.length > 0;
  const save = () =>
    void mutate(
      () => actions.accessGroups.setProducts({ groupId: group.id, productIds: chosen }),
      group.claimed > 0 && added.length > 0
        ? 'Saved. Everyone who has claimed gets the new models now.'
        : 'Saved.',
      onChange,
    );
  return (
    <Section
      title="Models"
      intro="Drafts and unlisted models work too: only people in the group get them. Models need files first."
    >
      <ProductPicker
        legend="Models in this group"
        chosen={chosen}
        error={fieldError('productIds')}
        barred={() => (group.state === 'closed' ? 'The group is closed' : null)}
        onChange={setChosen}
      />
      {isChanged && (
        <div className="grid gap-3">
          <p className="text-ink-2" role="status">
            {[
              added.length > 0 && 'People who have claimed get new models automatically.',
              removed.length > 0 && 'Removed models stay with their owners.',
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          <div>
            <button type="button" className="btn btn-small" aria-busy={busy} onClick={save}>
              Save models
            </button>
          </div>
        </div>
      )}
      <Unsaved dirty={isChanged} />
    </Section>
  );
}
