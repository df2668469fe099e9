import { z } from 'astro/zod';
import { type FieldTable, namesOf, type PlainField } from '../../domain/kernel/fields/field-table.ts';
import { cleanField } from '../../domain/kernel/fields/field-text.ts';
import { longText } from './plain-input.ts';

/** Schemas of a noun's plain fields, by name. */

type Schemas<F> = { [Name in keyof F]: F[Name] extends PlainField<infer T> ? z.ZodType<T, T> : never };
type AnyField = PlainField<unknown>;

const schemasOf = <F extends FieldTable>(fields: F, schema: (field: AnyField) => z.ZodType): Schemas<F> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schema(field)])) as Schemas<F>;

/** What people and programs send: shapes alone, cleaned. Refusals are the field's own, `refusalsOf`. */
export const inputOf = <F extends FieldTable>(fields: F): Schemas<F> =>
  schemasOf(fields, (field) =>
    orNone(field, valueSchema(field, longText)).transform((value) => cleanField(field, value)),
  );

/** What the API answers. */
export const answerOf = <F extends FieldTable>(fields: F): Schemas<F> =>
  schemasOf(fields, (field) => orNone(field, valueSchema(field, z.string())));

function valueSchema({ kind, choices }: AnyField, text: z.ZodString): z.ZodType {
  if (kind === 'number') return z.number();
  if (kind === 'flag') return z.boolean();
  return kind === 'choice' ? z.enum(namesOf(choices)) : text;
}

const orNone = ({ empty }: AnyField, schema: z.ZodType) => (empty === null ? schema.nullable() : schema);
