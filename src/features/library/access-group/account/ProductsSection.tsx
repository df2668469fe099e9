import { actions } from 'astro:actions';
import { useState } from 'react';
import type { GroupProduct } from '../../../../data/library/access-groups.ts';
import { Section } from '../../../../ui/Form.tsx';
import { Unsaved } from '../../../../ui/Unsaved.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import type { GroupAnswer } from './AccessGroupPage.tsx';

/** Which models a group delivers. */
export function ProductsSection({
  told: { group, products, choice },
  onChange,
}: {
  told: GroupAnswer;
  onChange: (products: GroupProduct[]) => void;
}) {
  const before = products.map(({ id }) => id);
  const [chosen, setChosen] = useState(before);
  const { busy, fieldError, mutate } = useMutation();
  const added = chosen.filter((id) => !before.includes(id));
  const gone = before.filter((id) => !chosen.includes(id));
  const isChanged = added.length > 0 || gone.length > 0;
  // A model that was put away since can still be taken out.
  const putAway = products
    .filter(({ id }) => !choice.some((product) => product.id === id))
    .map(({ id, name }) => ({ id, name, mainImage: '', published: false, shelfCount: 0 }));
  const save = () =>
    void mutate(
      () => actions.accessGroups.setProducts({ groupId: group.id, productIds: chosen }),
      group.claimed > 0 && added.length > 0 ? 'Saved. Everybody who has claimed gets it now.' : 'Saved.',
      onChange,
    );
  return (
    <Section
      title="Models"
      intro="Drafts and unlisted models are fine: nobody else finds them. A model needs its files first."
    >
      <ProductPicker
        legend="Models in this group"
        products={[...choice, ...putAway]}
        chosen={chosen}
        error={fieldError('productIds')}
        barred={() => (group.state === 'closed' ? 'The group is closed' : null)}
        onChange={setChosen}
      />
      {isChanged && (
        <div className="grid gap-3">
          <p className="text-ink-2" role="status">
            {[
              added.length > 0 && 'Who has claimed gets what is new by itself.',
              gone.length > 0 && 'Who has what you take out keeps it.',
            ]
              .filter(Boolean)
              .join(' ')}
          </p>
          <div>
            <button type="button" className="btn btn-small" aria-busy={busy} onClick={save}>
              Save the models
            </button>
          </div>
        </div>
      )}
      <Unsaved dirty={isChanged} />
    </Section>
  );
}
