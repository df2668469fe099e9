import { byOperator, type StateTable } from '../kernel/state-table.ts';
import { MEMBER_STATES, type MemberState } from './member.ts';

const NOT_BANNED = MEMBER_STATES.filter((state) => state !== 'banned');

/**
 * Who may change a member's state. It follows from the provider's facts in whatever order they arrive, so the site may change
 * it from any to any other; only a ban, and its end, are the seller's.
 */
export const MEMBER_STATE_TABLE: StateTable<MemberState> = {
  noun: 'member',
  collection: 'guild_members',
  states: MEMBER_STATES,
  changes: [
    { from: NOT_BANNED, to: NOT_BANNED, by: ['system'] },
    { from: NOT_BANNED, to: ['banned'], by: ['seller'] },
    { from: ['banned'], to: ['left'], by: ['seller'] },
    byOperator(MEMBER_STATES),
  ],
};
