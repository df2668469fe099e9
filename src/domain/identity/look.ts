/**
 * Looks: an operator sees the marketplace as somebody else sees it. Everything is read by the person's id through the same
 * questions that their own pages ask; nothing is changed, and what is private between people stays closed.
 */

/** How long a look may last, in ms. */
export const LOOK_MS = 30 * 60_000;

/** The questions that are answered as for the person. A new action is closed to looks until it stands here. */
export const LOOK_ACTIONS: ReadonlySet<string> = new Set([
  'account.overview',
  'cases.list',
  'checkout.myOrder',
  'checkout.myOrders',
  'follows.has',
  'follows.list',
  'library.all',
  'library.one',
  'memberships.mine',
  'memberships.one',
  'notifications.inGroup',
  'notifications.list',
  'notifications.newest',
  'notifications.switches',
  'printers.list',
  'printers.needs',
  'reports.list',
  'reviews.mine',
  'savedSearches.list',
  'sharedLists.one',
  'storeStaff.deeds',
  'storeStaff.mine',
  'guildPolls.ofGuild',
  'wishes.has',
  'wishes.list',
  // What sellers see of their store.
  'accessGroups.mine',
  'accessGroups.one',
  'accessImports.campaigns',
  'businessAccounts.mine',
  'coupons.mine',
  'coupons.one',
  'entryBundles.mine',
  'groupPeople.figures',
  'groupPeople.list',
  'guildGoals.mine',
  'guildPolls.mine',
  'guildInformation.mine',
  'guildMembers.list',
  'guildMembers.one',
  'guildMembers.standing',
  'guildMembers.tenureImports',
  'guildTiers.mine',
  'guilds.mine',
  'loyaltyRewards.mine',
  'origins.figures',
  'payouts.lines',
  'payouts.mine',
  'posts.comments',
  'posts.mine',
  'posts.open',
  'productBundles.mine',
  'productChoices.list',
  'productImports.mine',
  'productPartners.mine',
  'products.choices',
  'products.list',
  'products.one',
  'productsInBulk.table',
  'questions.ofStore',
  'releases.audience',
  'releases.mine',
  'releases.one',
  'releases.progress',
  'reviews.ofMyStore',
  'saleWeeks.mine',
  'sales.choices',
  'sales.figures',
  'sales.mine',
  'sellerPlans.mine',
  'shelves.mine',
  'shelves.one',
  'stores.mine',
  'stores.showable',
]);

/** What an operator does in their own name meanwhile: the desk's work, and signing out. */
const OWN_ACTIONS: ReadonlySet<string> = new Set([
  'legalTexts.publish',
  'legalTexts.versions',
  'legalTexts.words',
  'session.signOut',
]);
const OWN_NOUNS = /^(desk[A-Z]\w*|mailings|siteSettings|spamWords)\./;

/** Why these stay closed, though they only read. */
const CLOSED_NOUNS: Readonly<Record<string, string>> = {
  conversations: 'Conversations are private. The desk reads only what somebody reported.',
  guildLetters: 'Letters of a guild go to its members’ conversations, which are private.',
  apiTokens: 'Access tokens open an account, so a look does not show them.',
  webhooks: 'Webhooks have secrets of their own, so a look does not show them.',
};

export const INVOICE_CLOSED = 'Invoices name the card that paid, so a look does not show them.';

/** The pages of the account that a look does not open, by their route, with the reason. */
export const CLOSED_PAGES: Readonly<Record<string, string>> = {
  messages: CLOSED_NOUNS['conversations'] ?? '',
  'conversation/:id': CLOSED_NOUNS['conversations'] ?? '',
  'access-tokens': CLOSED_NOUNS['apiTokens'] ?? '',
  webhooks: CLOSED_NOUNS['webhooks'] ?? '',
};

/** In whose name an action runs during a look: the person's, the operator's own, or nobody's. */
export function lookRule(action: string): 'person' | 'own' | 'refused' {
  if (LOOK_ACTIONS.has(action)) return 'person';
  return OWN_ACTIONS.has(action) || OWN_NOUNS.test(action) ? 'own' : 'refused';
}

/** What an operator is told whose look does not allow this. @param name the person's name */
export function lookRefusalText(action: string, name: string): string {
  const noun = action.slice(0, action.indexOf('.'));
  if (Object.hasOwn(CLOSED_NOUNS, noun)) return CLOSED_NOUNS[noun] ?? '';
  return `You see the marketplace as ${name}: nothing can be changed or downloaded. End the look first.`;
}

/** What is told where a page still shows a look that is over. */
export const LOOK_ENDED_TEXT = 'The look has ended. Reload the page.';
