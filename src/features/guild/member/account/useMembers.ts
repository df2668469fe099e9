import { actions } from 'astro:actions';
import type { MemberState } from '../../../../domain/guild/member.ts';
import { asPage, type Keyset, useKeyset } from '../../../../ui/account/useKeyset.ts';
import type { MemberView } from './member-view.ts';

/** The values of the filter fields. */
export interface MemberFilter {
  text: string;
  state: MemberState | '';
  tierId: string;
  /** Joined within this number of days; "" for any time. */
  days: '' | '30' | '90' | '365';
}

export const ANY_MEMBER: MemberFilter = { text: '', state: '', tierId: '', days: '' };

const DAY_MS = 86_400_000;

/** The filter as the actions take it. Days start at midnight, so that repeated requests are equal. */
export function memberFilter({ text, state, tierId, days }: MemberFilter) {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return {
    text,
    state: state === '' ? null : state,
    tierId: tierId === '' ? null : tierId,
    joinedFrom: days === '' ? null : today - Number(days) * DAY_MS,
  };
}

/** The matching members, page by page. */
export const useMembers = (filter: MemberFilter): Keyset<MemberView> =>
  useKeyset(
    (after: { joinedAt: number; id: string } | null) =>
      asPage(actions.guildMembers.list({ filter: memberFilter(filter), after }), ({ members, more }) => {
        const last = members.at(-1);
        return { rows: members, next: more && last ? { joinedAt: last.joinedAt, id: last.id } : null };
      }),
    JSON.stringify(filter),
    { keepsRows: true },
  );
