import {
  endGiftedMemberships,
  recordMembershipSync,
  staleMemberships,
} from '../../data/guild/memberships-to-sync.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { endMembershipsWithoutPerson } from './member-subscriptions.ts';
import { syncMembership } from './memberships.ts';

/** The periodic sync of memberships: grace periods, gifts that end, and missed webhook events. */

const ASK_OPEN_MS = 15 * 60_000;
const ASK_SETTLED_MS = 24 * 3_600_000;
const AT_ONCE = 100;

/** Ends gifted memberships that are over and syncs memberships that were not synced for a while. */
export async function syncStaleMemberships(commerce: CommerceContext): Promise<void> {
  const { pb } = commerce;
  const now = commerce.now();
  await endGiftedMemberships(pb, now);
  await endMembershipsWithoutPerson(commerce);
  const before = { open: now - ASK_OPEN_MS, settled: now - ASK_SETTLED_MS };
  for (const member of await staleMemberships(pb, before, now, AT_ONCE)) {
    await recordMembershipSync(pb, member.id, now);
    await syncMembership(commerce, member, { ...member.subscription, changedPayments: 'all' }).catch(
      commerce.onError,
    );
  }
}
