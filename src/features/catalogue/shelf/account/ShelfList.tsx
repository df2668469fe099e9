import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { movedBy } from '../../../../domain/catalogue/shelf.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useOrderSaving } from '../../../../ui/useOrderSaving.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NoStore } from '../../store/account/NoStore.tsx';
import { $sellerStore } from '../../store/account/seller-store.store.ts';
import { ShelfRemoval } from './ShelfRemoval.tsx';

type SellerShelf = ActionAnswer<typeof actions.shelves.mine>[number];

/** The seller's shelves in the order visitors see them. */
export default function ShelfList() {
  const store = useStore($sellerStore);
  const query = useQuery(() => actions.shelves.mine());
  const { data: shelves, refetch, setData } = query;
  const [going, setGoing] = useState<SellerShelf | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  if (!store) return <NoStore title="Categories" />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle ref={title}>Categories</PageTitle>
        {shelves && shelves.length > 0 && (
          <Link className="btn btn-small" href={`~${paths.sellerShelf()}`}>
            New category
          </Link>
        )}
      </div>
      <p className="mt-2 text-ink-2">
        Group your models, in the order visitors see.{' '}
        <a className="link" href={paths.storeCategories(store.slug)}>
          View in store
        </a>
      </p>
      <QueryState query={query} />
      {shelves?.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No categories yet</h2>
          <p>
            Create a few, such as one for dragons and one for dungeon doors, to help visitors find their way.
          </p>
          <Link className="btn" href={`~${paths.sellerShelf()}`}>
            Create your first category
          </Link>
        </div>
      )}
      {shelves && shelves.length > 0 && (
        <Rows shelves={shelves} onOrder={setData} onRefused={refetch} onRemove={setGoing} />
      )}
      {going && (
        <ShelfRemoval
          shelf={going}
          couponCodes={going.couponCodes}
          onSaved={() => setGoing(null)}
          onRemoved={() => {
            setGoing(null);
            refetch();
            // The focused button was removed with its row.
            title.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface RowsProps {
  shelves: SellerShelf[];
  onOrder: (shelves: SellerShelf[]) => void;
  onRefused: () => void;
  onRemove: (shelf: SellerShelf) => void;
}

function Rows({ shelves, onOrder, onRefused, onRemove }: RowsProps) {
  const [announcement, setAnnouncement] = useState('');
  const moved = useRef<HTMLButtonElement | null>(null);
  const order = useOrderSaving((ids) => actions.shelves.order({ ids }), onRefused);
  // Moving a row in the DOM drops the focus of its button.
  useEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });
  const move = (shelf: SellerShelf, by: -1 | 1, button: HTMLButtonElement) => {
    const ids = shelves.map(({ id }) => id);
    const next = movedBy(ids, shelf.id, by);
    if (next === ids) return;
    moved.current = button;
    onOrder(next.flatMap((id) => shelves.find((known) => known.id === id) ?? []));
    setAnnouncement(`${shelf.name} is now ${next.indexOf(shelf.id) + 1} of ${next.length}.`);
    order([...next]);
  };
  return (
    <>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      <ol className="mt-6 grid max-w-2xl grid-cols-1 gap-2" aria-label="Categories">
        {shelves.map((shelf, at) => (
          <li key={shelf.id} className="card flex items-center gap-1 p-2 sm:gap-2">
            {([-1, 1] as const).map((by) => (
              <button
                key={by}
                type="button"
                className="icon-btn aria-disabled:opacity-35"
                aria-label={`Move ${shelf.name} ${by < 0 ? 'up' : 'down'}`}
                // Not `disabled`, which would drop the focus at the end of the list.
                aria-disabled={by < 0 ? at === 0 : at === shelves.length - 1}
                onClick={(event) => move(shelf, by, event.currentTarget)}
                onKeyDown={(event) => {
                  const way = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
                  if (way === null) return;
                  event.preventDefault();
                  move(shelf, way, event.currentTarget);
                }}
              >
                <Icon name={by < 0 ? 'up' : 'down'} />
              </button>
            ))}
            <Link className="link min-w-0 flex-1 py-2 pl-1" href={`~${paths.sellerShelf(shelf.id)}`}>
              <span className="block truncate">{shelf.name}</span>
              <span className="block text-sm font-normal text-ink-3">
                {shelf.productCount === 0
                  ? 'No published models, so visitors do not see it yet'
                  : counted(shelf.productCount, 'published model')}
              </span>
            </Link>
            <button
              type="button"
              className="icon-btn"
              aria-label={`Remove ${shelf.name}`}
              onClick={() => onRemove(shelf)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
