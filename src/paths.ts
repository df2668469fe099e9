/** Every address of the site, as a function. Nothing else writes a URL of ours. */
const segment = encodeURIComponent;

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Widths in px at which the picture endpoint answers; any other is 404. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
/** Collections whose pictures are public. */
export type PictureCollection =
  | 'products'
  | 'stores'
  | 'users'
  | 'guilds'
  | 'guild_tiers'
  | 'releases'
  | 'review_photos';

/** The first page has no number in its address. */
const pageOf = (page?: number): string | undefined =>
  page === undefined || page === 1 ? undefined : String(page);

export const paths = {
  home: () => '/',
  join: () => '/join',
  login: (redirect?: string) => withQuery('/login', { redirect }),
  signup: (redirect?: string) => withQuery('/signup', { redirect }),
  terms: () => '/terms',
  privacy: () => '/privacy',
  licensing: () => '/licensing',
  search: (query?: string) => withQuery('/search', { query }),
  /** The search page narrowed to one value of a facet. */
  searchWithin: (facet: string, value: string) => withQuery('/search', { [facet]: value }),
  /** Where somebody says whether he wants to see mature models; `back` is where he comes from. */
  mature: (back?: string) => withQuery('/mature', { back }),
  /** The search page with a query of its own writing, such as one that was kept. */
  savedSearch: (query: string) => (query === '' ? '/search' : `/search?${query}`),
  /** Where somebody keeps a search, by the search page's own query. */
  saveSearch: (query: string) => `/save-search?${query}`,
  cart: () => '/shopping-cart',
  product: (id: string) => `/product/${segment(id)}`,
  /** A page (from 1) of what owners say of a product, in an order. */
  productReviews: (id: string, page = 1, sort?: string) =>
    `${withQuery(`/product/${segment(id)}`, { reviews: String(page), sort })}#reviews`,
  /** Photos of its prints; with a photo's id, that one large. */
  productPrints: (id: string, page?: number, photo?: string) =>
    withQuery(`/product/${segment(id)}/prints`, { page: pageOf(page), photo }),
  /** Everything asked about a product, page by page; with an id at that question. */
  productQuestions: (id: string, question?: string) =>
    `/product/${segment(id)}/questions${question === undefined ? '' : `#q-${question}`}`,
  /** Where somebody asks about a product, and sees what he asked. */
  askQuestion: (id: string) => `/product/${segment(id)}/ask`,
  productPaymentSuccess: () => '/product-payment-success',
  subscriptionPaymentSuccess: () => '/subscription-payment-success',
  store: (id: string) => `/store/${segment(id)}`,
  /** A store, with a coupon's code put into the visitor's cart on the way. */
  storeWithCoupon: (id: string, coupon: string) => withQuery(`/store/${segment(id)}`, { coupon }),
  storeProducts: (id: string) => `/store/${segment(id)}/products`,
  /** One of its shelves, by slug. */
  storeShelf: (id: string, shelf: string) => withQuery(`/store/${segment(id)}/products`, { shelf }),
  /** Photos of prints of everything a store sells. */
  storePrints: (id: string, page?: number, photo?: string) =>
    withQuery(`/store/${segment(id)}/prints`, { page: pageOf(page), photo }),
  storeCategories: (id: string) => `/store/${segment(id)}/categories`,
  storeGuild: (id: string) => `/store/${segment(id)}/guild`,
  /** Where somebody reads what a tier costs him and goes on to pay; a form sends `tier` and `billing` here. */
  joinGuild: (id: string, tier?: string, billing?: string) =>
    withQuery(`/store/${segment(id)}/guild/join`, { tier, billing }),
  /** Where a form sends somebody who follows a store or lets it go; `back` is the page he came from. */
  followStore: (id: string, back?: string) => withQuery(`/store/${segment(id)}/follow`, { back }),
  sitemap: () => '/sitemap.xml',
  /** What was published last, for feed readers: RSS, or JSON Feed. */
  newFeed: (kind: 'xml' | 'json') => `/feeds/new.${kind}`,
  storeFeed: (id: string, kind: 'xml' | 'json') => `/store/${segment(id)}/feed.${kind}`,
  account: (page?: string) => (page ? `/account/${page}` : '/account'),
  library: () => '/account/library',
  profile: () => '/account/profile',
  /** What somebody reported, and what was reported about him. */
  reports: () => '/account/reports',
  /** Where something is reported: a product, store, review, question, message, or print (a photo of one). */
  report: (what: string, id: string) => `/report/${segment(what)}/${segment(id)}`,
  payments: () => '/account/payments',
  messages: () => '/account/messages',
  conversation: (id: string) => `/account/conversation/${segment(id)}`,
  /** Where somebody writes to a store, about one of its products or an order of his. */
  writeTo: (store: string, about: { product?: string; order?: string } = {}) =>
    withQuery('/account/messages', { store, ...about }),
  wishList: () => '/account/wish-list',
  /** Searches I keep. */
  savedSearches: () => '/account/saved-searches',
  /** Stores I follow. */
  following: () => '/account/following',
  /** Guilds I am or was in; one of them by its guild's id. */
  memberships: () => '/account/memberships',
  notifications: () => '/account/notifications',
  notificationSettings: () => '/account/notifications/settings',
  membership: (guild: string) => `/account/memberships/${segment(guild)}`,
  /** A seller's own store as visitors will see it, whatever its state. */
  storePreview: () => '/preview/store',
  guildPreview: () => '/preview/guild',
  productPreview: (id: string) => withQuery('/preview/product', { id }),
  /** A light model of one of a product's files, for the seller who has it. */
  filePreview: (product: string, file: string) => withQuery('/preview/model', { product, file }),
  productList: () => '/account/product-list',
  productImport: () => '/account/product-import',
  /** Where a product is made or changed; without an id a new one. */
  sellerProduct: (id?: string) => withQuery('/account/product', { id }),
  couponList: () => '/account/coupon-list',
  sellerCoupon: (id?: string) => withQuery('/account/coupon', { id }),
  /** A new coupon that begins as a copy of this one. */
  couponLike: (id: string) => withQuery('/account/coupon', { like: id }),
  shelfList: () => '/account/categories-list',
  sellerShelf: (id?: string) => withQuery('/account/category', { id }),
  accessGroupList: () => '/account/access-groups-list',
  sellerAccessGroup: (id?: string) => withQuery('/account/access-group', { id }),
  sellerGuild: () => '/account/guild',
  /** A guild's tiers; with an id one of them, with "new" a new one. */
  sellerTiers: (id?: string) => withQuery('/account/guild/tiers', { id }),
  /** A new tier that begins as a copy of this one. */
  tierLike: (id: string) => withQuery('/account/guild/tiers', { id: 'new', like: id }),
  sellerReleases: (id?: string) => withQuery('/account/guild/releases', { id }),
  releaseLike: (id: string) => withQuery('/account/guild/releases', { id: 'new', like: id }),
  sellerBundles: (id?: string) => withQuery('/account/guild/entry-bundles', { id }),
  sellerMembers: (id?: string) => withQuery('/account/guild/members', { id }),
  sellerGuildInformation: () => '/account/guild/information',
  sales: () => '/account/sales',
  /** What is said of a seller's own models. */
  storeReviews: () => '/account/reviews',
  /** Where an owner writes or changes his review. */
  myReview: (product: string) => `/account/library/${segment(product)}#review`,
  /** What was asked about my models. */
  sellerQuestions: () => '/account/questions',
  payouts: () => '/account/payouts',
  storeSettings: () => '/account/store-settings',
  businessAccount: () => '/account/business-account',
  sellerPlan: () => '/account/seller-plan',
  /** Where the payment provider's own page for a seller's plan leads back to. */
  sellerPlanReturn: () => withQuery('/account/seller-plan', { back: 'portal' }),
  /** Where a seller lands who paid for Pro. */
  sellerSubscriptionSuccess: () => '/account/seller-subscription-success',
  /** Products that the words typed so far may mean, as JSON; takes `query`. */
  suggestions: () => '/api/suggestions',
  /** Where the payment provider sends a seller: `back` from its page, `again` where the way there was too old. */
  businessAccountReturn: (how: 'back' | 'again', visit: string) =>
    withQuery('/account/business-account', { [how]: visit }),
  /** Ids of what the visitor owns, as JSON. */
  owned: () => '/api/owned',
  /** What is new from the stores the visitor follows, as a piece of a page. */
  newFromFollowed: () => '/api/following',
  /** The guilds the visitor is in, as JSON. */
  activeMemberships: () => '/api/memberships',
  /** Says to everybody whose prints somebody may sell, by the key he hands out. */
  merchantLicence: (key: string) => `/licence/${segment(key)}`,
  libraryProduct: (id: string) => `/account/library/${segment(id)}`,
  /** Where somebody takes what he was given. */
  gift: (token: string) => `/gift/${segment(token)}`,
  /** Where somebody claims what a store delivers to him outside the shop. */
  claim: (token: string) => `/claim/${segment(token)}`,
  downloadFile: (product: string, file: string) => `/download/${segment(product)}/${segment(file)}`,
  /** An archive of a variant, by its key; "all" holds every file. */
  downloadArchive: (product: string, variant = 'all') =>
    `/download/${segment(product)}/zip/${segment(variant)}`,
  /** How far that archive has come, as JSON. */
  archiveProgress: (product: string, variant = 'all') =>
    `/download/${segment(product)}/zip/${segment(variant)}/progress`,
  /** What everybody may look at of a product in 3D. `hash` is its content's, so that it never changes under its address. */
  preview: (product: string, hash: string) => `/preview/${segment(product)}/${segment(hash)}.glb`,
  /** Where files arrive that a seller sends, in pieces (tus); a GET lists them as JSON. */
  uploads: () => '/api/uploads',
  /** One of them, on its way or arrived. */
  upload: (id: string) => `/api/uploads/${segment(id)}`,
  /** Where a file for a message is sent, as the whole body of a POST. */
  attach: (conversation: string, name: string) => withQuery('/api/attachments', { conversation, name }),
  /** A file beside a message, for its two sides. */
  attachment: (id: string) => `/api/attachments/${segment(id)}`,
  /** Answers a text in Markdown as HTML. */
  markdownPreview: () => '/api/markdown',
  /** Where browsers tell what was looked at, if their visitor agreed. */
  views: () => '/api/views',
  /** Where the payment provider knocks. */
  paymentWebhook: () => '/api/stripe',
  /** Switches mails like this one off, by the mail's id. */
  mailOff: (mail: string) => `/mail-off/${segment(mail)}`,
  verifyEmail: (token?: string) => withQuery('/verify-email', { token }),
  resetPassword: (token?: string) => withQuery('/reset-password', { token }),
  confirmEmail: (token?: string) => withQuery('/confirm-email', { token }),
  oauthReturn: () => '/login/oauth',
  oauthStart: (provider: string, redirect?: string) =>
    withQuery(`/login/with/${segment(provider)}`, { redirect }),
  loginCode: (redirect?: string) => withQuery('/login/code', { redirect }),
  latestBuild: () => '/builds/latest.json',
  /** A public picture, re-encoded as WebP at one of the fixed widths. */
  picture: (collection: PictureCollection, record: string, file: string, width: PictureWidth) =>
    `/img/${width}/${collection}/${segment(record)}/${segment(file)}`,
  /** The backend's own file, for the avatar's 32 px thumbnail. `base` is the public setting pbApiUrl. */
  backendFile: (base: string, collection: PictureCollection, record: string, file: string, thumb?: string) =>
    withQuery(`${base.replace(/\/$/, '')}/api/files/${collection}/${segment(record)}/${segment(file)}`, {
      thumb,
    }),
} as const;

/**
 * The tags under which pages are cached and purged; one function per noun. They travel in a header, so an id that a
 * visitor made up, such as an emoji, is escaped like in an address.
 */
export const pageTag = {
  product: (id: string) => `product:${segment(id)}`,
  /** Pages that show what was asked about a product. */
  questions: (id: string) => `questions:${segment(id)}`,
  store: (id: string) => `store:${segment(id)}`,
  /** Pages that list products: home, categories, store shelves, search. */
  products: () => 'products',
  stores: () => 'stores',
  categories: () => 'categories',
  /** Pages of guilds, and those that say whether a store has one. */
  guilds: () => 'guilds',
  sitemap: () => 'sitemap',
} as const;
