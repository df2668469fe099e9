// Written by `npm run records` from the migrations; a test fails when it is stale.

export interface AccessGroupPeopleRecord {
  id: string;
  accessGroup: string;
  email: string;
  name: string;
  note: string;
  state: 'invited' | 'claimed' | 'removed' | '';
  claimedBy: string;
  claimedAt: string;
  mailedAt: string;
  mails: number;
  addedBy: string;
  created: string;
  updated: string;
}

export interface AccessGroupProductsRecord {
  id: string;
  accessGroup: string;
  product: string;
  deliveredAt: string;
  created: string;
  updated: string;
}

export interface AccessGroupTotalsRecord {
  id: string;
  store: string;
  invited: number;
  claimed: number;
  removed: number;
  products: number;
}

export interface AccessGroupsRecord {
  id: string;
  store: string;
  name: string;
  state: 'active' | 'closed' | '';
  created: string;
  updated: string;
}

export interface AccessImportChecksRecord {
  id: string;
  there: number;
  owning: number;
}

export interface AccessImportTotalsRecord {
  id: string;
  accessGroup: string;
  added: number;
  claimed: number;
}

export interface AccessImportsRecord {
  id: string;
  accessGroup: string;
  fileName: string;
  state: 'checked' | 'running' | 'done' | 'undone' | '';
  people: unknown;
  total: number;
  done: number;
  startedAt: string;
  finishedAt: string;
  created: string;
  updated: string;
  campaign: string;
}

export interface AccountLooksRecord {
  id: string;
  user: string;
  staffId: string;
  staffName: string;
  reason: string;
  until: string;
  created: string;
}

export interface AddressedMailsRecord {
  id: string;
  mailKey: string;
  kind: string;
  sender: string;
  recipient: string;
  network: string;
  created: string;
}

export interface ApiAnswersRecord {
  id: string;
  token: string;
  keyHash: string;
  fingerprint: string;
  status: number;
  location: string;
  answer: string;
  keptUntil: string;
  created: string;
  updated: string;
}

export interface ApiTokensRecord {
  id: string;
  user: string;
  name: string;
  tokenHash: string;
  ending: string;
  scopes: string;
  expiresAt: string;
  lastUsedAt: string;
  created: string;
  updated: string;
}

export interface AuditLogRecord {
  id: string;
  kind:
    | 'price'
    | 'suspension'
    | 'store'
    | 'role'
    | 'account'
    | 'commission'
    | 'refund'
    | 'payout'
    | 'case'
    | 'desk'
    | 'settings'
    | 'alarm'
    | '';
  collection: string;
  record: string;
  field: string;
  before: string;
  after: string;
  who: 'seller' | 'operator' | 'moderator' | 'system' | 'person' | '';
  created: string;
  actor: string;
  actorName: string;
  detail: string;
}

export interface BillingTroublesRecord {
  id: string;
  subscription: string;
  kind: 'tax-off' | 'not-finalized' | '';
  reason: string;
  created: string;
  updated: string;
}

export interface BulkUndosRecord {
  id: string;
  user: string;
  store: string;
  products: unknown;
  expiresAt: string;
  created: string;
}

export interface BusinessAccountsRecord {
  id: string;
  store: string;
  stripeAccountId: string;
  state: 'none' | 'pending' | 'active' | 'restricted' | 'rejected' | '';
  plan: 'free' | 'pro' | '';
  created: string;
  updated: string;
  kind: 'individual' | 'company' | '';
  legalName: string;
  country: string;
  vatId: string;
  requirements: unknown;
  dueAt: string;
  activeAt: string;
  askedAt: string;
  opening: number;
  commissionPercent: string;
  payoutsHeldAt: string;
}

export interface CasesRecord {
  id: string;
  number: number;
  kind: 'copyright' | 'trademark' | 'licence' | 'content' | 'mature' | 'ai' | 'abuse' | 'spam' | 'other' | '';
  product: string;
  store: string;
  reporter: string;
  claim: string;
  state: 'open' | 'answered' | 'upheld' | 'dismissed' | 'appealed' | '';
  suspendMeanwhile: boolean;
  deadline: string;
  answer: string;
  decision: string;
  toldState: string;
  created: string;
  updated: string;
  what: 'product' | 'store' | 'review' | 'question' | 'message' | 'print' | 'post' | '';
  subject: string;
  accused: string;
  quote: string;
  decidedAt: string;
  appeal: string;
  appealedFrom: 'upheld' | 'dismissed' | '';
  dueAt: string;
  ground: 'law' | 'terms' | '';
  groundText: string;
}

export interface CategoriesRecord {
  id: string;
  slug: string;
  name: string;
  description: string;
  position: number;
  created: string;
  updated: string;
  parent: string;
  hidden: boolean;
  mergedInto: string;
}

export interface ClaimLinksRecord {
  id: string;
  person: string;
  tokenHash: string;
  created: string;
}

export interface ConsentsRecord {
  id: string;
  kind: 'withdrawal' | '';
  wording: string;
  order: string;
  joining: string;
  created: string;
}

export interface ConversationsRecord {
  id: string;
  buyer: string;
  store: string;
  product: string;
  order: string;
  excerpt: string;
  excerptBy: 'buyer' | 'store' | 'house' | '';
  lastNumber: number;
  lastAt: string;
  buyerReadTo: number;
  storeReadTo: number;
  buyerUnread: number;
  storeUnread: number;
  buyerToldTo: number;
  storeToldTo: number;
  buyerBlocked: boolean;
  storeBlocked: boolean;
  buyerLeft: boolean;
  storeLeft: boolean;
  waitingSince: string;
  created: string;
  updated: string;
  letterTo: number;
}

export interface CouponResultsRecord {
  id: string;
  store: string;
  orders: number;
  paidCents: number;
  discountCents: number;
}

export interface CouponUsesRecord {
  id: string;
  coupon: string;
  order: string;
  buyer: string;
  state: 'held' | 'used' | 'returned' | '';
  created: string;
  updated: string;
}

export interface CouponsRecord {
  id: string;
  store: string;
  code: string;
  percent: number;
  fixedCents: number;
  from: string;
  to: string;
  minimumCents: number;
  maxUses: number;
  maxUsesPerBuyer: number;
  uses: number;
  scope: 'all' | 'products' | 'shelves' | 'tiers' | '';
  products: string[];
  shelves: string[];
  off: boolean;
  created: string;
  updated: string;
}

export interface DeadLetterClosingsRecord {
  id: string;
  kind: 'mail' | 'event' | 'transfer' | 'preview' | 'archive' | '';
  record: string;
  seen: string;
  reason: string;
  by: string;
  byName: string;
  created: string;
}

export interface DeskProofsRecord {
  id: string;
  user: string;
  secretHash: string;
  expiresAt: string;
  created: string;
}

export interface DisputesRecord {
  id: string;
  order: string;
  amountCents: number;
  reason: string;
  state: 'open' | 'won' | 'lost' | '';
  stripeId: string;
  created: string;
  updated: string;
  dueAt: string;
  answeredAt: string;
  answeredBy: string;
  evidence: unknown;
}

export interface DownloadsRecord {
  id: string;
  user: string;
  product: string;
  part: string;
  version: number;
  times: number;
  lastAt: string;
  created: string;
  updated: string;
  sentBytes: number;
  begunAt: string;
}

export interface EntitlementsRecord {
  id: string;
  user: string;
  product: string;
  source:
    | 'purchase'
    | 'free'
    | 'release'
    | 'entry_bundle'
    | 'access_group'
    | 'loyalty'
    | 'gift'
    | 'operator'
    | '';
  sourceId: string;
  licences: ('personal' | 'merchant')[];
  licenceText: string;
  grantedAt: string;
  revokedAt: string;
  revocation: 'refund' | 'dispute' | 'takedown' | 'fraud' | '';
  created: string;
  updated: string;
}

export interface EntryBundleProductsRecord {
  id: string;
  bundle: string;
  product: string;
  position: number;
  deliveredAt: string;
  created: string;
  updated: string;
}

export interface EntryBundleTiersRecord {
  id: string;
  bundle: string;
  tier: string;
  created: string;
}

export interface EntryBundlesRecord {
  id: string;
  guild: string;
  name: string;
  description: string;
  state: 'draft' | 'active' | 'ended' | '';
  validFrom: string;
  validTo: string;
  minPaidPeriods: number;
  startedAt: string;
  endedAt: string;
  created: string;
  updated: string;
}

export interface ExpectedMembersRecord {
  id: string;
  guild: string;
  inImport: string;
  email: string;
  months: number;
  note: string;
  member: string;
  expiresAt: string;
  created: string;
}

export interface FollowNewsRecord {
  id: string;
  kind: 'new-product' | 'new-release' | 'new-post' | '';
  subject: string;
  store: string;
  publishedAt: string;
  doneAt: string;
  created: string;
  updated: string;
}

export interface FollowsRecord {
  id: string;
  user: string;
  store: string;
  created: string;
  updated: string;
}

export interface GiftsRecord {
  id: string;
  order: string;
  giver: string;
  email: string;
  message: string;
  tokenHash: string;
  claimedBy: string;
  claimedAt: string;
  created: string;
  updated: string;
}

export interface GuildGoalsRecord {
  id: string;
  guild: string;
  members: number;
  title: string;
  text: string;
  product: string;
  release: string;
  reachedAt: string;
  toldAt: string;
  created: string;
  updated: string;
}

export interface GuildHandoutsRecord {
  id: string;
  guild: string;
  member: string;
  period: string;
  kind: 'release' | 'entry_bundle' | 'loyalty' | '';
  what: string;
  payment: string;
  licence: 'personal' | 'merchant' | '';
  handedAt: string;
  revokedAt: string;
  revocation: 'refund' | 'dispute' | 'takedown' | 'fraud' | '';
  created: string;
  updated: string;
}

export interface GuildJoiningsRecord {
  id: string;
  guild: string;
  tier: string;
  user: string;
  billing: 'monthly' | 'annual' | '';
  priceCents: number;
  state: 'pending' | 'done' | 'expired' | '';
  expiresAt: string;
  checkoutKey: string;
  customerId: string;
  sessionId: string;
  sessionUrl: string;
  created: string;
  updated: string;
  trialDays: number;
}

export interface GuildLettersRecord {
  id: string;
  guild: string;
  author: string;
  text: string;
  letterKey: string;
  search: string;
  memberState: 'trialing' | 'active' | 'past_due' | 'lapsed' | 'cancelling' | 'left' | 'banned' | '';
  tierId: string;
  joinedFrom: string;
  state: 'sending' | 'sent' | '';
  reachedTo: string;
  people: number;
  reached: number;
  leftOut: number;
  created: string;
  updated: string;
}

export interface GuildMembersRecord {
  id: string;
  guild: string;
  user: string;
  tier: string;
  state: 'trialing' | 'active' | 'past_due' | 'lapsed' | 'cancelling' | 'left' | 'banned' | '';
  billing: 'monthly' | 'annual' | '';
  priceCents: number;
  since: string;
  joinedAt: string;
  nextChargeAt: string;
  nextTier: string;
  failedSince: string;
  dunned: number;
  banned: boolean;
  streak: number;
  months: number;
  tenureMonths: number;
  note: string;
  customerId: string;
  subscriptionId: string;
  subscriptionItemId: string;
  stripePriceId: string;
  licenceKey: string;
  created: string;
  updated: string;
  askedAt: string;
  remindedFor: string;
  heldAt: string;
  skipsUntil: string;
}

export interface GuildMonthsRecord {
  id: string;
  guild: string;
  month: string;
  members: number;
  joined: number;
  stayed: number;
}

export interface GuildMovementsRecord {
  id: string;
  movement: string;
  payment: string;
}

export interface GuildPaymentsRecord {
  id: string;
  guild: string;
  tier: string;
  store: string;
  member: string;
  kind: 'first' | 'renewal' | 'raise' | '';
  state: 'paid' | 'refunded' | 'disputed' | '';
  paidCents: number;
  taxCents: number;
  commissionCents: number;
  netCents: number;
  refundedCents: number;
  paidAt: string;
  number: string;
  invoiceId: string;
  paymentId: string;
  subscriptionId: string;
  refundKey: string;
  created: string;
  updated: string;
  dueCents: number;
  sentCents: number;
  movements: string;
  recoveredCents: number;
  isDebt: boolean;
  fraudWarning: string;
  partRefusals: number;
  isBilledElsewhere: boolean;
  returnedUntil: string;
  returnKey: string;
  returnCents: number;
  lostCents: number;
}

export interface GuildTiersRecord {
  id: string;
  guild: string;
  name: string;
  description: string;
  image: string;
  imageAlt: string;
  monthlyCents: number;
  annualCents: number;
  seats: number;
  members: number;
  position: number;
  benefits: unknown;
  licence: 'personal' | 'merchant' | '';
  includesLower: boolean;
  earlyBirdPercent: number;
  earlyBirdUntil: string;
  earlyBirdSeats: number;
  state: 'draft' | 'public' | 'hidden' | 'sold_out' | 'retired' | '';
  stripeProductId: string;
  stripeMonthlyPriceId: string;
  stripeAnnualPriceId: string;
  created: string;
  updated: string;
  trialDays: number;
}

export interface GuildsRecord {
  id: string;
  store: string;
  name: string;
  tagline: string;
  cover: string;
  coverAlt: string;
  state: 'draft' | 'live' | 'paused' | 'closing' | 'closed' | '';
  grantRule: 'one_per_payment' | 'all_while_active' | '';
  billings: ('monthly' | 'annual')[];
  memberDiscountPercent: number;
  welcome: string;
  information: unknown;
  informationShown: unknown;
  informationShownAt: string;
  pictures: string[];
  pausesAt: string;
  resumesAt: string;
  wentLiveAt: string;
  closingAt: string;
  members: number;
  created: string;
  updated: string;
  heldAt: string;
  openAgainAt: string;
}

export interface InvoicesRecord {
  id: string;
  kind: 'invoice' | 'credit_note' | '';
  year: number;
  serial: number;
  number: string;
  order: string;
  cause: string;
  ofNumber: string;
  issuedAt: string;
  currency: string;
  netCents: number;
  taxCents: number;
  grossCents: number;
  content: unknown;
  storageKey: string;
  sha256: string;
  sizeBytes: number;
  created: string;
  updated: string;
  payer: string;
  subscription: string;
  bill: string;
}

export interface JobRunsRecord {
  id: string;
  job: string;
  process: string;
  everyMs: number;
  startedAt: string;
  endedAt: string;
  ms: number;
  nextAt: string;
  error: string;
  failedAt: string;
}

export interface LeasesRecord {
  id: string;
  name: string;
  holder: string;
  until: number;
  waiting: number;
}

export interface LedgerRecord {
  id: string;
  order: string;
  line: string;
  store: string;
  account: 'buyer' | 'seller' | 'hall' | 'tax' | 'provider' | '';
  kind: 'sale' | 'fee' | 'refund' | 'refund_failed' | '';
  amountCents: number;
  entry: string;
  created: string;
}

export interface LegalConsentsRecord {
  id: string;
  user: string;
  name: 'terms' | 'privacy' | 'licensing' | '';
  version: number;
  via: 'sign-up' | 'checkout' | 'asked' | '';
  at: string;
}

export interface LegalTextsRecord {
  id: string;
  name: 'terms' | 'privacy' | 'licensing' | '';
  version: number;
  body: string;
  summary: string;
  inForceAt: string;
  publishedBy: string;
  created: string;
}

export interface LibraryListsRecord {
  id: string;
  user: string;
  name: string;
  position: number;
  created: string;
  updated: string;
}

export interface LibraryMarksRecord {
  id: string;
  user: string;
  product: string;
  print: 'wanted' | 'queued' | 'printed' | 'painted' | '';
  lists: string[];
  created: string;
  updated: string;
  archived: boolean;
}

export interface LicenceTextsRecord {
  id: string;
  key: string;
  body: string;
  created: string;
}

export interface LoyaltyRewardProductsRecord {
  id: string;
  reward: string;
  product: string;
  position: number;
  deliveredAt: string;
  created: string;
  updated: string;
}

export interface LoyaltyRewardsRecord {
  id: string;
  guild: string;
  name: string;
  kind: 'streak' | 'total' | '';
  months: number;
  state: 'draft' | 'active' | 'ended' | '';
  startedAt: string;
  endedAt: string;
  created: string;
  updated: string;
}

export interface MailStopsRecord {
  id: string;
  recipient: string;
  kind: string;
  sender: string;
  created: string;
}

export interface MailingsRecord {
  id: string;
  subject: string;
  body: string;
  why: string;
  state: 'draft' | 'sending' | 'stopped' | 'done' | '';
  cursor: string;
  queued: number;
  people: number;
  writtenBy: string;
  startedAt: string;
  endedAt: string;
  created: string;
  updated: string;
}

export interface MailsRecord {
  id: string;
  mailKey: string;
  kind: string;
  to: string;
  subject: string;
  body: string;
  state: 'waiting' | 'sending' | 'sent' | 'failed' | '';
  tries: number;
  sendAfter: string;
  sentAt: string;
  error: string;
  created: string;
  updated: string;
  store: string;
  parts: unknown;
  bounced: boolean;
}

export interface MembershipGiftsRecord {
  id: string;
  order: string;
  guild: string;
  tier: string;
  months: number;
  giver: string;
  recipient: string;
  email: string;
  message: string;
  deliverAt: string;
  expiresAt: string;
  paidAt: string;
  deliveredAt: string;
  tokenHash: string;
  claimedBy: string;
  claimedAt: string;
  startedAt: string;
  remindedAt: string;
  endedAt: string;
  endReason: 'expired' | 'closed' | '';
  refundedAt: string;
  created: string;
  updated: string;
}

export interface MembershipPeriodsRecord {
  id: string;
  guild: string;
  member: string;
  tier: string;
  month: string;
  kind: 'paid' | 'trial' | 'gift' | 'skipped' | 'refunded' | '';
  payment: string;
  part: number;
  paidCents: number;
  startsAt: string;
  endsAt: string;
  joinedAt: string;
  raiseTier: string;
  raisePayment: string;
  raiseCents: number;
  raiseRefunded: boolean;
  handedAt: string;
  created: string;
  updated: string;
}

export interface MerchantLicencesRecord {
  id: string;
  user: string;
  number: string;
  entitlement: string;
  member: string;
  created: string;
}

export interface MessageAttachmentsRecord {
  id: string;
  conversation: string;
  message: string;
  owner: string;
  by: 'buyer' | 'store' | '';
  kind: 'picture' | 'file' | '';
  name: string;
  sizeBytes: number;
  width: number;
  height: number;
  sha256: string;
  storageKey: string;
  created: string;
  post: string;
  alt: string;
}

export interface MessagesRecord {
  id: string;
  conversation: string;
  number: number;
  by: 'buyer' | 'store' | 'house' | '';
  author: string;
  kind:
    | 'text'
    | 'refund-asked'
    | 'refund-granted'
    | 'refund-declined'
    | 'refund-withdrawn'
    | 'refund-lapsed'
    | 'refund-made'
    | 'refund-void'
    | '';
  text: string;
  messageKey: string;
  files: number;
  product: string;
  order: string;
  refund: string;
  answering: string;
  waitedSeconds: number;
  created: string;
  updated: string;
  hiddenAt: string;
}

export interface ModelMatchesRecord {
  id: string;
  pair: string;
  stores: string;
  olderFile: string;
  newerFile: string;
  kind: 'file' | 'mesh' | 'shape' | '';
  distance: number;
  foundAt: string;
  outcome: 'case' | 'licensed' | 'common' | 'different' | '';
  decidedBy: string;
  decidedAt: string;
  created: string;
  updated: string;
}

export interface ModelShapesRecord {
  id: string;
  file: string;
  sha256: string;
  dueAt: string;
  tries: number;
  connectivity: string;
  triangles: number;
  bucket: number;
  middle: number;
  smallest: number;
  spread: number;
  histogram: unknown;
  common: boolean;
  created: string;
  updated: string;
}

export interface NoticesRecord {
  id: string;
  tokenHash: string;
  name: string;
  email: string;
  what: 'product' | 'store' | 'review' | 'question' | 'message' | 'print' | 'post' | '';
  subject: string;
  kind: 'copyright' | 'trademark' | 'licence' | 'content' | 'mature' | 'ai' | 'abuse' | 'spam' | 'other' | '';
  text: string;
  expiresAt: string;
  created: string;
}

export interface NotificationSwitchesRecord {
  id: string;
  user: string;
  kind: string;
  store: string;
  inApp: 'on' | 'off' | '';
  mail: 'now' | 'daily' | 'weekly' | 'off' | '';
  created: string;
  updated: string;
}

export interface NotificationsRecord {
  id: string;
  user: string;
  kind: string;
  store: string;
  noteKey: string;
  about: string;
  title: string;
  path: string;
  shown: boolean;
  readAt: string;
  mail: 'now' | 'daily' | 'weekly' | 'told' | '';
  created: string;
  updated: string;
}

export interface OrderLinesRecord {
  id: string;
  order: string;
  position: number;
  product: string;
  store: string;
  storeName: string;
  productName: string;
  picture: string;
  free: boolean;
  listCents: number;
  discountCents: number;
  coupon: string;
  couponCode: string;
  paidCents: number;
  commissionPercent: number;
  commissionCents: number;
  feeCents: number;
  netCents: number;
  refundedCents: number;
  licences: ('personal' | 'merchant')[];
  licenceText: string;
  claim: string;
  created: string;
  updated: string;
  memberPercent: number;
  releaseTitle: string;
  includedTaxCents: number;
  refundedTaxCents: number;
  preOrder: string;
  lostCents: number;
  isWithdrawn: boolean;
}

export interface OrderOriginsRecord {
  id: string;
  order: string;
  product: string;
  store: string;
  origin: 'search' | 'link' | 'feed' | 'mail' | 'post' | 'site' | 'direct' | '';
}

export interface OrdersRecord {
  id: string;
  buyer: string;
  email: string;
  state: 'pending' | 'paid' | 'partly_refunded' | 'refunded' | 'disputed' | 'expired' | '';
  currency: string;
  totalCents: number;
  taxCents: number;
  feeCents: number;
  refundedCents: number;
  fingerprint: string;
  checkoutKey: string;
  sessionId: string;
  sessionUrl: string;
  paymentId: string;
  chargeId: string;
  cardBrand: string;
  cardLast4: string;
  giftEmail: string;
  giftMessage: string;
  placedAt: string;
  paidAt: string;
  expiresAt: string;
  facts: string;
  settledAt: string;
  created: string;
  updated: string;
  feePending: boolean;
  fraudWarning: string;
  country: string;
  vatId: string;
  taxPercent: number;
  reverseCharge: boolean;
  lostCents: number;
}

export interface OriginWeeksRecord {
  id: string;
  store: string;
  product: string;
  week: string;
  origin: 'search' | 'link' | 'feed' | 'mail' | 'post' | 'site' | 'direct' | '';
  visits: number;
  carts: number;
  sales: number;
}

export interface PartnerPartsRecord {
  id: string;
  order: string;
  line: string;
  store: string;
  percent: number;
  netCents: number;
  created: string;
}

export interface PaymentEventsRecord {
  id: string;
  eventId: string;
  type: string;
  objectId: string;
  at: string;
  tries: number;
  handledAt: string;
  error: string;
  created: string;
  updated: string;
}

export interface PostsRecord {
  id: string;
  store: string;
  title: string;
  teaser: string;
  text: string;
  audience: 'everybody' | 'members' | 'tiers' | '';
  tiers: string;
  state: 'draft' | 'published' | '';
  publishedAt: string;
  editedAt: string;
  hiddenAt: string;
  deletedAt: string;
  created: string;
  updated: string;
}

export interface PreOrdersRecord {
  id: string;
  product: string;
  store: string;
  state: 'open' | 'delivered' | 'lapsed' | '';
  promisedDay: string;
  movedFrom: string;
  workAt: string;
  created: string;
  updated: string;
}

export interface PreviewsRecord {
  id: string;
  product: string;
  state: 'ready' | 'none' | 'failed' | '';
  recipe: number;
  madeOf: string;
  storageKey: string;
  sha256: string;
  sizeBytes: number;
  triangles: number;
  sizeX: number;
  sizeY: number;
  sizeZ: number;
  judgedAt: string;
  tries: number;
  tryAfter: string;
  created: string;
  updated: string;
}

export interface PriceTermsRecord {
  id: string;
  product: string;
  since: string;
  priceCents: number;
  free: boolean;
  salePercent: number;
  saleFrom: string;
  saleTo: string;
  offered: boolean;
}

export interface PrintersRecord {
  id: string;
  user: string;
  name: string;
  x: number;
  y: number;
  z: number;
  resinCents: number;
  currency:
    | 'USD'
    | 'EUR'
    | 'GBP'
    | 'CAD'
    | 'AUD'
    | 'NZD'
    | 'CHF'
    | 'SEK'
    | 'NOK'
    | 'DKK'
    | 'PLN'
    | 'CZK'
    | '';
  created: string;
  updated: string;
}

export interface ProductBundlesRecord {
  id: string;
  store: string;
  title: string;
  priceCents: number;
  products: string[];
  created: string;
  updated: string;
}

export interface ProductChangesRecord {
  id: string;
  product: string;
  version: number;
  note: string;
  created: string;
  toldAt: string;
}

export interface ProductFilesRecord {
  id: string;
  product: string;
  position: number;
  name: string;
  role: 'unsupported' | 'presupported' | 'slicer_project' | 'sliced' | 'document' | 'other' | '';
  scale: '6' | '10' | '15' | '20' | '28' | '32' | '35' | '54' | '75' | 'free' | '';
  part: string;
  sizeBytes: number;
  sha256: string;
  version: number;
  storageKey: string;
  sizeX: number;
  sizeY: number;
  sizeZ: number;
  volumeMl: number;
  triangles: number;
  watertight: boolean;
  shells: number;
  created: string;
  updated: string;
  retiredAt: string;
  crc32: string;
  crowdedEdges: number;
}

export interface ProductImportRowsRecord {
  id: string;
  productImport: string;
  line: number;
  product: string;
  name: string;
  kind: 'change' | 'create' | '';
  wanted: unknown;
  former: unknown;
  state: 'waiting' | 'done' | 'refused' | 'undone' | 'kept' | '';
  note: string;
  writtenAt: string;
  created: string;
  updated: string;
}

export interface ProductImportsRecord {
  id: string;
  store: string;
  fileName: string;
  state: 'checked' | 'running' | 'done' | 'undoing' | 'undone' | '';
  total: number;
  done: number;
  refused: number;
  undone: number;
  kept: number;
  startedAt: string;
  created: string;
  updated: string;
}

export interface ProductInterestRecord {
  id: string;
  product: string;
  heat: number;
  reckonedOn: string;
  dueOn: string;
  visits: number;
  carts: number;
  wishes: number;
  claims: number;
  sales: number;
}

export interface ProductPartnersRecord {
  id: string;
  product: string;
  owner: string;
  store: string;
  state: 'asked' | 'agreed' | '';
  created: string;
  updated: string;
  percent: number;
}

export interface ProductZipsRecord {
  id: string;
  product: string;
  contents: string;
  part: string;
  state: 'waiting' | 'building' | 'ready' | 'failed' | '';
  doneBytes: number;
  sizeBytes: number;
  sha256: string;
  storageKey: string;
  error: string;
  created: string;
  updated: string;
}

export interface ProductsRecord {
  id: string;
  store: string;
  name: string;
  slug: string;
  description: string;
  priceCents: number;
  free: boolean;
  salePercent: number;
  saleFrom: string;
  saleTo: string;
  category: string;
  shelves: string[];
  tags: unknown;
  type: 'figure' | 'mount' | 'vehicle' | 'terrain' | 'base' | 'prop' | 'bust' | '';
  genre: ('fantasy' | 'sci-fi' | 'historical' | 'modern' | 'horror')[];
  archetype: string;
  scale: '6' | '10' | '15' | '20' | '28' | '32' | '35' | '54' | '75' | 'free' | '';
  supports: ('unsupported' | 'presupported' | 'slicer_project' | 'support_free')[];
  printer: ('resin' | 'fdm')[];
  parts: 'single' | 'multipart' | '';
  baseMm: number;
  sizeX: number;
  sizeY: number;
  sizeZ: number;
  volumeMl: number;
  licences: ('personal' | 'merchant')[];
  images: string[];
  imageAlts: unknown;
  printNotes: string;
  mature: boolean;
  ai: 'none' | 'assisted' | 'generated' | '';
  state:
    | 'draft'
    | 'processing'
    | 'ready'
    | 'in-review'
    | 'scheduled'
    | 'published'
    | 'unlisted'
    | 'archived'
    | 'suspended'
    | '';
  popularity: number;
  publishedAt: string;
  created: string;
  updated: string;
  outline: unknown;
  publishAt: string;
  timeZone: string;
  previewOff: boolean;
  suspendedFrom:
    | 'draft'
    | 'processing'
    | 'ready'
    | 'in-review'
    | 'scheduled'
    | 'published'
    | 'unlisted'
    | 'archived'
    | '';
  suspendedWhy: string;
  suspendedByCase: boolean;
  stars1: number;
  stars2: number;
  stars3: number;
  stars4: number;
  stars5: number;
  printCount: number;
  rating: number;
  ratingScore: number;
  originKind: 'own' | 'licensed' | '';
  originFrom: string;
  originLicence: string;
  originAt: string;
  originVersion: number;
  reviewSince: string;
  reviewNote: string;
  printLayerMm: number;
  printExposureS: number;
  printSupports: 'none' | 'added' | 'presupported' | '';
  printMaterial: 'resin' | 'tough_resin' | 'pla' | 'petg' | 'abs' | 'other' | '';
  printPrinter: string;
  openPrice: boolean;
  suggestedCents: number;
  video: string;
}

export interface QuestionsRecord {
  id: string;
  product: string;
  store: string;
  asker: string;
  question: string;
  answer: string;
  state: 'open' | 'answered' | 'hidden' | '';
  hiddenFor: 'off-topic' | 'rude' | 'private' | 'advertising' | 'asked-before' | 'held' | 'reported' | '';
  answeredAt: string;
  answerChangedAt: string;
  created: string;
  updated: string;
  post: string;
}

export interface RecoveryCodesRecord {
  id: string;
  user: string;
  codeHash: string;
  created: string;
}

export interface RefundRequestsRecord {
  id: string;
  conversation: string;
  order: string;
  line: string;
  amountCents: number;
  state: 'asked' | 'granting' | 'granted' | 'declined' | 'withdrawn' | 'void' | '';
  answerUntil: string;
  answeredBy: 'store' | 'clock' | '';
  created: string;
  updated: string;
}

export interface RefundsRecord {
  id: string;
  order: string;
  line: string;
  amountCents: number;
  by: 'operator' | 'seller' | 'provider' | '';
  reason: string;
  state: 'sending' | 'pending' | 'done' | 'failed' | '';
  stripeId: string;
  refundKey: string;
  created: string;
  updated: string;
}

export interface ReleaseProductsRecord {
  id: string;
  release: string;
  product: string;
  position: number;
  deliveredAt: string;
  created: string;
  updated: string;
}

export interface ReleaseTiersRecord {
  id: string;
  release: string;
  tier: string;
  created: string;
}

export interface ReleasesRecord {
  id: string;
  guild: string;
  title: string;
  month: string;
  cover: string;
  coverAlt: string;
  description: string;
  state: 'draft' | 'scheduled' | 'publishing' | 'published' | 'archived' | '';
  publishAt: string;
  publishedAt: string;
  backCents: number;
  reached: number;
  toReach: number;
  created: string;
  updated: string;
}

export interface ReportsRecord {
  id: string;
  inCase: string;
  user: string;
  kind: 'copyright' | 'trademark' | 'licence' | 'content' | 'mature' | 'ai' | 'abuse' | 'spam' | 'other' | '';
  text: string;
  created: string;
  updated: string;
  name: string;
  email: string;
}

export interface ReviewPhotosRecord {
  id: string;
  review: string;
  product: string;
  store: string;
  picture: string;
  position: number;
  hiddenAt: string;
  created: string;
  updated: string;
}

export interface ReviewsRecord {
  id: string;
  product: string;
  store: string;
  user: string;
  source:
    | 'purchase'
    | 'free'
    | 'release'
    | 'entry_bundle'
    | 'access_group'
    | 'loyalty'
    | 'gift'
    | 'operator'
    | '';
  stars: number;
  text: string;
  printer: string;
  material: 'resin' | 'tough_resin' | 'pla' | 'petg' | 'abs' | 'other' | '';
  variant: string;
  outcome: 'yes' | 'changes' | 'no' | '';
  writtenAt: string;
  editedAt: string;
  answer: string;
  answeredAt: string;
  answerEditedAt: string;
  hiddenAt: string;
  photoCount: number;
  created: string;
  updated: string;
  layerMm: number;
  exposureS: number;
  supports: 'none' | 'added' | 'presupported' | '';
  returnedAt: string;
}

export interface RolesRecord {
  id: string;
  user: string;
  role: 'operator' | 'moderator' | '';
  givenBy: string;
  created: string;
  updated: string;
  setUpOpenSince: string;
  resetAllowedUntil: string;
}

export interface SaleWeekLinesRecord {
  id: string;
  line: string;
  week: string;
  startsAt: string;
  created: string;
}

export interface SaleWeekProductsRecord {
  id: string;
  week: string;
  product: string;
  store: string;
  percent: number;
  startsAt: string;
  endsAt: string;
  created: string;
  waiting: boolean;
  dueAt: string;
}

export interface SaleWeekSumsRecord {
  id: string;
  week: string;
  startsAt: string;
  store: string;
  sales: number;
  paidCents: number;
  refundedCents: number;
  heldCents: number;
  yoursCents: number;
}

export interface SavedReasonsRecord {
  id: string;
  title: string;
  verdict: 'upheld' | 'dismissed' | '';
  ground: 'law' | 'terms' | '';
  groundText: string;
  text: string;
  created: string;
  updated: string;
}

export interface SavedRepliesRecord {
  id: string;
  store: string;
  title: string;
  text: string;
  created: string;
  updated: string;
}

export interface SavedSearchesRecord {
  id: string;
  user: string;
  name: string;
  query: string;
  pace: 'daily' | 'weekly' | 'off' | '';
  lookedFor: string;
  seenUntil: string;
  created: string;
  updated: string;
}

export interface SearchMissesRecord {
  id: string;
  day: string;
  words: string;
  times: number;
}

export interface SecondFactorsRecord {
  id: string;
  user: string;
  sealedSecret: string;
  setUpAt: string;
  lastStep: number;
  created: string;
  updated: string;
}

export interface SellerIncomeRecord {
  id: string;
  store: string;
  source: 'sale' | 'membership' | 'partner' | '';
  at: string;
  paidAt: string;
  day: string;
  placedAt: string;
  state: 'paid' | 'refunded' | 'disputed' | 'partly_refunded' | '';
  order: string;
  guild: string;
  member: string;
  number: string;
  product: string;
  name: string;
  buyer: string;
  couponCode: string;
  memberPercent: number;
  releaseTitle: string;
  listCents: number;
  discountCents: number;
  commissionPercent: number;
  paidCents: number;
  commissionCents: number;
  netCents: number;
  refundedCents: number;
  heldCents: number;
  yoursCents: number;
}

export interface SellerIncomeDaysRecord {
  id: string;
  store: string;
  day: string;
  source: 'sale' | 'membership' | 'partner' | '';
  kind: 'kept' | 'given-back' | 'disputed' | 'disputed-given-back' | '';
  count: number;
  listCents: number;
  discountCents: number;
  paidCents: number;
  commissionCents: number;
  netCents: number;
  refundedCents: number;
  heldCents: number;
  yoursCents: number;
}

export interface SellerIncomeMonthsRecord {
  id: string;
  store: string;
  month: string;
  part: 'product' | 'name' | 'coupon' | 'members' | '';
  what: string;
  source: 'sale' | 'membership' | 'partner' | '';
  kind: 'kept' | 'given-back' | 'disputed' | 'disputed-given-back' | '';
  count: number;
  discountCents: number;
  yoursCents: number;
}

export interface SellerIncomeTotalsRecord {
  id: string;
  count: number;
  heldCents: number;
  yoursCents: number;
}

export interface SellerPlansRecord {
  id: string;
  store: string;
  customerId: string;
  checkoutId: string;
  subscriptionId: string;
  itemId: string;
  state: 'none' | 'active' | 'ending' | 'past-due' | 'ended' | '';
  rhythm: 'monthly' | 'annual' | '';
  priceCents: number;
  paidUntil: string;
  isWaiting: boolean;
  dueInvoiceId: string;
  dueCents: number;
  dueSince: string;
  askedAt: string;
  created: string;
  updated: string;
  remindedFor: string;
  invoicedSince: string;
  heldAt: string;
}

export interface SellerSharesRecord {
  id: string;
  order: string;
  store: string;
  shareCents: number;
  sentCents: number;
  state: 'owed' | 'sent' | 'frozen' | 'returned' | 'debt' | 'held' | '';
  created: string;
  updated: string;
}

export interface SellerTransfersRecord {
  id: string;
  order: string;
  store: string;
  turn: number;
  kind: 'transfer' | 'reversal' | 'withheld' | 'recovered' | '';
  amountCents: number;
  state: 'sending' | 'done' | 'failed' | '';
  stripeId: string;
  of: string;
  created: string;
  updated: string;
}

export interface SharedListsRecord {
  id: string;
  user: string;
  list: string;
  key: string;
  showsName: boolean;
  created: string;
}

export interface ShelvesRecord {
  id: string;
  store: string;
  slug: string;
  name: string;
  position: number;
  productCount: number;
  created: string;
  updated: string;
}

export interface SignInCodesRecord {
  id: string;
  user: string;
  codeHash: string;
  entries: number;
  expiresAt: string;
  created: string;
  sameAs: string;
  mailedAt: string;
}

export interface SignInTriesRecord {
  id: string;
  key: string;
  tries: number;
  until: number;
}

export interface SignUpsRecord {
  id: string;
  user: string;
  secretHash: string;
  redirect: string;
  expiresAt: string;
  created: string;
}

export interface SiteDaysRecord {
  id: string;
  day: string;
  sales: number;
  paidCents: number;
  commissionCents: number;
  refundedCents: number;
  refundedSales: number;
  disputedSales: number;
  people: number;
  stores: number;
  products: number;
  downloads: number;
  downloadBytes: number;
  storedBytes: number;
  mailsSent: number;
  mailsFailed: number;
  mailsBounced: number;
}

export interface SiteProcessesRecord {
  id: string;
  process: string;
  kind: 'site' | 'jobs' | '';
  version: string;
  since: string;
  seenAt: string;
  facts: unknown;
}

export interface SiteSettingsRecord {
  id: string;
  name: string;
  value: unknown;
  version: number;
  created: string;
  updated: string;
}

export interface SpamWordsRecord {
  id: string;
  word: string;
  deed: 'hold' | 'refuse' | '';
  note: string;
  created: string;
  updated: string;
}

export interface StaffDeedsRecord {
  id: string;
  store: string;
  user: string;
  username: string;
  deed: string;
  created: string;
}

export interface StepUpsRecord {
  id: string;
  user: string;
  secretHash: string;
  expiresAt: string;
  created: string;
}

export interface StoreStaffRecord {
  id: string;
  store: string;
  user: string;
  roles: ('upload' | 'support' | 'money')[];
  agreedAt: string;
  created: string;
  updated: string;
}

export interface StoresRecord {
  id: string;
  owner: string;
  slug: string;
  name: string;
  tagline: string;
  about: string;
  logo: string;
  banner: string;
  bannerAlt: string;
  socials: unknown;
  state: 'draft' | 'open' | 'vacation' | 'suspended' | 'closed' | '';
  productCount: number;
  openedAt: string;
  created: string;
  updated: string;
  vacationNote: string;
  mature: boolean;
  featured: string[];
  suspendedFrom: 'draft' | 'open' | 'vacation' | 'closed' | '';
  suspendedWhy: string;
  suspendedByCase: boolean;
  stars1: number;
  stars2: number;
  stars3: number;
  stars4: number;
  stars5: number;
  printCount: number;
  rating: number;
  ratingScore: number;
  followers: number;
  nameFold: string;
  sellerStatus: 'trader' | 'private' | '';
  traderName: string;
  traderAddress: string;
  traderContact: string;
  traderRegister: string;
  sellerStatusAt: string;
  verifiedAt: string;
  backdrop: string;
  deliveryMailsOff: boolean;
  deliveryMailsADay: number;
}

export interface TakedownsRecord {
  id: string;
  inCase: string;
  product: string;
  startedBy: string;
  startedByName: string;
  state: 'running' | 'done' | '';
  buyers: number;
  totalCents: number;
  afterLine: string;
  refundedLines: number;
  refundedCents: number;
  failedLines: number;
  lastProblem: string;
  created: string;
  updated: string;
}

export interface TenureImportsRecord {
  id: string;
  guild: string;
  fileName: string;
  state: 'done' | 'undone' | '';
  changes: unknown;
  changed: number;
  expected: number;
  joined: number;
  startedAt: string;
  created: string;
}

export interface TierPricesRecord {
  id: string;
  tier: string;
  billing: 'monthly' | 'annual' | '';
  cents: number;
  priceId: string;
  created: string;
  withTax: boolean;
}

export interface UploadsRecord {
  id: string;
  store: string;
  product: string;
  name: string;
  path: string;
  archive: string;
  sizeBytes: number;
  state: 'uploading' | 'arrived' | 'checked' | 'refused' | 'used' | '';
  reason: string;
  sha256: string;
  storageKey: string;
  sameAs: unknown;
  mesh: unknown;
  created: string;
  updated: string;
  expectedSha256: string;
  crc32: string;
}

export interface UsersRecord {
  id: string;
  email: string;
  emailVisibility: boolean;
  verified: boolean;
  created: string;
  updated: string;
  username: string;
  avatar: string;
  theme: 'light' | 'dark' | 'system' | '';
  showMature: boolean;
  suspended: boolean;
  strikes: number;
  suspendedWhy: string;
  hidesAi: boolean;
}

export interface ViewCountsRecord {
  id: string;
  store: string;
  product: string;
  day: string;
  views: number;
  visits: number;
  carts: number;
}

export interface ViewDaysRecord {
  id: string;
  store: string;
  day: string;
  views: number;
  visits: number;
  carts: number;
}

export interface ViewMonthsRecord {
  id: string;
  store: string;
  month: string;
  product: string;
  views: number;
  visits: number;
  carts: number;
}

export interface WebhookDeliveriesRecord {
  id: string;
  webhook: string;
  event: string;
  subject: string;
  payload: string;
  state: 'waiting' | 'delivered' | 'given-up' | '';
  tries: number;
  queuedAt: string;
  sendAfter: string;
  status: number;
  answer: string;
  created: string;
  updated: string;
}

export interface WebhooksRecord {
  id: string;
  store: string;
  url: string;
  events: string;
  secret: string;
  oldSecret: string;
  oldSecretUntil: string;
  created: string;
  updated: string;
}

export interface WishesRecord {
  id: string;
  user: string;
  product: string;
  seenCents: number;
  alertedSale: string;
  created: string;
  updated: string;
}

export interface WithdrawalsRecord {
  id: string;
  order: string;
  tokenHash: string;
  expiresAt: string;
  confirmedAt: string;
  refundedCents: number;
  created: string;
  updated: string;
  subscription: string;
  payer: string;
  startedAt: string;
  person: string;
  repeatedAt: string;
}

/** All collections by name. */
export interface Collections {
  access_group_people: AccessGroupPeopleRecord;
  access_group_products: AccessGroupProductsRecord;
  access_group_totals: AccessGroupTotalsRecord;
  access_groups: AccessGroupsRecord;
  access_import_checks: AccessImportChecksRecord;
  access_import_totals: AccessImportTotalsRecord;
  access_imports: AccessImportsRecord;
  account_looks: AccountLooksRecord;
  addressed_mails: AddressedMailsRecord;
  api_answers: ApiAnswersRecord;
  api_tokens: ApiTokensRecord;
  audit_log: AuditLogRecord;
  billing_troubles: BillingTroublesRecord;
  bulk_undos: BulkUndosRecord;
  business_accounts: BusinessAccountsRecord;
  cases: CasesRecord;
  categories: CategoriesRecord;
  claim_links: ClaimLinksRecord;
  consents: ConsentsRecord;
  conversations: ConversationsRecord;
  coupon_results: CouponResultsRecord;
  coupon_uses: CouponUsesRecord;
  coupons: CouponsRecord;
  dead_letter_closings: DeadLetterClosingsRecord;
  desk_proofs: DeskProofsRecord;
  disputes: DisputesRecord;
  downloads: DownloadsRecord;
  entitlements: EntitlementsRecord;
  entry_bundle_products: EntryBundleProductsRecord;
  entry_bundle_tiers: EntryBundleTiersRecord;
  entry_bundles: EntryBundlesRecord;
  expected_members: ExpectedMembersRecord;
  follow_news: FollowNewsRecord;
  follows: FollowsRecord;
  gifts: GiftsRecord;
  guild_goals: GuildGoalsRecord;
  guild_handouts: GuildHandoutsRecord;
  guild_joinings: GuildJoiningsRecord;
  guild_letters: GuildLettersRecord;
  guild_members: GuildMembersRecord;
  guild_months: GuildMonthsRecord;
  guild_movements: GuildMovementsRecord;
  guild_payments: GuildPaymentsRecord;
  guild_tiers: GuildTiersRecord;
  guilds: GuildsRecord;
  invoices: InvoicesRecord;
  job_runs: JobRunsRecord;
  leases: LeasesRecord;
  ledger: LedgerRecord;
  legal_consents: LegalConsentsRecord;
  legal_texts: LegalTextsRecord;
  library_lists: LibraryListsRecord;
  library_marks: LibraryMarksRecord;
  licence_texts: LicenceTextsRecord;
  loyalty_reward_products: LoyaltyRewardProductsRecord;
  loyalty_rewards: LoyaltyRewardsRecord;
  mail_stops: MailStopsRecord;
  mailings: MailingsRecord;
  mails: MailsRecord;
  membership_gifts: MembershipGiftsRecord;
  membership_periods: MembershipPeriodsRecord;
  merchant_licences: MerchantLicencesRecord;
  message_attachments: MessageAttachmentsRecord;
  messages: MessagesRecord;
  model_matches: ModelMatchesRecord;
  model_shapes: ModelShapesRecord;
  notices: NoticesRecord;
  notification_switches: NotificationSwitchesRecord;
  notifications: NotificationsRecord;
  order_lines: OrderLinesRecord;
  order_origins: OrderOriginsRecord;
  orders: OrdersRecord;
  origin_weeks: OriginWeeksRecord;
  partner_parts: PartnerPartsRecord;
  payment_events: PaymentEventsRecord;
  posts: PostsRecord;
  pre_orders: PreOrdersRecord;
  previews: PreviewsRecord;
  price_terms: PriceTermsRecord;
  printers: PrintersRecord;
  product_bundles: ProductBundlesRecord;
  product_changes: ProductChangesRecord;
  product_files: ProductFilesRecord;
  product_import_rows: ProductImportRowsRecord;
  product_imports: ProductImportsRecord;
  product_interest: ProductInterestRecord;
  product_partners: ProductPartnersRecord;
  product_zips: ProductZipsRecord;
  products: ProductsRecord;
  questions: QuestionsRecord;
  recovery_codes: RecoveryCodesRecord;
  refund_requests: RefundRequestsRecord;
  refunds: RefundsRecord;
  release_products: ReleaseProductsRecord;
  release_tiers: ReleaseTiersRecord;
  releases: ReleasesRecord;
  reports: ReportsRecord;
  review_photos: ReviewPhotosRecord;
  reviews: ReviewsRecord;
  roles: RolesRecord;
  sale_week_lines: SaleWeekLinesRecord;
  sale_week_products: SaleWeekProductsRecord;
  sale_week_sums: SaleWeekSumsRecord;
  saved_reasons: SavedReasonsRecord;
  saved_replies: SavedRepliesRecord;
  saved_searches: SavedSearchesRecord;
  search_misses: SearchMissesRecord;
  second_factors: SecondFactorsRecord;
  seller_income: SellerIncomeRecord;
  seller_income_days: SellerIncomeDaysRecord;
  seller_income_months: SellerIncomeMonthsRecord;
  seller_income_totals: SellerIncomeTotalsRecord;
  seller_plans: SellerPlansRecord;
  seller_shares: SellerSharesRecord;
  seller_transfers: SellerTransfersRecord;
  shared_lists: SharedListsRecord;
  shelves: ShelvesRecord;
  sign_in_codes: SignInCodesRecord;
  sign_in_tries: SignInTriesRecord;
  sign_ups: SignUpsRecord;
  site_days: SiteDaysRecord;
  site_processes: SiteProcessesRecord;
  site_settings: SiteSettingsRecord;
  spam_words: SpamWordsRecord;
  staff_deeds: StaffDeedsRecord;
  step_ups: StepUpsRecord;
  store_staff: StoreStaffRecord;
  stores: StoresRecord;
  takedowns: TakedownsRecord;
  tenure_imports: TenureImportsRecord;
  tier_prices: TierPricesRecord;
  uploads: UploadsRecord;
  users: UsersRecord;
  view_counts: ViewCountsRecord;
  view_days: ViewDaysRecord;
  view_months: ViewMonthsRecord;
  webhook_deliveries: WebhookDeliveriesRecord;
  webhooks: WebhooksRecord;
  wishes: WishesRecord;
  withdrawals: WithdrawalsRecord;
}
