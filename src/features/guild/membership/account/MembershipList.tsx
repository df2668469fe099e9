import { actions } from 'astro:actions';
import { Link } from 'wouter';
import { MEMBER_STATE_TEXTS, memberIsIn } from '../../../../domain/guild/member.ts';
import {
  type MembershipLine,
  membershipStatusText,
  rhythmText,
} from '../../../../domain/guild/membership-view.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { MembershipInvoices } from './MembershipInvoices.tsx';

/** The user's current and former memberships, each with its next step. */
export default function MembershipList() {
  const query = useQuery(() => actions.memberships.mine());
  const { data } = query;
  return (
    <>
      <PageTitle>My guilds</PageTitle>
      {query.error !== null && (
        <p className="notice notice-bad mt-6" role="alert">
          {query.error}{' '}
          <button type="button" className="link" onClick={query.refetch}>
            Try again
          </button>
        </p>
      )}
      {data === null && query.error === null && <div className="skeleton mt-6 h-40" aria-busy="true" />}
      {data?.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl text-ink">You are not in a guild yet</h2>
          <p className="max-w-[46ch]">
            A guild is a monthly membership with a sculptor: members receive each release, pay less in the
            shop and keep what they received.
          </p>
          <a className="btn" href={paths.search()}>
            Find a sculptor you like
          </a>
        </div>
      )}
      {data && data.length > 0 && (
        <ul className="mt-6 grid gap-4">
          {data.map((line) => (
            <li key={line.guildId}>
              <Line {...line} />
            </li>
          ))}
        </ul>
      )}
      {data && data.length > 0 && <MembershipInvoices />}
    </>
  );
}

function Line({ guildId, guildName, storeName, storeSlug, tierName, member }: MembershipLine) {
  const isIn = memberIsIn(member.state);
  return (
    <article className="card grid gap-3 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="text-2xl wrap-break-word">
            <Link className="link font-display text-ink" href={`/memberships/${guildId}`}>
              {guildName}
            </Link>
          </h2>
          <p className="text-ink-2">
            {tierName}, by{' '}
            <a className="link" href={paths.storeGuild(storeSlug)}>
              {storeName}
            </a>
          </p>
        </div>
        <span className={`chip min-h-0 py-1 ${isIn ? 'border-brass text-brass' : ''}`}>
          {MEMBER_STATE_TEXTS[member.state]}
        </span>
      </div>
      <p className={member.state === 'past_due' ? 'notice notice-bad' : 'text-ink-2'}>
        {membershipStatusText(member)}
      </p>
      <p className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-sm text-ink-3">
          {member.isGiven ? 'A gift' : rhythmText(member.priceCents, member.billing)}, since{' '}
          {dayText(member.since)}
        </span>
        <Link className="btn btn-quiet btn-small" href={`/memberships/${guildId}`}>
          {isIn ? 'See and change' : 'See what you received'}
          <span className="sr-only"> in {guildName}</span>
        </Link>
      </p>
    </article>
  );
}
