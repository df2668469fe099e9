/**
 * How long personal data is stored after the account or beside it: one table. A job of the night does what it says
 * (`src/server/site/retention.ts`), and the privacy page is rendered from it. What goes with an account or a store, or has a
 * job of its own, is not in here; a test holds both together against the schema.
 */

/** A number of days, or "books": as long as the law obliges the operator to keep accounts. */
export type Kept = { days: number } | 'books';

export interface RetentionRule {
  collections: readonly string[];
  /** What of them, as the privacy page names it, and since when the time counts. */
  what: string;
  since: string;
  kept: Kept;
  /** Why it is stored so long. */
  why: string;
}

/** What the table is about, by the name of the rule. Why a time is as it is stands in `why`, which is not shown. */
export const RETENTION = {
  'mail-addresses': {
    collections: ['mails'],
    what: 'The address of a mail',
    since: 'after it was sent, or until you delete the account',
    kept: { days: 365 },
    why: 'its link that stops such mails works so long',
  },
  'order-addresses': {
    collections: ['orders'],
    what: 'Your address on an order, once you have deleted the account',
    since: 'after the order',
    kept: { days: 180 },
    why: 'withdrawals, refunds and disputes with banks, which begin up to 120 days after a payment',
  },
  'order-people': {
    collections: ['orders'],
    what: 'Card digits, VAT number and payment numbers of an order whose account is deleted',
    since: 'after the order',
    kept: 'books',
    why: 'accounts',
  },
  'invoice-people': {
    collections: ['invoices'],
    what: 'Invoices',
    since: 'after they were issued',
    kept: 'books',
    why: 'accounts',
  },
  consents: {
    collections: ['consents'],
    what: 'Consents',
    since: 'after they were given',
    kept: 'books',
    why: 'proof of a contract as long as its accounts',
  },
  withdrawals: {
    collections: ['withdrawals'],
    what: 'Withdrawals',
    since: 'after they were asked for',
    kept: 'books',
    why: 'they explain a refund in the accounts',
  },
  'gifts-accepted': {
    collections: ['gifts', 'membership_gifts'],
    what: 'Address and message of a gift',
    since: 'after it was accepted',
    kept: { days: 180 },
    why: 'questions of giver and receiver',
  },
  'gifts-open': {
    collections: ['gifts', 'membership_gifts'],
    what: 'Address and message of a gift that nobody accepts',
    since: 'after it was bought',
    kept: { days: 1095 },
    why: 'it was paid, and the link works until then',
  },
  cases: {
    collections: ['cases', 'reports'],
    what: 'Texts, addresses and names of a case and its reports',
    since: 'after it was decided',
    kept: { days: 1095 },
    why: 'objections, strikes and claims in court; the number of decisions is reported every year',
  },
  'audit-log': {
    collections: ['audit_log'],
    what: 'Entries of the record',
    since: 'after the change',
    kept: 'books',
    why: 'it explains prices, refunds and payouts',
  },
  'desk-names': {
    collections: ['takedowns', 'dead_letter_closings'],
    what: 'Who at the desk did it',
    since: 'after it was done',
    kept: 'books',
    why: 'as the record of changes',
  },
  'price-terms': {
    collections: ['price_terms'],
    what: 'Former prices of a product',
    since: 'after they changed',
    kept: { days: 1095 },
    why: 'the lowest price of 30 days can be proved',
  },
  'unmatched-addresses': {
    collections: ['unmatched_payments'],
    what: 'Your address on a payment that arrived without an order',
    since: 'after it was delivered or given back',
    kept: { days: 180 },
    why: 'as that of an order',
  },
  'member-numbers': {
    collections: ['guild_members', 'guild_joinings'],
    what: 'Numbers of the payment provider on a membership whose account is deleted',
    since: 'after it ended',
    kept: 'books',
    why: 'refunds and disputes of what was paid',
  },
  'seller-names': {
    collections: ['business_accounts'],
    what: 'Legal name and VAT number of a seller who has deleted the account',
    since: 'after that',
    kept: 'books',
    why: 'accounts, and the law wants to know who sold',
  },
} as const satisfies Record<string, RetentionRule>;

export type RetentionId = keyof typeof RETENTION;
export const RETENTION_IDS = Object.keys(RETENTION) as RetentionId[];

/**
 * For how many years invoices and accounts are stored, by the operator's country (engineering reading, to be confirmed by a
 * lawyer): § 147 AO with ten years for books; Art. L123-22 Code de commerce; HMRC's six years; § 132 BAO; and so on. Where
 * one country asks for different times, the longest.
 */
const BOOK_YEARS: Partial<Record<string, number>> = {
  ...{
    DE: 10,
    FR: 10,
    IT: 10,
    BE: 10,
    ES: 6,
    GB: 6,
    NL: 7,
    AT: 7,
    SE: 7,
    IE: 6,
    US: 7,
    JP: 10,
    CH: 10,
    PL: 6,
  },
};
/** Where the country is unknown. */
const BOOK_YEARS_ELSEWHERE = 10;
/** The fewest: the database deletes nothing of the accounts before. */
export const BOOK_YEARS_LEAST = 6;

/** Years of accounts for an operator in this country, by its code; the longest where it is not known. */
export const bookYears = (country: string): number =>
  Math.max(BOOK_YEARS_LEAST, BOOK_YEARS[country] ?? BOOK_YEARS_ELSEWHERE);

const DAY_MS = 86_400_000;

/**
 * What is older than this is not stored any more. Years of accounts end with the calendar year, as laws count them.
 * @param now in ms. @param country that of the operator
 */
export function retentionEnd(kept: Kept, now: number, country: string): number {
  if (kept !== 'books') return now - kept.days * DAY_MS;
  return Date.UTC(new Date(now).getUTCFullYear() - bookYears(country), 0, 1);
}

/** "180 days", "3 years", "10 years, to the end of the year". */
export function retentionText(kept: Kept, country: string): string {
  if (kept === 'books') return `${bookYears(country)} years, to the end of the year`;
  const years = kept.days / 365;
  if (!Number.isInteger(years)) return `${kept.days} days`;
  return years === 1 ? 'a year' : `${years} years`;
}

/** The sentences of the privacy page about these collections: what of them is stored how long after all else is gone. */
export function retentionSentences(collections: readonly string[], country: string): string[] {
  return Object.values(RETENTION)
    .filter((rule) => rule.collections.some((name) => collections.includes(name)))
    .map(({ what, kept, since }) => `${what}: ${retentionText(kept, country)} ${since}.`);
}
