import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ProductImportCheck } from '../../../../../domain/catalogue/import/product-import.ts';
import type { CsvRow } from '../../../../../domain/kernel/csv.ts';
import { paths } from '../../../../../paths.ts';
import { PageTitle } from '../../../../../ui/account/PageTitle.tsx';
import { Section } from '../../../../../ui/Form.tsx';
import { useQuery } from '../../../../../ui/useQuery.ts';
import { NoStore } from '../../../store/account/NoStore.tsx';
import { $sellerStore } from '../../../store/account/seller-store.store.ts';
import { CheckedTable } from './CheckedTable.tsx';
import { ChooseTable } from './ChooseTable.tsx';
import { ColumnsOfProducts } from './ColumnsOfProducts.tsx';
import { ImportList } from './ImportList.tsx';
import { useImportRun } from './useImportRun.ts';

type Step =
  | { at: 'start' }
  | { at: 'columns'; fileName: string; rows: CsvRow[]; sales: number | null; dropped: string[] }
  | { at: 'checked'; fileName: string; check: ProductImportCheck; dropped: string[] };

/** Imports products from a table: choose, map columns, preview, apply, undo. */
export default function ImportPage() {
  const store = useStore($sellerStore);
  return store ? <OwnImports /> : <NoStore title="Import products" />;
}

function OwnImports() {
  const [step, setStep] = useState<Step>({ at: 'start' });
  const imports = useQuery(() => actions.productImports.mine());
  const run = useImportRun((one) => {
    const others = (imports.data ?? []).filter(({ id }) => id !== one.id);
    imports.setData([one, ...others].sort((a, b) => (b.startedAt ?? 0) - (a.startedAt ?? 0)));
  });
  const top = useRef<HTMLDivElement>(null);
  const done = useRef<HTMLDivElement>(null);
  // The button is gone; keyboard focus continues here.
  const start = () => {
    setStep({ at: 'start' });
    top.current?.focus();
  };
  return (
    <>
      <Link className="link inline-flex min-h-11 items-center" href={`~${paths.productList()}`}>
        All products
      </Link>
      <PageTitle>Import products</PageTitle>
      <div className="mt-6 grid grid-cols-1 gap-6">
        <Section
          title="Import a table"
          intro="Export your products, edit them in a spreadsheet, and import the file. You preview every change before it is applied. Rows match products by id, then by name; rows without a match become drafts. Nothing is published."
        >
          <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
            {step.at === 'start' && (
              <ChooseTable
                onTable={(fileName, rows, sales, dropped) =>
                  setStep({ at: 'columns', fileName, rows, sales, dropped })
                }
              />
            )}
            {step.at === 'columns' && (
              <ColumnsOfProducts
                {...step}
                onBack={start}
                onChecked={(check, dropped) =>
                  setStep({ at: 'checked', fileName: step.fileName, check, dropped })
                }
              />
            )}
            {step.at === 'checked' && (
              <CheckedTable
                {...step}
                busy={run.busy}
                onBack={start}
                onApply={(importId) => {
                  run.write(importId);
                  setStep({ at: 'start' });
                  done.current?.focus();
                }}
              />
            )}
          </div>
        </Section>
        <div ref={done} tabIndex={-1} className="outline-none">
          {imports.error !== null && (
            <p className="notice notice-bad" role="alert">
              {imports.error}
            </p>
          )}
          {imports.data && imports.data.length > 0 && <ImportList imports={imports.data} run={run} />}
        </div>
      </div>
    </>
  );
}
