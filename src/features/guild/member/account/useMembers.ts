import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MemberState } from '../../../../domain/guild/member.ts';
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

export interface MemberPages {
  members: MemberView[];
  hasMore: boolean;
  state: 'loading' | 'ready' | 'failed';
  loadMore: () => void;
  reload: () => void;
}

/** Loads the matching members page by page. Outdated answers are ignored. */
export function useMembers(filter: MemberFilter): MemberPages {
  const [shown, setShown] = useState<Pick<MemberPages, 'members' | 'hasMore' | 'state'>>({
    members: [],
    hasMore: false,
    state: 'loading',
  });
  const latest = useRef(0);
  const load = async (before: MemberView[]) => {
    const current = ++latest.current;
    setShown((known) => ({ ...known, state: 'loading' }));
    const last = before.at(-1);
    const after = last ? { joinedAt: last.joinedAt, id: last.id } : null;
    const answer = await actions.guildMembers.list({ filter: memberFilter(filter), after }).catch(() => null);
    if (latest.current !== current) return;
    setShown((known) =>
      answer?.data
        ? { members: [...before, ...answer.data.members], hasMore: answer.data.more, state: 'ready' }
        : { ...known, state: 'failed' },
    );
  };
  const loadFirst = useEffectEvent((_filter: MemberFilter) => void load([]));
  useEffect(() => loadFirst(filter), [filter]);
  return { ...shown, loadMore: () => void load(shown.members), reload: () => void load([]) };
}
