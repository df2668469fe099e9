// Written by `npm run records` from the migrations; a test fails when it is stale.
import {
  choice,
  choiceOrNone,
  choices,
  date,
  dateOrNone,
  flag,
  json,
  number,
  table,
  text,
  texts,
} from './table.ts';

export const accessGroupPeople = table('access_group_people', {
  id: text,
  accessGroup: text,
  email: text,
  name: text,
  note: text,
  state: choice<'invited' | 'claimed' | 'removed'>(),
  claimedBy: text,
  claimedAt: dateOrNone,
  mailedAt: dateOrNone,
  mails: number,
  addedBy: text,
  created: date,
  updated: date,
});

export const accessGroupProducts = table('access_group_products', {
  id: text,
  accessGroup: text,
  product: text,
  deliveredAt: dateOrNone,
  created: date,
  updated: date,
});

export const accessGroupTotals = table('access_group_totals', {
  id: text,
  store: text,
  invited: number,
  claimed: number,
  removed: number,
  products: number,
});

export const accessGroups = table('access_groups', {
  id: text,
  store: text,
  name: text,
  state: choice<'active' | 'closed'>(),
  created: date,
  updated: date,
});

export const accessImportChecks = table('access_import_checks', {
  id: text,
  there: number,
  owning: number,
});

export const accessImportTotals = table('access_import_totals', {
  id: text,
  accessGroup: text,
  added: number,
  claimed: number,
});

export const accessImports = table('access_imports', {
  id: text,
  accessGroup: text,
  fileName: text,
  state: choice<'checked' | 'running' | 'done' | 'undone'>(),
  people: json,
  total: number,
  done: number,
  startedAt: dateOrNone,
  finishedAt: dateOrNone,
  created: date,
  updated: date,
  campaign: text,
});

export const accountLooks = table('account_looks', {
  id: text,
  user: text,
  staffId: text,
  staffName: text,
  reason: text,
  until: dateOrNone,
  created: date,
});

export const addressedMails = table('addressed_mails', {
  id: text,
  mailKey: text,
  kind: text,
  sender: text,
  recipient: text,
  network: text,
  created: date,
});

export const apiAnswers = table('api_answers', {
  id: text,
  token: text,
  keyHash: text,
  fingerprint: text,
  status: number,
  location: text,
  answer: text,
  keptUntil: date,
  created: date,
  updated: date,
});

export const apiTokens = table('api_tokens', {
  id: text,
  user: text,
  name: text,
  tokenHash: text,
  ending: text,
  scopes: text,
  expiresAt: date,
  lastUsedAt: dateOrNone,
  created: date,
  updated: date,
});

export const auditLog = table('audit_log', {
  id: text,
  kind: choice<
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
  >(),
  collection: text,
  record: text,
  field: text,
  before: text,
  after: text,
  who: choice<'seller' | 'operator' | 'moderator' | 'system' | 'person'>(),
  created: date,
  actor: text,
  actorName: text,
  detail: text,
});

export const billingTroubles = table('billing_troubles', {
  id: text,
  subscription: text,
  kind: choice<'tax-off' | 'not-finalized'>(),
  reason: text,
  created: date,
  updated: date,
});

export const bulkUndos = table('bulk_undos', {
  id: text,
  user: text,
  store: text,
  products: json,
  expiresAt: date,
  created: date,
});

export const businessAccounts = table('business_accounts', {
  id: text,
  store: text,
  stripeAccountId: text,
  state: choice<'none' | 'pending' | 'active' | 'restricted' | 'rejected'>(),
  plan: choiceOrNone<'free' | 'pro'>(),
  created: date,
  updated: date,
  kind: choiceOrNone<'individual' | 'company'>(),
  legalName: text,
  country: text,
  vatId: text,
  requirements: json,
  dueAt: dateOrNone,
  activeAt: dateOrNone,
  askedAt: dateOrNone,
  opening: number,
  commissionPercent: text,
  payoutsHeldAt: dateOrNone,
});

export const cases = table('cases', {
  id: text,
  number: number,
  kind: choice<
    'copyright' | 'trademark' | 'licence' | 'content' | 'mature' | 'ai' | 'abuse' | 'spam' | 'other'
  >(),
  product: text,
  store: text,
  reporter: text,
  claim: text,
  state: choice<'open' | 'answered' | 'upheld' | 'dismissed' | 'appealed'>(),
  suspendMeanwhile: flag,
  deadline: dateOrNone,
  answer: text,
  decision: text,
  toldState: text,
  created: date,
  updated: date,
  what: choiceOrNone<'product' | 'store' | 'review' | 'question' | 'message' | 'print' | 'post'>(),
  subject: text,
  accused: text,
  quote: text,
  decidedAt: dateOrNone,
  appeal: text,
  appealedFrom: choiceOrNone<'upheld' | 'dismissed'>(),
  dueAt: dateOrNone,
  ground: choiceOrNone<'law' | 'terms'>(),
  groundText: text,
});

export const categories = table('categories', {
  id: text,
  slug: text,
  name: text,
  description: text,
  position: number,
  created: date,
  updated: date,
  parent: text,
  hidden: flag,
  mergedInto: text,
});

export const claimLinks = table('claim_links', {
  id: text,
  person: text,
  tokenHash: text,
  created: date,
});

export const consents = table('consents', {
  id: text,
  kind: choice<'withdrawal'>(),
  wording: text,
  order: text,
  joining: text,
  created: date,
});

export const conversations = table('conversations', {
  id: text,
  buyer: text,
  store: text,
  product: text,
  order: text,
  excerpt: text,
  excerptBy: choiceOrNone<'buyer' | 'store' | 'house'>(),
  lastNumber: number,
  lastAt: dateOrNone,
  buyerReadTo: number,
  storeReadTo: number,
  buyerUnread: number,
  storeUnread: number,
  buyerToldTo: number,
  storeToldTo: number,
  buyerBlocked: flag,
  storeBlocked: flag,
  buyerLeft: flag,
  storeLeft: flag,
  waitingSince: dateOrNone,
  created: date,
  updated: date,
  letterTo: number,
});

export const couponResults = table('coupon_results', {
  id: text,
  store: text,
  orders: number,
  paidCents: number,
  discountCents: number,
});

export const couponUses = table('coupon_uses', {
  id: text,
  coupon: text,
  order: text,
  buyer: text,
  state: choice<'held' | 'used' | 'returned'>(),
  created: date,
  updated: date,
});

export const coupons = table('coupons', {
  id: text,
  store: text,
  code: text,
  percent: number,
  fixedCents: number,
  from: dateOrNone,
  to: dateOrNone,
  minimumCents: number,
  maxUses: number,
  maxUsesPerBuyer: number,
  uses: number,
  scope: choice<'all' | 'products' | 'shelves' | 'tiers'>(),
  products: texts,
  shelves: texts,
  off: flag,
  created: date,
  updated: date,
});

export const deadLetterClosings = table('dead_letter_closings', {
  id: text,
  kind: choiceOrNone<'mail' | 'event' | 'transfer' | 'preview' | 'archive'>(),
  record: text,
  seen: text,
  reason: text,
  by: text,
  byName: text,
  created: date,
});

export const deskProofs = table('desk_proofs', {
  id: text,
  user: text,
  secretHash: text,
  expiresAt: date,
  created: date,
});

export const disputes = table('disputes', {
  id: text,
  order: text,
  amountCents: number,
  reason: text,
  state: choice<'open' | 'won' | 'lost'>(),
  stripeId: text,
  created: date,
  updated: date,
  dueAt: dateOrNone,
  answeredAt: dateOrNone,
  answeredBy: text,
  evidence: json,
});

export const downloads = table('downloads', {
  id: text,
  user: text,
  product: text,
  part: text,
  version: number,
  times: number,
  lastAt: dateOrNone,
  created: date,
  updated: date,
  sentBytes: number,
  begunAt: dateOrNone,
});

export const entitlements = table('entitlements', {
  id: text,
  user: text,
  product: text,
  source: choice<
    'purchase' | 'free' | 'release' | 'entry_bundle' | 'access_group' | 'loyalty' | 'gift' | 'operator'
  >(),
  sourceId: text,
  licences: choices<'personal' | 'merchant'>(),
  licenceText: text,
  grantedAt: date,
  revokedAt: dateOrNone,
  revocation: choiceOrNone<'refund' | 'dispute' | 'takedown' | 'fraud'>(),
  created: date,
  updated: date,
});

export const entryBundleProducts = table('entry_bundle_products', {
  id: text,
  bundle: text,
  product: text,
  position: number,
  deliveredAt: dateOrNone,
  created: date,
  updated: date,
});

export const entryBundleTiers = table('entry_bundle_tiers', {
  id: text,
  bundle: text,
  tier: text,
  created: date,
});

export const entryBundles = table('entry_bundles', {
  id: text,
  guild: text,
  name: text,
  description: text,
  state: choice<'draft' | 'active' | 'ended'>(),
  validFrom: dateOrNone,
  validTo: dateOrNone,
  minPaidPeriods: number,
  startedAt: dateOrNone,
  endedAt: dateOrNone,
  created: date,
  updated: date,
});

export const expectedMembers = table('expected_members', {
  id: text,
  guild: text,
  inImport: text,
  email: text,
  months: number,
  note: text,
  member: text,
  expiresAt: date,
  created: date,
});

export const followNews = table('follow_news', {
  id: text,
  kind: choice<'new-product' | 'new-release' | 'new-post'>(),
  subject: text,
  store: text,
  publishedAt: dateOrNone,
  doneAt: dateOrNone,
  created: date,
  updated: date,
});

export const follows = table('follows', {
  id: text,
  user: text,
  store: text,
  created: date,
  updated: date,
});

export const gifts = table('gifts', {
  id: text,
  order: text,
  giver: text,
  email: text,
  message: text,
  tokenHash: text,
  claimedBy: text,
  claimedAt: dateOrNone,
  created: date,
  updated: date,
});

export const guildGoals = table('guild_goals', {
  id: text,
  guild: text,
  members: number,
  title: text,
  text: text,
  product: text,
  release: text,
  reachedAt: dateOrNone,
  toldAt: dateOrNone,
  created: date,
  updated: date,
});

export const guildHandouts = table('guild_handouts', {
  id: text,
  guild: text,
  member: text,
  period: text,
  kind: choice<'release' | 'entry_bundle' | 'loyalty'>(),
  what: text,
  payment: text,
  licence: choice<'personal' | 'merchant'>(),
  handedAt: date,
  revokedAt: dateOrNone,
  revocation: choiceOrNone<'refund' | 'dispute' | 'takedown' | 'fraud'>(),
  created: date,
  updated: date,
});

export const guildJoinings = table('guild_joinings', {
  id: text,
  guild: text,
  tier: text,
  user: text,
  billing: choice<'monthly' | 'annual'>(),
  priceCents: number,
  state: choice<'pending' | 'done' | 'expired'>(),
  expiresAt: date,
  checkoutKey: text,
  customerId: text,
  sessionId: text,
  sessionUrl: text,
  created: date,
  updated: date,
  trialDays: number,
});

export const guildLetters = table('guild_letters', {
  id: text,
  guild: text,
  author: text,
  text: text,
  letterKey: text,
  search: text,
  memberState: choiceOrNone<
    'trialing' | 'active' | 'past_due' | 'lapsed' | 'cancelling' | 'left' | 'banned'
  >(),
  tierId: text,
  joinedFrom: dateOrNone,
  state: choice<'sending' | 'sent'>(),
  reachedTo: text,
  people: number,
  reached: number,
  leftOut: number,
  created: date,
  updated: date,
});

export const guildMembers = table('guild_members', {
  id: text,
  guild: text,
  user: text,
  tier: text,
  state: choice<'trialing' | 'active' | 'past_due' | 'lapsed' | 'cancelling' | 'left' | 'banned'>(),
  billing: choice<'monthly' | 'annual'>(),
  priceCents: number,
  since: date,
  joinedAt: date,
  nextChargeAt: dateOrNone,
  nextTier: text,
  failedSince: dateOrNone,
  dunned: number,
  banned: flag,
  streak: number,
  months: number,
  tenureMonths: number,
  note: text,
  customerId: text,
  subscriptionId: text,
  subscriptionItemId: text,
  stripePriceId: text,
  licenceKey: text,
  created: date,
  updated: date,
  askedAt: dateOrNone,
  remindedFor: dateOrNone,
  heldAt: dateOrNone,
  skipsUntil: dateOrNone,
});

export const guildMonths = table('guild_months', {
  id: text,
  guild: text,
  month: text,
  members: number,
  joined: number,
  stayed: number,
});

export const guildMovements = table('guild_movements', {
  id: text,
  movement: text,
  payment: text,
});

export const guildPayments = table('guild_payments', {
  id: text,
  guild: text,
  tier: text,
  store: text,
  member: text,
  kind: choice<'first' | 'renewal' | 'raise'>(),
  state: choice<'paid' | 'refunded' | 'disputed'>(),
  paidCents: number,
  taxCents: number,
  commissionCents: number,
  netCents: number,
  refundedCents: number,
  paidAt: date,
  number: text,
  invoiceId: text,
  paymentId: text,
  subscriptionId: text,
  refundKey: text,
  created: date,
  updated: date,
  dueCents: number,
  sentCents: number,
  movements: text,
  recoveredCents: number,
  isDebt: flag,
  fraudWarning: text,
  partRefusals: number,
  isBilledElsewhere: flag,
  returnedUntil: dateOrNone,
  returnKey: text,
  returnCents: number,
  lostCents: number,
});

export const guildTiers = table('guild_tiers', {
  id: text,
  guild: text,
  name: text,
  description: text,
  image: text,
  imageAlt: text,
  monthlyCents: number,
  annualCents: number,
  seats: number,
  members: number,
  position: number,
  benefits: json,
  licence: choice<'personal' | 'merchant'>(),
  includesLower: flag,
  earlyBirdPercent: number,
  earlyBirdUntil: dateOrNone,
  earlyBirdSeats: number,
  state: choice<'draft' | 'public' | 'hidden' | 'sold_out' | 'retired'>(),
  stripeProductId: text,
  stripeMonthlyPriceId: text,
  stripeAnnualPriceId: text,
  created: date,
  updated: date,
  trialDays: number,
});

export const guilds = table('guilds', {
  id: text,
  store: text,
  name: text,
  tagline: text,
  cover: text,
  coverAlt: text,
  state: choice<'draft' | 'live' | 'paused' | 'closing' | 'closed'>(),
  grantRule: choice<'one_per_payment' | 'all_while_active'>(),
  billings: choices<'monthly' | 'annual'>(),
  memberDiscountPercent: number,
  welcome: text,
  information: json,
  informationShown: json,
  informationShownAt: dateOrNone,
  pictures: texts,
  pausesAt: dateOrNone,
  resumesAt: dateOrNone,
  wentLiveAt: dateOrNone,
  closingAt: dateOrNone,
  members: number,
  created: date,
  updated: date,
  heldAt: dateOrNone,
  openAgainAt: dateOrNone,
});

export const invoices = table('invoices', {
  id: text,
  kind: choice<'invoice' | 'credit_note'>(),
  year: number,
  serial: number,
  number: text,
  order: text,
  cause: text,
  ofNumber: text,
  issuedAt: date,
  currency: text,
  netCents: number,
  taxCents: number,
  grossCents: number,
  content: json,
  storageKey: text,
  sha256: text,
  sizeBytes: number,
  created: date,
  updated: date,
  payer: text,
  subscription: text,
  bill: text,
});

export const jobRuns = table('job_runs', {
  id: text,
  job: text,
  process: text,
  everyMs: number,
  startedAt: dateOrNone,
  endedAt: dateOrNone,
  ms: number,
  nextAt: dateOrNone,
  error: text,
  failedAt: dateOrNone,
});

export const leases = table('leases', {
  id: text,
  name: text,
  holder: text,
  until: number,
  waiting: number,
});

export const ledger = table('ledger', {
  id: text,
  order: text,
  line: text,
  store: text,
  account: choice<'buyer' | 'seller' | 'hall' | 'tax' | 'provider'>(),
  kind: choice<'sale' | 'fee' | 'refund' | 'refund_failed'>(),
  amountCents: number,
  entry: text,
  created: date,
});

export const legalConsents = table('legal_consents', {
  id: text,
  user: text,
  name: choice<'terms' | 'privacy' | 'licensing'>(),
  version: number,
  via: choice<'sign-up' | 'checkout' | 'asked'>(),
  at: date,
});

export const legalTexts = table('legal_texts', {
  id: text,
  name: choice<'terms' | 'privacy' | 'licensing'>(),
  version: number,
  body: text,
  summary: text,
  inForceAt: date,
  publishedBy: text,
  created: date,
});

export const libraryLists = table('library_lists', {
  id: text,
  user: text,
  name: text,
  position: number,
  created: date,
  updated: date,
});

export const libraryMarks = table('library_marks', {
  id: text,
  user: text,
  product: text,
  print: choiceOrNone<'wanted' | 'queued' | 'printed' | 'painted'>(),
  lists: texts,
  created: date,
  updated: date,
  archived: flag,
});

export const licenceTexts = table('licence_texts', {
  id: text,
  key: text,
  body: text,
  created: date,
});

export const loyaltyRewardProducts = table('loyalty_reward_products', {
  id: text,
  reward: text,
  product: text,
  position: number,
  deliveredAt: dateOrNone,
  created: date,
  updated: date,
});

export const loyaltyRewards = table('loyalty_rewards', {
  id: text,
  guild: text,
  name: text,
  kind: choice<'streak' | 'total'>(),
  months: number,
  state: choice<'draft' | 'active' | 'ended'>(),
  startedAt: dateOrNone,
  endedAt: dateOrNone,
  created: date,
  updated: date,
});

export const mailStops = table('mail_stops', {
  id: text,
  recipient: text,
  kind: text,
  sender: text,
  created: date,
});

export const mailings = table('mailings', {
  id: text,
  subject: text,
  body: text,
  why: text,
  state: choice<'draft' | 'sending' | 'stopped' | 'done'>(),
  cursor: text,
  queued: number,
  people: number,
  writtenBy: text,
  startedAt: dateOrNone,
  endedAt: dateOrNone,
  created: date,
  updated: date,
});

export const mails = table('mails', {
  id: text,
  mailKey: text,
  kind: text,
  to: text,
  subject: text,
  body: text,
  state: choice<'waiting' | 'sending' | 'sent' | 'failed'>(),
  tries: number,
  sendAfter: date,
  sentAt: dateOrNone,
  error: text,
  created: date,
  updated: date,
  store: text,
  parts: json,
  bounced: flag,
});

export const membershipGifts = table('membership_gifts', {
  id: text,
  order: text,
  guild: text,
  tier: text,
  months: number,
  giver: text,
  recipient: text,
  email: text,
  message: text,
  deliverAt: date,
  expiresAt: date,
  paidAt: dateOrNone,
  deliveredAt: dateOrNone,
  tokenHash: text,
  claimedBy: text,
  claimedAt: dateOrNone,
  startedAt: dateOrNone,
  remindedAt: dateOrNone,
  endedAt: dateOrNone,
  endReason: choiceOrNone<'expired' | 'closed'>(),
  refundedAt: dateOrNone,
  created: date,
  updated: date,
});

export const membershipPeriods = table('membership_periods', {
  id: text,
  guild: text,
  member: text,
  tier: text,
  month: text,
  kind: choice<'paid' | 'trial' | 'gift' | 'skipped' | 'refunded'>(),
  payment: text,
  part: number,
  paidCents: number,
  startsAt: date,
  endsAt: date,
  joinedAt: date,
  raiseTier: text,
  raisePayment: text,
  raiseCents: number,
  raiseRefunded: flag,
  handedAt: dateOrNone,
  created: date,
  updated: date,
});

export const merchantLicences = table('merchant_licences', {
  id: text,
  user: text,
  number: text,
  entitlement: text,
  member: text,
  created: date,
});

export const messageAttachments = table('message_attachments', {
  id: text,
  conversation: text,
  message: text,
  owner: text,
  by: choice<'buyer' | 'store'>(),
  kind: choice<'picture' | 'file'>(),
  name: text,
  sizeBytes: number,
  width: number,
  height: number,
  sha256: text,
  storageKey: text,
  created: date,
  post: text,
  alt: text,
});

export const messages = table('messages', {
  id: text,
  conversation: text,
  number: number,
  by: choice<'buyer' | 'store' | 'house'>(),
  author: text,
  kind: choice<
    | 'text'
    | 'refund-asked'
    | 'refund-granted'
    | 'refund-declined'
    | 'refund-withdrawn'
    | 'refund-lapsed'
    | 'refund-made'
    | 'refund-void'
  >(),
  text: text,
  messageKey: text,
  files: number,
  product: text,
  order: text,
  refund: text,
  answering: text,
  waitedSeconds: number,
  created: date,
  updated: date,
  hiddenAt: dateOrNone,
});

export const modelMatches = table('model_matches', {
  id: text,
  pair: text,
  stores: text,
  olderFile: text,
  newerFile: text,
  kind: choice<'file' | 'mesh' | 'shape'>(),
  distance: number,
  foundAt: date,
  outcome: choiceOrNone<'case' | 'licensed' | 'common' | 'different'>(),
  decidedBy: text,
  decidedAt: dateOrNone,
  created: date,
  updated: date,
});

export const modelShapes = table('model_shapes', {
  id: text,
  file: text,
  sha256: text,
  dueAt: dateOrNone,
  tries: number,
  connectivity: text,
  triangles: number,
  bucket: number,
  middle: number,
  smallest: number,
  spread: number,
  histogram: json,
  common: flag,
  created: date,
  updated: date,
});

export const notices = table('notices', {
  id: text,
  tokenHash: text,
  name: text,
  email: text,
  what: choice<'product' | 'store' | 'review' | 'question' | 'message' | 'print' | 'post'>(),
  subject: text,
  kind: choice<
    'copyright' | 'trademark' | 'licence' | 'content' | 'mature' | 'ai' | 'abuse' | 'spam' | 'other'
  >(),
  text: text,
  expiresAt: date,
  created: date,
});

export const notificationSwitches = table('notification_switches', {
  id: text,
  user: text,
  kind: text,
  store: text,
  inApp: choiceOrNone<'on' | 'off'>(),
  mail: choiceOrNone<'now' | 'daily' | 'weekly' | 'off'>(),
  created: date,
  updated: date,
});

export const notifications = table('notifications', {
  id: text,
  user: text,
  kind: text,
  store: text,
  noteKey: text,
  about: text,
  title: text,
  path: text,
  shown: flag,
  readAt: dateOrNone,
  mail: choiceOrNone<'now' | 'daily' | 'weekly' | 'told'>(),
  created: date,
  updated: date,
});

export const orderLines = table('order_lines', {
  id: text,
  order: text,
  position: number,
  product: text,
  store: text,
  storeName: text,
  productName: text,
  picture: text,
  free: flag,
  listCents: number,
  discountCents: number,
  coupon: text,
  couponCode: text,
  paidCents: number,
  commissionPercent: number,
  commissionCents: number,
  feeCents: number,
  netCents: number,
  refundedCents: number,
  licences: choices<'personal' | 'merchant'>(),
  licenceText: text,
  claim: text,
  created: date,
  updated: date,
  memberPercent: number,
  releaseTitle: text,
  includedTaxCents: number,
  refundedTaxCents: number,
  preOrder: text,
  lostCents: number,
  isWithdrawn: flag,
});

export const orderOrigins = table('order_origins', {
  id: text,
  order: text,
  product: text,
  store: text,
  origin: choice<'search' | 'link' | 'feed' | 'mail' | 'post' | 'site' | 'direct'>(),
});

export const orders = table('orders', {
  id: text,
  buyer: text,
  email: text,
  state: choice<'pending' | 'paid' | 'partly_refunded' | 'refunded' | 'disputed' | 'expired'>(),
  currency: text,
  totalCents: number,
  taxCents: number,
  feeCents: number,
  refundedCents: number,
  fingerprint: text,
  checkoutKey: text,
  sessionId: text,
  sessionUrl: text,
  paymentId: text,
  chargeId: text,
  cardBrand: text,
  cardLast4: text,
  giftEmail: text,
  giftMessage: text,
  placedAt: date,
  paidAt: dateOrNone,
  expiresAt: date,
  facts: text,
  settledAt: dateOrNone,
  created: date,
  updated: date,
  feePending: flag,
  fraudWarning: text,
  country: text,
  vatId: text,
  taxPercent: number,
  reverseCharge: flag,
  lostCents: number,
});

export const originWeeks = table('origin_weeks', {
  id: text,
  store: text,
  product: text,
  week: text,
  origin: choice<'search' | 'link' | 'feed' | 'mail' | 'post' | 'site' | 'direct'>(),
  visits: number,
  carts: number,
  sales: number,
});

export const partnerParts = table('partner_parts', {
  id: text,
  order: text,
  line: text,
  store: text,
  percent: number,
  netCents: number,
  created: date,
});

export const paymentEvents = table('payment_events', {
  id: text,
  eventId: text,
  type: text,
  objectId: text,
  at: dateOrNone,
  tries: number,
  handledAt: dateOrNone,
  error: text,
  created: date,
  updated: date,
});

export const posts = table('posts', {
  id: text,
  store: text,
  title: text,
  teaser: text,
  text: text,
  audience: choice<'everybody' | 'members' | 'tiers'>(),
  tiers: text,
  state: choice<'draft' | 'published'>(),
  publishedAt: dateOrNone,
  editedAt: dateOrNone,
  hiddenAt: dateOrNone,
  deletedAt: dateOrNone,
  created: date,
  updated: date,
});

export const preOrders = table('pre_orders', {
  id: text,
  product: text,
  store: text,
  state: choice<'open' | 'delivered' | 'lapsed'>(),
  promisedDay: date,
  movedFrom: dateOrNone,
  workAt: dateOrNone,
  created: date,
  updated: date,
});

export const previews = table('previews', {
  id: text,
  product: text,
  state: choice<'ready' | 'none' | 'failed'>(),
  recipe: number,
  madeOf: text,
  storageKey: text,
  sha256: text,
  sizeBytes: number,
  triangles: number,
  sizeX: number,
  sizeY: number,
  sizeZ: number,
  judgedAt: dateOrNone,
  tries: number,
  tryAfter: dateOrNone,
  created: date,
  updated: date,
});

export const priceTerms = table('price_terms', {
  id: text,
  product: text,
  since: dateOrNone,
  priceCents: number,
  free: flag,
  salePercent: number,
  saleFrom: dateOrNone,
  saleTo: dateOrNone,
  offered: flag,
});

export const printers = table('printers', {
  id: text,
  user: text,
  name: text,
  x: number,
  y: number,
  z: number,
  resinCents: number,
  currency: choice<
    'USD' | 'EUR' | 'GBP' | 'CAD' | 'AUD' | 'NZD' | 'CHF' | 'SEK' | 'NOK' | 'DKK' | 'PLN' | 'CZK'
  >(),
  created: date,
  updated: date,
});

export const productBundles = table('product_bundles', {
  id: text,
  store: text,
  title: text,
  priceCents: number,
  products: texts,
  created: date,
  updated: date,
});

export const productChanges = table('product_changes', {
  id: text,
  product: text,
  version: number,
  note: text,
  created: date,
  toldAt: dateOrNone,
});

export const productFiles = table('product_files', {
  id: text,
  product: text,
  position: number,
  name: text,
  role: choice<'unsupported' | 'presupported' | 'slicer_project' | 'sliced' | 'document' | 'other'>(),
  scale: choiceOrNone<'6' | '10' | '15' | '20' | '28' | '32' | '35' | '54' | '75' | 'free'>(),
  part: text,
  sizeBytes: number,
  sha256: text,
  version: number,
  storageKey: text,
  sizeX: number,
  sizeY: number,
  sizeZ: number,
  volumeMl: number,
  triangles: number,
  watertight: flag,
  shells: number,
  created: date,
  updated: date,
  retiredAt: dateOrNone,
  crc32: text,
  crowdedEdges: number,
});

export const productImportRows = table('product_import_rows', {
  id: text,
  productImport: text,
  line: number,
  product: text,
  name: text,
  kind: choice<'change' | 'create'>(),
  wanted: json,
  former: json,
  state: choice<'waiting' | 'done' | 'refused' | 'undone' | 'kept'>(),
  note: text,
  writtenAt: dateOrNone,
  created: date,
  updated: date,
});

export const productImports = table('product_imports', {
  id: text,
  store: text,
  fileName: text,
  state: choice<'checked' | 'running' | 'done' | 'undoing' | 'undone'>(),
  total: number,
  done: number,
  refused: number,
  undone: number,
  kept: number,
  startedAt: dateOrNone,
  created: date,
  updated: date,
});

export const productInterest = table('product_interest', {
  id: text,
  product: text,
  heat: number,
  reckonedOn: text,
  dueOn: text,
  visits: number,
  carts: number,
  wishes: number,
  claims: number,
  sales: number,
});

export const productPartners = table('product_partners', {
  id: text,
  product: text,
  owner: text,
  store: text,
  state: choice<'asked' | 'agreed'>(),
  created: date,
  updated: date,
  percent: number,
});

export const productZips = table('product_zips', {
  id: text,
  product: text,
  contents: text,
  part: text,
  state: choice<'waiting' | 'building' | 'ready' | 'failed'>(),
  doneBytes: number,
  sizeBytes: number,
  sha256: text,
  storageKey: text,
  error: text,
  created: date,
  updated: date,
});

export const products = table('products', {
  id: text,
  store: text,
  name: text,
  slug: text,
  description: text,
  priceCents: number,
  free: flag,
  salePercent: number,
  saleFrom: dateOrNone,
  saleTo: dateOrNone,
  category: text,
  shelves: texts,
  tags: json,
  type: choiceOrNone<'figure' | 'mount' | 'vehicle' | 'terrain' | 'base' | 'prop' | 'bust'>(),
  genre: choices<'fantasy' | 'sci-fi' | 'historical' | 'modern' | 'horror'>(),
  archetype: text,
  scale: choiceOrNone<'6' | '10' | '15' | '20' | '28' | '32' | '35' | '54' | '75' | 'free'>(),
  supports: choices<'unsupported' | 'presupported' | 'slicer_project' | 'support_free'>(),
  printer: choices<'resin' | 'fdm'>(),
  parts: choiceOrNone<'single' | 'multipart'>(),
  baseMm: number,
  sizeX: number,
  sizeY: number,
  sizeZ: number,
  volumeMl: number,
  licences: choices<'personal' | 'merchant'>(),
  images: texts,
  imageAlts: json,
  printNotes: text,
  mature: flag,
  ai: choiceOrNone<'none' | 'assisted' | 'generated'>(),
  state: choice<
    | 'draft'
    | 'processing'
    | 'ready'
    | 'in-review'
    | 'scheduled'
    | 'published'
    | 'unlisted'
    | 'archived'
    | 'suspended'
  >(),
  popularity: number,
  publishedAt: dateOrNone,
  created: date,
  updated: date,
  outline: json,
  publishAt: dateOrNone,
  timeZone: text,
  previewOff: flag,
  suspendedFrom: choiceOrNone<
    'draft' | 'processing' | 'ready' | 'in-review' | 'scheduled' | 'published' | 'unlisted' | 'archived'
  >(),
  suspendedWhy: text,
  suspendedByCase: flag,
  stars1: number,
  stars2: number,
  stars3: number,
  stars4: number,
  stars5: number,
  printCount: number,
  rating: number,
  ratingScore: number,
  originKind: choiceOrNone<'own' | 'licensed'>(),
  originFrom: text,
  originLicence: text,
  originAt: dateOrNone,
  originVersion: number,
  reviewSince: dateOrNone,
  reviewNote: text,
  printLayerMm: number,
  printExposureS: number,
  printSupports: choiceOrNone<'none' | 'added' | 'presupported'>(),
  printMaterial: choiceOrNone<'resin' | 'tough_resin' | 'pla' | 'petg' | 'abs' | 'other'>(),
  printPrinter: text,
  openPrice: flag,
  suggestedCents: number,
  video: text,
});

export const questions = table('questions', {
  id: text,
  product: text,
  store: text,
  asker: text,
  question: text,
  answer: text,
  state: choice<'open' | 'answered' | 'hidden'>(),
  hiddenFor: choiceOrNone<
    'off-topic' | 'rude' | 'private' | 'advertising' | 'asked-before' | 'held' | 'reported'
  >(),
  answeredAt: dateOrNone,
  answerChangedAt: dateOrNone,
  created: date,
  updated: date,
  post: text,
});

export const recoveryCodes = table('recovery_codes', {
  id: text,
  user: text,
  codeHash: text,
  created: date,
});

export const refundRequests = table('refund_requests', {
  id: text,
  conversation: text,
  order: text,
  line: text,
  amountCents: number,
  state: choice<'asked' | 'granting' | 'granted' | 'declined' | 'withdrawn' | 'void'>(),
  answerUntil: date,
  answeredBy: choiceOrNone<'store' | 'clock'>(),
  created: date,
  updated: date,
});

export const refunds = table('refunds', {
  id: text,
  order: text,
  line: text,
  amountCents: number,
  by: choice<'operator' | 'seller' | 'provider'>(),
  reason: text,
  state: choice<'sending' | 'pending' | 'done' | 'failed'>(),
  stripeId: text,
  refundKey: text,
  created: date,
  updated: date,
});

export const releaseProducts = table('release_products', {
  id: text,
  release: text,
  product: text,
  position: number,
  deliveredAt: dateOrNone,
  created: date,
  updated: date,
});

export const releaseTiers = table('release_tiers', {
  id: text,
  release: text,
  tier: text,
  created: date,
});

export const releases = table('releases', {
  id: text,
  guild: text,
  title: text,
  month: text,
  cover: text,
  coverAlt: text,
  description: text,
  state: choice<'draft' | 'scheduled' | 'publishing' | 'published' | 'archived'>(),
  publishAt: dateOrNone,
  publishedAt: dateOrNone,
  backCents: number,
  reached: number,
  toReach: number,
  created: date,
  updated: date,
});

export const reports = table('reports', {
  id: text,
  inCase: text,
  user: text,
  kind: choice<
    'copyright' | 'trademark' | 'licence' | 'content' | 'mature' | 'ai' | 'abuse' | 'spam' | 'other'
  >(),
  text: text,
  created: date,
  updated: date,
  name: text,
  email: text,
});

export const reviewPhotos = table('review_photos', {
  id: text,
  review: text,
  product: text,
  store: text,
  picture: text,
  position: number,
  hiddenAt: dateOrNone,
  created: date,
  updated: date,
});

export const reviews = table('reviews', {
  id: text,
  product: text,
  store: text,
  user: text,
  source: choice<
    'purchase' | 'free' | 'release' | 'entry_bundle' | 'access_group' | 'loyalty' | 'gift' | 'operator'
  >(),
  stars: number,
  text: text,
  printer: text,
  material: choiceOrNone<'resin' | 'tough_resin' | 'pla' | 'petg' | 'abs' | 'other'>(),
  variant: text,
  outcome: choiceOrNone<'yes' | 'changes' | 'no'>(),
  writtenAt: date,
  editedAt: dateOrNone,
  answer: text,
  answeredAt: dateOrNone,
  answerEditedAt: dateOrNone,
  hiddenAt: dateOrNone,
  photoCount: number,
  created: date,
  updated: date,
  layerMm: number,
  exposureS: number,
  supports: choiceOrNone<'none' | 'added' | 'presupported'>(),
  returnedAt: dateOrNone,
});

export const roles = table('roles', {
  id: text,
  user: text,
  role: choice<'operator' | 'moderator'>(),
  givenBy: text,
  created: date,
  updated: date,
  setUpOpenSince: dateOrNone,
  resetAllowedUntil: dateOrNone,
});

export const saleWeekLines = table('sale_week_lines', {
  id: text,
  line: text,
  week: text,
  startsAt: date,
  created: date,
});

export const saleWeekProducts = table('sale_week_products', {
  id: text,
  week: text,
  product: text,
  store: text,
  percent: number,
  startsAt: date,
  endsAt: date,
  created: date,
  waiting: flag,
  dueAt: dateOrNone,
});

export const saleWeekSums = table('sale_week_sums', {
  id: text,
  week: text,
  startsAt: date,
  store: text,
  sales: number,
  paidCents: number,
  refundedCents: number,
  heldCents: number,
  yoursCents: number,
});

export const savedReasons = table('saved_reasons', {
  id: text,
  title: text,
  verdict: choice<'upheld' | 'dismissed'>(),
  ground: choice<'law' | 'terms'>(),
  groundText: text,
  text: text,
  created: date,
  updated: date,
});

export const savedReplies = table('saved_replies', {
  id: text,
  store: text,
  title: text,
  text: text,
  created: date,
  updated: date,
});

export const savedSearches = table('saved_searches', {
  id: text,
  user: text,
  name: text,
  query: text,
  pace: choice<'daily' | 'weekly' | 'off'>(),
  lookedFor: date,
  seenUntil: date,
  created: date,
  updated: date,
});

export const searchMisses = table('search_misses', {
  id: text,
  day: text,
  words: text,
  times: number,
});

export const secondFactors = table('second_factors', {
  id: text,
  user: text,
  sealedSecret: text,
  setUpAt: dateOrNone,
  lastStep: number,
  created: date,
  updated: date,
});

export const sellerIncome = table('seller_income', {
  id: text,
  store: text,
  source: choice<'sale' | 'membership' | 'partner'>(),
  at: dateOrNone,
  paidAt: dateOrNone,
  day: text,
  placedAt: dateOrNone,
  state: choice<'paid' | 'refunded' | 'disputed' | 'partly_refunded'>(),
  order: text,
  guild: text,
  member: text,
  number: text,
  product: text,
  name: text,
  buyer: text,
  couponCode: text,
  memberPercent: number,
  releaseTitle: text,
  listCents: number,
  discountCents: number,
  commissionPercent: number,
  paidCents: number,
  commissionCents: number,
  netCents: number,
  refundedCents: number,
  heldCents: number,
  yoursCents: number,
});

export const sellerIncomeDays = table('seller_income_days', {
  id: text,
  store: text,
  day: text,
  source: choiceOrNone<'sale' | 'membership' | 'partner'>(),
  kind: choiceOrNone<'kept' | 'given-back' | 'disputed' | 'disputed-given-back'>(),
  count: number,
  listCents: number,
  discountCents: number,
  paidCents: number,
  commissionCents: number,
  netCents: number,
  refundedCents: number,
  heldCents: number,
  yoursCents: number,
});

export const sellerIncomeMonths = table('seller_income_months', {
  id: text,
  store: text,
  month: text,
  part: choiceOrNone<'product' | 'name' | 'coupon' | 'members'>(),
  what: text,
  source: choiceOrNone<'sale' | 'membership' | 'partner'>(),
  kind: choiceOrNone<'kept' | 'given-back' | 'disputed' | 'disputed-given-back'>(),
  count: number,
  discountCents: number,
  yoursCents: number,
});

export const sellerIncomeTotals = table('seller_income_totals', {
  id: text,
  count: number,
  heldCents: number,
  yoursCents: number,
});

export const sellerPlans = table('seller_plans', {
  id: text,
  store: text,
  customerId: text,
  checkoutId: text,
  subscriptionId: text,
  itemId: text,
  state: choice<'none' | 'active' | 'ending' | 'past-due' | 'ended'>(),
  rhythm: choiceOrNone<'monthly' | 'annual'>(),
  priceCents: number,
  paidUntil: dateOrNone,
  isWaiting: flag,
  dueInvoiceId: text,
  dueCents: number,
  dueSince: dateOrNone,
  askedAt: dateOrNone,
  created: date,
  updated: date,
  remindedFor: dateOrNone,
  invoicedSince: dateOrNone,
  heldAt: dateOrNone,
});

export const sellerShares = table('seller_shares', {
  id: text,
  order: text,
  store: text,
  shareCents: number,
  sentCents: number,
  state: choice<'owed' | 'sent' | 'frozen' | 'returned' | 'debt' | 'held'>(),
  created: date,
  updated: date,
});

export const sellerTransfers = table('seller_transfers', {
  id: text,
  order: text,
  store: text,
  turn: number,
  kind: choice<'transfer' | 'reversal' | 'withheld' | 'recovered'>(),
  amountCents: number,
  state: choice<'sending' | 'done' | 'failed'>(),
  stripeId: text,
  of: text,
  created: date,
  updated: date,
});

export const sharedLists = table('shared_lists', {
  id: text,
  user: text,
  list: text,
  key: text,
  showsName: flag,
  created: date,
});

export const shelves = table('shelves', {
  id: text,
  store: text,
  slug: text,
  name: text,
  position: number,
  productCount: number,
  created: date,
  updated: date,
});

export const signInCodes = table('sign_in_codes', {
  id: text,
  user: text,
  codeHash: text,
  entries: number,
  expiresAt: date,
  created: date,
  sameAs: text,
  mailedAt: dateOrNone,
});

export const signInTries = table('sign_in_tries', {
  id: text,
  key: text,
  tries: number,
  until: number,
});

export const signUps = table('sign_ups', {
  id: text,
  user: text,
  secretHash: text,
  redirect: text,
  expiresAt: date,
  created: date,
});

export const siteDays = table('site_days', {
  id: text,
  day: text,
  sales: number,
  paidCents: number,
  commissionCents: number,
  refundedCents: number,
  refundedSales: number,
  disputedSales: number,
  people: number,
  stores: number,
  products: number,
  downloads: number,
  downloadBytes: number,
  storedBytes: number,
  mailsSent: number,
  mailsFailed: number,
  mailsBounced: number,
});

export const siteProcesses = table('site_processes', {
  id: text,
  process: text,
  kind: choiceOrNone<'site' | 'jobs'>(),
  version: text,
  since: dateOrNone,
  seenAt: dateOrNone,
  facts: json,
});

export const siteSettings = table('site_settings', {
  id: text,
  name: text,
  value: json,
  version: number,
  created: date,
  updated: date,
});

export const spamWords = table('spam_words', {
  id: text,
  word: text,
  deed: choice<'hold' | 'refuse'>(),
  note: text,
  created: date,
  updated: date,
});

export const staffDeeds = table('staff_deeds', {
  id: text,
  store: text,
  user: text,
  username: text,
  deed: text,
  created: date,
});

export const stepUps = table('step_ups', {
  id: text,
  user: text,
  secretHash: text,
  expiresAt: date,
  created: date,
});

export const storeStaff = table('store_staff', {
  id: text,
  store: text,
  user: text,
  roles: choices<'upload' | 'support' | 'money'>(),
  agreedAt: dateOrNone,
  created: date,
  updated: date,
});

export const stores = table('stores', {
  id: text,
  owner: text,
  slug: text,
  name: text,
  tagline: text,
  about: text,
  logo: text,
  banner: text,
  bannerAlt: text,
  socials: json,
  state: choice<'draft' | 'open' | 'vacation' | 'suspended' | 'closed'>(),
  productCount: number,
  openedAt: dateOrNone,
  created: date,
  updated: date,
  vacationNote: text,
  mature: flag,
  featured: texts,
  suspendedFrom: choiceOrNone<'draft' | 'open' | 'vacation' | 'closed'>(),
  suspendedWhy: text,
  suspendedByCase: flag,
  stars1: number,
  stars2: number,
  stars3: number,
  stars4: number,
  stars5: number,
  printCount: number,
  rating: number,
  ratingScore: number,
  followers: number,
  nameFold: text,
  sellerStatus: choiceOrNone<'trader' | 'private'>(),
  traderName: text,
  traderAddress: text,
  traderContact: text,
  traderRegister: text,
  sellerStatusAt: dateOrNone,
  verifiedAt: dateOrNone,
  backdrop: text,
  deliveryMailsOff: flag,
  deliveryMailsADay: number,
});

export const takedowns = table('takedowns', {
  id: text,
  inCase: text,
  product: text,
  startedBy: text,
  startedByName: text,
  state: choice<'running' | 'done'>(),
  buyers: number,
  totalCents: number,
  afterLine: text,
  refundedLines: number,
  refundedCents: number,
  failedLines: number,
  lastProblem: text,
  created: date,
  updated: date,
});

export const tenureImports = table('tenure_imports', {
  id: text,
  guild: text,
  fileName: text,
  state: choice<'done' | 'undone'>(),
  changes: json,
  changed: number,
  expected: number,
  joined: number,
  startedAt: date,
  created: date,
});

export const tierPrices = table('tier_prices', {
  id: text,
  tier: text,
  billing: choice<'monthly' | 'annual'>(),
  cents: number,
  priceId: text,
  created: date,
  withTax: flag,
});

export const uploads = table('uploads', {
  id: text,
  store: text,
  product: text,
  name: text,
  path: text,
  archive: text,
  sizeBytes: number,
  state: choice<'uploading' | 'arrived' | 'checked' | 'refused' | 'used'>(),
  reason: text,
  sha256: text,
  storageKey: text,
  sameAs: json,
  mesh: json,
  created: date,
  updated: date,
  expectedSha256: text,
  crc32: text,
});

export const users = table('users', {
  id: text,
  email: text,
  emailVisibility: flag,
  verified: flag,
  created: date,
  updated: date,
  username: text,
  avatar: text,
  theme: choiceOrNone<'light' | 'dark' | 'system'>(),
  showMature: flag,
  suspended: flag,
  strikes: number,
  suspendedWhy: text,
  hidesAi: flag,
});

export const viewCounts = table('view_counts', {
  id: text,
  store: text,
  product: text,
  day: text,
  views: number,
  visits: number,
  carts: number,
});

export const viewDays = table('view_days', {
  id: text,
  store: text,
  day: text,
  views: number,
  visits: number,
  carts: number,
});

export const viewMonths = table('view_months', {
  id: text,
  store: text,
  month: text,
  product: text,
  views: number,
  visits: number,
  carts: number,
});

export const webhookDeliveries = table('webhook_deliveries', {
  id: text,
  webhook: text,
  event: text,
  subject: text,
  payload: text,
  state: choice<'waiting' | 'delivered' | 'given-up'>(),
  tries: number,
  queuedAt: date,
  sendAfter: dateOrNone,
  status: number,
  answer: text,
  created: date,
  updated: date,
});

export const webhooks = table('webhooks', {
  id: text,
  store: text,
  url: text,
  events: text,
  secret: text,
  oldSecret: text,
  oldSecretUntil: dateOrNone,
  created: date,
  updated: date,
});

export const wishes = table('wishes', {
  id: text,
  user: text,
  product: text,
  seenCents: number,
  alertedSale: dateOrNone,
  created: date,
  updated: date,
});

export const withdrawals = table('withdrawals', {
  id: text,
  order: text,
  tokenHash: text,
  expiresAt: date,
  confirmedAt: dateOrNone,
  refundedCents: number,
  created: date,
  updated: date,
  subscription: text,
  payer: text,
  startedAt: dateOrNone,
  person: text,
  repeatedAt: dateOrNone,
});

export const auditActor = table('audit_actor', {
  who: text,
  actor: text,
  name: text,
});

export const changeFeed = table('change_feed', {
  seq: number,
  collection: text,
  record: text,
  op: text,
});

export const guildMemberCounts = table('guild_member_counts', {
  guild: text,
  tier: text,
  state: text,
  members: number,
});

export const libraryChanges = table('library_changes', {
  person: text,
  product: text,
  seq: number,
});

export const libraryProducts = table('library_products', {
  product: text,
  seq: number,
  name: text,
  store: text,
  picture: text,
  type: text,
  scale: text,
  supports: text,
  sizeBytes: number,
  newestFileAt: text,
});

export const messageWords = table('message_words', {
  message: text,
  conversation: text,
  keys: text,
  text: text,
});

export const tombstones = table('tombstones', {
  storageKey: text,
  dueAt: number,
  deleting: text,
});

export const userNames = table('user_names', {
  person: text,
  name: text,
});
