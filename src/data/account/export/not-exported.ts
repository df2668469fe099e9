/** Why a column stays out of a person's export. */
const SECRET = 'it opens or confirms something, or is a hash of what does';
const STAFF = 'it names somebody who works for this site';
const OTHER = 'it is about another person';
const INNER = 'it is how the site works on the row: keys, claims, times of jobs';
const STORAGE = 'it says where bytes lie in our store';
const COUNTED = 'it is counted from rows that are in the export';
const PROVIDER = 'it is a number of the payment provider, which the provider exports itself';

/** Columns that are not exported, by table, each with its reason. Every other column of an exported table is. */
export const NOT_EXPORTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  access_group_people: { addedBy: OTHER, accessGroup: INNER, claimedBy: INNER, updated: INNER },
  access_imports: { people: OTHER },
  account_looks: { staffId: STAFF, staffName: STAFF },
  addressed_mails: { mailKey: INNER, network: INNER },
  api_tokens: { tokenHash: SECRET },
  business_accounts: { askedAt: INNER, opening: INNER },
  cases: { reporter: OTHER, suspendMeanwhile: INNER, toldState: INNER },
  conversations: {
    ...{ buyerReadTo: OTHER, storeReadTo: OTHER, buyerUnread: COUNTED, storeUnread: COUNTED },
    ...{ buyerToldTo: INNER, storeToldTo: INNER, buyerBlocked: OTHER, storeBlocked: OTHER },
    ...{ buyerLeft: OTHER, storeLeft: OTHER, waitingSince: COUNTED, letterTo: INNER },
    ...{ excerpt: COUNTED, excerptBy: COUNTED, lastNumber: COUNTED, lastAt: COUNTED, updated: INNER },
  },
  disputes: { stripeId: PROVIDER, answeredBy: STAFF },
  gifts: { tokenHash: SECRET, claimedBy: OTHER, giver: INNER, updated: INNER },
  guild_goals: { toldAt: INNER },
  guild_joinings: { customerId: PROVIDER, checkoutKey: INNER, sessionId: PROVIDER, sessionUrl: SECRET },
  guild_letters: { letterKey: INNER, search: INNER, reachedTo: INNER },
  guild_members: {
    customerId: PROVIDER,
    subscriptionId: PROVIDER,
    subscriptionItemId: PROVIDER,
    stripePriceId: PROVIDER,
    askedAt: INNER,
    dunned: INNER,
    remindedFor: INNER,
  },
  guild_payments: {
    ...{ invoiceId: PROVIDER, paymentId: PROVIDER, isBilledElsewhere: INNER },
    ...{ commissionCents: OTHER, netCents: OTHER, dueCents: OTHER, sentCents: OTHER, recoveredCents: OTHER },
    ...{ isDebt: OTHER, movements: INNER, partRefusals: INNER, refundKey: INNER, returnKey: INNER },
    ...{ returnCents: INNER, returnedUntil: INNER, fraudWarning: INNER, created: INNER, updated: INNER },
    ...{ guild: INNER, store: INNER },
  },
  guilds: { pictures: INNER, informationShown: INNER, informationShownAt: INNER },
  invoices: { sha256: STORAGE, storageKey: STORAGE },
  membership_gifts: {
    ...{
      tokenHash: SECRET,
      claimedBy: OTHER,
      recipient: OTHER,
      remindedAt: INNER,
      giver: INNER,
      paidAt: OTHER,
    },
    ...{ refundedAt: OTHER, startedAt: INNER, updated: INNER },
  },
  message_attachments: { storageKey: STORAGE },
  messages: {
    ...{ messageKey: INNER, waitedSeconds: COUNTED, answering: INNER, author: OTHER },
    ...{ files: COUNTED, refund: INNER, updated: INNER },
  },
  notifications: { noteKey: INNER },
  order_lines: {
    claim: INNER,
    commissionPercent: OTHER,
    commissionCents: OTHER,
    feeCents: OTHER,
    netCents: OTHER,
  },
  orders: {
    ...{ paymentId: PROVIDER, chargeId: PROVIDER },
    ...{ fingerprint: INNER, checkoutKey: INNER, sessionId: PROVIDER, sessionUrl: SECRET, facts: INNER },
    ...{ feeCents: OTHER, feePending: OTHER, fraudWarning: INNER, expiresAt: INNER },
  },
  pre_orders: { workAt: INNER },
  product_changes: { toldAt: INNER },
  product_files: { storageKey: STORAGE, crc32: INNER },
  product_import_rows: { former: INNER, wanted: INNER },
  product_imports: { kept: INNER },
  products: {
    ...{
      popularity: COUNTED,
      ratingScore: COUNTED,
      outline: INNER,
      suspendedFrom: INNER,
      suspendedByCase: INNER,
    },
    ...{
      stars1: COUNTED,
      stars2: COUNTED,
      stars3: COUNTED,
      stars4: COUNTED,
      stars5: COUNTED,
      reviewSince: INNER,
    },
  },
  refund_requests: { answeredBy: OTHER },
  refunds: { stripeId: PROVIDER, refundKey: INNER },
  reports: { inCase: INNER, updated: INNER },
  roles: { givenBy: STAFF },
  sale_week_products: { waiting: INNER, dueAt: INNER },
  saved_searches: { seenUntil: INNER },
  seller_income: {
    ...{ buyer: OTHER, member: OTHER, memberPercent: OTHER, guild: INNER, store: INNER, day: COUNTED },
    ...{ paidAt: COUNTED, placedAt: COUNTED, releaseTitle: COUNTED },
  },
  seller_plans: {
    askedAt: INNER,
    remindedFor: INNER,
    checkoutId: PROVIDER,
    itemId: PROVIDER,
    isWaiting: INNER,
  },
  seller_transfers: { stripeId: PROVIDER, of: INNER, turn: INNER },
  stores: {
    ...{ nameFold: INNER, ratingScore: COUNTED, suspendedFrom: INNER, suspendedByCase: INNER },
    ...{ stars1: COUNTED, stars2: COUNTED, stars3: COUNTED, stars4: COUNTED, stars5: COUNTED },
  },
  tenure_imports: { changes: OTHER },
  uploads: { storageKey: STORAGE, crc32: INNER, mesh: INNER, sameAs: INNER },
  webhook_deliveries: { tries: INNER, queuedAt: INNER, sendAfter: INNER },
  webhooks: { secret: SECRET, oldSecret: SECRET },
  withdrawals: { tokenHash: SECRET },
};
