import { actions } from 'astro:actions';
import { useState } from 'react';
import type { CategoryRow } from '../../../../domain/catalogue/category.ts';
import { movedBy } from '../../../../domain/catalogue/shelf.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Section } from '../../../../ui/Form.tsx';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { confirmed } from '../../shell/account/second-factor.store.ts';
import { CategoryDialog } from './CategoryDialog.tsx';
import { MergeDialog } from './MergeDialog.tsx';

type Open = { deed: 'save'; category: CategoryRow | null } | { deed: 'merge'; category: CategoryRow };

/** The marketplace's categories. */
export default function CategoriesPage() {
  const { data: rows, error, refetch, setData } = useQuery(() => actions.deskCategories.list());
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageTitle>Categories</PageTitle>
      <p className="mt-2 mb-6 text-ink-2">
        What visitors browse and filter by. A change is on every page within a second, and in the audit log.
      </p>
      {error && <LoadError onRetry={refetch}>{error}</LoadError>}
      {!rows && !error && <div className="skeleton h-60" aria-busy="true" />}
      {rows && (
        <div className="max-w-3xl">
          <Section
            title="Categories"
            intro="A hidden category is no longer offered. Its models keep it, and its address still shows them."
          >
            <Level rows={rows} parentId={null} onRows={setData} onOpen={setOpen} />
            <div>
              <button
                type="button"
                className="btn btn-small"
                onClick={() => setOpen({ deed: 'save', category: null })}
              >
                Add a category
              </button>
            </div>
            <Merged rows={rows} />
          </Section>
        </div>
      )}
      {rows && open?.deed === 'save' && (
        <CategoryDialog rows={rows} category={open.category} onRows={setData} onClose={close} />
      )}
      {rows && open?.deed === 'merge' && (
        <MergeDialog rows={rows} from={open.category} onRows={setData} onClose={close} />
      )}
    </>
  );
}

/** The categories of one level, each with those below it. */
function Level({
  rows,
  parentId,
  onRows,
  onOpen,
}: {
  rows: readonly CategoryRow[];
  parentId: string | null;
  onRows: (rows: CategoryRow[]) => void;
  onOpen: (open: Open) => void;
}) {
  const { busy, mutate } = useMutation();
  const level = rows.filter((row) => row.parentId === parentId && row.mergedIntoId === null);
  const ids = level.map(({ id }) => id);
  const move = (id: string, by: -1 | 1) =>
    void mutate(
      () => confirmed(() => actions.deskCategories.order({ parentId, ids: [...movedBy(ids, id, by)] })),
      null,
      onRows,
    );
  const hide = ({ id, isHidden }: CategoryRow) =>
    void mutate(
      () => confirmed(() => actions.deskCategories.hide({ id, isHidden: !isHidden })),
      isHidden ? 'It is offered again.' : 'It is no longer offered.',
      onRows,
    );
  if (level.length === 0)
    return parentId === null ? <p className="hint">There are no categories yet.</p> : null;
  return (
    <ul className={parentId === null ? 'border-t border-line' : 'pl-5'}>
      {level.map((row, at) => (
        <li key={row.id} className={parentId === null ? 'border-b border-line py-1' : ''}>
          <div className="flex flex-wrap items-center gap-x-4">
            <span className="min-w-40 flex-1 py-2 wrap-anywhere">
              <a
                className={parentId === null ? 'link font-semibold' : 'link'}
                href={paths.searchWithin('category', row.slug)}
              >
                {row.name}
              </a>
              {row.isHidden && <span className="ml-2 text-sm text-wax">hidden</span>}
            </span>
            <span className="flex flex-wrap gap-x-3 text-sm">
              {at > 0 && <Deed label="Up" of={row} disabled={busy} onClick={() => move(row.id, -1)} />}
              {at < level.length - 1 && (
                <Deed label="Down" of={row} disabled={busy} onClick={() => move(row.id, 1)} />
              )}
              <Deed label="Change …" of={row} onClick={() => onOpen({ deed: 'save', category: row })} />
              <Deed
                label={row.isHidden ? 'Offer' : 'Hide'}
                of={row}
                disabled={busy}
                onClick={() => hide(row)}
              />
              <Deed label="Merge …" of={row} onClick={() => onOpen({ deed: 'merge', category: row })} />
            </span>
          </div>
          <Level rows={rows} parentId={row.id} onRows={onRows} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function Deed({
  label,
  of: { name },
  disabled = false,
  onClick,
}: {
  label: string;
  of: CategoryRow;
  disabled?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className="link min-h-11"
      aria-label={`${label} ${name}`}
      disabled={disabled}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

/** Merged categories, whose addresses lead on. */
function Merged({ rows }: { rows: readonly CategoryRow[] }) {
  const merged = rows.filter(({ mergedIntoId }) => mergedIntoId !== null);
  if (merged.length === 0) return null;
  const nameOf = (id: string | null) => rows.find((row) => row.id === id)?.name ?? '';
  return (
    <details>
      <summary className="min-h-11 py-2">Merged before: {merged.length}</summary>
      <ul className="text-sm text-ink-2">
        {merged.map(({ id, name, slug, mergedIntoId }) => (
          <li key={id} className="py-1 wrap-anywhere">
            {name} ({slug}) leads to {nameOf(mergedIntoId)}.
          </li>
        ))}
      </ul>
    </details>
  );
}
