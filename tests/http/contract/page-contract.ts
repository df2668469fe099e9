import { pageTag, paths } from '../../../src/paths.ts';
import type { Role } from '../people.ts';
import type { World } from '../world.ts';

/** What somebody came to the page for: the button or link that must be there, to be seen and used. */
export interface MainControl {
  says: RegExp;
  /** Where a link or the form of a button leads; null for a button that a script answers. */
  leads: string | RegExp | null;
}

/** What search engines, caches and people may rely on at an address of this kind. */
export interface PageContract {
  at: (world: World) => string;
  /** Nobody, unless it says. */
  as?: Role;
  status?: number;
  robots: string | null;
  /** The path of the canonical address. */
  canonical: ((world: World) => string) | null;
  /** How long caches keep it, and the tags that outdate it; null where no cache may keep it. */
  kept: { for: string; tags: (world: World) => string[]; cards?: true } | null;
  /** Where no cache keeps it and a browser may, if it asks again each time. */
  cache?: 'no-cache';
  /** The page of a mailed link, whose address no other site may learn. */
  isOfLink?: true;
  main?: MainControl;
}

const { product, questions, store, stores, products, post, categories, guilds, site } = pageTag;
const MINUTE = 'max-age=60, stale-while-revalidate=600';
const BRIEFLY = 'max-age=10';
const HOURS = 'max-age=3600, stale-while-revalidate=86400';
const PRIVATE = { canonical: null, kept: null } as const;
const NOINDEX = { robots: 'noindex', ...PRIVATE } as const;
/** For search engines, and kept by caches. */
const open = (
  canonical: (world: World) => string,
  kept: PageContract['kept'],
  main?: MainControl,
): PageContract => ({
  at: canonical,
  robots: null,
  canonical,
  kept: kept && { ...kept, tags: (world) => [site(), ...kept.tags(world)] },
  ...(main && { main }),
});
const signIn: MainControl = { says: /^Sign in$/, leads: /^\/login\?/ };
/** A page of the account: for the person alone. */
const account = (at: PageContract['at']): PageContract => ({ at, as: 'seller', ...NOINDEX });
const UNKNOWN_ID = 'a'.repeat(15);
/** A page that nobody finds, at an address that a page may have later. */
const missing = (at: PageContract['at'], tags: ((world: World) => string[]) | null): PageContract => ({
  at,
  status: 404,
  robots: 'noindex',
  canonical: null,
  kept: tags && { for: BRIEFLY, tags: (world) => [site(), ...tags(world)] },
});

/** Every page under src/pages, by its file. */
export const CONTRACT: Record<string, PageContract[]> = {
  'index.astro': [
    open(paths.home, {
      for: MINUTE,
      cards: true,
      tags: () => [products(), stores(), categories(), guilds()],
    }),
  ],
  'product/[id].astro': [
    open(
      (world) => paths.product(world.products.bought),
      {
        for: MINUTE,
        cards: true,
        tags: ({ products: { bought }, stores: { seller } }) => [
          product(bought),
          questions(bought),
          store(seller),
        ],
      },
      { says: /^Add to cart/, leads: null },
    ),
    missing(
      () => paths.product(UNKNOWN_ID),
      () => [product(UNKNOWN_ID)],
    ),
  ],
  // Nobody has asked anything about it.
  'product/[id]/questions.astro': [
    {
      ...open((world) => paths.productQuestions(world.products.other), {
        for: MINUTE,
        tags: ({ products: { other }, stores }) => [product(other), questions(other), store(stores.other)],
      }),
      robots: 'noindex',
    },
  ],
  'product/[id]/prints.astro': [
    {
      ...open((world) => paths.productPrints(world.products.other), {
        for: MINUTE,
        tags: ({ products: { other } }) => [product(other)],
      }),
      robots: 'noindex',
    },
  ],
  'product/[id]/ask.astro': [
    {
      at: (world) => paths.askQuestion(world.products.bought),
      as: 'buyer',
      ...NOINDEX,
      main: { says: /^(Ask|Send)/, leads: /ask/ },
    },
  ],
  'store/[id]/index.astro': [
    open(() => paths.store('seller'), {
      for: MINUTE,
      tags: (world) => [store(world.stores.seller), guilds()],
    }),
    missing(
      () => paths.store('nobody'),
      () => [stores()],
    ),
  ],
  'store/[id]/products.astro': [
    open(() => paths.storeProducts('seller'), {
      for: MINUTE,
      tags: (world) => [store(world.stores.seller), guilds()],
    }),
  ],
  'store/[id]/categories.astro': [
    open(() => paths.storeCategories('seller'), {
      for: MINUTE,
      tags: (world) => [store(world.stores.seller), guilds()],
    }),
  ],
  // Nobody shows a print of anything there: search engines have nothing to find.
  'store/[id]/prints.astro': [
    {
      ...open(() => paths.storePrints('other-seller'), {
        for: MINUTE,
        tags: (world) => [store(world.stores.other), guilds()],
      }),
      robots: 'noindex',
    },
  ],
  'store/[id]/posts.astro': [
    open(() => paths.storePosts('seller'), {
      for: MINUTE,
      tags: (world) => [store(world.stores.seller), guilds()],
    }),
  ],
  'store/[id]/guild/index.astro': [
    {
      ...open(() => paths.storeGuild('seller'), {
        for: MINUTE,
        tags: (world) => [store(world.stores.seller), guilds()],
      }),
      robots: 'noindex',
    },
  ],
  'store/[id]/follow.astro': [
    {
      at: () => paths.followStore('seller'),
      as: 'buyer',
      ...NOINDEX,
      main: { says: /^Follow/, leads: /follow/ },
    },
  ],
  'post/[id]/index.astro': [
    open((world) => paths.post(world.posts.open), {
      for: MINUTE,
      tags: ({ posts, stores: { seller } }) => [post(posts.open), questions(posts.open), store(seller)],
    }),
    missing(
      () => paths.post(UNKNOWN_ID),
      () => [post(UNKNOWN_ID)],
    ),
  ],
  'post/[id]/members.astro': [{ at: ({ posts }) => paths.memberPost(posts.members), ...NOINDEX }],
  'post/[id]/comment.astro': [
    { at: ({ posts }) => paths.commentOnPost(posts.open), as: 'buyer', ...NOINDEX },
  ],
  'categories.astro': [open(paths.categories, { for: MINUTE, tags: () => [categories(), products()] })],
  'artists.astro': [open(() => paths.artists(), { for: MINUTE, tags: () => [stores(), products()] })],
  'guilds.astro': [open(() => paths.guilds(), { for: MINUTE, tags: () => [guilds(), stores(), products()] })],
  'search.astro': [
    open(() => paths.search(), {
      for: 'max-age=60, stale-while-revalidate=300',
      tags: () => [products(), categories()],
    }),
    {
      at: () => paths.search('golem'),
      robots: 'noindex, follow',
      canonical: null,
      kept: { for: 'max-age=60, stale-while-revalidate=300', tags: () => [site(), products(), categories()] },
    },
  ],
  'account/[...path].astro': [
    account(() => paths.account()),
    account(() => paths.library()),
    account(paths.payments),
    account(paths.productList),
    account(() => paths.sellerProduct()),
    account(paths.payouts),
  ],
  'login/index.astro': [{ at: () => paths.login(paths.library()), ...NOINDEX, main: signIn }],
  'shopping-cart.astro': [{ ...open(paths.cart, { for: HOURS, tags: () => [] }), robots: 'noindex' }],

  // Texts of the house: the same until the next build, or until an operator writes them anew.
  ...Object.fromEntries(
    (
      [
        ['join.astro', paths.join],
        ['licensing.astro', paths.licensing],
        ['privacy.astro', paths.privacy],
        ['terms.astro', paths.terms],
        ['accessibility.astro', paths.accessibility],
        ['imprint.astro', paths.imprint],
        ['help/index.astro', () => paths.help()],
        ['help/[page].astro', () => paths.helpPage('buying')],
        ['my-printers.astro', () => paths.myPrinters()],
      ] as const
    ).map(([file, at]) => [file, [open(at, { for: HOURS, tags: () => [] })]]),
  ),

  // Pages for one person, or of a link that works once.
  ...Object.fromEntries(
    (
      [
        ['ai-models.astro', () => paths.aiModels()],
        ['mature.astro', () => paths.mature()],
        ['signup.astro', () => paths.signup()],
        ['login/code.astro', () => paths.loginCode()],
        ['product-payment-success.astro', paths.productPaymentSuccess],
        ['subscription-payment-success.astro', paths.subscriptionPaymentSuccess],
        ['report/[what]/[id].astro', (world) => paths.report('product', world.products.bought)],
      ] satisfies [string, PageContract['at']][]
    ).map(([file, at]) => [file, [{ at, ...NOINDEX }]]),
  ),
  ...Object.fromEntries(
    (
      [
        ['verify-email.astro', () => paths.verifyEmail()],
        ['reset-password.astro', () => paths.resetPassword()],
        ['confirm-email.astro', () => paths.confirmEmail()],
        ['cancel-membership/index.astro', () => paths.cancelMembership()],
        ['gift/[token].astro', (world) => paths.gift(world.giftToken)],
        ['claim/[token].astro', (world) => paths.claim(world.accessGroup.claimToken)],
        ['mail-off/[mail].astro', (world) => paths.mailOff(world.saleMail)],
      ] satisfies [string, PageContract['at']][]
    ).map(([file, at]) => [file, [{ at, ...NOINDEX, isOfLink: true as const }]]),
  ),
  'licence/index.astro': [open(() => paths.licenceCheck(), null)],
  'withdraw/index.astro': [
    { at: () => paths.withdraw(), robots: null, ...PRIVATE, canonical: () => paths.withdraw() },
  ],
  'login/oauth.astro': [{ at: paths.oauthReturn, status: 400, ...NOINDEX }],
  'get/[id].astro': [{ at: () => paths.getFree('a'.repeat(15)), as: 'buyer', status: 404, ...NOINDEX }],
  'save-search.astro': [{ at: () => paths.saveSearch('query=dragon'), as: 'buyer', ...NOINDEX }],
  'preview/store.astro': [{ at: paths.storePreview, as: 'seller', ...NOINDEX }],
  'preview/guild.astro': [{ at: paths.guildPreview, as: 'seller', ...NOINDEX }],
  'preview/product.astro': [
    { at: ({ products }) => paths.productPreview(products.draft), as: 'seller', ...NOINDEX },
  ],

  // Nothing in this data is at these addresses; what they answer then is the page that says so.
  '404.astro': [missing(() => '/no-such-page', null)],
  '500.astro': [{ at: () => '/500', status: 500, ...NOINDEX }],
  'unavailable.astro': [],
  'withdraw/[token].astro': [{ ...missing(() => paths.withdraw('no-such-link'), null), isOfLink: true }],
  'cancel-membership/[token].astro': [{ ...missing(() => paths.cancelLink('none'), null), isOfLink: true }],
  'report/confirm/[token].astro': [
    { ...missing(() => paths.confirmNotice('no-such-link'), null), isOfLink: true },
  ],
  'report/object/[token].astro': [{ ...missing(() => paths.objectToDecision('none'), null), isOfLink: true }],
  'licence/[number].astro': [missing(() => paths.merchantLicence('7K2M9QXR4TVW'), null)],
  'list/[key].astro': [missing(() => paths.sharedList('x'.repeat(22)), null)],
  'legal/[name]/[version].astro': [
    { ...missing(() => paths.legalText('terms', 99), null), cache: 'no-cache' },
  ],
  'sale/[slug].astro': [missing(() => paths.saleWeek('no-such-week'), null)],
  'store/[id]/guild/gift.astro': [missing(() => paths.giveMembership('nobody'), null)],
  'store/[id]/guild/join.astro': [missing(() => paths.joinGuild('nobody'), null)],
};
