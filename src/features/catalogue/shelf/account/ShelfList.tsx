import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { movedBy } from '../../../../domain/catalogue/shelf.ts';
import { paths } from '../../../../paths.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useOrderSaving } from '../../../../ui/useOrderSaving.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NoStore } from '../../store/account/NoStore.tsx';
import { $sellerStore } from '../../store/account/seller-store.store.ts';
import { ShelfRemoval } from './ShelfRemoval.tsx';

type OwnShelf = ActionAnswer<typeof actions.shelves.mine>[number];

/** My shelves in the order visitors see them. */
export default function ShelfList() {
  const store = useStore($sellerStore);
  const query = useQuery(() => actions.shelves.mine());
  const { data: shelves, refetch, setData } = query;
  const [going, setGoing] = useState<OwnShelf | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  if (!store) return <NoStore title="Shelves" />;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-4xl outline-none" tabIndex={-1} ref={title}>
          Shelves
        </h1>
        {shelves && shelves.length > 0 && (
          <Link className="btn btn-small" href={`~${paths.sellerShelf()}`}>
            New shelf
          </Link>
        )}
      </div>
      <p className="mt-2 text-ink-2">
        What belongs together in your store, in your order.{' '}
        <a className="link" href={paths.storeCategories(store.slug)}>
          See them as visitors do
        </a>
      </p>
      <QueryState query={query} />
      {shelves?.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No shelves yet</h2>
          <p>Put up a few, such as one for dragons and one for dungeon doors, and visitors find their way.</p>
          <Link className="btn" href={`~${paths.sellerShelf()}`}>
            Put up the first shelf
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
            // The button that had the focus is gone with its row.
            title.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface RowsProps {
  shelves: OwnShelf[];
  onOrder: (shelves: OwnShelf[]) => void;
  onRefused: () => void;
  onRemove: (shelf: OwnShelf) => void;
}

function Rows({ shelves, onOrder, onRefused, onRemove }: RowsProps) {
  const [said, setSaid] = useState('');
  const moved = useRef<HTMLButtonElement | null>(null);
  const order = useOrderSaving((ids) => actions.shelves.order({ ids }), onRefused);
  // A row that changes its place takes its button along, and the browser forgets that it had the focus.
  useEffect(() => {
    moved.current?.focus();
    moved.current = null;
  });
  const move = (shelf: OwnShelf, by: -1 | 1, button: HTMLButtonElement) => {
    const ids = shelves.map(({ id }) => id);
    const next = movedBy(ids, shelf.id, by);
    if (next === ids) return;
    moved.current = button;
    onOrder(next.flatMap((id) => shelves.find((known) => known.id === id) ?? []));
    setSaid(`${shelf.name} is now ${next.indexOf(shelf.id) + 1} of ${next.length}.`);
    order([...next]);
  };
  return (
    <>
      <p className="sr-only" role="status">
        {said}
      </p>
      <ol className="mt-6 grid max-w-2xl gap-2" aria-label="Shelves">
        {shelves.map((shelf, at) => (
          <li key={shelf.id} className="card flex items-center gap-1 p-2 sm:gap-2">
            {([-1, 1] as const).map((by) => (
              <button
                key={by}
                type="button"
                className="icon-btn aria-disabled:opacity-35"
                aria-label={`Move ${shelf.name} ${by < 0 ? 'up' : 'down'}`}
                // Not disabled, or the focus would be lost at the end of the way.
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
                  ? 'No published model; visitors do not see it yet'
                  : shelf.productCount === 1
                    ? '1 published model'
                    : `${shelf.productCount} published models`}
              </span>
            </Link>
            <button
              type="button"
              className="icon-btn"
              aria-label={`Take down ${shelf.name}`}
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
