import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type {
  AccountOverview,
  MembershipGlance,
  OwnedSummary,
  SalesTotals,
  Task,
} from '../../../domain/account/overview.ts';
import { MEMBER_STATE_TEXTS } from '../../../domain/guild/member.ts';
import { dayText } from '../../../domain/kernel/instant.ts';
import { moneyText } from '../../../domain/kernel/money.ts';
import { paths } from '../../../paths.ts';
import { PageTitle } from '../../../ui/account/PageTitle.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { useQuery } from '../../../ui/useQuery.ts';
import { Avatar } from '../../identity/session/Avatar.tsx';
import { $user } from '../../identity/session/user.store.ts';
import { OwnedCard } from '../../library/library/account/OwnedCard.tsx';
import { SETUP_LABELS, taskLabels } from './overview-labels.ts';

/** The first page of the account: open tasks, sales, newest products and guilds. */
export default function Overview() {
  const user = useStore($user, { ssr: 'initial' });
  const query = useQuery(() => actions.account.overview());
  if (!user) return null;
  const overview = query.data;
  return (
    <>
      <PageTitle>Account</PageTitle>
      <p className="mt-2 text-ink-2">Manage your account settings</p>
      <section className="card mt-6 flex flex-wrap items-center gap-4 p-5" aria-label="You">
        <Avatar person={user} />
        <div className="min-w-[min(100%,11rem)] flex-1">
          <p className="truncate font-semibold">{user.username}</p>
          <p className="truncate text-ink-2">{user.email}</p>
        </div>
        <Link href="/profile" className="btn btn-quiet btn-small">
          Profile
        </Link>
        {!user.verified && (
          <p className="notice basis-full">
            Your address is not confirmed yet; follow the link we mailed you, or ask for a new one in your
            profile.
          </p>
        )}
      </section>
      <QueryState query={query} tall />
      {overview && (
        <div className="mt-8 grid gap-8">
          {overview.looks.length > 0 && <Looks looks={overview.looks} />}
          {overview.setup && <Setup steps={overview.setup} />}
          {(overview.tasks.length > 0 || (!overview.setup && overview.newest.length > 0)) && (
            <Tasks tasks={overview.tasks} />
          )}
          {overview.sales && !overview.setup && <Sales sales={overview.sales} />}
          <Newest newest={overview.newest} />
          {overview.guilds.length > 0 && <Guilds guilds={overview.guilds} />}
        </div>
      )}
    </>
  );
}

/** Says that somebody who works for the marketplace looked at this account. */
function Looks({ looks }: { looks: AccountOverview['looks'] }) {
  return (
    <ul className="notice grid gap-1" aria-label="Views of your account by staff">
      {looks.map(({ at, reason }) => (
        <li key={at}>
          People who run this site viewed your account on {dayText(at)}. Reason: {reason}
        </li>
      ))}
    </ul>
  );
}

function Part({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

/** The steps of a new seller; the first open one is the next. */
function Setup({ steps }: { steps: NonNullable<AccountOverview['setup']> }) {
  const done = steps.filter((one) => one.done).length;
  const next = steps.find((one) => !one.done)?.step;
  return (
    <Part
      title="Set up your store"
      more={<p className="text-sm text-ink-3">{`${done} of ${steps.length} done`}</p>}
    >
      <ol className="card divide-y divide-line">
        {steps.map(({ step, done }, at) => {
          const { title, hint, href } = SETUP_LABELS[step];
          return (
            <li key={step} className="group relative flex items-center gap-4 p-4">
              <span
                className={`grid size-8 flex-none place-items-center rounded-full text-sm font-semibold ${done ? 'bg-verdigris text-on-verdigris' : 'border border-line text-ink-2'}`}
              >
                {done ? <Icon name="check" size={16} /> : at + 1}
              </span>
              <span className="min-w-0 flex-1">
                <Link
                  href={`~${href}`}
                  aria-current={step === next ? 'step' : undefined}
                  className={`block font-semibold after:absolute after:inset-0 group-hover:text-verdigris ${done ? 'text-ink-2' : ''}`}
                >
                  {title}
                  {done && <span className="sr-only"> (done)</span>}
                </Link>
                {!done && <span className="text-sm text-ink-3">{hint}</span>}
              </span>
              {!done && (
                <span className="flex-none text-ink-3">
                  <Icon name="right" />
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </Part>
  );
}

function Tasks({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0)
    return (
      <p className="flex items-center gap-2 text-ink-2">
        <span className="text-verdigris">
          <Icon name="check" />
        </span>
        You’re all caught up.
      </p>
    );
  return (
    <Part title="To do">
      <ul className="grid gap-3">
        {tasks.map((task) => {
          const { icon, title, hint, href } = taskLabels(task);
          return (
            <li
              key={task.kind}
              className="card group relative flex items-center gap-4 p-4 transition-shadow hover:shadow-card"
            >
              <span className="flex-none text-verdigris">
                <Icon name={icon} />
              </span>
              <span className="min-w-0 flex-1">
                <Link
                  href={`~${href}`}
                  className="block font-semibold after:absolute after:inset-0 group-hover:text-verdigris"
                >
                  {title}
                </Link>
                <span className={`text-sm ${task.until === null ? 'text-ink-3' : 'text-wax'}`}>{hint}</span>
              </span>
              <span className="flex-none text-ink-3">
                <Icon name="right" />
              </span>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

function Sales({ sales: { days, count, yoursCents } }: { sales: SalesTotals }) {
  return (
    <Part title={`Your store, the last ${days} days`} more={<More href="/sales">All sales</More>}>
      <dl className="grid grid-cols-2 gap-3">
        <Figure name="Sold" value={String(count)} />
        <Figure name="Yours" value={moneyText(yoursCents)} />
      </dl>
    </Part>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="card p-4">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="font-display text-2xl">{value}</dd>
    </div>
  );
}

function Newest({ newest }: { newest: readonly OwnedSummary[] }) {
  if (newest.length === 0)
    return (
      <Part title="Your library">
        <div className="empty">
          <p className="max-w-[46ch]">
            Everything you buy, get for free or receive from a guild is yours to keep. You find it here.
          </p>
          <a className="btn" href={paths.search()}>
            Find something to print
          </a>
        </div>
      </Part>
    );
  return (
    <Part title="New in your library" more={<More href="/library">Go to library</More>}>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {newest.map((item) => (
          <OwnedCard key={item.id} item={item} />
        ))}
      </ul>
    </Part>
  );
}

function Guilds({ guilds }: { guilds: readonly MembershipGlance[] }) {
  return (
    <Part title="Your guilds" more={<More href="/memberships">All guilds</More>}>
      <ul className="grid gap-3">
        {guilds.map(({ guildId, guildName, tierName, state, nextChargeAt }) => (
          <li
            key={guildId}
            className="card group relative flex flex-wrap items-baseline gap-x-4 p-4 transition-shadow hover:shadow-card"
          >
            <Link
              href={`/memberships/${guildId}`}
              className="min-w-0 flex-[1_1_12rem] font-semibold wrap-break-word after:absolute after:inset-0 group-hover:text-verdigris"
            >
              {guildName}
            </Link>
            <span className="text-sm text-ink-2">{tierName}</span>
            <span className="text-sm text-ink-3">
              {state === 'active' && nextChargeAt !== null
                ? `Next payment ${dayText(nextChargeAt)}`
                : MEMBER_STATE_TEXTS[state]}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function More({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="link text-sm">
      {children}
    </Link>
  );
}
