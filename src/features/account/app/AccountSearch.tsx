import { actions } from 'astro:actions';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { orderNumber } from '../../../domain/commerce/order.ts';
import { paths } from '../../../paths.ts';
import { useDebounced } from '../../../ui/useDebounced.ts';
import { type AccountPlace, pagesFound } from './account-places.ts';

/** Places of one kind that are listed. */
const OF_KIND = 5;
/** From so many letters orders, products and people are looked for, too, once nothing is typed for a while, in ms. */
const ASKED_FROM = 2;
const PAUSE_MS = 250;

/**
 * Goes to any page of the account, to one of somebody's orders and conversations, or to a product of their store. It is open
 * while it is rendered.
 */
export default function AccountSearch({
  pages,
  hasStore,
  onClose,
}: {
  pages: readonly { path: string; label: string }[];
  hasStore: boolean;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [asked, setAsked] = useState('');
  const [text, setText] = useDebounced(asked, setAsked, PAUSE_MS);
  const [things, setThings] = useState<AccountPlace[]>([]);
  const [, navigate] = useLocation();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    let isOver = false;
    setThings([]);
    if (asked.length >= ASKED_FROM)
      void thingsFound(asked, hasStore).then((found) => isOver || setThings(found));
    return () => {
      isOver = true;
    };
  }, [asked, hasStore]);
  const places: AccountPlace[] = [
    ...pagesFound(pages, text).map(({ path, label }) => ({
      label,
      kind: 'Page',
      href: paths.account(path || undefined),
    })),
    ...things,
  ];
  const go = (href: string) => {
    dialog.current?.close();
    navigate(`~${href}`);
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const next = links.indexOf(document.activeElement as HTMLAnchorElement) + step;
    (links[next] ?? (next < 0 ? dialog.current?.querySelector('input') : null))?.focus();
  };
  return (
    <dialog
      ref={dialog}
      className="popup mx-auto mt-[10dvh] w-[calc(100%-2rem)] max-w-lg p-0"
      aria-label="Go to"
      onClose={onClose}
      onKeyDown={move}
    >
      <form
        className="border-b border-line p-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (places[0]) go(places[0].href);
        }}
      >
        <input
          className="field"
          type="search"
          value={text}
          maxLength={60}
          aria-label="Go to a page, order, product or person"
          placeholder="Page, order, product, person"
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <p className="sr-only" role="status">
          {places.length === 0 ? 'Nothing found' : `${places.length} found`}
        </p>
      </form>
      <ul ref={list} className="max-h-[60dvh] overflow-y-auto p-2">
        {places.map(({ label, kind, href }) => (
          <li key={href}>
            <a
              className="flex min-h-11 items-center justify-between gap-3 rounded-lg px-3 hover:bg-paper-2 focus:bg-paper-2"
              href={href}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                go(href);
              }}
            >
              <span className="min-w-0 wrap-anywhere">{label}</span>
              <span className="flex-none text-sm text-ink-3">{kind}</span>
            </a>
          </li>
        ))}
        {places.length === 0 && <li className="px-3 py-4 text-ink-3">Nothing found.</li>}
      </ul>
    </dialog>
  );
}

/** Orders, people and products that have the words of a text; what cannot be asked is left out. */
async function thingsFound(text: string, hasStore: boolean): Promise<AccountPlace[]> {
  const [orders, people, products] = await Promise.all([
    actions.checkout.myOrders({ page: 1, text }).catch(() => null),
    actions.conversations.list({ search: text, unread: false }).catch(() => null),
    hasStore
      ? actions.products.list({ page: 1, text, state: null, shelf: null, sort: 'newest' }).catch(() => null)
      : null,
  ]);
  return [
    ...(orders?.data?.orders ?? []).slice(0, OF_KIND).map((order) => ({
      label: `${orderNumber(order)}: ${order.lines.map(({ productName }) => productName).join(', ')}`,
      ...{ kind: 'Order', href: paths.account(`payments/${order.id}`) },
    })),
    ...(people?.data?.rows ?? []).slice(0, OF_KIND).map(({ id, other }) => ({
      ...{ label: other.name, kind: 'Person', href: paths.conversation(id) },
    })),
    ...(products?.data?.rows ?? []).slice(0, OF_KIND).map(({ id, name }) => ({
      ...{ label: name, kind: 'Product', href: paths.sellerProduct(id) },
    })),
  ];
}
