import { type ComponentProps, useState } from 'react';
import type { FieldTable, PlainField, SectionsOf } from '../../../../domain/kernel/fields/field-table.ts';
import { Check, Field, Select, TextArea } from '../../../../ui/Form.tsx';

/** The inputs of a noun's plain fields that stand in one section of its editor, in the order of the table. */
export function FieldsOf<F extends FieldTable, V extends object>({
  fields,
  section,
  values,
  problem,
  set,
}: {
  fields: F;
  section: SectionsOf<F>;
  values: V;
  problem: (name: string) => string | undefined;
  set: (part: Partial<V>) => void;
}) {
  return Object.entries(fields)
    .filter(([, field]) => field.section === section)
    .map(([name, field]) => (
      <PlainInput
        key={name}
        name={name}
        field={field}
        value={values[name as keyof V]}
        error={problem(name)}
        // The table's own names and types, which `V` has.
        onChange={(next) => set({ [name]: next } as Partial<V>)}
      />
    ));
}

/** The input of one field, by its kind. */
function PlainInput({
  name,
  field: { kind, label, hint, limit, choices, empty },
  value,
  error,
  onChange,
}: {
  name: string;
  field: PlainField<unknown>;
  value: unknown;
  error: string | undefined;
  onChange: (next: unknown) => void;
}) {
  const shown = { label, name, hint, error, value: String(value ?? '') };
  const orEmpty = (typed: string) => onChange(typed === '' ? empty : typed);
  switch (kind) {
    case 'flag':
      return <Check label={label} hint={hint} checked={value === true} onChange={onChange} />;
    case 'choice':
      return (
        <Select {...shown} options={[['', 'Not said'], ...Object.entries(choices)]} onChange={orEmpty} />
      );
    case 'text':
    case 'markdown':
      return <TextArea {...shown} rows={4} maxLength={limit} onChange={onChange} />;
    case 'number':
      return <NumberInput {...shown} number={value} empty={empty} onChange={onChange} />;
    case 'line':
      return <Field {...shown} required={false} maxLength={limit} onChange={orEmpty} />;
  }
}

/** A number with a comma or a point. What is being typed stays while it means the number: "32," is 32 already. */
function NumberInput({
  number,
  empty,
  onChange,
  ...shown
}: Omit<ComponentProps<typeof Field>, 'onChange'> & {
  number: unknown;
  empty: unknown;
  onChange: (next: unknown) => void;
}) {
  const [typed, setTyped] = useState('');
  const read = (text: string) => (text.trim() === '' ? empty : Number(text.replace(',', '.')));
  return (
    <Field
      {...shown}
      value={Object.is(read(typed), number) ? typed : shown.value}
      required={false}
      inputMode="decimal"
      onChange={(text) => {
        setTyped(text);
        onChange(read(text));
      }}
    />
  );
}
