import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACETS } from '../../../../src/domain/catalogue/facets.ts';
import {
  guessedProductColumns,
  mappedProductRows,
  mappingRefusal,
  PRODUCT_IMPORT_LIMITS,
  productImportUndoRefusal,
} from '../../../../src/domain/catalogue/import/product-import.ts';
import { planImport } from '../../../../src/domain/catalogue/import/product-import-plan.ts';
import {
  cleanPrintSettings,
  MATERIALS,
  NO_PRINT_SETTINGS,
  PRINT_SUPPORTS,
  printSettingsRefusals,
} from '../../../../src/domain/catalogue/print/print-settings.ts';
import { AI_DECLARATIONS, LICENCES, PRODUCT_STATES } from '../../../../src/domain/catalogue/product.ts';
import {
  PRODUCT_COLUMNS,
  type ProductTableRow,
  productCell,
  productsCsv,
} from '../../../../src/domain/catalogue/product-csv.ts';
import { PRODUCT_CSV_FIELDS } from '../../../../src/domain/catalogue/product-fields.ts';
import { editedFields } from '../../../../src/domain/catalogue/product-patch.ts';
import { csvCell, readCsv, withoutFormulaGuard } from '../../../../src/domain/kernel/csv.ts';
import { emptyOf } from '../../../../src/domain/kernel/fields/field-table.ts';
import { plainValues } from '../../kernel/plain-values.ts';

const SHELVES = [
  { id: 'shelf0000000001', slug: 'ruins', name: 'Old Ruins' },
  { id: 'shelf0000000002', slug: 'bog', name: 'Bog' },
];
const HAG: ProductTableRow = {
  ...emptyOf(PRODUCT_CSV_FIELDS),
  id: 'hag000000000001',
  name: 'Bog Hag',
  state: 'published',
  priceCents: 905,
  free: false,
  openPrice: null,
  sale: { percent: 20, from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 11, 1) },
  tags: ['orc', 'hero'],
  shelves: ['ruins'],
  facets: { type: 'figure', genre: ['fantasy'], scale: '32', supports: [], printer: ['resin'], parts: null },
  print: { layerMm: 0.05, exposureS: 2.5, supports: null, material: 'resin', printer: '' },
  licences: ['personal'],
  ai: 'none',
};
const TOAD: ProductTableRow = { ...HAG, id: 'toad00000000001', name: 'Bog Toad', state: 'draft', sale: null };

function tableOf(text: string) {
  const table = readCsv(text, { rows: PRODUCT_IMPORT_LIMITS.rows + 1, cellsARow: 100 });
  if ('refusal' in table) throw new Error(table.refusal);
  return table.rows;
}

/** The plans of a pasted table in a store with these products. */
function planned(text: string, products: readonly ProductTableRow[] = [HAG, TOAD]) {
  const rows = tableOf(text);
  const mapping = guessedProductColumns(rows[0]?.cells ?? []);
  return planImport(mappedProductRows(rows, mapping), { products, shelves: SHELVES, account: 'active' });
}

const keys = <Key extends string>(values: Record<Key, string>) => Object.keys(values) as Key[];
const some = <Value>(values: readonly Value[]) => fc.subarray([...values]);
const one = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: null });
/** Any text without NUL, which marks a workbook; often with the start of a formula. */
const wild = fc
  .oneof(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.stringMatching(/^['"=+\-@,;\t\r\n ]{0,6}[a-z]?$/))
  .map((text) => text.replaceAll('\0', ''));
const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });
const own = fc.record({
  id: fc.stringMatching(/^[a-z0-9]{15}$/),
  name: wild,
  state: fc.constantFrom(...PRODUCT_STATES),
  priceCents: fc.integer({ min: 0, max: 1_000_000 }),
  free: fc.boolean(),
  openPrice: one([0, 50, 999].map((cents) => ({ suggestedCents: cents === 0 ? null : cents }))),
  sale: fc.option(fc.record({ percent: fc.integer({ min: 5, max: 90 }), from: instant, to: instant }), {
    nil: null,
  }),
  tags: fc.array(wild, { maxLength: 3 }),
  shelves: some(SHELVES.map(({ slug }) => slug)),
  facets: fc.record({
    type: one(keys(FACETS.type.values)),
    genre: some(keys(FACETS.genre.values)),
    scale: one(keys(FACETS.scale.values)),
    supports: some(keys(FACETS.supports.values)),
    printer: some(keys(FACETS.printer.values)),
    parts: one(keys(FACETS.parts.values)),
  }),
  print: fc.record({
    layerMm: fc.option(fc.integer({ min: 10, max: 1200 }).map((micrometres) => micrometres / 1000)),
    exposureS: fc.option(fc.integer({ min: 10, max: 12_000 }).map((hundredths) => hundredths / 100)),
    supports: one(keys(PRINT_SUPPORTS)),
    material: one(keys(MATERIALS)),
    printer: wild,
  }),
  licences: some(keys(LICENCES)),
  ai: one(keys(AI_DECLARATIONS)),
});
const product: fc.Arbitrary<ProductTableRow> = fc
  .tuple(own, plainValues(PRODUCT_CSV_FIELDS))
  .map(([row, plain]) => ({ ...row, ...plain }));

describe('a round trip', () => {
  it('changes nothing for any products', () => {
    fc.assert(
      fc.property(fc.uniqueArray(product, { selector: ({ id }) => id, maxLength: 8 }), (products) => {
        const kinds = planned(productsCsv(products), products).map(({ kind, notes }) => [kind, notes]);
        expect(kinds).toEqual(products.map(() => ['same', []]));
      }),
      { numRuns: 300 },
    );
  });

  it('preserves every cell', () => {
    fc.assert(
      fc.property(fc.uniqueArray(product, { selector: ({ id }) => id, maxLength: 8 }), (products) => {
        const rows = tableOf(productsCsv(products));
        const read = mappedProductRows(rows, guessedProductColumns(rows[0]?.cells ?? []));
        expect(read.map(({ cells }) => PRODUCT_COLUMNS.map((column) => cells[column]))).toEqual(
          products.map((row) => PRODUCT_COLUMNS.map((column) => productCell(row, column))),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('gives another product the same print settings', () => {
    fc.assert(
      fc.property(product, ({ print }) => {
        fc.pre(Object.keys(printSettingsRefusals(print)).length === 0);
        const wanted = { ...HAG, print: cleanPrintSettings(print) };
        const plain = { ...HAG, print: NO_PRINT_SETTINGS };
        const [plan] = planned(productsCsv([wanted]), [plain]);
        const patch = plan && 'wanted' in plan ? plan.wanted : {};
        expect({ ...plain.print, ...patch.print }).toEqual(wanted.print);
        expect(Object.keys(patch).filter((field) => field !== 'print')).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['=1+1', "'=1+1", "''@x", "it's", "'tis", '\t-2', '＝1', "'", ''])(
    'guards %j and takes the guard off',
    (text) => {
      const [row] = tableOf(`${csvCell(text)},end`);
      expect(withoutFormulaGuard(row?.cells[0] ?? '')).toBe(text);
    },
  );
});

describe('a row', () => {
  it('lets buyers choose the price, suggests one, and fixes it again', () => {
    const text = (table: string) => planned(`id,price,openPrice,suggestedPrice\n${table}\n`)[0];
    expect(text('toad00000000001,3,yes,5')).toMatchObject({
      wanted: { priceCents: 300, openPrice: { suggestedCents: 500 } },
    });
    expect(text('toad00000000001,3,no,5')).toMatchObject({
      refusals: [
        'Row 2, suggestedPrice: Only a price that buyers choose has a suggestion. Enter yes for openPrice, or leave this empty.',
      ],
    });
    expect(text('hag000000000001,,yes,')).toMatchObject({
      refusals: ['Row 2, openPrice: A price that buyers choose cannot be on sale.'],
    });
    const open = { ...TOAD, openPrice: { suggestedCents: 500 } };
    const [fixed] = planned('id,openPrice\ntoad00000000001,no\n', [open]);
    expect(fixed).toMatchObject({
      wanted: { openPrice: null },
      former: { openPrice: { suggestedCents: 500 } },
      changes: [
        { column: 'openPrice', from: 'yes', to: 'no' },
        { column: 'suggestedPrice', from: '5.00', to: '' },
      ],
    });
    expect(planned('id,free\ntoad00000000001,yes\n', [open])[0]).toMatchObject({
      wanted: { openPrice: null },
    });
  });

  it('changes print settings one by one, and names what cannot be', () => {
    const [plan, refused] = planned(
      'id,Layer height,Exposure,Material\nhag000000000001,"0,04 mm",2.5,\ntoad00000000001,fine,2,resin\n',
    );
    expect(plan).toMatchObject({
      kind: 'change',
      former: { print: { layerMm: 0.05, material: 'resin' } },
      wanted: { print: { layerMm: 0.04, material: null } },
      changes: [
        { column: 'layerMm', from: '0.05', to: '0.04' },
        { column: 'material', from: 'resin', to: '' },
      ],
    });
    expect(refused).toMatchObject({
      kind: 'refused',
      refusals: ['Row 3, layerMm: “fine” is not a number, such as 0.05.'],
    });
    expect(planned('id,layerMm,material\nhag000000000001,9,\nTOAD,,pla\n')[0]).toMatchObject({
      refusals: ['Row 2, layerMm: Enter the layer height in mm, from 0.01 to 1.2.'],
    });
    expect(planned('id,material\nhag000000000001,pla\n')[0]).toMatchObject({
      refusals: ['Row 2, exposureS: Only resin is exposed. Leave this empty for filament.'],
    });
    expect(editedFields(HAG, { print: { layerMm: 0.05 } })).toEqual([]);
    expect(editedFields(HAG, { print: { layerMm: 0.04 } })).toEqual(['print settings']);
  });

  it('changes only its cells and lists old and new values', () => {
    const [plan] = planned('id,price,tags,shelves\nhag000000000001,"$12,50","Orc, witch",bog\n');
    expect(plan).toMatchObject({
      kind: 'change',
      productId: HAG.id,
      former: { priceCents: 905, tags: ['orc', 'hero'], shelves: ['shelf0000000001'] },
      wanted: { priceCents: 1250, tags: ['orc', 'witch'], shelves: ['shelf0000000002'] },
      changes: [
        { column: 'price', from: '9.05', to: '12.50' },
        { column: 'tags', from: 'orc, hero', to: 'orc, witch' },
        { column: 'shelves', from: 'ruins', to: 'bog' },
      ],
      notes: [],
    });
  });

  it('changes nothing if only order and case differ', () => {
    const [plan] = planned('id,tags,type,scale,shelves\nhag000000000001,"Hero,orc",Figure,32 mm,old ruins\n');
    expect(plan?.kind).toBe('same');
  });

  it('without an id matches by name or creates a draft', () => {
    const plans = planned('title,price,license\nbog toad,4,personal\nFen Knight,7.5,"Personal, Merchant"\n');
    expect(plans).toMatchObject([
      { kind: 'change', productId: TOAD.id, notes: ['Row 2, name: matched by its name.'] },
      {
        kind: 'create',
        wanted: { name: 'Fen Knight', priceCents: 750, free: false, licences: ['personal', 'merchant'] },
      },
    ]);
  });

  it('never changes a state', () => {
    const plans = planned(
      'id,name,state,price\ntoad00000000001,Bog Toad,published,9.05\n,Fen Knight,published,\n',
    );
    expect(plans).toMatchObject([
      { kind: 'same', notes: ['Row 2, state: an import does not change states; it stays draft.'] },
      { kind: 'create', notes: ['Row 3, state: an import does not change states; it stays draft.'] },
    ]);
    expect(JSON.stringify(plans)).not.toContain('"state":');
  });

  it('keeps the dates of a sale without columns for them, and clears the price of a free product', () => {
    expect(planned('id,sale\nhag000000000001,30 %\n')).toMatchObject([
      { wanted: { sale: { ...HAG.sale, percent: 30 } } },
    ]);
    expect(planned('id,free\ntoad00000000001,yes\n')).toMatchObject([
      { wanted: { free: true, priceCents: 0 } },
    ]);
    expect(planned('id,price,free\ntoad00000000001,,\n')).toMatchObject([{ kind: 'same' }]);
  });

  it.each([
    [
      'id,name\nnobody000000001,X',
      'Row 2, id: Your store has no product with this id. Clear the cell to create a draft.',
    ],
    ['id,name\n,', null],
    ['id,name,price\n,,5', 'Row 2, name: Give it a name.'],
    ['name,price\nX,cheap', 'Row 2, price: “cheap” is not a price; enter dollars and cents, such as 5.99.'],
    ['name,price\nX,0.10', 'Row 2, price: Enter at least $0.50, or make it free.'],
    ['name,price,free\nX,5,yes', 'Row 2, price: A free model has no price.'],
    ['name,free\nX,perhaps', 'Row 2, free: “perhaps” is neither yes nor no.'],
    [
      'name,salePercent\nX,20',
      'Row 2, saleFrom: Enter when the sale starts and ends, such as 2026-12-01 09:00 (UTC).',
    ],
    [
      'name,salePercent,saleFrom,saleTo\nX,99,2026-12-01,2026-12-02',
      'Row 2, salePercent: Enter a discount between 5 and 90%.',
    ],
    ['name,shelves\nX,attic', 'Row 2, shelves: Your store has no category “attic”.'],
    ['name,parts\nX,two', 'Row 2, parts: “two” is not one of single, multipart.'],
    ['name,type\nX,"bust, base"', 'Row 2, type: Enter only one value.'],
    [`name\n${'x'.repeat(121)}`, 'Row 2, name: Use at most 120 characters.'],
    [`name\n${'x'.repeat(4001)}`, 'Row 2, name: One cell holds more than 4000 characters.'],
    // A product on offer must still meet the requirements for publishing.
    ['id,licences\nhag000000000001,', 'Row 2, licences: Choose a licence.'],
    ['id,price\nhag000000000001,0', 'Row 2, price: Enter at least $0.50, or make it free.'],
  ])('%j is refused in a sentence with row and column', (text, sentence) => {
    const [plan] = planned(text);
    expect(plan?.kind === 'refused' ? plan.refusals : null).toEqual(sentence === null ? null : [sentence]);
  });

  it('must be the only one for its product', () => {
    const refusals = planned('id,name\nhag000000000001,A\n,Bog Hag\n,Elf\n,elf\n').map((plan) =>
      plan.kind === 'refused' ? plan.refusals[0] : plan.kind,
    );
    expect(refusals).toEqual([
      'change',
      'Row 3, name: Row 2 is about the same product.',
      'create',
      'Row 5, name: Row 4 is about the same product.',
    ]);
  });

  it('needs an id if several products have its name', () => {
    expect(planned('name\nBog Hag', [HAG, { ...TOAD, name: 'bog hag' }])).toMatchObject([
      { kind: 'refused', refusals: ['Row 2, name: 2 products have this name; add the id.'] },
    ]);
  });
});

describe('columns', () => {
  it('are recognised by our titles and by common other ones', () => {
    const all = guessedProductColumns([...PRODUCT_COLUMNS]);
    expect(all).toEqual(Object.fromEntries(PRODUCT_COLUMNS.map((column, at) => [column, at])));
    expect(guessedProductColumns(['Sale ends', 'Title', 'x', 'LICENSE'])).toEqual({
      saleTo: 0,
      name: 1,
      licences: 3,
    });
  });

  it('need a name or an id, each from a column of its own', () => {
    expect(mappingRefusal({ price: 0 })).toMatch(/id or of the name/);
    expect(mappingRefusal({ name: 0, price: 0 })).toMatch(/twice/);
    expect(mappingRefusal({ name: 0, price: 1 })).toBeNull();
  });
});

it('fields edited since are named', () => {
  const hag = { ...HAG, shelves: ['a'] };
  expect(editedFields(hag, { priceCents: 905, tags: ['hero', 'orc'], facets: { scale: '32' } })).toEqual([]);
  const former = { priceCents: 1, free: true, sale: null, facets: { scale: '28' } } as const;
  expect(editedFields(hag, former)).toEqual(['price', 'sale', 'scale']);
});

it('an import can be undone for a day, and a started undo can always be finished', () => {
  const day = 24 * 3_600_000;
  expect(productImportUndoRefusal({ state: 'done', startedAt: 0 }, day - 1)).toBeNull();
  expect(productImportUndoRefusal({ state: 'done', startedAt: 0 }, day)).toBe('too-late');
  expect(productImportUndoRefusal({ state: 'undoing', startedAt: 0 }, 9 * day)).toBeNull();
  expect(productImportUndoRefusal({ state: 'undone', startedAt: 0 }, 1)).toBe('undone');
  expect(productImportUndoRefusal({ state: 'checked', startedAt: null }, 1)).toBe('unknown');
});
