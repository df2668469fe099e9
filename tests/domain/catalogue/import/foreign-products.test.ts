import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { oncePerName, productsOfSales } from '../../../../src/domain/catalogue/import/foreign-products.ts';
import {
  guessedProductColumns,
  mappedProductRows,
} from '../../../../src/domain/catalogue/import/product-import.ts';
import { readCsv } from '../../../../src/domain/kernel/csv.ts';
import { droppedColumns } from '../../../../src/domain/kernel/table-titles.ts';

function tableOf(text: string) {
  const table = readCsv(text, { rows: 100, cellsARow: 100 });
  if ('refusal' in table) throw new Error(table.refusal);
  return table.rows;
}
const sample = (name: string) =>
  tableOf(readFileSync(new URL(`../../../samples/${name}.csv`, import.meta.url), 'utf8'));

it('takes each product of a list of sales once, at its last price', () => {
  const { rows, sales, dropped } = productsOfSales(sample('gumroad-sales'));
  expect(sales).toBe(5);
  // What is left out is named.
  expect(dropped).toContain('Purchase ID');
  expect(dropped).not.toContain('Item Name');
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'name', 'price'],
    [2, 'Moss Giants', '12.00'],
    [4, 'River Trolls', '9.00'],
  ]);
});

it('leaves a table of products as it is', () => {
  const rows = tableOf('Name,Price\nMoss Giants,$12.00');
  expect(productsOfSales(rows)).toEqual({ rows, sales: null, dropped: [] });
});

it('an id of another shop is not taken for ours', () => {
  const foreign = tableOf('Id,Title,Price\n48213,Moss Giants,$12.00');
  expect(guessedProductColumns(foreign[0]?.cells ?? [], foreign)).toEqual({ name: 1, price: 2 });
  const own = tableOf('Id,Title,Price\nhag000000000001,Moss Giants,$12.00\n,New,1');
  expect(guessedProductColumns(own[0]?.cells ?? [], own)).toEqual({ id: 0, name: 1, price: 2 });
});

it('a list of sales with titles that nobody knows is read by hand, each product once', () => {
  const rows = sample('unknown-shop-sales');
  const titles = rows[0]?.cells ?? [];
  expect(productsOfSales(rows)).toEqual({ rows, sales: null, dropped: [] });
  expect(guessedProductColumns(titles, rows)).toEqual({});
  const byHand = { name: titles.indexOf('Figurine'), price: titles.indexOf('Montant') };
  const products = oncePerName(mappedProductRows(rows, byHand));
  expect(products.map(({ line, cells }) => [line, cells.name, cells.price])).toEqual([
    [2, 'moss giants', '10,00'],
    [3, 'River Trolls', '9,00'],
    [5, '', '4,00'],
    [6, '', '5,00'],
  ]);
});

it('columns that hold something and are not read are named', () => {
  const rows = tableOf('name,description,price,category,,empty\nHag,Old,1,Figures,x,\nToad,,2,,,');
  const mapping = guessedProductColumns(rows[0]?.cells ?? [], rows);
  expect(droppedColumns(rows, Object.values(mapping))).toEqual(['description', 'category', 'Column 5']);
  expect(droppedColumns(rows, [0, 1, 2, 3, 4])).toEqual([]);
});
