import type { MemberState } from '../guild/member.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** The first page of somebody's account: what waits for him, and how things stand. */

/** Kinds of things to do, the weightiest first: money and rights that are lost by waiting, then people who wait. */
export const TASK_KINDS = [
  'failed-payment',
  'refund-request',
  'case',
  'business-account',
  'message',
  'question',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Some things of one kind that wait. */
export interface Task {
  kind: TaskKind;
  /** How many; at least 1. */
  count: number;
  /** Until when the first of them can be dealt with; null where nothing is lost by waiting. */
  until: Instant | null;
  /** Where exactly one waits, what it is reached by: a guild or a conversation by its id. */
  id: string | null;
}

/** A kind with none of it waiting, too: `count` is from 0. */
export type TaskCount = Omit<Task, 'count'> & { count: number };

const NEVER = Number.MAX_SAFE_INTEGER;

/** What waits, in the order in which it should be dealt with: by deadline, then by weight. */
export function tasksInOrder(found: readonly TaskCount[]): Task[] {
  return found
    .filter(({ count }) => count > 0)
    .sort(
      (a, b) =>
        (a.until ?? NEVER) - (b.until ?? NEVER) || TASK_KINDS.indexOf(a.kind) - TASK_KINDS.indexOf(b.kind),
    );
}

/** Something somebody owns, as a glance shows it. */
export interface OwnedSummary {
  id: string;
  name: string;
  store: string;
  /** The main picture's file, or "". */
  picture: string;
  grantedAt: Instant;
}

/** A guild somebody is in. */
export interface MembershipGlance {
  guildId: string;
  guildName: string;
  tierName: string;
  state: MemberState;
  /** Null where nothing more is charged. */
  nextChargeAt: Instant | null;
}

/** What a store sold within so many days, and what of it is the seller's. */
export interface SalesTotals {
  days: number;
  count: number;
  yoursCents: Cents;
}

export interface AccountOverview {
  tasks: Task[];
  /** What came last, the newest first. */
  newest: OwnedSummary[];
  guilds: MembershipGlance[];
  /** Null where there is no store, or more than a glance can add up. */
  sales: SalesTotals | null;
}
