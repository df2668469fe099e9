import { actions } from 'astro:actions';
import { productsCsv } from '../../../../../domain/catalogue/product-csv.ts';
import { saveFile } from '../../../../../ui/save-file.ts';
import { useMutation } from '../../../../../ui/useMutation.ts';

/** Exports all of the seller's products as CSV, archived ones included. */
export function ExportProducts() {
  const { busy, mutate } = useMutation();
  const save = () =>
    void mutate(
      () => actions.productsInBulk.table(),
      null,
      // The byte order mark tells spreadsheets that this is UTF-8.
      (rows) => saveFile('products.csv', 'text/csv;charset=utf-8', `\uFEFF${productsCsv(rows)}`),
    );
  return (
    <button type="button" className="link min-h-11" aria-busy={busy} onClick={save}>
      Export all as CSV
    </button>
  );
}
