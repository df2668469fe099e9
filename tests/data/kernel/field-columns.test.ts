import { expect, expectTypeOf, it } from 'vitest';
import { columnsOf, storedOf } from '../../../src/data/kernel/field-columns.ts';
import { Column, choiceOrNone, flag, number, text } from '../../../src/data/kernel/table.ts';
import { type FieldTable, plain } from '../../../src/domain/kernel/fields/field-table.ts';

const look = { label: 'It', section: 'details', isPublic: true } as const;
const FIELDS = {
  title: plain.line(10, look),
  system: plain.lineOrNone(10, look),
  baseMm: plain.positive(100, 'Too much.', look),
  signed: plain.flag(look),
  finish: plain.choiceOrNone({ matt: 'Matt' }, look),
} satisfies FieldTable;
const COLUMNS = {
  title: new Column('p.title', text),
  system: new Column('p.system', text),
  baseMm: new Column('p.baseMm', number),
  signed: new Column('p.signed', flag),
  finish: new Column('p.finish', choiceOrNone<'matt'>()),
  id: new Column('p.id', text),
};

it('the columns of a table of fields are its fields, and read what is absent as its empty value', () => {
  const columns = columnsOf(COLUMNS, FIELDS);
  expectTypeOf(columns.system.read('')).toEqualTypeOf<string | null>();
  expect(Object.values(columns).map(String)).toEqual([
    ...['p.title', 'p.system', 'p.baseMm', 'p.signed', 'p.finish'],
  ]);
  const { title, system, baseMm, signed, finish } = columns;
  expect([title.read(''), system.read(''), baseMm.read(0), signed.read(0), finish.read('')]).toEqual([
    ...['', null, null, false, null],
  ]);
  expect([title.read('A'), system.read('B'), baseMm.read(3), signed.read(1), finish.read('matt')]).toEqual([
    ...['A', 'B', 3, true, 'matt'],
  ]);
});

it('what is written is what was given, absent texts and numbers as the database has them', () => {
  expect(storedOf(FIELDS, { title: 'A', system: null, baseMm: null, signed: false, finish: null })).toEqual({
    ...{ title: 'A', system: '', baseMm: 0, signed: false, finish: '' },
  });
  expect(storedOf(FIELDS, { baseMm: 3 })).toEqual({ baseMm: 3 });
});
