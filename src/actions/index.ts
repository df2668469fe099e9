import * as accessGroups from './access-groups.ts';
import * as accessImports from './access-imports.ts';
import * as account from './account.ts';
import * as businessAccounts from './business-accounts.ts';
import * as cases from './cases.ts';
import * as checkout from './checkout.ts';
import * as conversations from './conversations.ts';
import * as coupons from './coupons.ts';
import * as entryBundles from './entry-bundles.ts';
import * as follows from './follows.ts';
import * as gifts from './gifts.ts';
import * as groupPeople from './group-people.ts';
import * as guildInformation from './guild-information.ts';
import * as guildLetters from './guild-letters.ts';
import * as guildMembers from './guild-members.ts';
import * as guildTiers from './guild-tiers.ts';
import * as guilds from './guilds.ts';
import * as library from './library.ts';
import * as loyaltyRewards from './loyalty-rewards.ts';
import * as memberships from './memberships.ts';
import * as notifications from './notifications.ts';
import * as payouts from './payouts.ts';
import * as productImports from './product-imports.ts';
import * as products from './products.ts';
import * as productsInBulk from './products-in-bulk.ts';
import * as questions from './questions.ts';
import * as releases from './releases.ts';
import * as reports from './reports.ts';
import * as reviews from './reviews.ts';
import * as sales from './sales.ts';
import * as savedSearches from './saved-searches.ts';
import * as sellerPlans from './seller-plans.ts';
import * as session from './session.ts';
import * as shelves from './shelves.ts';
import * as stores from './stores.ts';
import * as wishes from './wishes.ts';

/** Every verb a browser may ask of our server, by noun. */
export const server = {
  session: session.session,
  account: account.account,
  accessGroups: accessGroups.accessGroups,
  businessAccounts: businessAccounts.businessAccounts,
  accessImports: accessImports.accessImports,
  cases: cases.cases,
  checkout: checkout.checkout,
  conversations: conversations.conversations,
  coupons: coupons.coupons,
  follows: follows.follows,
  gifts: gifts.gifts,
  groupPeople: groupPeople.groupPeople,
  entryBundles: entryBundles.entryBundles,
  guildInformation: guildInformation.guildInformation,
  guildLetters: guildLetters.guildLetters,
  guildMembers: guildMembers.guildMembers,
  guildTiers: guildTiers.guildTiers,
  guilds: guilds.guilds,
  loyaltyRewards: loyaltyRewards.loyaltyRewards,
  releases: releases.releases,
  reports: reports.reports,
  library: library.library,
  productImports: productImports.productImports,
  products: products.products,
  productsInBulk: productsInBulk.productsInBulk,
  memberships: memberships.memberships,
  notifications: notifications.notifications,
  payouts: payouts.payouts,
  reviews: reviews.reviews,
  questions: questions.questions,
  sales: sales.sales,
  savedSearches: savedSearches.savedSearches,
  sellerPlans: sellerPlans.sellerPlans,
  shelves: shelves.shelves,
  stores: stores.stores,
  wishes: wishes.wishes,
};
