import type { Told } from './told.ts';

const MEMBERSHIP = '/account/memberships/:id';

/** What a guild tells its members, and its seller. */
export const GUILD = {
  joining: [
    ['member', 'guild-news', 'both', `${MEMBERSHIP} + /account/library`, 'switch'],
    ['member', 'receipt', 'mail', '/invoice/:id', 'never'],
  ],
  release: [['member', 'release', 'both', '/account/library', 'switch']],
  pause: [['member', 'guild-news', 'both', MEMBERSHIP, 'switch']],
  'another price': [['member', 'guild-news', 'both', MEMBERSHIP, 'switch']],
  closing: [['member', 'guild-news', 'both', `${MEMBERSHIP} + /account/library`, 'switch']],
  goal: [
    ['member', 'guild-goal', 'both', '/store/guild/guild', 'switch'],
    ['member', 'guild-goal', 'both', '/store/guild/guild', 'switch'],
    ['seller-guild', 'guild-goal', 'both', '/account/guild', 'switch'],
  ],
  letter: [['member', 'message', 'both', '/account/conversation/:id', 'switch']],
  'yearly renewal': [['member', 'renewal', 'mail', '/cancel-membership/:token', 'never']],
  'cancelling without signing in': [['member', 'cancellation', 'mail', '/cancel-membership/:token', 'never']],
} as const satisfies Record<string, readonly Told[]>;

/** What time brings. */
export const GUILD_LATER = {
  'payment failed': [['member', 'payment-failed', 'both', MEMBERSHIP, 'switch']],
} as const satisfies Record<string, readonly Told[]>;
