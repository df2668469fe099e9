import type { StoreState } from '../catalogue/store.ts';
import { dayText, type Instant } from '../kernel/instant.ts';
import { type Cents, priceText } from '../kernel/money.ts';

/** Deleting an account: what has to be settled before, as only the person or somebody else can settle it. */

/** What is known of somebody who wants to delete their account. */
export interface LeavingFacts {
  /** Their store; null without one. */
  store: {
    state: StoreState;
    /** Whether a case about the store or one of its products is not decided yet. */
    hasOpenCase: boolean;
    guildRuns: boolean;
    /** What is owed to the store and not sent yet, except what a dispute holds. */
    dueCents: Cents;
    /** What open disputes hold. */
    frozenCents: Cents;
    /** The last promised day of paid pre-orders that are not delivered; null for none. */
    promisedDay: Instant | null;
  } | null;
  /** Whether nobody else has the role of an operator. */
  isLastOperator: boolean;
}

/**
 * Why an account cannot be deleted yet, with what to do about it, as a sentence; null where it can. Whoever only buys can
 * always delete their account: subscriptions are ended with it.
 */
export function leavingRefusal({ store, isLastOperator }: LeavingFacts): string | null {
  if (isLastOperator)
    return 'You are the only operator of this site. Give somebody else the role first, at the desk under People.';
  if (!store) return null;
  if (store.state === 'open' || store.state === 'vacation')
    return 'Close your store first, under Store, with the button “Close store”. Then you can delete your account.';
  if (store.hasOpenCase)
    return 'A case about your store is not decided yet. You can delete your account once it is.';
  if (store.guildRuns)
    return 'Your guild still has members who paid. Close it, and delete your account once their last month is over.';
  if (store.promisedDay !== null)
    return `You have sold pre-orders that are not delivered. Deliver them, or wait until they are refunded after ${dayText(store.promisedDay)}.`;
  if (store.dueCents > 0)
    return `${priceText(store.dueCents)} are still due to you. Complete your payout details under Payouts, and delete your account once the money is sent.`;
  if (store.frozenCents > 0)
    return `A dispute still holds ${priceText(store.frozenCents)} of your sales. You can delete your account once the bank has decided.`;
  return null;
}
