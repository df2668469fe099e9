import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  cellsOf,
  emptyOf,
  type FieldTable,
  fieldsWith,
  labelsOf,
  namesOf,
  pick,
  plain,
  refusalsOf,
  shownOf,
  type ValuesOf,
  without,
} from '../../../../src/domain/kernel/fields/field-table.ts';
import { cleanField } from '../../../../src/domain/kernel/fields/field-text.ts';

const look = { section: 'details', isPublic: true } as const;
const FIELDS = {
  title: plain.line(10, { ...look, label: 'Title', inCsv: true, isFact: true }),
  system: plain.lineOrNone(10, { ...look, label: 'System', isFact: true }),
  note: plain.text(20, { ...look, label: 'Note', isPublic: false }),
  story: plain.markdown(30, { ...look, label: 'Story' }),
  baseMm: plain.positive(100, 'Enter at most 100.', { ...look, label: 'Base', inCsv: true, isFact: true }),
  signed: plain.flag({ ...look, label: 'Signed', inCsv: true, isFact: true }),
  finish: plain.choiceOrNone({ matt: 'Matt', gloss: 'Glossy' }, { ...look, label: 'Finish', isFact: true }),
} satisfies FieldTable;
type Values = ValuesOf<typeof FIELDS>;

const VALUES: Values = {
  ...{ title: 'Ogre', system: null, note: 'Soon', story: '# Old', baseMm: 32, signed: true, finish: 'gloss' },
};

describe('a table of plain fields', () => {
  it('gives each value the type of its kind', () => {
    expectTypeOf<Values>().toEqualTypeOf<{
      title: string;
      system: string | null;
      note: string;
      story: string;
      baseMm: number | null;
      signed: boolean;
      finish: 'matt' | 'gloss' | null;
    }>();
  });

  it('is empty where nothing was entered, and that is never refused', () => {
    const empty = emptyOf(FIELDS);
    expect(empty).toEqual({
      ...{ title: '', system: null, note: '', story: '', baseMm: null, signed: false, finish: null },
    });
    expect(refusalsOf(FIELDS, empty)).toEqual({});
  });

  it.each<[Partial<Values>, string]>([
    [{ title: 'x'.repeat(11) }, 'Use at most 10 characters.'],
    [{ system: 'x'.repeat(11) }, 'Use at most 10 characters.'],
    [{ note: 'x'.repeat(21) }, 'Use at most 20 characters.'],
    [{ story: 'x'.repeat(31) }, 'Use at most 30 characters.'],
    [{ story: `${'> '.repeat(9)}deep` }, 'Put quotes and lists at most 8 levels deep into one another.'],
    [{ baseMm: 0 }, 'Enter at most 100.'],
    [{ baseMm: 101 }, 'Enter at most 100.'],
    [{ baseMm: Number.NaN }, 'Enter at most 100.'],
    [{ finish: 'toString' as 'matt' }, 'Choose one of the list.'],
  ])('refuses %o by the name of the field alone', (values, sentence) =>
    expect(refusalsOf(FIELDS, values)).toEqual({ [Object.keys(values)[0] ?? '']: sentence }),
  );

  it.each<Partial<Values>>([
    { title: 'x'.repeat(10), baseMm: 100 },
    { baseMm: 0.5, finish: 'matt' },
    { system: null, baseMm: null, finish: null },
  ])('allows %o', (values) => expect(refusalsOf(FIELDS, values)).toEqual({}));

  it('knows the fields with a mark, in its types as well', () => {
    const inCsv = fieldsWith(FIELDS, 'inCsv');
    expect(namesOf(inCsv)).toEqual(['title', 'baseMm', 'signed']);
    expectTypeOf<keyof typeof inCsv>().toEqualTypeOf<'title' | 'baseMm' | 'signed'>();
    // `isPublic: false` is no mark.
    expect(namesOf(fieldsWith(FIELDS, 'isPublic'))).not.toContain('note');
    expect(fieldsWith(FIELDS, 'isSearched')).toEqual({});
  });

  it('parts an object into its own values and the others', () => {
    const both = { ...VALUES, id: 'a' };
    expect(pick(FIELDS, both)).toEqual(VALUES);
    expect(without(FIELDS, both)).toEqual({ id: 'a' });
  });

  it('labels its fields as a sentence writes them', () =>
    expect(labelsOf(fieldsWith(FIELDS, 'inCsv'), (label) => label.toLowerCase())).toEqual({
      ...{ title: 'title', baseMm: 'base', signed: 'signed' },
    }));

  it('shows what was filled in, choices by their labels', () => {
    const facts = fieldsWith(FIELDS, 'isFact');
    expect(shownOf(facts, VALUES)).toEqual([
      { label: 'Title', value: 'Ogre' },
      { label: 'Base', value: '32' },
      { label: 'Signed', value: 'Yes' },
      { label: 'Finish', value: 'Glossy' },
    ]);
    expect(shownOf(facts, emptyOf(FIELDS))).toEqual([]);
  });

  it('writes cells as they are stored, and flags as words', () => {
    const cells = cellsOf(FIELDS);
    expect([cells.system, cells.baseMm, cells.signed, cells.finish].map((cell) => cell(VALUES))).toEqual([
      ...['', '32', 'yes', 'gloss'],
    ]);
    expect(cells.signed(emptyOf(FIELDS))).toBe('no');
  });
});

it('a line is stored on one line, a text without what nobody sees, Markdown as it was written', () => {
  const typed = ' two \u202e lines\nof  it ';
  expect(cleanField(FIELDS.title, typed)).toBe('two lines of it');
  expect(cleanField(FIELDS.note, typed)).toBe('two  lines\nof  it');
  expect(cleanField(FIELDS.story, typed)).toBe(typed);
  expect([cleanField(FIELDS.system, null), cleanField(FIELDS.baseMm, 3)]).toEqual([null, 3]);
});
