import fc from 'fast-check';
import type { FieldTable, ValuesOf } from '../../../src/domain/kernel/fields/field-table.ts';

/** Values of plain fields that their kinds allow, as they are stored. */
export function plainValues<F extends FieldTable>(fields: F): fc.Arbitrary<ValuesOf<F>> {
  const values = Object.entries<FieldTable[string]>(fields).map(([name, { kind, empty, choices }]) => {
    if (kind === 'number') return [name, fc.constantFrom(empty, 1, 2.5)];
    if (kind === 'flag') return [name, fc.boolean()];
    if (kind === 'choice') return [name, fc.constantFrom(empty, ...Object.keys(choices))];
    return [name, fc.constantFrom(empty, 'Skirmish games', '=2+2', 'a, b')];
  });
  return fc.record(Object.fromEntries(values)) as fc.Arbitrary<ValuesOf<F>>;
}
