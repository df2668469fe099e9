import type { Told } from './told.ts';

const RECEIPT = '/account/library /invoice/:id /withdraw /account/payments';
const REFUND = '/invoice/:id /account/payments';
const REQUEST = '/account/conversation/:id';

/** What deeds about money tell, and whom. */
export const MONEY = {
  sale: [
    ['buyer', 'receipt', 'mail', RECEIPT, 'never'],
    ['seller-ash', 'sale-made', 'both', '/account/sales', 'switch'],
  ],
  gift: [
    ['giver', 'receipt', 'mail', '/invoice/:id /withdraw /account/payments', 'never'],
    ['friend', 'gift', 'mail', '/gift/:token', 'address'],
    ['seller-ash', 'sale-made', 'both', '/account/sales', 'switch'],
  ],
  'gift redeemed': [['giver', 'gift-claimed', 'mail', '', 'never']],
  refund: [['buyer', 'refund', 'mail', REFUND, 'never']],
  dispute: [
    ['buyer', 'dispute', 'mail', '/account/payments', 'never'],
    ['seller-ash', 'dispute', 'mail', '/account/sales', 'never'],
  ],
  'dispute lost': [
    ['buyer', 'dispute', 'mail', '/account/payments', 'never'],
    ['seller-ash', 'dispute', 'mail', '/account/sales', 'never'],
  ],
  'withdrawal asked for': [['buyer', 'withdrawal', 'mail', '/withdraw/:token', 'never']],
  withdrawal: [
    ['buyer', 'refund', 'mail', REFUND, 'never'],
    ['buyer', 'withdrawal', 'mail', '', 'never'],
  ],
  // To the seller, who has a deadline.
  'refund request': [['seller-ash', 'refund-request', 'both', REQUEST, 'switch']],
  'refund request granted': [
    ['buyer', 'refund', 'mail', REFUND, 'never'],
    ['buyer', 'refund-request', 'both', REQUEST, 'switch'],
  ],
  'refund request declined': [['buyer', 'refund-request', 'both', REQUEST, 'switch']],
  'refund request without an answer': [
    ['buyer', 'refund', 'mail', REFUND, 'never'],
    ['buyer', 'refund-request', 'both', REQUEST, 'switch'],
  ],
  'pre-order delivered': [['buyer', 'pre-order', 'both', '/account/library/:id', 'switch']],
  'pre-order lapsed': [
    ['buyer', 'pre-order', 'both', '/account/payments', 'switch'],
    ['buyer', 'refund', 'mail', REFUND, 'never'],
    ['seller-ash', 'pre-order', 'both', '/account/product-list', 'switch'],
  ],
  'business account restricted': [['seller-ash', 'account', 'mail', '/account/business-account', 'never']],
} as const satisfies Record<string, readonly Told[]>;
