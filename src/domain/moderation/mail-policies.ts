import type { AddressedKind } from '../notifications/addressed-mail.ts';
import type { MailKind } from '../notifications/mail.ts';
import type { PostingKind } from './posting-limits.ts';

/**
 * Mails that PocketBase sends about an account; their texts are in `src/server/notifications/account-mails.ts`.
 */
export const ACCOUNT_MAILS = [
  'verification',
  'password-reset',
  'new-address',
  'code',
  'sign-in-alert',
] as const;
export type AccountMail = (typeof ACCOUNT_MAILS)[number];

/**
 * Who causes a mail: the site by itself, a visitor without an account, anybody with an account, only an account with a
 * confirmed address, a buyer who paid, a seller, whose address is always confirmed, or the operator.
 */
export type MailCause = 'site' | 'visitor' | 'account' | 'confirmed' | 'buyer' | 'seller' | 'operator';

/**
 * Whose address it goes to: the one who caused it; somebody who dealt with them here, such as a buyer, a follower or the
 * author of a review; or an address that was typed and may belong to anybody.
 */
export type MailRecipient = 'own' | 'account' | 'typed';

/** What holds the number of such mails: a counted limit, the sign-in limits, or one mail for each of something. */
export type MailLimit =
  | `addressed:${AddressedKind}`
  | `posting:${PostingKind}`
  | 'sign-in'
  | `one per ${string}`;

/** What a person who causes a mail can do with it. */
export interface MailPolicy {
  causedBy: MailCause;
  to: MailRecipient;
  limits: readonly [MailLimit, ...MailLimit[]];
  /**
   * Words of people in it: none; names on one line within a sentence of ours; or texts, each line marked as a quotation.
   * Texts go to confirmed addresses only, except with a gift, whose giver is confirmed.
   */
  words: 'none' | 'names' | 'quoted';
  /**
   * How its recipient stops it: by a switch of the account, for their address without an account, or not at all, because
   * it is about their own money, account or case.
   */
  stop: 'switch' | 'address' | 'never';
}

/** The kinds in the outbox: some notifications go under an older name, such as 'sale' for 'wish-sale'. */
export type QueuedKind = Exclude<MailKind, 'wish-sale' | 'guild-news' | 'payment-failed'>;

/** Every kind of mail that leaves this site. A kind without an entry does not compile. */
export const MAIL_POLICIES: Record<QueuedKind | AccountMail, MailPolicy> = {
  // About an account: typed by visitors, so without a word of theirs.
  verification: { causedBy: 'visitor', to: 'typed', limits: ['sign-in'], words: 'none', stop: 'never' },
  'password-reset': { causedBy: 'visitor', to: 'typed', limits: ['sign-in'], words: 'none', stop: 'never' },
  code: { causedBy: 'visitor', to: 'typed', limits: ['sign-in'], words: 'none', stop: 'never' },
  'new-address': {
    causedBy: 'account',
    to: 'typed',
    limits: ['sign-in', 'addressed:email-change'],
    words: 'none',
    stop: 'never',
  },
  'sign-in-alert': {
    causedBy: 'account',
    to: 'own',
    limits: ['one per device'],
    words: 'none',
    stop: 'never',
  },

  // About money.
  receipt: { causedBy: 'buyer', to: 'own', limits: ['one per order'], words: 'names', stop: 'never' },
  refund: { causedBy: 'seller', to: 'account', limits: ['one per refund'], words: 'none', stop: 'never' },
  dispute: { causedBy: 'site', to: 'account', limits: ['one per dispute'], words: 'names', stop: 'never' },
  withdrawal: {
    causedBy: 'visitor',
    to: 'account',
    limits: ['one per withdrawal, of which an order has three a day'],
    words: 'names',
    stop: 'never',
  },
  account: {
    causedBy: 'site',
    to: 'own',
    limits: ['one per change of an account'],
    words: 'none',
    stop: 'never',
  },
  // What the marketplace's staff did to somebody's account, store or product, with their reason.
  staff: { causedBy: 'operator', to: 'account', limits: ['one per deed'], words: 'quoted', stop: 'never' },
  renewal: {
    causedBy: 'site',
    to: 'own',
    limits: ['one per yearly renewal'],
    words: 'names',
    stop: 'never',
  },
  // Asked for by whoever knows the address; it goes to the account alone, and names its memberships.
  cancellation: {
    causedBy: 'visitor',
    to: 'account',
    limits: ['sign-in', 'one per account and hour'],
    words: 'names',
    stop: 'never',
  },
  // From the operator to everybody with an account, such as about changed terms.
  everybody: {
    causedBy: 'operator',
    to: 'account',
    limits: ['one per mailing and person'],
    words: 'none',
    stop: 'never',
  },
  'sale-made': {
    causedBy: 'buyer',
    to: 'account',
    limits: ['one per order'],
    words: 'names',
    stop: 'switch',
  },

  // To an address that a person typed.
  notice: { causedBy: 'visitor', to: 'typed', limits: ['sign-in'], words: 'none', stop: 'never' },
  gift: {
    causedBy: 'confirmed',
    to: 'typed',
    limits: ['addressed:free-gift', 'addressed:gift'],
    words: 'quoted',
    stop: 'address',
  },
  'gift-claimed': {
    causedBy: 'account',
    to: 'account',
    limits: ['one per gift'],
    words: 'names',
    stop: 'never',
  },
  access: {
    causedBy: 'seller',
    to: 'typed',
    limits: ['addressed:access'],
    words: 'names',
    stop: 'address',
  },

  // Between people who deal with each other here.
  message: {
    causedBy: 'account',
    to: 'account',
    limits: ['posting:message', 'posting:conversation', 'one per unread conversation'],
    words: 'names',
    stop: 'switch',
  },
  'refund-request': {
    causedBy: 'buyer',
    to: 'account',
    limits: ['one per step of a request'],
    words: 'names',
    stop: 'switch',
  },
  question: {
    causedBy: 'confirmed',
    to: 'account',
    limits: ['posting:question'],
    words: 'quoted',
    stop: 'switch',
  },
  partner: {
    causedBy: 'seller',
    to: 'account',
    limits: ['posting:conversation', 'one per model and store'],
    words: 'names',
    stop: 'switch',
  },
  'store-staff': {
    causedBy: 'seller',
    to: 'account',
    limits: ['posting:conversation'],
    words: 'names',
    stop: 'switch',
  },
  'sale-week': {
    causedBy: 'operator',
    to: 'account',
    limits: ['one per sale week'],
    words: 'names',
    stop: 'switch',
  },
  'question-answer': {
    causedBy: 'seller',
    to: 'account',
    limits: ['posting:answer', 'one per question'],
    words: 'quoted',
    stop: 'switch',
  },
  review: {
    causedBy: 'confirmed',
    to: 'account',
    limits: ['posting:review', 'one per review'],
    words: 'quoted',
    stop: 'switch',
  },
  'review-answer': {
    causedBy: 'seller',
    to: 'account',
    limits: ['posting:answer', 'one per review'],
    words: 'quoted',
    stop: 'switch',
  },
  case: {
    causedBy: 'account',
    to: 'account',
    limits: ['posting:report', 'one per state of a case'],
    words: 'quoted',
    stop: 'never',
  },

  // To those who asked for them: followers, wishers, searchers, members.
  'new-product': {
    causedBy: 'seller',
    to: 'account',
    limits: ['one per product'],
    words: 'names',
    stop: 'switch',
  },
  'new-post': {
    causedBy: 'seller',
    to: 'account',
    limits: ['posting:post', 'one per post'],
    words: 'quoted',
    stop: 'switch',
  },
  'product-update': {
    causedBy: 'seller',
    to: 'account',
    limits: ['one per version of a product'],
    words: 'quoted',
    stop: 'switch',
  },
  'new-release': {
    causedBy: 'seller',
    to: 'account',
    limits: ['one per release'],
    words: 'names',
    stop: 'switch',
  },
  sale: { causedBy: 'seller', to: 'account', limits: ['one per sale'], words: 'names', stop: 'switch' },
  'saved-search': {
    causedBy: 'site',
    to: 'own',
    limits: ['one per search and day'],
    words: 'names',
    stop: 'switch',
  },
  'pre-order': {
    causedBy: 'seller',
    to: 'account',
    limits: ['one per pre-order'],
    words: 'names',
    stop: 'switch',
  },
  'guild-goal': { causedBy: 'site', to: 'account', limits: ['one per goal'], words: 'names', stop: 'switch' },
  release: { causedBy: 'seller', to: 'account', limits: ['one per release'], words: 'names', stop: 'switch' },
  guild: {
    causedBy: 'seller',
    to: 'account',
    limits: ['one per stay, pause, price or end of a guild'],
    words: 'quoted',
    stop: 'switch',
  },
  dunning: {
    causedBy: 'site',
    to: 'own',
    limits: ['one per day 0, 3 and 6'],
    words: 'names',
    stop: 'switch',
  },
  'daily-digest': { causedBy: 'site', to: 'own', limits: ['one per day'], words: 'names', stop: 'switch' },
  'weekly-digest': { causedBy: 'site', to: 'own', limits: ['one per week'], words: 'names', stop: 'switch' },
};
