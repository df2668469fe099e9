import { actions } from 'astro:actions';
import { useState } from 'react';
import { PRODUCT_STATE_TEXTS } from '../../../../domain/catalogue/product-editing.ts';
import { SELLER_STATUSES } from '../../../../domain/catalogue/seller-status.ts';
import { MEMBER_STATE_TEXTS } from '../../../../domain/guild/member.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { taskLabels } from '../../../account/app/overview-labels.ts';
import { EntryList } from './PersonPartList.tsx';

const PARTS = {
  overview: 'Overview',
  library: 'Library',
  orders: 'Orders',
  store: 'Store settings',
} as const;
type Part = keyof typeof PARTS;

/** Somebody's account as they see it. It only shows: the server does nothing in their name. */
export function LookView({ lookId, name, onEnd }: { lookId: string; name: string; onEnd: () => void }) {
  const [part, setPart] = useState<Part>('overview');
  const query = useQuery(() => actions.deskLooks.overview({ lookId }));
  return (
    <section aria-labelledby="look">
      <div className="notice notice-bad flex flex-wrap items-center justify-between gap-3" role="status">
        <p>
          <strong>You are looking at the account of {name}.</strong> Nothing here can be changed or
          downloaded. {name} reads that you looked, and why.
        </p>
        <button type="button" className="btn btn-small" onClick={onEnd}>
          End the look
        </button>
      </div>
      <h1 id="look" className="mt-6 text-4xl outline-none" tabIndex={-1}>
        Account of {name}
      </h1>
      <div className="mt-4 flex flex-wrap gap-2" role="toolbar" aria-label="Pages">
        {(Object.keys(PARTS) as Part[]).map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={one === part}
            onClick={() => setPart(one)}
          >
            {PARTS[one]}
          </button>
        ))}
      </div>
      {(part === 'library' || part === 'orders') && (
        <EntryList
          key={part}
          label={PARTS[part]}
          none={part === 'library' ? 'Their library is empty.' : 'They have ordered nothing.'}
          part={part}
          isLinked={false}
          load={(after) => actions.deskLooks.list({ lookId, list: part, after })}
        />
      )}
      {(part === 'overview' || part === 'store') && <QueryState query={query} />}
      {part === 'overview' && query.data && <Overview overview={query.data.overview} />}
      {part === 'store' && query.data && <StoreFacts store={query.data.store} />}
    </section>
  );
}

type Looked = ActionAnswer<typeof actions.deskLooks.overview>;

function Overview({ overview }: { overview: Looked['overview'] }) {
  const { tasks, newest, guilds, sales } = overview;
  return (
    <div className="mt-6 grid gap-6">
      <section>
        <h2 className="text-xl">Open tasks</h2>
        {tasks.length === 0 && <p className="text-ink-2">Nothing waits for them.</p>}
        <ul className="mt-1 grid gap-1">
          {tasks.map((task) => (
            <li key={task.kind}>
              {taskLabels(task).title}. <span className="text-ink-2">{taskLabels(task).hint}</span>
            </li>
          ))}
        </ul>
      </section>
      {sales && (
        <p>
          {sales.count} sales in the last {sales.days} days, {moneyText(sales.yoursCents)} for them.
        </p>
      )}
      <section>
        <h2 className="text-xl">Newest in their library</h2>
        {newest.length === 0 && <p className="text-ink-2">Nothing yet.</p>}
        <ul className="mt-1 grid gap-1">
          {newest.map(({ id, name, store }) => (
            <li key={id}>
              {name} <span className="text-ink-2">{store}</span>
            </li>
          ))}
        </ul>
      </section>
      {guilds.length > 0 && (
        <section>
          <h2 className="text-xl">Guilds</h2>
          <ul className="mt-1 grid gap-1">
            {guilds.map(({ guildId, guildName, tierName, state }) => (
              <li key={guildId}>
                {guildName}, {tierName} <span className="text-ink-2">{MEMBER_STATE_TEXTS[state]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function StoreFacts({ store }: { store: Looked['store'] }) {
  if (!store) return <p className="empty mt-4">They have no store.</p>;
  const { sellerStatus } = store;
  const facts: [string, string][] = [
    ['Name', store.name],
    ['Address', store.slug],
    ['Tagline', store.tagline],
    [
      'State',
      store.state === 'draft' || store.state === 'suspended' ? PRODUCT_STATE_TEXTS[store.state] : store.state,
    ],
    ['Sells', sellerStatus ? SELLER_STATUSES[sellerStatus.kind] : 'Not said yet'],
    ['Products', String(store.productCount)],
    ['Mature', store.mature ? 'Everything' : 'By product'],
    ['Message to visitors', store.vacationNote],
    ['About', store.about],
  ];
  return (
    <dl className="mt-6 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
