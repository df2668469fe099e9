import { actions } from 'astro:actions';
import { useEffect, useRef, useState } from 'react';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { type MemberFilter, memberFilter } from '../../../guild/member/account/useMembers.ts';

type Reach = ActionAnswer<typeof actions.guildLetters.reach>;

/**
 * Whom a letter to the members shown would reach: the last answer, null before the first. `isKnown` where it is about the
 * members that are shown now; an answer that comes too late counts no more.
 */
export function useReach(asked: MemberFilter): { reach: Reach | null; isKnown: boolean; again: () => void } {
  const [reach, setReach] = useState<Reach | null>(null);
  const [isKnown, setKnown] = useState(false);
  const turn = useRef(0);
  const ask = async () => {
    const mine = ++turn.current;
    setKnown(false);
    const answer = await actions.guildLetters.reach(memberFilter(asked)).catch(() => null);
    if (turn.current !== mine || !answer?.data) return;
    setReach(answer.data);
    setKnown(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew where other members are shown
  useEffect(() => void ask(), [asked]);
  return { reach, isKnown, again: () => void ask() };
}
