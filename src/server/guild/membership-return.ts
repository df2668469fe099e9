import { grantNamesOfMember } from '../../data/guild/grant-names.ts';
import { membershipOfUser } from '../../data/guild/guild-members.ts';
import { tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import { membershipCheckoutOfSession } from '../../data/guild/membership-checkouts.ts';
import type { GrantKind } from '../../domain/guild/grant.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncMembershipCheckout } from './membership-checkout.ts';

/** What somebody who comes back from the payment page of a guild is told. */
export interface MembershipReturn {
  state: 'active' | 'waiting' | 'expired' | 'unknown';
  /** The guild and tier, without anything about who joined: whoever holds the address may look. */
  guild: { id: string; name: string; storeId: string; welcome: string; tierName: string } | null;
  /** What is in the library by now, the newest first. */
  received: { kind: GrantKind; name: string; products: number }[];
}

const UNKNOWN: MembershipReturn = { state: 'unknown', guild: null, received: [] };

/**
 * Where a page on which a membership begins stands, followed on the way. Works without a login, because the cookie does
 * not come along on the way back from another site; the id of the page cannot be guessed.
 */
export async function membershipReturn(
  commerce: CommerceContext,
  sessionId: string,
): Promise<MembershipReturn> {
  if (!/^cs_\w{10,200}$/.test(sessionId)) return UNKNOWN;
  const { pb } = commerce;
  const { state, joining } = await syncMembershipCheckout(commerce, sessionId).catch(
    async (reason: unknown) => {
      if (!(reason instanceof PaymentsUnavailable)) throw reason;
      commerce.onError(reason);
      return { state: 'waiting' as const, joining: await membershipCheckoutOfSession(pb, sessionId) };
    },
  );
  if (!joining) return UNKNOWN;
  const [guild, tier, member] = await Promise.all([
    guildById(pb, joining.guildId),
    tierOfGuild(pb, joining.guildId, joining.tierId),
    membershipOfUser(pb, joining.userId, joining.guildId),
  ]);
  if (!guild) return UNKNOWN;
  const { id, name, storeId, welcome } = guild;
  return {
    state,
    guild: { id, name, storeId, welcome, tierName: tier?.name ?? '' },
    received: state === 'active' && member ? await grantNamesOfMember(pb, member.id) : [],
  };
}
