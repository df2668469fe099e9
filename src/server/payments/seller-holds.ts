import {
  accountsToHold,
  plansToHold,
  recordPayoutHold,
  recordPlanHold,
  type SellerHold,
} from '../../data/payments/seller-holds.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** Pauses what the marketplace charges suspended sellers, and holds what they earned, until the suspension is lifted. */

const AT_ONCE = 200;

/** Holds plans and payouts of suspended stores at the provider, and lets go those of others. Safe to run twice, also at once. */
export async function holdSellers(commerce: CommerceContext): Promise<void> {
  const { pb, onError } = commerce;
  for (const plan of await plansToHold(pb, AT_ONCE)) await holdPlan(commerce, plan).catch(onError);
  for (const account of await accountsToHold(pb, AT_ONCE))
    await holdPayouts(commerce, account).catch(onError);
}

async function holdPayouts({ pb, payments, now }: CommerceContext, account: SellerHold): Promise<void> {
  if (account.isHeld) await recordPayoutHold(pb, account, null);
  await payments.holdPayouts(account.atProvider, account.isHeld);
  await recordPayoutHold(pb, account, now());
}

async function holdPlan({ pb, payments, now }: CommerceContext, plan: SellerHold): Promise<void> {
  const { id, atProvider, isHeld } = plan;
  if (isHeld) await recordPlanHold(pb, plan, null);
  const subscription = atProvider === '' ? null : await payments.subscription(atProvider);
  if (subscription && subscription.endedAt === null) {
    // Of each pause the provider is asked with a key of its own: what it is paused until names it.
    const key = `plan-hold:${id}:${isHeld}:${subscription.pausedUntil ?? 0}:${subscription.periodEnd}`;
    if ((subscription.pausedUntil !== null) !== isHeld)
      await payments.pauseUntil(atProvider, isHeld ? Number.POSITIVE_INFINITY : null, key);
    if (isHeld) await payments.voidOpenInvoices(atProvider);
  }
  await recordPlanHold(pb, plan, now());
}
