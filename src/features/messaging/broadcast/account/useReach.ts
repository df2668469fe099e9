import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { type MemberFilter, memberFilter } from '../../../guild/member/account/useMembers.ts';

type Reach = ActionAnswer<typeof actions.guildLetters.reach>;

/**
 * How many of the listed members a broadcast would reach: the last answer, null before the first. `isKnown` if it belongs to
 * the current filter; outdated answers are ignored.
 */
export function useReach(filter: MemberFilter): {
  reach: Reach | null;
  isKnown: boolean;
  reload: () => void;
} {
  const [reach, setReach] = useState<Reach | null>(null);
  const [isKnown, setKnown] = useState(false);
  const latest = useRef(0);
  const load = async () => {
    const current = ++latest.current;
    setKnown(false);
    const answer = await actions.guildLetters.reach(memberFilter(filter)).catch(() => null);
    if (latest.current !== current || !answer?.data) return;
    setReach(answer.data);
    setKnown(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when the filter changes
  useEffect(() => void load(), [filter]);
  return { reach, isKnown, reload: () => void load() };
}
