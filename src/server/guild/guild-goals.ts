import type PocketBase from 'pocketbase';
import { ownProductIds } from '../../data/catalogue/product-choices.ts';
import {
  goalsOfGuild,
  goalsToTell,
  goalTold,
  type ReachedGoal,
  removeGoal,
  saveGoal,
} from '../../data/guild/guild-goals.ts';
import { notifyMembers, notifyOne } from '../../data/guild/guild-notifications.ts';
import { releaseOfGuild } from '../../data/guild/releases.ts';
import type { Guild } from '../../domain/guild/guild.ts';
import {
  GOAL_REFUSAL_TEXTS,
  type GoalDraft,
  type GoalRefusal,
  goalRemovalRefusal,
  goalSaveRefusal,
} from '../../domain/guild/guild-goal.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { goalMail, ownGoalMail } from './guild-mails.ts';

/** A seller's use cases for the goals of their guild, and the job that tells of those that were reached. */

const FIELDS: Partial<Record<GoalRefusal, string>> = { 'same-number': 'members', 'not-ahead': 'members' };

function refusalText(reason: GoalRefusal): Refusal {
  const field = FIELDS[reason];
  return { sentence: GOAL_REFUSAL_TEXTS[reason], ...(field !== undefined && { field }) };
}

/** Saves a goal; without an id a new one. */
export async function writeGoal(
  pb: PocketBase,
  { id: guildId, storeId, members }: Pick<Guild, 'id' | 'storeId' | 'members'>,
  id: string | null,
  draft: GoalDraft,
  now: Instant,
): Promise<Refusal | null> {
  const { productId, releaseId } = draft;
  const [goals, own, release] = await Promise.all([
    goalsOfGuild(pb, guildId),
    productId === null ? new Set() : ownProductIds(pb, storeId, [productId]),
    releaseId === null ? null : releaseOfGuild(pb, guildId, releaseId),
  ]);
  const before = goals.find((goal) => goal.id === id) ?? null;
  if (id !== null && before === null) return 'not-found';
  if ((productId !== null && !own.has(productId)) || (releaseId !== null && release === null))
    return { sentence: 'What you linked is not in your store any more. Choose it again.', field: 'linked' };
  const refusal = goalSaveRefusal(draft, { before, goals, members });
  if (refusal !== null) return refusalText(refusal);
  return (await saveGoal(pb, guildId, before, draft, now)) ? null : 'changed-meanwhile';
}

/** Deletes a goal that is not reached. */
export async function deleteGoal(pb: PocketBase, guildId: string, id: string): Promise<Refusal | null> {
  const goal = (await goalsOfGuild(pb, guildId)).find((one) => one.id === id);
  if (!goal) return 'not-found';
  const refusal = goalRemovalRefusal(goal);
  if (refusal !== null) return refusalText(refusal);
  return (await removeGoal(pb, guildId, id)) ? null : 'changed-meanwhile';
}

type Parts = Pick<CommerceContext, 'pb' | 'now' | 'siteUrl' | 'siteName' | 'mailQueued' | 'onError'>;

const EVERY_MS = 60_000;
/** Members notified per transaction, so that the database stays free for others. */
const AT_ONCE = 500;

/**
 * Tells the members and the seller of each goal that was reached. A repeated call, also in another process, reaches only
 * those who were not told.
 */
export async function tellOfGoals(parts: Omit<Parts, 'onError'>): Promise<void> {
  for (const goal of await goalsToTell(parts.pb)) await tellOfGoal(parts, goal);
}

async function tellOfGoal(parts: Omit<Parts, 'onError'>, goal: ReachedGoal): Promise<void> {
  const { pb } = parts;
  let notified = await notifyOne(pb, goal.owner, ownGoalMail(parts, goal), parts.now());
  const occasion = goalMail(parts, goal, parts.now());
  for (let more = -1; more !== 0; notified += more)
    more = await notifyMembers(pb, goal.guildId, occasion, parts.now(), AT_ONCE);
  await goalTold(pb, goal.id, parts.now());
  if (notified > 0) parts.mailQueued();
}

/** Tells of reached goals every minute. */
export function openGuildGoals(parts: Parts): PeriodicJob {
  return openPeriodicJob(() => tellOfGoals(parts), EVERY_MS, parts.onError);
}
