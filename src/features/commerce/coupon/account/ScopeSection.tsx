import type { ProductChoice } from '../../../../domain/catalogue/product-choice.ts';
import type { Shelf } from '../../../../domain/catalogue/shelf.ts';
import { Check, Section, Select } from '../../../../ui/Form.tsx';
import { ProductPicker } from '../../../catalogue/product/account/ProductPicker.tsx';
import type { PartProps } from './CouponSections.tsx';
import type { CouponForm } from './coupon-form.ts';

const SCOPES: Record<CouponForm['scope'], string> = {
  all: 'Everything in your store',
  products: 'Chosen models',
  shelves: 'Everything in chosen categories',
};
const isScope = (key: string): key is CouponForm['scope'] => Object.hasOwn(SCOPES, key);

/** The products that the coupon covers. */
export function ScopeSection({
  typed,
  set,
  error,
  shelves,
  onSeen,
}: PartProps & { shelves: readonly Shelf[]; onSeen: (product: ProductChoice) => void }) {
  return (
    <Section title="Applies to">
      <Select
        label="Products"
        name="scope"
        value={typed.scope}
        options={Object.entries(SCOPES)}
        onChange={(scope) => isScope(scope) && set({ scope })}
      />
      {typed.scope === 'products' && (
        <ProductPicker
          legend="Models it applies to"
          chosen={typed.productIds}
          error={error('productIds')}
          onChange={(productIds, toggled) => {
            onSeen(toggled);
            set({ productIds });
          }}
        />
      )}
      {typed.scope === 'shelves' && (
        <fieldset aria-describedby={error('shelfIds') ? 'shelves-error' : undefined}>
          <legend className="label">Categories</legend>
          {shelves.length === 0 && <p className="text-ink-2">You have no categories yet.</p>}
          {shelves.map(({ id, name }) => (
            <Check
              key={id}
              label={name}
              checked={typed.shelfIds.includes(id)}
              onChange={(checked) =>
                set({
                  shelfIds: checked
                    ? [...typed.shelfIds, id]
                    : typed.shelfIds.filter((known) => known !== id),
                })
              }
            />
          ))}
          {error('shelfIds') && (
            <p className="error" id="shelves-error" role="alert">
              {error('shelfIds')}
            </p>
          )}
        </fieldset>
      )}
    </Section>
  );
}
