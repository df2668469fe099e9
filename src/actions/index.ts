import * as account from './account/account.ts';
import * as apiTokens from './account/api-tokens.ts';
import * as webhooks from './account/webhooks.ts';
import * as printers from './catalogue/printers.ts';
import * as productChoices from './catalogue/product-choices.ts';
import * as productImports from './catalogue/product-imports.ts';
import * as productPartners from './catalogue/product-partners.ts';
import * as products from './catalogue/products.ts';
import * as productsInBulk from './catalogue/products-in-bulk.ts';
import * as savedSearches from './catalogue/saved-searches.ts';
import * as shelves from './catalogue/shelves.ts';
import * as storeStaff from './catalogue/store-staff.ts';
import * as stores from './catalogue/stores.ts';
import * as checkout from './commerce/checkout.ts';
import * as coupons from './commerce/coupons.ts';
import * as gifts from './commerce/gifts.ts';
import * as origins from './commerce/origins.ts';
import * as payouts from './commerce/payouts.ts';
import * as preOrders from './commerce/pre-orders.ts';
import * as productBundles from './commerce/product-bundles.ts';
import * as saleWeeks from './commerce/sale-weeks.ts';
import * as sales from './commerce/sales.ts';
import * as withdrawals from './commerce/withdrawals.ts';
import * as follows from './community/follows.ts';
import * as posts from './community/posts.ts';
import * as questions from './community/questions.ts';
import * as reviews from './community/reviews.ts';
import * as deskAudit from './desk/audit.ts';
import * as deskCases from './desk/cases.ts';
import * as deskCategories from './desk/categories.ts';
import * as deskFigures from './desk/figures.ts';
import * as deskHealth from './desk/health.ts';
import * as deskMatches from './desk/matches.ts';
import * as deskOffers from './desk/offers.ts';
import * as deskOrders from './desk/orders.ts';
import * as deskPeople from './desk/people.ts';
import * as deskQueue from './desk/queue.ts';
import * as deskSearches from './desk/searches.ts';
import * as deskTransparency from './desk/transparency.ts';
import * as deskUnmatched from './desk/unmatched.ts';
import * as entryBundles from './guild/entry-bundles.ts';
import * as guildGoals from './guild/guild-goals.ts';
import * as guildInformation from './guild/guild-information.ts';
import * as guildMembers from './guild/guild-members.ts';
import * as guildPolls from './guild/guild-polls.ts';
import * as guildTiers from './guild/guild-tiers.ts';
import * as guilds from './guild/guilds.ts';
import * as loyaltyRewards from './guild/loyalty-rewards.ts';
import * as memberships from './guild/memberships.ts';
import * as releases from './guild/releases.ts';
import * as storeStates from './guild/store-states.ts';
import * as deskFactor from './identity/desk-factor.ts';
import * as session from './identity/session.ts';
import * as stepUp from './identity/step-up.ts';
import { tellingOutages } from './kernel/outages.ts';
import * as accessGroups from './library/access-groups.ts';
import * as accessImports from './library/access-imports.ts';
import * as groupPeople from './library/group-people.ts';
import * as library from './library/library.ts';
import * as sharedLists from './library/shared-lists.ts';
import * as wishes from './library/wishes.ts';
import * as guildLetters from './messaging/broadcasts.ts';
import * as conversations from './messaging/conversations.ts';
import * as cases from './moderation/cases.ts';
import * as notices from './moderation/notices.ts';
import * as reports from './moderation/reports.ts';
import * as spamWords from './moderation/spam-words.ts';
import * as mailings from './notifications/mailings.ts';
import * as notifications from './notifications/notifications.ts';
import * as businessAccounts from './payments/business-accounts.ts';
import * as sellerPlans from './payments/seller-plans.ts';
import * as legalTexts from './site/legal-texts.ts';
import * as siteSettings from './site/settings.ts';

/** Every verb a browser may ask of our server, by noun. */
export const server = tellingOutages({
  session: session.session,
  account: account.account,
  apiTokens: apiTokens.apiTokens,
  accessGroups: accessGroups.accessGroups,
  businessAccounts: businessAccounts.businessAccounts,
  accessImports: accessImports.accessImports,
  cases: cases.cases,
  checkout: checkout.checkout,
  conversations: conversations.conversations,
  coupons: coupons.coupons,
  preOrders: preOrders.preOrders,
  productBundles: productBundles.productBundles,
  saleWeeks: saleWeeks.saleWeeks,
  stepUps: stepUp.stepUps,
  storeStaff: storeStaff.storeStaff,
  productPartners: productPartners.productPartners,
  deskAudit: deskAudit.deskAudit,
  deskLooks: deskPeople.deskLooks,
  deskOrders: deskOrders.deskOrders,
  deskPeople: deskPeople.deskPeople,
  deskProducts: deskOffers.deskProducts,
  deskStores: deskOffers.deskStores,

  deskCases: deskCases.deskCases,
  deskCategories: deskCategories.deskCategories,
  deskFactor: deskFactor.deskFactor,
  deskFigures: deskFigures.deskFigures,
  deskHealth: deskHealth.deskHealth,

  deskMatches: deskMatches.deskMatches,
  deskQueue: deskQueue.deskQueue,
  deskReasons: deskCases.deskReasons,
  deskSearches: deskSearches.deskSearches,
  deskTransparency: deskTransparency.deskTransparency,
  deskUnmatched: deskUnmatched.deskUnmatched,
  follows: follows.follows,
  gifts: gifts.gifts,
  groupPeople: groupPeople.groupPeople,
  entryBundles: entryBundles.entryBundles,
  guildGoals: guildGoals.guildGoals,
  guildPolls: guildPolls.guildPolls,
  guildInformation: guildInformation.guildInformation,
  guildLetters: guildLetters.guildLetters,
  guildMembers: guildMembers.guildMembers,
  guildTiers: guildTiers.guildTiers,
  guilds: guilds.guilds,
  loyaltyRewards: loyaltyRewards.loyaltyRewards,
  releases: releases.releases,
  reports: reports.reports,
  library: library.library,
  printers: printers.printers,
  productChoices: productChoices.productChoices,
  productImports: productImports.productImports,
  products: products.products,
  productsInBulk: productsInBulk.productsInBulk,
  memberships: memberships.memberships,
  notices: notices.notices,
  notifications: notifications.notifications,
  origins: origins.origins,
  payouts: payouts.payouts,
  reviews: reviews.reviews,
  posts: posts.posts,
  questions: questions.questions,
  sales: sales.sales,
  savedSearches: savedSearches.savedSearches,
  sellerPlans: sellerPlans.sellerPlans,
  sharedLists: sharedLists.sharedLists,
  shelves: shelves.shelves,
  legalTexts: legalTexts.legalTexts,
  mailings: mailings.mailings,
  siteSettings: siteSettings.siteSettings,
  spamWords: spamWords.spamWords,
  stores: { ...stores.stores, ...storeStates.stores },
  webhooks: webhooks.webhooks,
  wishes: wishes.wishes,
  withdrawals: withdrawals.withdrawals,
});
