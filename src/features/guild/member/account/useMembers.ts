import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MemberState } from '../../../../domain/guild/member.ts';
import type { MemberView } from './member-view.ts';

/** Which members are asked for, as the fields say it. */
export interface MemberFilter {
  text: string;
  state: MemberState | '';
  tierId: string;
  /** Joined within so many days; "" for any time. */
  days: '' | '30' | '90' | '365';
}

export const ANY_MEMBER: MemberFilter = { text: '', state: '', tierId: '', days: '' };

const DAY_MS = 86_400_000;

/** The same as the server is asked. Days begin with midnight, so that an answer can be asked for again. */
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
  state: 'asking' | 'ready' | 'failed';
  more: () => void;
  again: () => void;
}

/** The members that fit, page after page. An answer that comes too late counts no more. */
export function useMembers(asked: MemberFilter): MemberPages {
  const [shown, setShown] = useState<Pick<MemberPages, 'members' | 'hasMore' | 'state'>>({
    members: [],
    hasMore: false,
    state: 'asking',
  });
  const turn = useRef(0);
  const ask = async (before: MemberView[]) => {
    const mine = ++turn.current;
    setShown((known) => ({ ...known, state: 'asking' }));
    const last = before.at(-1);
    const after = last ? { joinedAt: last.joinedAt, id: last.id } : null;
    const answer = await actions.guildMembers.list({ filter: memberFilter(asked), after }).catch(() => null);
    if (turn.current !== mine) return;
    setShown((known) =>
      answer?.data
        ? { members: [...before, ...answer.data.members], hasMore: answer.data.more, state: 'ready' }
        : { ...known, state: 'failed' },
    );
  };
  const askAnew = useEffectEvent((_asked: MemberFilter) => void ask([]));
  useEffect(() => askAnew(asked), [asked]);
  return { ...shown, more: () => void ask(shown.members), again: () => void ask([]) };
}
