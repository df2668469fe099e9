import type { Told } from './told.ts';

/** What the marketplace's staff tells those whom a deed is about. */
export const DESK = {
  'person suspended': [['suspect', 'staff', 'mail', '', 'never']],
  'person no longer suspended': [['suspect', 'staff', 'mail', '/login', 'never']],
  'store suspended': [['seller-ash', 'staff', 'mail', '', 'never']],
  'product suspended': [['seller-ash', 'staff', 'mail', '/account/product?id=:id', 'never']],
  'report by a person': [
    ['seller-ash', 'case', 'both', '/account/reports', 'never'],
    ['reporter', 'case', 'both', '/account/reports', 'never'],
  ],
  'case answered': [['reporter', 'case', 'both', '/account/reports', 'never']],
  'case upheld': [
    ['seller-ash', 'case', 'both', '/account/reports', 'never'],
    ['reporter', 'case', 'both', '/account/reports', 'never'],
  ],
  takedown: [['buyer', 'refund', 'mail', '/invoice/:id /account/payments', 'never']],
  'report without an account': [['maker', 'notice', 'mail', '/report/confirm/:token', 'never']],
} as const satisfies Record<string, readonly Told[]>;

/** What goes to all; each is alone in its world. */
export const SALE_WEEK = {
  'sale week': [['seller-ash', 'sale-week', 'both', '/account/sale-week', 'switch']],
} as const satisfies Record<string, readonly Told[]>;
export const EVERYBODY = {
  'mail to everybody': [
    ['operator', 'everybody', 'mail', '', 'never'],
    ['reader', 'everybody', 'mail', '', 'never'],
  ],
} as const satisfies Record<string, readonly Told[]>;
