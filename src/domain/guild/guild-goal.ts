import type { Instant } from '../kernel/instant.ts';
import { counted } from '../kernel/plural.ts';

/** The most goals of a guild, the longest texts in characters, and the highest number of members. */
export const GOAL_LIMITS = { goals: 10, title: 80, text: 300, members: 100_000 } as const;

/** What a guild promises at a number of members. Once reached, it stays reached, also when members leave. */
export interface GuildGoal {
  id: string;
  /** Members needed, 1 to 100,000; no two goals of a guild have the same. */
  members: number;
  title: string;
  text: string;
  /** What it brings, once there is something: a product or a release of the same store; null for neither. */
  productId: string | null;
  releaseId: string | null;
  reachedAt: Instant | null;
}

/** What a seller writes. */
export type GoalDraft = Pick<GuildGoal, 'members' | 'title' | 'text' | 'productId' | 'releaseId'>;

/** Validation errors of a goal by field, without a look at the guild. */
export function goalRefusals(
  draft: Pick<GoalDraft, 'members' | 'title' | 'text'>,
): Partial<Record<'members' | 'title' | 'text', string>> {
  const refusals: ReturnType<typeof goalRefusals> = {};
  if (!Number.isInteger(draft.members) || draft.members < 1 || draft.members > GOAL_LIMITS.members)
    refusals.members = `Enter a whole number from 1 to ${GOAL_LIMITS.members.toLocaleString('en-US')}.`;
  if (draft.title.trim() === '' || draft.title.length > GOAL_LIMITS.title)
    refusals.title = `Use between 1 and ${GOAL_LIMITS.title} characters.`;
  if (draft.text.length > GOAL_LIMITS.text) refusals.text = `Use at most ${GOAL_LIMITS.text} characters.`;
  return refusals;
}

export type GoalRefusal = 'too-many' | 'same-number' | 'not-ahead' | 'reached';

export const GOAL_REFUSAL_TEXTS: Record<GoalRefusal, string> = {
  'too-many': `A guild has at most ${GOAL_LIMITS.goals} goals.`,
  'same-number': 'Another goal has this number of members. Choose another number.',
  'not-ahead': 'The guild has this many members already. Choose a higher number.',
  reached: 'A goal that is reached keeps its number and title, because members were told.',
};

/** The guild as a change of its goals sees it. */
export interface GoalFacts {
  /** The goal as it is; null for a new one. */
  before: GuildGoal | null;
  goals: readonly GuildGoal[];
  /** Members of the guild now. */
  members: number;
}

/** Why a goal cannot be saved like this, or null. A reached goal keeps its number and title. */
export function goalSaveRefusal(
  draft: Pick<GoalDraft, 'members' | 'title'>,
  { before, goals, members }: GoalFacts,
): GoalRefusal | null {
  if (before !== null && before.reachedAt !== null)
    return before.members === draft.members && before.title === draft.title ? null : 'reached';
  if (before === null && goals.length >= GOAL_LIMITS.goals) return 'too-many';
  if (goals.some((goal) => goal.id !== before?.id && goal.members === draft.members)) return 'same-number';
  return draft.members <= members ? 'not-ahead' : null;
}

/** Why a goal cannot be deleted, or null. */
export function goalRemovalRefusal({ reachedAt }: Pick<GuildGoal, 'reachedAt'>): GoalRefusal | null {
  return reachedAt === null ? null : 'reached';
}

/** The goal that a guild works towards: the lowest that is not reached; null where there is none. */
export function nextGoal<Goal extends Pick<GuildGoal, 'members' | 'reachedAt'>>(
  goals: readonly Goal[],
): Goal | null {
  return goals
    .filter(({ reachedAt }) => reachedAt === null)
    .reduce<Goal | null>((low, goal) => (low === null || goal.members < low.members ? goal : low), null);
}

/** A number of members in words, such as "1 member". */
export function goalMembersText(members: number): string {
  return counted(members, 'member');
}

/** How far a guild is on its way to a goal, such as "37 of 50 members". */
export function goalProgressText(goal: Pick<GuildGoal, 'members'>, members: number): string {
  return `${Math.max(0, Math.min(members, goal.members)).toLocaleString('en-US')} of ${goalMembersText(goal.members)}`;
}

/** The share of its next goal that a guild has when its unreached goals are shown, in percent: before, they speak against it. */
export const GOALS_SHOWN_FROM_PERCENT = 40;

/**
 * The goals that a guild's public page shows: those that are reached, and those ahead once the next one is near enough. The
 * artist sees all of them in their account.
 */
export function goalsToShow<Goal extends Pick<GuildGoal, 'members' | 'reachedAt'>>(
  goals: readonly Goal[],
  members: number,
): Goal[] {
  const next = nextGoal(goals);
  const isNear = next !== null && members * 100 >= next.members * GOALS_SHOWN_FROM_PERCENT;
  return goals.filter(({ reachedAt }) => reachedAt !== null || isNear);
}
