import { actions } from 'astro:actions';
import { useState } from 'react';
import { taxReportCsv } from '../../../../domain/payments/tax-report.ts';
import { Select } from '../../../../ui/Form.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

const YEARS_SHOWN = 5;

/** Tax by quarter, country and rate, to be saved for the return of the One Stop Shop. */
export function TaxReport() {
  const [thisYear] = useState(() => new Date().getUTCFullYear());
  const [year, setYear] = useState(thisYear);
  const { busy, mutate } = useMutation();
  const save = () =>
    mutate(
      () => actions.deskFigures.tax({ year }),
      null,
      // The byte order mark tells spreadsheets that this is UTF-8.
      ({ rows }) =>
        saveFile(`tax-${year}.csv`, 'text/csv;charset=utf-8', `\uFEFF${taxReportCsv(year, rows)}`),
    );
  return (
    <section className="card mt-6 p-5" aria-labelledby="tax">
      <h2 id="tax" className="text-lg">
        Tax by country and quarter
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        From invoices and credit notes of orders, memberships and seller plans, by rate, for the One Stop
        Shop. A refund counts in the quarter in which it was made.
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Select
          label="Year"
          name="year"
          value={String(year)}
          options={Array.from({ length: YEARS_SHOWN }, (_, back) => String(thisYear - back)).map(
            (one) => [one, one] as const,
          )}
          onChange={(one) => setYear(Number(one))}
        />
        <button type="button" className="btn btn-quiet" aria-busy={busy} onClick={() => void save()}>
          Save as CSV
        </button>
      </div>
    </section>
  );
}
