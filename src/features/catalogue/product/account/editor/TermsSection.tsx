import {
  AI_DECLARATIONS,
  type AiDeclaration,
  LICENCES,
  type Licence,
} from '../../../../../domain/catalogue/product.ts';
import { PRODUCT_FIELDS } from '../../../../../domain/catalogue/product-fields.ts';
import { Check, Section, Select } from '../../../../../ui/Form.tsx';
import { FieldsOf } from '../../../../kernel/form/account/FieldsOf.tsx';
import type { EditorPart } from './props.ts';

/** Publishing asks for an answer, so there is none beforehand. */
const UNSAID = ['', 'Choose an answer'] as const;

/** Licences, print notes and declarations. */
export function TermsSection({ editor, text }: EditorPart) {
  const { set, problem } = editor;
  return (
    <Section title="Licence and notes">
      <fieldset>
        <legend className="label">Licences you offer</legend>
        {(Object.keys(LICENCES) as Licence[]).map((licence) => (
          <Check
            key={licence}
            label={licence === 'personal' ? 'Personal: print for yourself' : 'Merchant: sell prints'}
            checked={text.licences.includes(licence)}
            onChange={(on) =>
              set({
                licences: on
                  ? [...text.licences, licence]
                  : text.licences.filter((known) => known !== licence),
              })
            }
          />
        ))}
      </fieldset>
      <FieldsOf fields={PRODUCT_FIELDS} section="terms" values={text} problem={problem} set={set} />
      <Select
        label="Generative AI"
        name="ai"
        value={text.ai ?? ''}
        options={[...(text.ai === null ? [UNSAID] : []), ...Object.entries(AI_DECLARATIONS)]}
        hint="Your answer is shown on the product; buyers may filter by it."
        error={problem('ai')}
        onChange={(ai) => set({ ai: ai === '' ? null : (ai as AiDeclaration) })}
      />
      <Check
        label="Show it in 3D"
        checked={!text.previewOff}
        onChange={(on) => set({ previewOff: !on })}
        hint="Visitors can turn a simplified copy of the model on its page. Your files stay private."
      />
      <Check
        label="For adults only"
        checked={text.mature}
        onChange={(mature) => set({ mature })}
        hint="Shown only to people who chose to see mature models."
      />
    </Section>
  );
}
