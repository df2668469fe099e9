import type { Told } from './told.ts';

const FOLLOWING = '/account/following';
const SEEN_IN_MAIL = '/product/:id + /product/:id?from=mail';

/** What people who deal with each other are told, and those who asked for news. */
export const PEOPLE = {
  question: [['seller-ash', 'question', 'both', '/account/questions', 'switch']],
  'question answered': [['asker', 'question-answer', 'both', '/product/:id/questions#q-:id', 'switch']],
  review: [['seller-ash', 'review', 'both', '/account/reviews', 'switch']],
  'review answered': [['buyer', 'review-answer', 'both', '/product/:id?reviews=1#reviews', 'switch']],
  message: [['seller-ash', 'message', 'both', '/account/conversation/:id', 'switch']],
  'new model': [['follower', 'new-product', 'both', `${SEEN_IN_MAIL} + ${FOLLOWING}`, 'switch']],
  'new post': [['follower', 'new-post', 'both', `/post/:id + ${FOLLOWING}`, 'switch']],
  'release of a followed guild': [
    ['follower', 'new-release', 'both', `/store/ash/guild + ${FOLLOWING}`, 'switch'],
  ],
  'model changed': [['buyer', 'product-update', 'both', '/account/library/:id', 'switch']],
  'sale on a wish list': [['wisher', 'wish-sale', 'both', `${SEEN_IN_MAIL} + /account/wish-list`, 'switch']],
  'saved search': [
    ['searcher', 'saved-search', 'both', '/search?query=dragon + /account/saved-searches', 'switch'],
  ],
  // To the address of a campaign, which may be a stranger's, and to somebody with an account, who owns it at once.
  delivery: [
    ['backer', 'access', 'mail', '/claim/:token', 'address'],
    ['owner', 'access', 'mail', '/account/library', 'address'],
  ],
  'partner asked': [['seller-deep', 'partner', 'both', '/account/partners', 'switch']],
  'partner agreed': [['seller-ash', 'partner', 'both', '/account/partners', 'switch']],
  'partner declined': [['seller-ash', 'partner', 'both', '/account/partners', 'switch']],
  'work for a store': [['helper', 'store-staff', 'both', '/account/staff', 'switch']],
  'daily digest': [
    ['seller-ash', 'daily-digest', 'mail', '/account/reviews /account/notifications', 'switch'],
  ],
  'weekly digest': [
    ['seller-ash', 'weekly-digest', 'mail', '/account/reviews /account/notifications', 'switch'],
  ],
} as const satisfies Record<string, readonly Told[]>;
