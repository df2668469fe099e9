import { describe, expect, it } from 'vitest';
import {
  CellRefused,
  parseMoment,
  valueOfCell,
} from '../../../../src/domain/catalogue/import/product-import-cells.ts';
import { type PlainField, plain } from '../../../../src/domain/kernel/fields/field-table.ts';

const look = { label: 'It', section: 'facets', isPublic: true, inCsv: true } as const;
const system = plain.lineOrNone(20, look);
const baseMm = plain.positive(100, 'Too much.', look);
const signed = plain.flag(look);
const finish = plain.choiceOrNone({ matt: 'Matt', gloss: 'Glossy' }, look);
const read = <T>(field: PlainField<T>, cell: string) => valueOfCell('name', field, cell);

describe('the cell of a plain field', () => {
  it('clears the field where it is empty', () =>
    expect([read(system, ' '), read(baseMm, ''), read(signed, ''), read(finish, '')]).toEqual([
      ...[null, null, false, null],
    ]));

  it('is read by the kind of the field', () =>
    expect([
      ...[read(system, ' war\ngames '), read(baseMm, '2,5'), read(signed, 'Yes'), read(finish, 'glossy')],
    ]).toEqual(['war games', 2.5, true, 'gloss']));

  it.each<[PlainField<never>, string, string]>([
    [baseMm as never, 'wide', '“wide” is not a number, such as 0.05.'],
    [signed as never, 'maybe', '“maybe” is neither yes nor no.'],
    [finish as never, 'rough', '“rough” is not one of matt, gloss.'],
  ])('that cannot be read is refused: %o', (field, cell, sentence) =>
    expect(() => read(field, cell)).toThrow(new CellRefused('name', sentence)),
  );
});

it('dates are parsed in UTC, and invalid days are refused', () => {
  expect(parseMoment('2026-12-01')).toBe(Date.UTC(2026, 11, 1));
  expect(parseMoment('2026-12-01 09:30')).toBe(Date.UTC(2026, 11, 1, 9, 30));
  expect([parseMoment('2026-02-30'), parseMoment('1.12.2026'), parseMoment('')]).toEqual([null, null, null]);
});
