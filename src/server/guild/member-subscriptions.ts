import type { StoredMember } from '../../data/guild/guild-members.ts';
import { guildById } from '../../data/guild/guilds.ts';
import {
  chargedWithoutPerson,
  memberWithoutPerson,
  recordMembershipEnd,
} from '../../data/guild/members-gone.ts';
import { userById } from '../../data/identity/accounts.ts';
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { bookInvoices } from './membership-invoices.ts';
import {
  invoiceSnapshots,
  isMembership,
  membershipSubscriptionOf,
  priceLookup,
  type SubscriptionHint,
  syncMembership,
} from './memberships.ts';

/** What happens to a membership when the provider tells something about its subscription, also after its person has left. */

type Changed = NonNullable<SubscriptionHint['changedPayments']>;

/**
 * Syncs the membership of a subscription; null if the subscription is not a membership. One whose person is gone is ended,
 * and only its money is booked.
 */
export async function syncMemberSubscription(
  commerce: CommerceContext,
  subscription: SubscriptionSnapshot,
  changedPayments?: Changed,
): Promise<Pick<StoredMember, 'id'> | null> {
  const { user: userId, guild: guildId } = subscription.of;
  if (!isMembership(subscription) || userId === undefined || guildId === undefined) return null;
  const { id, customerId } = subscription;
  const hint = { id, customerId, ...(changedPayments && { changedPayments }) };
  const member = await syncMembership(commerce, { userId, guildId }, hint);
  // Asked afterwards: the account may have been deleted during the sync.
  if (member || (await userById(commerce.pb, userId))) return member;
  return syncWithoutPerson(commerce, subscription, changedPayments);
}

/**
 * Ends a subscription whose person is gone: nobody is charged without an account. One that began after they left is refunded.
 * Refunds and disputes of what was paid before are booked as for everybody.
 */
async function syncWithoutPerson(
  commerce: CommerceContext,
  subscription: SubscriptionSnapshot,
  changedPayments: Changed | undefined,
): Promise<Pick<StoredMember, 'id'> | null> {
  const { pb, payments } = commerce;
  const member = await memberWithoutPerson(pb, subscription.id);
  if (subscription.endedAt === null) {
    if (member) await payments.endSubscription(subscription.id);
    else await payments.undoSubscription(subscription.id);
  }
  const guild = member && (await guildById(pb, member.guildId));
  if (!member || !guild) return null;
  await recordMembershipEnd(pb, member.memberId, commerce.now());
  const lookup = await priceLookup(pb, guild.id);
  const billing = membershipSubscriptionOf(subscription, lookup);
  if (!billing) return { id: member.memberId };
  const ended = { ...subscription, endedAt: subscription.endedAt ?? commerce.now() };
  const snapshots = await invoiceSnapshots(commerce, subscription.id, lookup, changedPayments);
  const owner = { guild, memberId: member.memberId, userId: '' };
  await bookInvoices(commerce, owner, ended, snapshots, billing);
  return { id: member.memberId };
}

/** How many are ended in one run. */
const AT_ONCE = 100;

/** Ends memberships that are charged although their account is gone, however it was deleted. */
export async function endMembershipsWithoutPerson(commerce: CommerceContext): Promise<void> {
  for (const member of await chargedWithoutPerson(commerce.pb, AT_ONCE))
    await endCharging(commerce, member).catch(commerce.onError);
}

/** Ends a membership's subscription at the provider first, then here. @throws PaymentsUnavailable */
export async function endCharging(
  commerce: CommerceContext,
  member: { memberId: string; subscriptionId: string },
): Promise<void> {
  await commerce.payments.endSubscription(member.subscriptionId);
  await recordMembershipEnd(commerce.pb, member.memberId, commerce.now());
}
