import { type FacetOffer, offeredValues } from '../../../../../domain/catalogue/facet-offer.ts';
import { FACETS } from '../../../../../domain/catalogue/facets.ts';
import { FACETS_TO_PUBLISH } from '../../../../../domain/catalogue/product.ts';
import { FACET_ORDER } from '../../../../../domain/catalogue/product-editing.ts';
import { PRODUCT_FIELDS } from '../../../../../domain/catalogue/product-fields.ts';
import { Section } from '../../../../../ui/Form.tsx';
import { FieldsOf } from '../../../../kernel/form/account/FieldsOf.tsx';
import type { EditorPart } from './props.ts';

/** The facets buyers filter by, as chips to toggle. */
export function FacetsSection({ editor, text, offer }: EditorPart & { offer: FacetOffer }) {
  const { set, problem } = editor;
  const { facets } = text;
  return (
    <Section
      title="What buyers filter by"
      intro={`Choose at least ${FACETS_TO_PUBLISH} before you publish. What we can read from your files is filled in.`}
    >
      {FACET_ORDER.map((facet) => {
        const { label, many } = FACETS[facet];
        const chosen: readonly string[] = [facets[facet] ?? []].flat();
        const toggle = (value: string) => {
          const off = chosen.includes(value);
          const next = many
            ? off
              ? chosen.filter((known) => known !== value)
              : [...chosen, value]
            : off
              ? null
              : value;
          set({ facets: { ...facets, [facet]: next } });
        };
        return (
          <fieldset key={facet}>
            <legend className="label">{label}</legend>
            <div className="flex flex-wrap gap-2">
              {offeredValues(offer, facet, chosen).map(([value, name]) => (
                <button
                  key={value}
                  type="button"
                  className="chip"
                  aria-pressed={chosen.includes(value)}
                  onClick={() => toggle(value)}
                >
                  {name}
                </button>
              ))}
            </div>
          </fieldset>
        );
      })}
      <div className="grid gap-4 sm:grid-cols-2">
        <FieldsOf fields={PRODUCT_FIELDS} section="facets" values={text} problem={problem} set={set} />
      </div>
    </Section>
  );
}
