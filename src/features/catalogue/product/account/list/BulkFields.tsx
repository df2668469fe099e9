import type { Origin } from '../../../../../domain/catalogue/origin.ts';
import { AI_DECLARATIONS } from '../../../../../domain/catalogue/product.ts';
import { Field, Select } from '../../../../../ui/Form.tsx';
import { OriginField } from '../editor/OriginField.tsx';
import type { BulkForm } from './bulk-form.ts';

interface Props {
  typed: BulkForm;
  shelves: readonly { id: string; name: string }[];
  onChange: (part: Partial<BulkForm>) => void;
}

/** The parameters of a bulk action. */
export function BulkFields({ typed, shelves, onChange }: Props) {
  const field = (name: Exclude<keyof BulkForm, 'origin'>, label: string, hint?: string) => (
    <Field
      label={label}
      name={name}
      value={typed[name]}
      hint={hint}
      autoComplete="off"
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  const moment = (name: 'from' | 'to', label: string) => (
    <Field
      label={label}
      name={name}
      type="datetime-local"
      value={typed[name]}
      onChange={(value) => onChange({ [name]: value })}
    />
  );
  if (typed.what === 'publish')
    return (
      <OriginField
        what="what you publish for the first time"
        origin={typed.origin}
        onChange={(origin: Origin) => onChange({ origin })}
      />
    );
  if (typed.what === 'price') return field('price', 'Price in US dollars');
  if (typed.what === 'price-percent') return field('percent', 'Percent', '-10 lowers the price by 10%.');
  if (typed.what === 'sale')
    return (
      <>
        {field('salePercent', 'Percent off')}
        {moment('from', 'Starts')}
        {moment('to', 'Ends')}
      </>
    );
  if (typed.what.startsWith('shelf'))
    return (
      <Select
        label="Category"
        name="shelf-chosen"
        value={typed.shelf}
        options={[['', 'Choose'], ...shelves.map(({ id, name }) => [id, name] as const)]}
        onChange={(shelf) => onChange({ shelf })}
      />
    );
  if (typed.what === 'ai')
    return (
      <Select
        label="Generative AI"
        name="ai"
        value={typed.ai}
        options={[['', 'Choose an answer'], ...Object.entries(AI_DECLARATIONS)]}
        onChange={(ai) => onChange({ ai })}
      />
    );
  return typed.what.startsWith('tags') ? field('tags', 'Tags', 'Separated by commas.') : null;
}
