import type { actions } from 'astro:actions';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';

/** A member as the seller's pages receive them. */
export type MemberView = ActionAnswer<typeof actions.guildMembers.list>['members'][number];
