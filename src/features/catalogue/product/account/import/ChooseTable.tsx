import { useState } from 'react';
import { PRODUCT_IMPORT_LIMITS } from '../../../../../domain/catalogue/product-import.ts';
import type { CsvRow } from '../../../../../domain/kernel/csv.ts';
import { Form, TextArea } from '../../../../../ui/Form.tsx';
import { TableFile } from '../../../../kernel/table/account/TableFile.tsx';
import { type ReadTable, readTable, tableOf } from '../../../../kernel/table/account/table-file.ts';

/** Chooses the table: a file or pasted text. */
export function ChooseTable({ onTable }: { onTable: (fileName: string, rows: CsvRow[]) => void }) {
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<{ of: 'file' | 'pasted'; text: string } | null>(null);
  const take = (of: 'file' | 'pasted', fileName: string, table: ReadTable) => {
    if ('problem' in table) setProblem({ of, text: table.problem });
    else if (table.rows.length < 2)
      setProblem({ of, text: 'The table needs a header row and at least one product.' });
    else onTable(fileName, table.rows);
  };
  const open = async (file: File) => {
    setProblem(null);
    take('file', file.name, await readTable(file, PRODUCT_IMPORT_LIMITS));
  };
  return (
    <>
      <TableFile
        problem={problem?.of === 'file' ? problem.text : null}
        hint="CSV with commas, semicolons or tabs and a header row: up to 2,000 rows and 2 MB."
        onFile={(file) => void open(file)}
      />
      <Form
        busy={false}
        label="Use this table"
        disabled={pasted.trim() === ''}
        onSend={() => take('pasted', '', tableOf(pasted, PRODUCT_IMPORT_LIMITS))}
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
