import { signedIn } from '../answers.ts';
import { type ActionPolicy, anyUser, form, noInput, policy } from './policy-terms.ts';

const NOBODY = 'a'.repeat(15);
/** About a guild somebody is in; nobody here is in one. */
const guildless = (input: ActionPolicy['input']) => policy(signedIn(401, 404), input);

/** What members may ask, see `ACTIONS`. */
export const MEMBERSHIP_ACTIONS: Record<string, ActionPolicy> = {
  // Nobody here is in a guild: what is asked about one is answered as if there were none.
  'memberships.join': policy(
    signedIn(401, 409),
    () => ({ guildId: NOBODY, tierId: NOBODY, billing: 'monthly', shownCents: '800' }),
    form,
  ),
  'memberships.mine': anyUser(noInput),
  'memberships.one': guildless(() => ({ guildId: NOBODY, ask: true })),
  'memberships.tierOffer': guildless(() => ({ guildId: NOBODY, tierId: NOBODY })),
  'memberships.changeTier': guildless(() => ({
    guildId: NOBODY,
    tierId: NOBODY,
    when: 'at-once',
    chargeCents: 1,
    priceCents: 800,
    countedAt: 0,
  })),
  'memberships.changeBilling': guildless(() => ({ guildId: NOBODY, to: 'annual', shownCents: 8000 })),
  'memberships.skip': guildless(() => ({ guildId: NOBODY })),
  'memberships.setEnding': guildless(() => ({ guildId: NOBODY, ending: true })),
  'memberships.acceptPrice': guildless(() => ({ guildId: NOBODY, shownCents: 900 })),
  'memberships.pay': guildless(() => ({ guildId: NOBODY })),
  'memberships.portal': guildless(noInput),
  'memberships.invoices': anyUser(noInput),
};
