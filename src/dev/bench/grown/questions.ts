import { paths } from '../../../paths.ts';
import type { Role, Subjects } from './subjects.ts';

/** One request of the table: a page, or the main question of an action. */
export interface Question {
  name: string;
  as: Role;
  path: (subjects: Subjects) => string;
  /** The input of an action; undefined for a page. */
  input?: (subjects: Subjects) => unknown;
}

const page = (name: string, path: (subjects: Subjects) => string, as: Role = ''): Question => ({
  name,
  as,
  path,
});
const action = (name: string, as: Role, input: (subjects: Subjects) => unknown = () => ({})): Question => ({
  ...{ name, as, input },
  path: () => `/_actions/${name}`,
});

const ANY_SALE = { state: null, productId: null, couponCode: null, buyer: null, from: null, to: null };
const ANY_MEMBER = { text: '', state: null, tierId: null, joinedFrom: null };

/** Every kind of public page, and every action's main question that only reads. */
export const QUESTIONS: readonly Question[] = [
  page('home', paths.home),
  page('search, common word', () => paths.search('dragon')),
  page('search, rare word', () => paths.search('w8x3')),
  page('search, nothing found', () => paths.search('qqzzxxyy')),
  page('search, no word', () => '/search'),
  page('search, a facet', () => '/search?type=figure&scale=32'),
  page('search, page 5', () => '/search?page=5'),
  page('suggestions', () => '/api/suggestions?query=dra'),
  page('categories', paths.categories),
  page('artists', () => paths.artists()),
  page('guilds', () => paths.guilds()),
  page('product', ({ product }) => paths.product(product)),
  page('product, lowest reviews', ({ product }) => paths.productReviews(product, 1, 'lowest')),
  page('product, prints', ({ product }) => paths.productPrints(product)),
  page('product, questions', ({ product }) => paths.productQuestions(product)),
  page('store', ({ store }) => paths.store(store)),
  page('store, products', ({ store }) => paths.storeProducts(store)),
  page('store, one category', ({ store, shelf }) => paths.storeShelf(store, shelf)),
  page('store, categories', ({ store }) => paths.storeCategories(store)),
  page('store, guild', ({ store }) => paths.storeGuild(store)),
  page('store, posts', ({ store }) => paths.storePosts(store)),
  page('store, prints', ({ store }) => paths.storePrints(store)),
  page('feed of new products', () => paths.newFeed('xml')),
  page('feed of a store', ({ store }) => paths.storeFeed(store, 'xml')),
  page('sitemap', paths.sitemap),
  page('sitemap of products', () => '/sitemaps/products-1.xml'),
  page('cart', paths.cart),
  page('what I own', () => paths.owned(), 'collector'),
  page('new from followed', paths.newFromFollowed, 'collector'),
  page('for you', paths.forYou, 'collector'),
  page('my guilds', paths.activeMemberships, 'member'),
  page('account', () => paths.account(), 'collector'),
  action('account.overview', 'seller'),
  action('apiTokens.list', 'seller'),
  action('webhooks.list', 'seller'),
  action('library.all', 'collector'),
  action('library.one', 'collector', ({ owned }) => ({ productId: owned })),
  action('wishes.list', 'collector'),
  action('printers.list', 'collector'),
  action('follows.list', 'collector'),
  action('savedSearches.list', 'collector'),
  action('checkout.quote', 'member', ({ cart }) => ({ productIds: cart, codes: [], gift: false })),
  action('checkout.myOrders', 'collector', () => ({ page: 1 })),
  action('checkout.myOrder', 'collector', ({ order }) => ({ orderId: order })),
  action('memberships.mine', 'member'),
  action('memberships.one', 'member', ({ guild }) => ({ guildId: guild, ask: false })),
  action('memberships.invoices', 'member'),
  action('notifications.newest', 'notified'),
  action('notifications.list', 'notified', () => ({ page: 1, unreadOnly: false })),
  action('notifications.switches', 'notified'),
  action('conversations.list', 'seller', () => ({})),
  {
    ...action('conversations.list', 'seller', () => ({ search: 'cloak' })),
    name: 'conversations.list, search',
  },
  { ...action('conversations.list', 'seller', () => ({ unread: true })), name: 'conversations.list, unread' },
  action('conversations.unread', 'seller'),
  action('conversations.one', 'seller', ({ conversation }) => ({ id: conversation })),
  action('stores.mine', 'seller'),
  action('stores.showable', 'seller'),
  action('shelves.mine', 'seller'),
  action('coupons.mine', 'seller'),
  action('products.list', 'seller', () => ({ page: 1, text: '', state: null, shelf: null, sort: 'newest' })),
  {
    ...action('products.list', 'seller', () => ({
      page: 1,
      text: 'dragon',
      state: null,
      shelf: null,
      sort: 'name',
    })),
    name: 'products.list, a word',
  },
  action('products.choices', 'seller'),
  action('products.one', 'seller', ({ product }) => ({ id: product })),
  action('productImports.mine', 'seller'),
  action('accessGroups.mine', 'seller'),
  action('accessImports.campaigns', 'seller'),
  action('sales.mine', 'seller', () => ({ page: 1, filter: ANY_SALE })),
  action('sales.figures', 'seller', () => ANY_SALE),
  action('sales.choices', 'seller'),
  action('payouts.mine', 'seller'),
  action('businessAccounts.page', 'seller'),
  action('guilds.mine', 'seller'),
  action('guildTiers.mine', 'seller'),
  action('releases.mine', 'seller'),
  action('entryBundles.mine', 'seller'),
  action('guildMembers.list', 'seller', () => ({ filter: ANY_MEMBER, after: null })),
  action('guildMembers.standing', 'seller'),
  action('guildMembers.tenureImports', 'seller'),
  action('guildLetters.recent', 'seller'),
  action('guildLetters.reach', 'seller', () => ANY_MEMBER),
  action('reviews.ofMyStore', 'seller', () => ({ page: 1, unanswered: false })),
  action('posts.mine', 'seller', () => ({ before: null })),
  action('questions.ofStore', 'seller', () => ({ page: 1, state: 'open' })),
  action('reports.list', 'collector'),
  action('cases.list', 'seller'),
  action('deskQueue.counts', 'operator'),
  action('deskQueue.list', 'operator', () => ({ kind: null, after: null })),
  action('deskReasons.list', 'operator'),
  action('deskPeople.list', 'operator', () => ({ text: 'mira', after: null })),
  action('deskStores.list', 'operator', () => ({ text: 'ash', after: null })),
  action('deskProducts.list', 'operator', () => ({
    ...{ text: 'dragon', storeId: null, inReview: false, after: null },
  })),
  action('deskOrders.list', 'operator', () => ({ text: '', after: null })),
  action('deskAudit.list', 'operator', () => ({
    ...{ kind: null, name: '', record: '', from: null, before: null, after: null },
  })),
  action('deskFigures.show', 'operator', () => ({ step: 'day' })),
  action('deskHealth.show', 'operator'),
  action('deskHealth.letters', 'operator', () => ({ before: null })),
  action('mailings.list', 'operator'),
  action('siteSettings.read', 'operator'),
  action('deskCategories.list', 'operator'),
  action('spamWords.list', 'operator'),
];
