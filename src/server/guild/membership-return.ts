import { grantNamesOfMember } from '../../data/guild/grant-names.ts';
import { membershipOfUser } from '../../data/guild/guild-members.ts';
import { tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import { membershipCheckoutOfSession } from '../../data/guild/membership-checkouts.ts';
import type { GrantKind } from '../../domain/guild/grant.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { isPageId, PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncMembershipCheckout } from './membership-checkout.ts';

/** What a user sees who returns from a guild's payment page. */
export interface MembershipReturn {
  state: 'active' | 'waiting' | 'expired' | 'unknown';
  /** Guild and tier, nothing about the user: anyone with the address may look. */
  guild: { id: string; name: string; storeId: string; welcome: string; tierName: string } | null;
  /** The grants so far, newest first. */
  received: { kind: GrantKind; name: string; products: number }[];
  /** When the free trial ends that they begin with; null for none. */
  trialUntil: Instant | null;
}

const UNKNOWN: MembershipReturn = { state: 'unknown', guild: null, received: [], trialUntil: null };

/**
 * The state of a membership's payment page, after a sync. Works without a login, because the session cookie is not sent
 * on the way back from another site; the page's id cannot be guessed.
 */
export async function membershipReturn(
  commerce: CommerceContext,
  sessionId: string,
): Promise<MembershipReturn> {
  if (!isPageId(sessionId)) return UNKNOWN;
  const { pb } = commerce;
  const { state, checkout } = await syncMembershipCheckout(commerce, sessionId).catch(
    async (reason: unknown) => {
      if (!(reason instanceof PaymentsUnavailable)) throw reason;
      commerce.onError(reason);
      return { state: 'waiting' as const, checkout: await membershipCheckoutOfSession(pb, sessionId) };
    },
  );
  if (!checkout) return UNKNOWN;
  const [guild, tier, member] = await Promise.all([
    guildById(pb, checkout.guildId),
    tierOfGuild(pb, checkout.guildId, checkout.tierId),
    membershipOfUser(pb, checkout.userId, checkout.guildId),
  ]);
  if (!guild) return UNKNOWN;
  const { id, name, storeId, welcome } = guild;
  return {
    state,
    guild: { id, name, storeId, welcome, tierName: tier?.name ?? '' },
    received: state === 'active' && member ? await grantNamesOfMember(pb, member.id) : [],
    trialUntil: member?.state === 'trialing' ? member.nextChargeAt : null,
  };
}
