import type { StoreState } from '../catalogue/store.ts';
import type { MemberState } from '../guild/member.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** The account overview: open tasks, newest products, guilds and sales. */

/** Kinds of tasks by priority: first those with a deadline for money or rights, then people waiting for an answer. */
export const TASK_KINDS = [
  'failed-payment',
  'refund-request',
  'case',
  'business-account',
  'seller-status',
  'store-suspended',
  'message',
  'question',
  'pre-order',
  'release',
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** Open tasks of one kind. */
export interface Task {
  kind: TaskKind;
  /** At least 1. */
  count: number;
  /** The earliest deadline; null if there is none. */
  until: Instant | null;
  /** If there is exactly one task: the id of its guild or conversation. */
  id: string | null;
}

/** The number of tasks of a kind; `count` may be 0. */
export type TaskCount = Omit<Task, 'count'> & { count: number };

const NEVER = Number.MAX_SAFE_INTEGER;

/** Open tasks, sorted by deadline, then by priority. */
export function tasksInOrder(found: readonly TaskCount[]): Task[] {
  return found
    .filter(({ count }) => count > 0)
    .sort(
      (a, b) =>
        (a.until ?? NEVER) - (b.until ?? NEVER) || TASK_KINDS.indexOf(a.kind) - TASK_KINDS.indexOf(b.kind),
    );
}

/** A product in the user's library, as the overview shows it. */
export interface OwnedSummary {
  id: string;
  name: string;
  store: string;
  /** The main picture's file, or "". */
  picture: string;
  grantedAt: Instant;
}

/** A guild the user is a member of. */
export interface MembershipGlance {
  guildId: string;
  guildName: string;
  tierName: string;
  state: MemberState;
  /** Null if nothing more will be charged. */
  nextChargeAt: Instant | null;
}

/** What a store sold within the last `days` days, and the seller's part of it. */
export interface SalesTotals {
  days: number;
  count: number;
  yoursCents: Cents;
}

/** What a new seller does before the first sale, in a sensible order. */
export const SETUP_STEPS = ['logo', 'product', 'payments', 'open'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** How far a seller has come. */
export interface SellerStart {
  storeState: StoreState;
  hasLogo: boolean;
  /** Whether there is a product, in any state. */
  hasProduct: boolean;
  /** Whether the payment provider pays this seller. */
  isPayable: boolean;
}

/**
 * The steps of a new seller and whether each is done; null once the store has opened with a product: then there is nothing
 * to set up, and what is missing for payouts is a task.
 */
export function setupSteps(start: SellerStart): { step: SetupStep; done: boolean }[] | null {
  const isOpen = start.storeState !== 'draft';
  if (isOpen && start.hasProduct) return null;
  const done: Record<SetupStep, boolean> = {
    logo: start.hasLogo,
    product: start.hasProduct,
    payments: start.isPayable,
    open: isOpen,
  };
  return SETUP_STEPS.map((step) => ({ step, done: done[step] }));
}

export interface AccountOverview {
  tasks: Task[];
  /** A new seller's steps; null for buyers, and for sellers who have started. */
  setup: { step: SetupStep; done: boolean }[] | null;
  /** The newest library entries, newest first. */
  newest: OwnedSummary[];
  guilds: MembershipGlance[];
  /** Null if there is no store. */
  sales: SalesTotals | null;
  /** When the marketplace's staff looked at this account lately, and why. */
  looks: { at: Instant; reason: string }[];
}
