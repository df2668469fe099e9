import { signedIn } from '../answers.ts';
import { type ActionPolicy, anyUser, form, noInput, policy } from './policy-terms.ts';

const UNKNOWN_ID = 'a'.repeat(15);
/** About a guild the user is a member of; no user in this data is. */
const withoutMembership = (input: ActionPolicy['input']) => policy(signedIn(401, 404), input);

/** Policies of the actions for members of a guild. */
export const MEMBERSHIP_ACTIONS: Record<string, ActionPolicy> = {
  // No user in this data is a member, so every guild is not found.
  'memberships.join': policy(
    signedIn(401, 409),
    () => ({ guildId: UNKNOWN_ID, tierId: UNKNOWN_ID, billing: 'monthly', shownCents: '800' }),
    form,
  ),
  'gifts.giveMembership': policy(
    signedIn(401, 409),
    () => ({
      guildId: UNKNOWN_ID,
      tierId: UNKNOWN_ID,
      offer: '3-2400',
      recipient: 'friend@guildhall.test',
      message: 'Happy birthday',
      deliverOn: '',
    }),
    form,
  ),
  'gifts.sendMembershipAgain': policy(signedIn(401, 404), () => ({
    orderId: UNKNOWN_ID,
    email: 'friend@guildhall.test',
  })),
  'memberships.mine': anyUser(noInput),
  'memberships.one': withoutMembership(() => ({ guildId: UNKNOWN_ID, ask: true })),
  'memberships.tierOffer': withoutMembership(() => ({ guildId: UNKNOWN_ID, tierId: UNKNOWN_ID })),
  'memberships.changeTier': withoutMembership(() => ({
    guildId: UNKNOWN_ID,
    tierId: UNKNOWN_ID,
    when: 'at-once',
    chargeCents: 1,
    priceCents: 800,
    countedAt: 0,
  })),
  'memberships.changeBilling': withoutMembership(() => ({
    guildId: UNKNOWN_ID,
    to: 'annual',
    shownCents: 8000,
  })),
  'memberships.skip': withoutMembership(() => ({ guildId: UNKNOWN_ID })),
  'memberships.setEnding': withoutMembership(() => ({ guildId: UNKNOWN_ID, ending: true })),
  'memberships.acceptPrice': withoutMembership(() => ({ guildId: UNKNOWN_ID, shownCents: 900 })),
  'memberships.pay': withoutMembership(() => ({ guildId: UNKNOWN_ID })),
  'memberships.portal': withoutMembership(noInput),
  'memberships.invoices': anyUser(noInput),
};
