import { trialReminderAt } from '../guild/free-trial.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** Subscriptions that renew by themselves: guild memberships, and sellers' plans. */

/** How long before a yearly subscription renews its owner is reminded, in ms. */
export const REMINDED_BEFORE_MS = 30 * 86_400_000;
/** How long a mailed link to cancel works that somebody asked for, in ms. The one in a reminder works until the renewal. */
export const CANCEL_LINK_MS = 86_400_000;

export type RenewalKind = 'member' | 'plan';

export interface Renewal {
  kind: RenewalKind;
  /** The id of the member, or of the store's plan. */
  id: string;
  /** Whose it is. */
  userId: string;
  email: string;
  /** The guild of a member, the store of a plan. */
  guildId: string;
  storeId: string;
  /** What is paid for, such as the guild's name. */
  name: string;
  subscriptionId: string;
  isYearly: boolean;
  /** When the free trial began that ends with this charge; null for none. */
  trialFrom: Instant | null;
  priceCents: Cents;
  /** When it is charged again. */
  renewsAt: Instant;
  /** Whether it ends then instead. */
  isEnding: boolean;
}

/**
 * Whether a reminder is due: within the last 30 days before a yearly renewal, or the last days of a free trial, not after it,
 * and not where it ends.
 */
export function isDueForReminder(
  {
    isYearly,
    isEnding,
    renewsAt,
    trialFrom,
  }: Pick<Renewal, 'isYearly' | 'isEnding' | 'renewsAt' | 'trialFrom'>,
  now: Instant,
): boolean {
  if (trialFrom !== null)
    return !isEnding && now < renewsAt && now >= trialReminderAt({ from: trialFrom, until: renewsAt });
  return isYearly && !isEnding && now < renewsAt && renewsAt - now <= REMINDED_BEFORE_MS;
}
