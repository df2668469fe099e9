import { actions } from 'astro:actions';
import { useRef } from 'react';
import { Link } from 'wouter';
import { storeIsVisible } from '../../../../domain/catalogue/store.ts';
import type { Follow } from '../../../../domain/community/follow.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useQuery } from '../../../../ui/useQuery.ts';

const NO_CONNECTION = 'There is no connection, so nothing has changed. Try again in a moment.';

/** The stores a user follows, latest first. */
export default function Following() {
  const query = useQuery(() => actions.follows.list());
  const title = useRef<HTMLHeadingElement>(null);
  const follows = query.data?.follows ?? [];
  // The current list when an answer arrives, not that of the request.
  const shown = useRef(follows);
  shown.current = follows;
  const without = (follow: Follow) => shown.current.filter(({ store }) => store.id !== follow.store.id);
  const remove = async (follow: Follow) => {
    if (!(await succeeds(() => actions.follows.remove({ storeId: follow.store.id })))) return;
    const place = shown.current.indexOf(follow);
    query.setData({ follows: without(follow) });
    // The focused button is gone with its card.
    title.current?.focus();
    // A store that is not visible cannot be followed again.
    const undo = storeIsVisible(follow.store.state) && {
      action: { label: 'Undo', run: () => void restore(follow, place) },
    };
    void toast(`You unfollowed ${follow.store.name}.`, undo || {});
  };
  const restore = async (follow: Follow, place: number) => {
    const { store, followedAt } = follow;
    if (!(await succeeds(() => actions.follows.add({ storeId: store.id, followedAt })))) return;
    query.setData({ follows: without(follow).toSpliced(place, 0, follow) });
  };
  return (
    <>
      <PageTitle ref={title}>Following</PageTitle>
      <QueryState query={query} />
      {query.data && follows.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl text-ink">You do not follow any stores yet</h2>
          <p className="max-w-[46ch]">
            Press Follow on a store’s page: its new models appear on your home page, and we notify you.
          </p>
          <a className="btn" href={paths.search()}>
            Find an artist you like
          </a>
        </div>
      )}
      {follows.length > 0 && (
        <p className="mt-2 text-ink-2">
          Choose how you are notified, for all stores or each one, in the{' '}
          <Link className="link" href="/notifications/settings">
            notification settings
          </Link>
          .
        </p>
      )}
      {follows.length > 0 && (
        <ul className="mt-6 grid gap-3" aria-label="Stores you follow">
          {follows.map((follow) => (
            <li key={follow.store.id}>
              <FollowedStore follow={follow} onRemove={() => void remove(follow)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function FollowedStore({ follow, onRemove }: { follow: Follow; onRemove: () => void }) {
  const { store, followedAt } = follow;
  const isVisible = storeIsVisible(store.state);
  return (
    <article className="card flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      {store.logo === null ? (
        <span
          className="grid size-14 flex-none place-items-center rounded-card border border-line bg-paper-2 font-display text-2xl text-verdigris"
          aria-hidden="true"
        >
          {[...store.name][0]?.toUpperCase()}
        </span>
      ) : (
        <img
          className="size-14 flex-none rounded-card border border-line bg-paper-2 object-cover"
          src={paths.picture('stores', store.id, store.logo, 160)}
          alt=""
          width={56}
          height={56}
          loading="lazy"
        />
      )}
      <div className="min-w-[min(100%,12rem)] flex-1">
        <h2 className="text-xl wrap-break-word">
          {isVisible ? (
            <a className="hover:text-verdigris hover:underline" href={paths.store(store.slug)}>
              {store.name}
            </a>
          ) : (
            store.name
          )}
        </h2>
        <p className="text-sm text-ink-3">
          {isVisible
            ? `${counted(store.productCount, 'model')}, followed since ${dayText(followedAt)}`
            : 'Currently closed'}
        </p>
      </div>
      <button type="button" className="btn btn-quiet btn-small" onClick={onRemove}>
        Unfollow<span className="sr-only"> {store.name}</span>
      </button>
    </article>
  );
}

/** Runs an action and returns whether it succeeded; errors are shown. */
async function succeeds(run: () => Promise<{ error?: { message: string } | undefined }>): Promise<boolean> {
  const { error } = await run().catch(() => ({ error: { message: NO_CONNECTION } }));
  if (error) void toast(error.message, { kind: 'error' });
  return !error;
}
