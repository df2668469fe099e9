import { type StoreState, storeIsVisible } from '../catalogue/store.ts';
import type { Instant } from '../kernel/instant.ts';
import type { BusinessAccountState } from '../payments/business-account.ts';

/**
 * How many people a store may mail about a delivery: strangers, at addresses that the seller brings. It grows with what is
 * known of the store, so that nobody mails thousands from the marketplace's domain on their first day.
 */

const DAY_MS = 86_400_000;

/** Mails within 24 hours, by what is known of the store. */
export const DELIVERY_MAILS_A_DAY = {
  /** Open, without an active business account: nobody has checked who it is. */
  unchecked: 50,
  week: 100,
  month: 250,
  /** The most without the desk's approval. */
  most: 500,
} as const;
/** The most that the desk approves, which is one campaign of the largest kind. */
export const DELIVERY_MAILS_APPROVED_MAX = 50_000;

/** Over how many days the shares are counted, and from how many mails on they say something. */
export const DELIVERY_SHARES_DAYS = 30;
const SHARES_FROM = 50;
/** From this share of bounced and stopped mails on a store sends few, or none. */
const BAD_FEW = 0.05;
const BAD_NONE = 0.1;
/** From this share of claimed deliveries on a store is believed to deliver what people wait for: it may send twice as many. */
const CLAIMED_GOOD = 0.2;

/** What is known of a store that mails its deliveries. */
export interface DeliveryStanding {
  state: StoreState;
  openedAt: Instant | null;
  account: BusinessAccountState;
  /** Switched off at the desk. */
  isOff: boolean;
  /** How many a day the desk approved; null where it approved nothing. */
  approved: number | null;
  /** Mails in the last 24 hours. */
  today: number;
  /** Of the last `DELIVERY_SHARES_DAYS` days: mails, and how many of them were claimed, bounced, or stopped their sender. */
  sent: number;
  claimed: number;
  bounced: number;
  stopped: number;
}

export type DeliveryMailRefusal = 'off' | 'not-open' | 'unwanted' | 'used-up';

export const DELIVERY_MAIL_REFUSAL_TEXTS: Record<DeliveryMailRefusal, string> = {
  off: 'The marketplace has stopped the delivery mails of your store. Write to support, or give people their links yourself.',
  'not-open': 'Open your store first: only a store that people can visit mails its deliveries.',
  unwanted:
    'Too many of your delivery mails bounced or were not wanted. Write to support, or give people their links yourself.',
  'used-up':
    'Your store has sent all the delivery mails that it may send today. Remind people tomorrow, give them their links yourself, or ask support for more.',
};

/** How many mails about deliveries a store may send within 24 hours, or why it may send none at all. */
export function deliveryMailsADay(
  store: DeliveryStanding,
  now: Instant,
): number | Exclude<DeliveryMailRefusal, 'used-up'> {
  if (store.isOff) return 'off';
  if (!storeIsVisible(store.state)) return 'not-open';
  const counts = store.sent >= SHARES_FROM;
  const bad = counts ? (store.bounced + store.stopped) / store.sent : 0;
  if (bad > BAD_NONE) return 'unwanted';
  const { unchecked, week, month, most } = DELIVERY_MAILS_A_DAY;
  if (bad > BAD_FEW) return unchecked;
  if (store.approved !== null) return store.approved;
  if (store.account !== 'active') return unchecked;
  const age = store.openedAt === null ? 0 : now - store.openedAt;
  const ramp = age < 7 * DAY_MS ? week : age < 30 * DAY_MS ? month : most;
  return counts && store.claimed / store.sent >= CLAIMED_GOOD ? Math.min(most, 2 * ramp) : ramp;
}

/** How many it may still send now. */
export function deliveryMailsLeft(store: DeliveryStanding, now: Instant): number {
  const most = deliveryMailsADay(store, now);
  return typeof most === 'string' ? 0 : Math.max(0, most - store.today);
}

/** Why it sends none now, or null. */
export function deliveryMailRefusal(store: DeliveryStanding, now: Instant): DeliveryMailRefusal | null {
  const most = deliveryMailsADay(store, now);
  if (typeof most === 'string') return most;
  return store.today >= most ? 'used-up' : null;
}

/** What a seller is told before they add this many people, or null where all of them are mailed. */
export function deliveryMailsNote(store: DeliveryStanding, people: number, now: Instant): string | null {
  const refusal = deliveryMailRefusal(store, now);
  if (refusal !== null) return `Nobody is mailed now. ${DELIVERY_MAIL_REFUSAL_TEXTS[refusal]}`;
  const left = deliveryMailsLeft(store, now);
  if (people <= left) return null;
  return `Your store can mail ${left} of them today. The others are added without a mail: remind them on the next days, give them their links yourself, or ask support for more.`;
}
