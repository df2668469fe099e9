import { useState } from 'react';
import {
  productsOfSales,
  SALES_LIST_LIMITS,
} from '../../../../../domain/catalogue/import/foreign-products.ts';
import { PRODUCT_IMPORT_LIMITS } from '../../../../../domain/catalogue/import/product-import.ts';
import type { CsvRow } from '../../../../../domain/kernel/csv.ts';
import { Form, TextArea } from '../../../../../ui/Form.tsx';
import { TableFile } from '../../../../kernel/table/account/TableFile.tsx';
import { type ReadTable, readTable, tableOf } from '../../../../kernel/table/account/table-file.ts';

const READ_LIMITS = { cellsARow: PRODUCT_IMPORT_LIMITS.cellsARow, ...SALES_LIST_LIMITS };

/** Chooses the table: a file or pasted text. */
export function ChooseTable({
  onTable,
}: {
  /**
   * @param sales how many sales its products were read from; null for a table of products
   * @param dropped columns of a list of sales that are not read
   */
  onTable: (fileName: string, rows: CsvRow[], sales: number | null, dropped: string[]) => void;
}) {
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<{ of: 'file' | 'pasted'; text: string } | null>(null);
  const take = (of: 'file' | 'pasted', fileName: string, table: ReadTable) => {
    if ('problem' in table) setProblem({ of, text: table.problem });
    else if (table.rows.length < 2)
      setProblem({ of, text: 'The table needs a header row and at least one product.' });
    else {
      const { rows, sales, dropped } = productsOfSales(table.rows);
      onTable(fileName, rows, sales, dropped);
    }
  };
  const open = async (file: File) => {
    setProblem(null);
    take('file', file.name, await readTable(file, READ_LIMITS));
  };
  return (
    <>
      <TableFile
        problem={problem?.of === 'file' ? problem.text : null}
        hint="CSV with commas, semicolons or tabs and a header row: up to 2,000 products, or another shop’s list of up to 50,000 sales. Gumroad’s list is recognised; MyMiniFactory and Cults3D publish no format of theirs, so you choose the columns."
        onFile={(file) => void open(file)}
      />
      <Form
        busy={false}
        label="Use this table"
        disabled={pasted.trim() === ''}
        onSend={() => take('pasted', '', tableOf(pasted, READ_LIMITS))}
      >
        <TextArea
          label="Or paste rows from a spreadsheet"
          name="table"
          rows={4}
          spellCheck={false}
          placeholder={'name,price,tags\nFen Knight,5.99,"knight, fen"'}
          value={pasted}
          error={problem?.of === 'pasted' ? problem.text : undefined}
          onChange={(text) => {
            setProblem(null);
            setPasted(text);
          }}
        />
      </Form>
    </>
  );
}
