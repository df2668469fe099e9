import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Wish } from '../../../../domain/library/wish.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { toast } from '../../../../ui/toast.ts';
import { $user } from '../../../identity/session/user.store.ts';
import { ShareList } from '../../library/account/ShareList.tsx';
import { WishCard } from './WishCard.tsx';

interface WishListState extends ActionAnswer<typeof actions.wishes.list> {
  state: 'loading' | 'ready' | 'failed';
}

const INITIAL: WishListState = { state: 'loading', wishes: [], owned: [], mailsOff: false };

const NO_CONNECTION = 'There is no connection, so your wish list was not changed. Try again in a moment.';

const without = (wishes: readonly Wish[], { productId }: Wish) =>
  wishes.filter((wish) => wish.productId !== productId);

/** The user's wish list, newest first, with current prices. */
export default function WishList() {
  const [{ state, wishes, owned, mailsOff }, setShown] = useState(INITIAL);
  const user = useStore($user, { ssr: 'initial' });
  const title = useRef<HTMLHeadingElement>(null);
  const load = async () => {
    setShown((before) => ({ ...before, state: 'loading' }));
    const { data } = await actions.wishes.list().catch(() => ({ data: undefined }));
    setShown((before) => (data ? { state: 'ready', ...data } : { ...before, state: 'failed' }));
  };
  const opened = useEffectEvent(() => void load());
  useEffect(() => opened(), []);
  const remove = async (wish: Wish) => {
    if (!(await succeeds(() => actions.wishes.remove({ productId: wish.productId })))) return;
    const place = wishes.indexOf(wish);
    setShown((before) => ({ ...before, wishes: without(before.wishes, wish) }));
    // The focused button is gone with its card.
    title.current?.focus();
    // A product that is no longer public cannot be added again.
    const undo = wish.card && { action: { label: 'Undo', run: () => void restore(wish, place) } };
    void toast(`${wish.name} was removed from your wish list.`, undo ?? {});
  };
  const restore = async (wish: Wish, place: number) => {
    const { productId, wishedAt } = wish;
    if (!(await succeeds(() => actions.wishes.add({ productId, wishedAt })))) return;
    setShown((before) => ({
      ...before,
      wishes: without(before.wishes, wish).toSpliced(place, 0, wish),
    }));
  };
  // Optimistic: the change shows at once and is rolled back if the server refuses it.
  const setMails = async (off: boolean) => {
    setShown((before) => ({ ...before, mailsOff: off }));
    const saved = await succeeds(() => actions.wishes.switchMails({ off }));
    if (!saved) setShown((before) => ({ ...before, mailsOff: !off }));
    else void toast(off ? 'Sale alerts are off.' : 'Sale alerts are on.');
  };
  return (
    <>
      <PageTitle ref={title}>Wish list</PageTitle>
      {(wishes.length > 0 || mailsOff) && (
        <label className="mt-2 flex min-h-11 w-fit items-center gap-3">
          <input
            type="checkbox"
            className="size-5 flex-none accent-verdigris"
            checked={!mailsOff}
            onChange={() => void setMails(!mailsOff)}
          />
          E-mail me when something on this list goes on sale
        </label>
      )}
      {wishes.length > 0 && <ShareList list={null} className="link min-h-11" />}
      {wishes.length > 0 && user?.verified === false && (
        <p className="hint">
          We only e-mail confirmed addresses.{' '}
          <Link className="link" href="/profile">
            Confirm yours
          </Link>
        </p>
      )}
      {state === 'failed' && (
        <LoadError onRetry={() => void load()}>Your wish list could not be shown.</LoadError>
      )}
      {state === 'loading' && wishes.length === 0 && (
        <div className="skeleton mt-6 h-40" aria-busy="true">
          <p className="sr-only" role="status">
            Loading
          </p>
        </div>
      )}
      {state === 'ready' && wishes.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">Your wish list is empty</h2>
          <p>Press the heart on a model’s page to add it here. We e-mail you when it goes on sale.</p>
          <a className="btn" href={paths.search()}>
            Find something to print
          </a>
        </div>
      )}
      {wishes.length > 0 && (
        <ul
          className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 xl:grid-cols-4"
          aria-label="Wishes"
        >
          {wishes.map((wish) => (
            <WishCard
              key={wish.productId}
              wish={wish}
              owned={owned.includes(wish.productId)}
              onRemove={() => void remove(wish)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

/** Runs an action and returns whether it succeeded; errors are shown. */
async function succeeds(run: () => Promise<{ error?: { message: string } | undefined }>): Promise<boolean> {
  const { error } = await run().catch(() => ({ error: { message: NO_CONNECTION } }));
  if (error) void toast(error.message, { kind: 'error' });
  return !error;
}
