import { Link } from 'wouter';
import { MEMBER_STATE_TEXTS, memberIsIn } from '../../../../domain/guild/member.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';
import { ResourceList } from '../../../../ui/account/ResourceList.tsx';
import type { Keyset } from '../../../../ui/account/useKeyset.ts';
import { StateMark } from '../../guild/account/GuildFrame.tsx';
import type { TierName } from '../../release/account/release-labels.ts';
import type { MemberView } from './member-view.ts';

/** The matching members with their status, loaded page by page. */
export function MemberRows({
  shown,
  tiers,
  onAll,
}: {
  shown: Keyset<MemberView>;
  tiers: readonly TierName[];
  onAll: () => void;
}) {
  return (
    <section aria-label="Members" aria-busy={shown.isLoading}>
      <ResourceList
        list={shown}
        empty={
          <div className="empty">
            <h2 className="text-2xl">No members match</h2>
            <button type="button" className="btn btn-quiet" onClick={onAll}>
              Show all members
            </button>
          </div>
        }
      >
        {(members) => (
          <ul className="card divide-y divide-line">
            {members.map((member) => (
              <li key={member.id} className="grid gap-x-4 p-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-4">
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-x-3">
                    <Link
                      className="link inline-flex min-h-11 items-center wrap-anywhere"
                      href={`~${paths.sellerMembers(member.id)}`}
                    >
                      {member.username || 'Deleted account'}
                    </Link>
                    <StateMark strong={memberIsIn(member.state)}>{stateText(member)}</StateMark>
                  </p>
                  <p className="text-sm text-ink-2 wrap-anywhere">{member.email}</p>
                </div>
                <p className="text-sm text-ink-2 sm:text-right">
                  {tiers.find(({ id }) => id === member.tierId)?.name}, {paysText(member)}
                  <span className="block">
                    Joined {dayText(member.joinedAt)}, {monthsText(member)}
                  </span>
                </p>
              </li>
            ))}
          </ul>
        )}
      </ResourceList>
    </section>
  );
}

/** A member's state; of a trial until when. */
export function stateText({ state, nextChargeAt }: MemberView): string {
  const until = state === 'trialing' && nextChargeAt !== null ? ` until ${dayText(nextChargeAt)}` : '';
  return MEMBER_STATE_TEXTS[state] + until;
}

/** What a member pays and how often. */
export function paysText({ priceCents, billing }: MemberView): string {
  if (priceCents === 0) return 'pays nothing';
  return `${priceText(priceCents)} a ${billing === 'annual' ? 'year' : 'month'}`;
}

/** How many months a member has, including imported ones. */
export function monthsText({ months, tenureMonths }: MemberView): string {
  const here = counted(months, 'month');
  return tenureMonths === 0 ? here : `${here} and ${tenureMonths} imported`;
}
