import { expect, test } from 'vitest';
import { type ProductTableRow, productCell, productsCsv } from '../../../src/domain/catalogue/product-csv.ts';
import { PRODUCT_CSV_FIELDS } from '../../../src/domain/catalogue/product-fields.ts';
import { emptyOf, namesOf } from '../../../src/domain/kernel/fields/field-table.ts';

const ROW: ProductTableRow = {
  ...emptyOf(PRODUCT_CSV_FIELDS),
  id: 'a'.repeat(15),
  name: '=HYPERLINK("x")',
  state: 'draft',
  priceCents: 905,
  free: false,
  openPrice: null,
  sale: null,
  tags: ['orc', 'hero'],
  shelves: ['ruins'],
  facets: {
    type: 'figure',
    genre: ['fantasy', 'horror'],
    scale: '32',
    supports: [],
    printer: ['resin'],
    parts: null,
  },
  print: { layerMm: 0.05, exposureS: 2.5, supports: 'none', material: 'resin', printer: 'Mars 5' },
  licences: ['personal'],
  ai: 'assisted',
};
/** Columns of plain fields stand behind the others, in the order of their table. */
const PLAIN = namesOf(PRODUCT_CSV_FIELDS);

test('products are exported as CSV with formulas escaped', () => {
  const titles = PLAIN.map((name) => `,${name}`).join('');
  const cells = PLAIN.map((name) => `,${productCell(ROW, name)}`).join('');
  expect(productsCsv([ROW])).toBe(
    `id,name,state,price,free,openPrice,suggestedPrice,salePercent,saleFrom,saleTo,tags,shelves,type,genre,scale,supports,printer,parts,layerMm,exposureS,printSupports,material,printPrinter,licences,ai${titles}\r\n` +
      `${'a'.repeat(15)},"'=HYPERLINK(""x"")",draft,9.05,no,no,,,,,"orc, hero",ruins,figure,"fantasy, horror",32,,resin,,0.05,2.5,none,resin,Mars 5,personal,assisted${cells}\r\n`,
  );
});
