import { paths } from '../../../src/paths.ts';
import { type Answers, everyone, type Outcome, sameOriginOnly, signedIn } from '../answers.ts';
import type { World } from '../world.ts';
import { MAILED_PAGES } from './mailed-page-policies.ts';
import { PROOF_PAGES } from './proof-page-policies.ts';

/** One address and the answer for each role. */
export interface PagePolicy {
  at: (world: World) => string;
  answers: Answers | ((world: World) => Answers);
  method?: string;
  body?: string;
}

const same = (at: PagePolicy['at'], outcome: Outcome): PagePolicy => ({ at, answers: everyone(outcome) });
const UNKNOWN_ID = 'a'.repeat(15);
/** An account page: visitors are redirected to the sign-in and back. */
const account = (at: PagePolicy['at'], outcome: Outcome = 200): PagePolicy => ({
  at,
  answers: (world) => signedIn(`302 ${paths.login(at(world))}`, outcome),
});
/** The sign-in and sign-up pages redirect signed-in users. */
const signInPage = (at: PagePolicy['at']): PagePolicy => ({
  at,
  answers: signedIn(200, `302 ${paths.home()}`),
});

/**
 * The policy of each page: every file under src/pages, with the addresses that matter. Account pages hold no data of the
 * user; actions load it.
 */
export const PAGES: Record<string, PagePolicy[]> = {
  '404.astro': [same(() => '/no-such-page', 404), same(() => '/404', 404)],
  '500.astro': [same(() => '/500', 500)],
  'unavailable.astro': [same(() => paths.unavailable(), `302 ${paths.home()}`)],
  'index.astro': [same(paths.home, 200)],
  'invoice/[id].ts': [account(() => paths.invoice(UNKNOWN_ID), 404)],
  'withdraw/index.astro': [same(() => paths.withdraw(), 200)],
  'withdraw/[token].astro': [same(() => paths.withdraw('no-such-link'), 404)],
  'imprint.astro': [same(paths.imprint, 200)],
  'join.astro': [same(paths.join, 200)],
  'licensing.astro': [same(paths.licensing, 200)],
  'privacy.astro': [same(paths.privacy, 200)],
  'terms.astro': [same(paths.terms, 200)],
  'accessibility.astro': [same(paths.accessibility, 200)],
  'help/index.astro': [same(() => paths.help(), 200), same(() => paths.help('__proto__ <b>'), 200)],
  'help/[page].astro': [
    same(() => paths.helpPage('buying'), 200),
    same(() => paths.helpPage('nothing'), 404),
    same(() => paths.helpPage('__proto__'), 404),
  ],
  'ai-models.astro': [same(() => paths.aiModels(), 200)],
  'my-printers.astro': [same(() => paths.myPrinters(), 200)],
  'mature.astro': [same(() => paths.mature(), 200)],
  'categories.astro': [same(paths.categories, 200)],
  'artists.astro': [
    same(() => paths.artists(), 200),
    same(() => paths.artists(1, 'newest'), 200),
    same(() => `${paths.artists()}?sort=__proto__&page=x`, 200),
    same(() => paths.artists(99), 404),
    same(() => paths.artists(99_999), 404),
  ],
  'guilds.astro': [same(() => paths.guilds(), 200), same(() => paths.guilds(99), 404)],
  'search.astro': [same(() => paths.search(), 200)],
  'save-search.astro': [
    {
      at: () => paths.saveSearch('query=dragon'),
      answers: signedIn(`303 ${paths.login(paths.saveSearch('query=dragon'))}`, 200),
    },
  ],
  'shopping-cart.astro': [same(paths.cart, 200)],
  'get/[id].astro': [same(() => paths.getFree('a'.repeat(15)), 404)],
  'legal/[name]/[version].astro': [same(() => paths.legalText('terms', 99), 404)],
  'brand/[file].ts': [same(() => '/brand/logo-0.webp', 404), same(() => '/brand/share-9.png', 404)],
  'sitemap.xml.ts': [same(paths.sitemap, 200)],
  'sitemaps/[kind]-[n].xml.ts': [
    same(() => '/sitemaps/products-1.xml', 200),
    same(() => '/sitemaps/orders-1.xml', 404),
  ],
  'login/index.astro': [signInPage(() => paths.login())],
  'signup.astro': [signInPage(() => paths.signup())],
  'login/code.astro': [same(() => paths.loginCode(), 200)],
  'login/oauth.astro': [same(paths.oauthReturn, 400)],
  'login/with/[provider].ts': [
    same(() => paths.oauthStart('google'), `303 ${paths.oauthReturn()}?error=provider`),
  ],
  'verify-email.astro': [same(() => paths.verifyEmail(), 200)],
  'reset-password.astro': [same(() => paths.resetPassword(), 200)],
  'confirm-email.astro': [same(() => paths.confirmEmail(), 200)],
  'product/[id].astro': [
    same(({ products }) => paths.product(products.bought), 200),
    same(({ products }) => paths.product(products.draft), 404),
    same(() => paths.product(UNKNOWN_ID), 404),
    same(({ products }) => `${paths.product(products.bought)}?reviews=9999`, 404),
    same(({ products }) => `${paths.product(products.bought)}?reviews=x&sort=__proto__`, 200),
  ],
  'product/[id]/prints.astro': [
    same(({ products }) => paths.productPrints(products.bought), 200),
    same(({ products }) => paths.productPrints(products.bought, 1, UNKNOWN_ID), 404),
    same(({ products }) => paths.productPrints(products.draft), 404),
    same(() => paths.productPrints(UNKNOWN_ID), 404),
  ],
  'report/confirm/[token].astro': [same(() => paths.confirmNotice('no-such-link'), 404)],
  'report/[what]/[id].astro': [
    // The seller sees that the product is their own; who has no account is asked for name and address.
    same(({ products }) => paths.report('product', products.bought), 200),
    same(() => paths.report('store', 'seller'), 200),
    same(() => paths.report('product', UNKNOWN_ID), 404),
    same(({ products }) => paths.report('product', products.draft), 404),
    account(() => paths.report('message', UNKNOWN_ID), 404),
    same(() => paths.report('person', UNKNOWN_ID), 404),
  ],
  'product/[id]/questions.astro': [
    same(({ products }) => paths.productQuestions(products.bought), 200),
    same(({ products }) => paths.productQuestions(products.draft), 404),
    same(({ products }) => `${paths.productQuestions(products.bought)}?page=9`, 404),
  ],
  'product/[id]/ask.astro': [
    {
      at: ({ products }) => paths.askQuestion(products.bought),
      answers: ({ products }) => signedIn(`302 ${paths.login(paths.askQuestion(products.bought))}`, 200),
    },
    same(({ products }) => paths.askQuestion(products.draft), 404),
  ],
  'store/[id]/index.astro': [
    same(() => paths.store('seller'), 200),
    same(({ stores }) => paths.store(stores.seller), `301 ${paths.store('seller')}`),
    same(() => paths.store('nobody'), 404),
  ],
  'store/[id]/products.astro': [same(() => paths.storeProducts('seller'), 200)],
  'store/[id]/categories.astro': [same(() => paths.storeCategories('seller'), 200)],
  'store/[id]/prints.astro': [
    same(() => paths.storePrints('seller'), 200),
    same(() => paths.storePrints('seller', 2), 404),
    same(() => paths.storePrints('nobody'), 404),
  ],
  'feeds/new.xml.ts': [same(() => paths.newFeed('xml'), 200)],
  'feeds/new.json.ts': [same(() => paths.newFeed('json'), 200)],
  'store/[id]/feed.xml.ts': [
    same(() => paths.storeFeed('seller', 'xml'), 200),
    same(({ stores }) => paths.storeFeed(stores.seller, 'xml'), `301 ${paths.storeFeed('seller', 'xml')}`),
    same(() => paths.storeFeed('nobody', 'xml'), 404),
  ],
  'store/[id]/feed.json.ts': [
    same(() => paths.storeFeed('seller', 'json'), 200),
    same(() => paths.storeFeed('nobody', 'json'), 404),
  ],
  'store/[id]/follow.astro': [
    {
      at: () => paths.followStore('seller'),
      answers: signedIn(`303 ${paths.login(paths.followStore('seller', paths.store('seller')))}`, 200),
    },
    same(() => paths.followStore('nobody'), 404),
  ],
  'store/[id]/guild/index.astro': [same(() => paths.storeGuild('seller'), 200)],
  // Without a guild to join, the page redirects to the guild page, which says so.
  'store/[id]/guild/gift.astro': [
    same(() => paths.giveMembership('seller', UNKNOWN_ID), `302 ${paths.storeGuild('seller')}`),
    same(() => paths.giveMembership('nobody'), 404),
  ],
  'store/[id]/guild/join.astro': [
    same(() => paths.joinGuild('seller', UNKNOWN_ID, 'monthly'), `302 ${paths.storeGuild('seller')}`),
    same(() => paths.joinGuild('nobody'), 404),
  ],
  'product-payment-success.astro': [
    same(paths.productPaymentSuccess, 200),
    same(({ order }) => `${paths.productPaymentSuccess()}?session_id=${order.sessionId}`, 200),
  ],
  'subscription-payment-success.astro': [same(paths.subscriptionPaymentSuccess, 200)],
  ...MAILED_PAGES,
  ...PROOF_PAGES,
  'claim/[token].astro': [
    same(({ accessGroup }) => paths.claim(accessGroup.claimToken), 200),
    same(() => paths.claim('x'.repeat(32)), 404),
  ],
  'preview/store.astro': [
    {
      at: paths.storePreview,
      answers: signedIn(`302 ${paths.login(paths.storePreview())}`, 404, {
        seller: 200,
        'other seller': 200,
      }),
    },
  ],
  // The guilds in this data are drafts: only their sellers see them.
  'preview/guild.astro': [
    {
      at: paths.guildPreview,
      answers: signedIn(`302 ${paths.login(paths.guildPreview())}`, 404, {
        seller: 200,
        'other seller': 200,
      }),
    },
  ],
  'preview/product.astro': [
    {
      at: ({ products }) => paths.productPreview(products.draft),
      answers: ({ products }) =>
        signedIn(`302 ${paths.login(paths.productPreview(products.draft))}`, 404, { seller: 200 }),
    },
  ],
  'preview/model.ts': [
    {
      at: ({ products, file }) => paths.filePreview(products.bought, file),
      answers: signedIn(401, 404, { seller: 200 }),
    },
    {
      at: ({ products, file }) => paths.filePreview(products.draft, file),
      answers: signedIn(401, 404),
    },
  ],
  'api/memberships.ts': [same(paths.activeMemberships, 200)],
  'api/markdown.ts': [
    {
      at: paths.markdownPreview,
      method: 'POST',
      body: '# A title',
      answers: sameOriginOnly(signedIn(401, 200)),
    },
    // Thousands of nested quotes once blocked the process for seconds and ended in a 500.
    {
      at: paths.markdownPreview,
      method: 'POST',
      body: '> '.repeat(9_990),
      answers: sameOriginOnly(signedIn(401, 400)),
    },
  ],
  'api/suggestions.ts': [same(() => `${paths.suggestions()}?query=bought`, 200)],
  'api/for-you.astro': [same(paths.forYou, 200)],
  'api/following.astro': [same(paths.newFromFollowed, 200)],
  'api/owned.ts': [same(() => paths.owned(), 200)],
  'api/signed-out.ts': [
    { at: paths.signedOut, method: 'POST', answers: { ...everyone(204), 'buyer from another site': 403 } },
  ],
  'api/views.ts': [
    {
      at: paths.views,
      method: 'POST',
      body: `{"events":[{"kind":"product","id":"${UNKNOWN_ID}","first":true}]}`,
      answers: { ...everyone(204), 'buyer from another site': 403 },
    },
    {
      at: paths.views,
      method: 'POST',
      body: '{"events":[]}',
      answers: { ...everyone(400), 'buyer from another site': 403 },
    },
  ],
  'api/stripe.ts': [
    {
      at: paths.paymentWebhook,
      method: 'POST',
      body: '{"id":"evt_1","type":"checkout.session.completed"}',
      answers: { ...everyone(400), 'buyer from another site': 403 },
    },
  ],
  'account/[...path].astro': [
    account(() => paths.account()),
    account(() => paths.library()),
    // People without a role find nothing at the operator desk.
    account(() => paths.operatorDesk(), 404),
    account(() => paths.operatorDesk('audit'), 404),
    account(paths.wishList),
    account(paths.accessGroupList),
    account(() => paths.sellerAccessGroup()),
    account(({ accessGroup }) => paths.sellerAccessGroup(accessGroup.id)),
    account(paths.profile),
    ...[paths.accessTokens, paths.webhooks].map((at) => account(at)),
    account(paths.reports),
    account(paths.storeReviews),
    account(paths.notifications),
    account(paths.notificationSettings),
    account(paths.payments),
    account(paths.memberships),
    account(({ guilds }) => paths.membership(guilds.seller)),
    ...['sales', 'origins', 'sale-week', 'staff'].map((at) => account(() => paths.account(at))),
    account(paths.storeSettings),
    ...[paths.couponList, paths.productBundles, paths.partners].map((at) => account(at)),
    account(() => paths.sellerCoupon()),
    account(() => paths.sellerProduct()),
    account(paths.productList),
    account(paths.productImport),
    account(() => `${paths.productList()}?state=draft&page=2`),
    account(paths.shelfList),
    account(() => paths.sellerShelf()),
    account(paths.businessAccount),
    account(paths.sellerPlan),
    account(paths.sellerSubscriptionSuccess),
    account(paths.sellerPlanReturn),
    account(() => `${paths.sellerSubscriptionSuccess()}?session_id=cs_test_1`),
    account(paths.payouts),
    ...[paths.sellerQuestions, () => paths.sellerPosts()].map((at) => account(at)),
    account(paths.sellerGuild),
    account(() => paths.sellerTiers()),
    account(() => paths.sellerTiers('new')),
    account(() => paths.sellerReleases()),
    account(() => paths.sellerMembers()),
    account(() => paths.sellerBundles()),
    account(paths.sellerGuildInformation),
    account(() => paths.businessAccountReturn('back', 'a')),
    account(paths.following),
    account(paths.savedSearches),
    account(() => `${paths.payments()}?page=2`),
    account(({ order }) => paths.account(`payments/${order.id}`)),
    account(({ products }) => paths.libraryProduct(products.bought)),
    account(({ products }) => `${paths.libraryProduct(products.bought)}/licence`),
    account(paths.messages),
    account(() => paths.writeTo('aaaaaaaaaaaaaaa', { product: 'aaaaaaaaaaaaaaa' })),
    account(() => paths.conversation('aaaaaaaaaaaaaaa')),
    account(() => paths.account('no-such-room'), 404),
    account(() => '/account/..%2f..%2fapi', 404),
  ],
};

/** What the front server answers itself. */
export const FRONT: PagePolicy[] = [
  same(() => '/healthz', 200),
  same(() => '/readyz', 200),
  {
    at: ({ products, file }) => paths.downloadFile(products.bought, file),
    answers: signedIn(401, 404, { buyer: 200 }),
  },
  {
    at: ({ products }) => paths.downloadArchive(products.bought),
    answers: signedIn(401, 404, { buyer: 200 }),
  },
  {
    at: ({ products }) => paths.archiveProgress(products.bought),
    answers: signedIn(401, 404, { buyer: 200 }),
  },
  { at: ({ products, file }) => paths.downloadFile(products.other, file), answers: signedIn(401, 404) },
  {
    at: ({ products }) => paths.downloadSelection(products.bought),
    answers: signedIn(401, 404, { buyer: 200 }),
  },
  {
    at: ({ products }) => paths.downloadSelection(products.bought, products.other),
    answers: signedIn(401, 404),
  },
  // Outdated hashes of existing models; tests/integration/assets/previews.test.ts covers current ones.
  same(({ products }) => paths.preview(products.bought, 'a'.repeat(64)), 404),
  same(({ products }) => paths.preview(products.draft, 'a'.repeat(64)), 404),
  same(({ users }) => `/api/collections/users/records/${users.buyer}`, 404),
  same(() => '/api/collections/orders/records', 404),
  same(() => '/api/settings', 404),
  { at: paths.uploads, answers: signedIn(401, 403, { seller: 200, 'other seller': 200 }) },
  { at: () => paths.upload(UNKNOWN_ID), answers: signedIn(401, 403, { seller: 404, 'other seller': 404 }) },
  same(() => '/_/', 404),
  same(() => '/internal/changes?after=0', 404),
];
