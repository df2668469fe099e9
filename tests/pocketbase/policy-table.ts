/**
 * The required rule of every collection and operation at PocketBase itself. null closes an operation for everyone but the
 * service; "" opens it to everyone.
 */
export type Rule = string | null;
export interface Policy {
  listRule: Rule;
  viewRule: Rule;
  createRule: Rule;
  updateRule: Rule;
  deleteRule: Rule;
}

const CLOSED: Policy = {
  listRule: null,
  viewRule: null,
  createRule: null,
  updateRule: null,
  deleteRule: null,
};

export const POLICIES: Record<string, Policy> = {
  // Everyone may sign up; everything else about users goes through the site's actions.
  users: { ...CLOSED, createRule: '' },
  sign_in_codes: CLOSED,
  sign_ups: CLOSED,
  stores: CLOSED,
  categories: CLOSED,
  shelves: CLOSED,
  products: CLOSED,
  product_files: CLOSED,
  product_changes: CLOSED,
  business_accounts: CLOSED,
  seller_plans: CLOSED,
  coupons: CLOSED,
  orders: CLOSED,
  order_lines: CLOSED,
  invoices: CLOSED,
  consents: CLOSED,
  coupon_uses: CLOSED,
  licence_texts: CLOSED,
  entitlements: CLOSED,
  gifts: CLOSED,
  seller_shares: CLOSED,
  seller_transfers: CLOSED,
  refunds: CLOSED,
  disputes: CLOSED,
  ledger: CLOSED,
  seller_income: CLOSED,
  seller_income_days: CLOSED,
  seller_income_months: CLOSED,
  view_days: CLOSED,
  view_months: CLOSED,
  guild_months: CLOSED,
  guild_movements: CLOSED,
  payment_events: CLOSED,
  mails: CLOSED,
  addressed_mails: CLOSED,
  mail_stops: CLOSED,
  downloads: CLOSED,
  library_lists: CLOSED,
  library_marks: CLOSED,
  wishes: CLOSED,
  follows: CLOSED,
  follow_news: CLOSED,
  questions: CLOSED,
  saved_searches: CLOSED,
  product_zips: CLOSED,
  uploads: CLOSED,
  access_groups: CLOSED,
  access_group_products: CLOSED,
  access_group_people: CLOSED,
  access_imports: CLOSED,
  claim_links: CLOSED,
  product_imports: CLOSED,
  product_import_rows: CLOSED,
  previews: CLOSED,
  audit_log: CLOSED,
  account_looks: CLOSED,

  roles: CLOSED,
  notices: CLOSED,
  saved_reasons: CLOSED,
  takedowns: CLOSED,
  desk_proofs: CLOSED,
  cases: CLOSED,
  reports: CLOSED,
  spam_words: CLOSED,
  guilds: CLOSED,
  guild_tiers: CLOSED,
  guild_members: CLOSED,
  guild_letters: CLOSED,
  membership_periods: CLOSED,
  releases: CLOSED,
  release_products: CLOSED,
  release_tiers: CLOSED,
  entry_bundles: CLOSED,
  entry_bundle_products: CLOSED,
  entry_bundle_tiers: CLOSED,
  loyalty_rewards: CLOSED,
  loyalty_reward_products: CLOSED,
  guild_handouts: CLOSED,
  guild_joinings: CLOSED,
  guild_payments: CLOSED,
  tier_prices: CLOSED,
  view_counts: CLOSED,
  leases: CLOSED,
  site_settings: CLOSED,
  legal_texts: CLOSED,
  legal_consents: CLOSED,
  mailings: CLOSED,
  conversations: CLOSED,
  refund_requests: CLOSED,
  messages: CLOSED,
  message_attachments: CLOSED,
  saved_replies: CLOSED,
  notifications: CLOSED,
  notification_switches: CLOSED,
  reviews: CLOSED,
  review_photos: CLOSED,
  site_days: CLOSED,
  search_misses: CLOSED,
  job_runs: CLOSED,
  site_processes: CLOSED,
  dead_letter_closings: CLOSED,
  price_terms: CLOSED,
};

/** Views, which can only be read; all closed. */
export const VIEWS = [
  'access_group_totals',
  'access_import_checks',
  'access_import_totals',
  'coupon_results',
  'seller_income_totals',
];

/** The only open operations: a new one must be justified here. */
export const OPEN_RULES = ['users.createRule'];
