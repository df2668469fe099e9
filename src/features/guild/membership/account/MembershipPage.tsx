import { actions } from 'astro:actions';
import { Link, useParams } from 'wouter';
import { MEMBER_STATE_TEXTS, memberIsIn } from '../../../../domain/guild/member.ts';
import {
  type MembershipView,
  membershipStatusText,
  rhythmText,
} from '../../../../domain/guild/membership-view.ts';
import { dayText, type Instant } from '../../../../domain/kernel/instant.ts';
import { type Month, monthOf, monthText } from '../../../../domain/kernel/month.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Section } from '../../../../ui/Form.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { BillingChange } from './BillingChange.tsx';
import { HigherPrice } from './HigherPrice.tsx';
import { MemberPolls } from './MemberPolls.tsx';
import { MembershipActions } from './MembershipActions.tsx';
import { MonthHistory } from './MonthHistory.tsx';
import { TierChange } from './TierChange.tsx';

/** One membership: status, upcoming releases, possible changes and month history. */
export default function MembershipPage() {
  const { guild = '' } = useParams<{ guild: string }>();
  return <Membership key={guild} guildId={guild} />;
}

function Membership({ guildId }: { guildId: string }) {
  const query = useQuery(() => actions.memberships.one({ guildId, ask: true }));
  const { data, notFound, refetch } = query;
  if (notFound)
    return (
      <div className="empty">
        <PageTitle className="text-2xl text-ink">You are not in this guild</PageTitle>
        <Link className="btn" href="/memberships">
          My guilds
        </Link>
      </div>
    );
  return (
    <>
      <p>
        <Link href="/memberships" className="link inline-flex min-h-11 items-center">
          My guilds
        </Link>
      </p>
      <PageTitle className="text-4xl wrap-break-word">{data?.guildName ?? 'Membership'}</PageTitle>
      <QueryState query={query} tall />
      {data?.stale && (
        <p className="notice mt-4" role="status">
          The payment provider cannot be reached now. You see the last known state.
        </p>
      )}
      {data && <Shown view={data} onChanged={refetch} />}
    </>
  );
}

function Shown({ view, onChanged }: { view: MembershipView; onChanged: () => void }) {
  const { member } = view;
  const isIn = memberIsIn(member.state);
  return (
    <>
      <p className="mt-1 text-ink-2">
        by{' '}
        <a className="link" href={paths.storeGuild(view.storeSlug)}>
          {view.storeName}
        </a>
      </p>
      <div className="mt-6 grid grid-cols-1 gap-5">
        <Section title={isIn ? `You are in ${view.tierName}` : MEMBER_STATE_TEXTS[member.state]}>
          <p className={member.state === 'past_due' ? 'notice notice-bad' : ''} role="status">
            {membershipStatusText(member)}
            {member.nextTierName !== null && ` From then on you are in ${member.nextTierName}.`}
          </p>
          <dl className="flex flex-wrap gap-x-8 gap-y-3">
            {!member.isGiven && (
              <Fact
                name={isIn ? 'Your price, kept' : 'You paid'}
                value={rhythmText(member.priceCents, member.billing)}
              />
            )}
            <Fact name="Member since" value={dayText(member.since)} />
            <Fact name="Months" value={String(member.months)} />
            {member.streak > 1 && <Fact name="In a row" value={String(member.streak)} />}
            {view.percent > 0 && <Fact name="In the shop" value={`${view.percent}% less`} />}
          </dl>
          <MembershipActions view={view} onChanged={onChanged} />
          <HigherPrice view={view} onChanged={onChanged} />
          {view.licenceNumber !== null && (
            <p className="border-t border-line pt-4">
              <a
                className="link inline-flex min-h-11 items-center gap-1.5"
                href={paths.merchantLicence(view.licenceNumber)}
              >
                <Icon name="shield" size={18} />
                Your public licence page
              </a>
              <span className="block text-sm text-ink-2">
                It says which prints you may sell, and since when. Share it with anyone who asks.
              </span>
            </p>
          )}
        </Section>
        {isIn && <MemberPolls guildId={view.guildId} />}
        {view.coming.length > 0 && (
          <Section title="What you get next">
            <ul className="grid gap-3">
              {view.coming.map(({ title, month, publishAt }) => (
                <li
                  key={`${month}-${title}`}
                  className="flex flex-wrap items-baseline justify-between gap-x-4"
                >
                  <span className="min-w-0 font-display text-lg wrap-break-word">{title}</span>
                  <span className="text-ink-2">{comesText(month, publishAt, view)}</span>
                </li>
              ))}
            </ul>
            <p className="text-sm text-ink-2">
              {member.state === 'trialing'
                ? 'Nothing is added to your library before your first payment. What you receive then stays yours.'
                : 'Each release is added to your library automatically if its month is paid for or given to you.'}
            </p>
          </Section>
        )}
        <TierChange view={view} onChanged={onChanged} />
        <BillingChange key={String(view.paying.choice?.billing)} view={view} onChanged={onChanged} />
        <MonthHistory months={view.months} />
      </div>
    </>
  );
}

/** When a release comes: on its day, but on trial not before the first payment. */
function comesText(month: Month, publishAt: Instant | null, { member }: MembershipView): string {
  const first = member.state === 'trialing' ? member.nextChargeAt : null;
  if (first !== null && (publishAt === null ? month <= monthOf(first) : publishAt <= first))
    return `yours with your first payment on ${dayText(first)}`;
  return publishAt === null ? monthText(month) : dayText(publishAt);
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="font-display text-xl tabular-nums">{value}</dd>
    </div>
  );
}
