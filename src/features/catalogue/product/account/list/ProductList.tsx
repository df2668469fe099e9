import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { SellerProductRow } from '../../../../../data/catalogue/seller-product-list.ts';
import { SELECTED_MAX } from '../../../../../domain/catalogue/product-bulk.ts';
import { counted } from '../../../../../domain/kernel/plural.ts';
import { paths } from '../../../../../paths.ts';
import { PageTitle } from '../../../../../ui/account/PageTitle.tsx';
import { Pagination } from '../../../../../ui/account/Pagination.tsx';
import { Check } from '../../../../../ui/Form.tsx';
import { useMutation } from '../../../../../ui/useMutation.ts';
import { useQuery } from '../../../../../ui/useQuery.ts';
import { PackSection } from '../../../../assets/upload/account/PackSection.tsx';
import { NoStore } from '../../../store/account/NoStore.tsx';
import { $sellerStore } from '../../../store/account/seller-store.store.ts';
import { shutStoreText } from '../shut-store.ts';
import { BulkBar } from './BulkBar.tsx';
import { BulkOutcome } from './BulkOutcome.tsx';
import { ExportProducts } from './ExportProducts.tsx';
import { GridEdit } from './GridEdit.tsx';
import { ListFilters } from './ListFilters.tsx';
import { NewProduct } from './NewProduct.tsx';
import { ProductRow } from './ProductRow.tsx';
import { useBulk } from './useBulk.ts';
import { useProductList } from './useProductList.ts';

/** The seller's products in any state: search, filters, order and bulk actions. */
export default function ProductList() {
  const store = useStore($sellerStore);
  return store ? <SellerList shut={shutStoreText(store.state)} /> : <NoStore title="Products" />;
}

/** @param shut why nobody sees what is published, or null */
function SellerList({ shut }: { shut: string | null }) {
  const { query, shown, busy, failed, filter, reload, replaceRow } = useProductList();
  const choices = useQuery(() => actions.products.choices());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isNew, setNew] = useState(false);
  const [isGrid, setGrid] = useState(false);
  const bulk = useBulk(reload);
  const selecting = useMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const isNarrow = query.text !== '' || query.state !== null || query.shelf !== null;
  const pages = shown ? Math.max(1, Math.ceil(shown.total / shown.perPage)) : 1;
  const shelves = choices.data?.shelves ?? [];
  const rows = shown?.rows ?? [];
  const choose = (some: readonly SellerProductRow[], on: boolean) => {
    const next = new Set(chosen);
    for (const { id } of some) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  const pageIsChosen = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const chooseFound = () => {
    const { text, state, shelf } = query;
    return selecting.mutate(
      () => actions.products.found({ text, state, shelf }),
      null,
      ({ ids }) => setChosen(new Set([...chosen, ...ids])),
    );
  };
  const turnPage = (page: number) => {
    filter({ page });
    // Focus the heading: the new rows are above the pressed button.
    heading.current?.focus();
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle ref={heading}>Products</PageTitle>
        <button type="button" className="btn btn-small" onClick={() => setNew(true)}>
          New product
        </button>
      </div>
      {shut !== null && rows.some(({ state }) => state === 'published') && (
        <p className="notice mt-4">Nobody can see what you publish yet: {shut}.</p>
      )}
      <PackSection onMade={reload} />
      <ListFilters query={query} shelves={shelves} onFilter={filter} />
      {failed !== null && (
        <p className="notice notice-bad mt-4" role="alert">
          {failed}{' '}
          <button type="button" className="link" onClick={reload}>
            Try again
          </button>
        </p>
      )}
      <BulkOutcome bulk={bulk} />
      {!shown && failed === null && <div className="skeleton mt-6 h-40" aria-busy="true" />}
      {shown?.total === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">{isNarrow ? 'Nothing found' : 'No products yet'}</h2>
          <p>
            {isNarrow
              ? 'None of your products match; try fewer filters.'
              : 'Start with a name; pictures, files and the price follow in the editor.'}
          </p>
          {isNarrow && (
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() => filter({ text: '', state: null, shelf: null })}
            >
              Show all
            </button>
          )}
          {!isNarrow && <ImportLink />}
        </div>
      )}
      {shown && shown.total > 0 && (
        <>
          <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4">
            <Check
              label="Select all on this page"
              checked={pageIsChosen}
              onChange={(on) => choose(rows, on)}
            />
            {pageIsChosen && chosen.size < Math.min(shown.total, SELECTED_MAX) && (
              <button
                type="button"
                className="link min-h-11"
                aria-busy={selecting.busy}
                onClick={() => void chooseFound()}
              >
                {shown.total <= SELECTED_MAX
                  ? `Select all ${shown.total} found`
                  : `Select the newest ${SELECTED_MAX} of ${shown.total} found`}
              </button>
            )}
            <button
              type="button"
              className="link min-h-11 max-md:hidden"
              aria-pressed={isGrid}
              onClick={() => setGrid(!isGrid)}
            >
              Edit in a table
            </button>
            <p className="text-ink-2" role="status">
              {counted(shown.total, 'product')}
            </p>
          </div>
          {chosen.size > 0 && (
            <BulkBar ids={[...chosen]} shelves={shelves} bulk={bulk} onNone={() => setChosen(new Set())} />
          )}
          {isGrid && <GridEdit rows={rows} onSaved={replaceRow} />}
          <ul
            className={`mt-2 grid gap-2 ${isGrid ? 'md:hidden' : ''}`}
            aria-label="Products"
            aria-busy={busy}
          >
            {rows.map((row) => (
              <ProductRow
                key={row.id}
                row={row}
                now={Date.now()}
                chosen={chosen.has(row.id)}
                onChoose={(on) => choose([row], on)}
              />
            ))}
          </ul>
          <p className="mt-4 flex flex-wrap gap-x-6">
            <ExportProducts />
            <ImportLink />
          </p>
          <Pagination label="Pages of products" page={query.page} pages={pages} onPage={turnPage} />
        </>
      )}
      {isNew && <NewProduct onClose={() => setNew(false)} />}
    </>
  );
}

function ImportLink() {
  return (
    <Link className="link inline-flex min-h-11 items-center" href={`~${paths.productImport()}`}>
      Import products from CSV
    </Link>
  );
}
