/** Every address of the site, as a function. No other code builds URLs of the site. */
const segment = encodeURIComponent;

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}

/** Widths in px that the picture endpoint serves; any other is 404. */
export const PICTURE_WIDTHS = [160, 320, 480, 640, 960, 1280] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
/** What pictures are made into JPEGs for: other sites that show a shared link, and mail programs. */
export const JPEG_USES = ['share', 'mail'] as const;
export type JpegUse = (typeof JPEG_USES)[number];
/** The size of every picture that stands for a page where it is shared, in px. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const;
export type PictureCollection =
  | 'products'
  | 'stores'
  | 'users'
  | 'guilds'
  | 'guild_tiers'
  | 'releases'
  | 'review_photos';

/** The first page has no number in its address. */
const pageOf = (page = 1): string | undefined => (page === 1 ? undefined : String(page));

export const paths = {
  home: () => '/',
  join: () => '/join',
  login: (redirect?: string) => withQuery('/login', { redirect }),
  signup: (redirect?: string) => withQuery('/signup', { redirect }),
  terms: () => '/terms',
  privacy: () => '/privacy',
  licensing: () => '/licensing',
  /** The help, or what it has about a query. */
  help: (query?: string) => withQuery('/help', { query }),
  /** One page of the help, or a section of it. */
  helpPage: (page: string, section = '') => `/help/${segment(page)}${section === '' ? '' : `#${section}`}`,
  /** What of the site is accessible, how that is tested, and whom to tell. */
  accessibility: () => '/accessibility',
  /** One version of a text that an operator published: terms, privacy or licensing. */
  legalText: (name: string, version: number) => `/legal/${segment(name)}/${version}`,
  search: (query?: string) => withQuery('/search', { query }),
  /** The search for what fits a printer. @param volume as `buildVolumeParam` writes it. */
  searchFits: (volume: string) => `/search?fits=${volume}`,
  /** The search page narrowed to one value of a facet. */
  searchWithin: (facet: string, value: string) => withQuery('/search', { [facet]: value }),
  /** The marketplace's categories. */
  categories: () => '/categories',
  /** A page (from 1) of the open stores, in an order. */
  artists: (page?: number, sort?: string) => withQuery('/artists', { sort, page: pageOf(page) }),
  /** A page (from 1) of what is reduced in a sale week. */
  saleWeek: (slug: string, page?: number) => withQuery(`/sale/${segment(slug)}`, { page: pageOf(page) }),
  /** A page (from 1) of the guilds that take members. */
  guilds: (page?: number) => withQuery('/guilds', { page: pageOf(page) }),
  /** The setting for mature models; `back` is the page to return to. */
  mature: (back?: string) => withQuery('/mature', { back }),
  /** The visitor's printers; `back` is the page to return to. */
  myPrinters: (back?: string) => withQuery('/my-printers', { back }),
  /** Whether search hides models made with generative AI; `back` is the page to return to. */
  aiModels: (back?: string) => withQuery('/ai-models', { back }),
  /** Shown in place of a page that cannot be shown at the moment. */
  unavailable: () => '/unavailable',
  /** The search page with a stored query. */
  savedSearch: (query: string) => (query === '' ? '/search' : `/search?${query}`),
  /** The form that saves a search, by the search page's own query. */
  saveSearch: (query: string) => `/save-search?${query}`,
  cart: () => '/shopping-cart',
  /** The cart after the payment page of an order was left: it says that nothing was charged. */
  unpaidCart: (orderId: string) => `/shopping-cart?unpaid=${segment(orderId)}`,
  /** The PDF of an invoice or a credit note, for the buyer of its order. */
  invoice: (id: string) => `/invoice/${segment(id)}`,
  /** Where a buyer withdraws from a contract; with a token, the link from their mail. */
  withdraw: (token?: string) => (token === undefined ? '/withdraw' : `/withdraw/${segment(token)}`),
  /** Who runs the marketplace. */
  imprint: () => '/imprint',
  product: (id: string) => `/product/${segment(id)}`,
  /** Puts a free model into one's library. */
  getFree: (id: string) => `/get/${segment(id)}`,
  /** A page (from 1) of a product's reviews, in an order. */
  productReviews: (id: string, page = 1, sort?: string) =>
    `${withQuery(`/product/${segment(id)}`, { reviews: String(page), sort })}#reviews`,
  /** Photos of its prints; with a photo's id, that one enlarged. */
  productPrints: (id: string, page?: number, photo?: string) =>
    withQuery(`/product/${segment(id)}/prints`, { page: pageOf(page), photo }),
  /** All questions about a product; with an id, scrolled to that question. */
  productQuestions: (id: string, question?: string) =>
    `/product/${segment(id)}/questions${question === undefined ? '' : `#q-${question}`}`,
  /** The form to ask about a product, with the visitor's own questions. */
  askQuestion: (id: string) => `/product/${segment(id)}/ask`,
  productPaymentSuccess: () => '/product-payment-success',
  subscriptionPaymentSuccess: () => '/subscription-payment-success',
  store: (id: string) => `/store/${segment(id)}`,
  /** A store; the coupon's code is applied to the visitor's cart. */
  storeWithCoupon: (id: string, coupon: string) => withQuery(`/store/${segment(id)}`, { coupon }),
  storeProducts: (id: string) => `/store/${segment(id)}/products`,
  /** One of its shelves, by slug. */
  storeShelf: (id: string, shelf: string) => withQuery(`/store/${segment(id)}/products`, { shelf }),
  /** Photos of prints of everything a store sells. */
  storePrints: (id: string, page?: number, photo?: string) =>
    withQuery(`/store/${segment(id)}/prints`, { page: pageOf(page), photo }),
  /** A store's posts; with a place in the list, those before it. */
  storePosts: (id: string, before?: string) => withQuery(`/store/${segment(id)}/posts`, { before }),
  /** The store's posts for feed readers: RSS or JSON Feed. */
  storePostFeed: (id: string, kind: 'xml' | 'json') => `/store/${segment(id)}/posts.${kind}`,
  /** A post that everybody may read. */
  post: (id: string, before?: string) => withQuery(`/post/${segment(id)}`, { before }),
  /** A post for members: the same page for those who may read it, else its teaser. Never cached. */
  memberPost: (id: string, before?: string) => withQuery(`/post/${segment(id)}/members`, { before }),
  /** The one of both where a post is read; with a comment's id, scrolled to it. */
  readPost: (id: string, isPublic: boolean, comment?: string) =>
    `/post/${segment(id)}${isPublic ? '' : '/members'}${comment === undefined ? '' : `#q-${comment}`}`,
  /** The form to comment on a post, with the visitor's own comments. */
  commentOnPost: (id: string) => `/post/${segment(id)}/comment`,
  storeCategories: (id: string) => `/store/${segment(id)}/categories`,
  storeGuild: (id: string) => `/store/${segment(id)}/guild`,
  /** The price of a tier and the button to pay; a form sends `tier` and `billing` here. */
  joinGuild: (id: string, tier?: string, billing?: string) =>
    withQuery(`/store/${segment(id)}/guild/join`, { tier, billing }),
  /** The form to give somebody months of a tier. */
  giveMembership: (id: string, tier?: string) => withQuery(`/store/${segment(id)}/guild/gift`, { tier }),
  /** The form to follow or unfollow a store; `back` is the page to return to. */
  followStore: (id: string, back?: string) => withQuery(`/store/${segment(id)}/follow`, { back }),
  /** The operator's logo, by the version of the settings, so that its address is immutable. */
  sharePicture: (version: number) => `/brand/share-${version}.png`,
  siteLogo: (version: number) => `/brand/logo-${version}.webp`,
  sitemap: () => '/sitemap.xml',
  /** Where password managers look for the page on which a password is changed. */
  changePassword: () => '/.well-known/change-password',
  /** Where to report a weakness, as RFC 9116 describes it. */
  securityText: () => '/.well-known/security.txt',
  /** The newest products, for feed readers: RSS or JSON Feed. */
  newFeed: (kind: 'xml' | 'json') => `/feeds/new.${kind}`,
  storeFeed: (id: string, kind: 'xml' | 'json') => `/store/${segment(id)}/feed.${kind}`,
  account: (page?: string) => (page ? `/account/${page}` : '/account'),
  library: () => '/account/library',
  profile: () => '/account/profile',
  /** The addresses that are told what happens in the seller's store. */
  webhooks: () => '/account/webhooks',
  /** The user's access tokens for the API. */
  accessTokens: () => '/account/access-tokens',
  /** The user's own reports, and reports against them. */
  reports: () => '/account/reports',
  /** The form to report a product, store, review, question, message, or print (a photo of one). */
  report: (what: string, id: string) => `/report/${segment(what)}/${segment(id)}`,
  /** The page of the mailed link that sends a report of somebody without an account. */
  confirmNotice: (token: string) => `/report/confirm/${segment(token)}`,
  objectToDecision: (token: string) => `/report/object/${segment(token)}`,
  payments: () => '/account/payments',
  messages: () => '/account/messages',
  conversation: (id: string) => `/account/conversation/${segment(id)}`,
  /** The form to message a store, about one of its products or one of the user's orders. */
  writeTo: (store: string, about: { product?: string; order?: string } = {}) =>
    withQuery('/account/messages', { store, ...about }),
  wishList: () => '/account/wish-list',
  /** A page (from 1) of a list or a wish list, by the key that its owner shares. */
  sharedList: (key: string, page?: number) => withQuery(`/list/${segment(key)}`, { page: pageOf(page) }),
  savedSearches: () => '/account/saved-searches',
  /** Stores the user follows. */
  following: () => '/account/following',
  /** The user's current and former memberships. */
  memberships: () => '/account/memberships',
  notifications: () => '/account/notifications',
  notificationSettings: () => '/account/notifications/settings',
  membership: (guild: string) => `/account/memberships/${segment(guild)}`,
  /** A seller's own store as visitors will see it, whatever its state. */
  storePreview: () => '/preview/store',
  guildPreview: () => '/preview/guild',
  productPreview: (id: string) => withQuery('/preview/product', { id }),
  /** A light 3D model of one of a product's files, for its seller. */
  filePreview: (product: string, file: string) => withQuery('/preview/model', { product, file }),
  /** A light 3D model of one side of a match, for the desk. */
  matchPreview: (match: string, side: 'older' | 'newer') => withQuery('/preview/match', { match, side }),
  productList: () => '/account/product-list',
  productImport: () => '/account/product-import',
  /** The product editor; without an id for a new product. */
  sellerProduct: (id?: string) => withQuery('/account/product', { id }),
  couponList: () => '/account/coupon-list',
  productBundles: () => '/account/bundle-list',
  /** The staff of the user's store, and the stores that they work for. */
  storeStaff: () => '/account/staff',
  sellerSaleWeek: () => '/account/sale-week',
  /** Products with a second store, as either store sees them. */
  partners: () => '/account/partners',
  sellerCoupon: (id?: string) => withQuery('/account/coupon', { id }),
  /** A new coupon that starts as a copy of this one. */
  couponLike: (id: string) => withQuery('/account/coupon', { like: id }),
  shelfList: () => '/account/categories-list',
  sellerShelf: (id?: string) => withQuery('/account/category', { id }),
  accessGroupList: () => '/account/access-groups-list',
  sellerAccessGroup: (id?: string) => withQuery('/account/access-group', { id }),
  sellerGuild: () => '/account/guild',
  /** The tiers of the seller's guild; with an id one of them, with "new" a new one. */
  sellerTiers: (id?: string) => withQuery('/account/guild/tiers', { id }),
  /** A new tier that starts as a copy of this one. */
  tierLike: (id: string) => withQuery('/account/guild/tiers', { id: 'new', like: id }),
  sellerReleases: (id?: string) => withQuery('/account/guild/releases', { id }),
  releaseLike: (id: string) => withQuery('/account/guild/releases', { id: 'new', like: id }),
  sellerBundles: (id?: string) => withQuery('/account/guild/entry-bundles', { id }),
  sellerMembers: (id?: string) => withQuery('/account/guild/members', { id }),
  sellerGuildInformation: () => '/account/guild/information',
  sales: () => '/account/sales',
  /** Where visits to a seller's products come from. */
  visits: () => '/account/origins',
  /** Reviews of the seller's products. */
  storeReviews: () => '/account/reviews',
  /** The page where owners write or change their review. */
  myReview: (product: string) => `/account/library/${segment(product)}#review`,
  /** Questions about the seller's products. */
  sellerQuestions: () => '/account/questions',
  /** The seller's posts; with an id one of them. */
  sellerPosts: (id?: string) => withQuery('/account/posts', { id }),
  payouts: () => '/account/payouts',
  storeSettings: () => '/account/store-settings',
  /** The operator desk, or one of its pages, about one record. */
  operatorDesk: (page?: string, id?: string) =>
    withQuery(page === undefined ? '/account/operator' : `/account/operator/${segment(page)}`, { id }),
  businessAccount: () => '/account/business-account',
  sellerPlan: () => '/account/seller-plan',
  /** Where the payment provider's portal for a seller's plan returns to. */
  sellerPlanReturn: () => withQuery('/account/seller-plan', { back: 'portal' }),
  /** The page after paying for Pro. */
  sellerSubscriptionSuccess: () => '/account/seller-subscription-success',
  /** Search suggestions for the text typed so far, as JSON; takes `query`. */
  suggestions: () => '/api/suggestions',
  /** Where the payment provider returns a seller: `back` from its page, `again` where the link had expired. */
  businessAccountReturn: (how: 'back' | 'again', visit: string) =>
    withQuery('/account/business-account', { [how]: visit }),
  /** What the visitor owns, has reviewed and sells, as JSON; with a cursor, of the owned products only what changed. */
  owned: (since = '') => (since === '' ? '/api/owned' : withQuery('/api/owned', { since })),
  /** New products of the stores the visitor follows, as a fragment of a page. */
  newFromFollowed: () => '/api/following',
  /** The visitor's newest models, guild releases and wishes, as a fragment of the home page. */
  forYou: () => '/api/for-you',
  /** The guilds the visitor is in, as JSON. */
  activeMemberships: () => '/api/memberships',
  /** Public proof of a merchant licence, by the number its holder shows. */
  merchantLicence: (number: string) => `/licence/${segment(number)}`,
  /** The form that looks up a merchant licence by its number. */
  licenceCheck: () => '/licence',
  libraryProduct: (id: string) => `/account/library/${segment(id)}`,
  /** Where an owner agrees to the delivery of a product; `download` is the address that they asked for. */
  agreeToDelivery: (id: string, download: string) =>
    `/account/library/${segment(id)}?download=${encodeURIComponent(download)}#files`,
  /** The files of an owned product, each with the button that opens it in a slicer. */
  ownedFiles: (id: string) => `/account/library/${segment(id)}#files`,
  /** The page where a gift is accepted. */
  gift: (token: string) => `/gift/${segment(token)}`,
  /** The page where a delivery of an access group is claimed. */
  claim: (token: string) => `/claim/${segment(token)}`,
  downloadFile: (product: string, file: string) => `/download/${segment(product)}/${segment(file)}`,
  /** One owned file for a program without a session, by a signed token; the address ends in the file's name. */
  openFile: (token: string, name: string) => `/download/open/${segment(token)}/${segment(name)}`,
  /** A zip of a variant, by its key; "all" holds every file. */
  downloadArchive: (product: string, variant = 'all') =>
    `/download/${segment(product)}/zip/${segment(variant)}`,
  /** The progress of building that zip, as JSON. */
  archiveProgress: (product: string, variant = 'all') =>
    `/download/${segment(product)}/zip/${segment(variant)}/progress`,
  /** A zip of several owned products; a form of check boxes named "product" leads here too. */
  downloadSelection: (...products: string[]) =>
    `/download/zip?${products.map((id) => `product=${segment(id)}`).join('&')}`,
  /** Everything that is stored under the visitor's account, as a zip. */
  dataExport: () => '/download/my-data',
  /** A product's public 3D preview. `hash` is the hash of its content, so that the address is immutable. */
  preview: (product: string, hash: string) => `/preview/${segment(product)}/${segment(hash)}.glb`,
  /** Resumable uploads of sellers (tus); a GET lists them as JSON. */
  uploads: () => '/api/uploads',
  /** One upload, running or complete. */
  upload: (id: string) => `/api/uploads/${segment(id)}`,
  /** Upload of a message's attachment, as the body of a POST. */
  attach: (conversation: string, name: string) => withQuery('/api/attachments', { conversation, name }),
  /** Upload of a picture or file of a post, as the body of a POST. */
  attachToPost: (post: string, name: string) => withQuery('/api/attachments', { post, name }),
  /** A message's attachment, for both participants; a post's, for those who may read it. */
  attachment: (id: string) => `/api/attachments/${segment(id)}`,
  /** Renders Markdown as HTML. */
  markdownPreview: () => '/api/markdown',
  /** Told after a log-out in the browser; its answer empties the browser's cache. */
  signedOut: () => '/api/signed-out',
  /** Receives page views of visitors who consented to analytics. */
  views: () => '/api/views',
  /** Webhooks of the payment provider. */
  paymentWebhook: () => '/api/stripe',
  /** Mails links that cancel what renews under an address. */
  cancelMembership: () => '/cancel-membership',
  /** Cancels one subscription by a mailed link. */
  cancelLink: (token: string) => `/cancel-membership/${segment(token)}`,
  /** Unsubscribes from mails like this one, by the mail's id. */
  mailOff: (mail: string) => `/mail-off/${segment(mail)}`,
  verifyEmail: (token?: string) => withQuery('/verify-email', { token }),
  resetPassword: (token?: string) => withQuery('/reset-password', { token }),
  confirmEmail: (token?: string) => withQuery('/confirm-email', { token }),
  oauthReturn: () => '/login/oauth',
  oauthStart: (provider: string, redirect?: string) =>
    withQuery(`/login/with/${segment(provider)}`, { redirect }),
  loginCode: (redirect?: string) => withQuery('/login/code', { redirect }),
  /** An address of the API, below its version: "/library". */
  api: (path: string) => `/api/v1${path}`,
  /** A file of an owned model, for a program with a token. */
  apiFile: (product: string, file: string) => `/api/v1/library/${segment(product)}/files/${segment(file)}`,
  /** The program that keeps a folder in step with a library. */
  libraryClient: () => '/library-client.mjs',
  /** The description of the API. */
  apiDescription: () => '/api/v1/openapi.json',
  latestBuild: () => '/builds/latest.json',
  /** A public picture, re-encoded as WebP at one of the fixed widths. */
  picture: (collection: PictureCollection, record: string, file: string, width: PictureWidth) =>
    `/img/${width}/${collection}/${segment(record)}/${segment(file)}`,
  /** A public picture as a JPEG, for programs that know no WebP: of 1200 × 630 px to be shared, or for mails. */
  jpegPicture: (collection: PictureCollection, record: string, file: string, use: JpegUse) =>
    `/img/${use}/${collection}/${segment(record)}/${segment(file)}.jpg`,
  /** The video of a product, by the name of its file. */
  video: (product: string, file: string) => `/video/${segment(product)}/${segment(file)}`,
  /** A file served by the backend, for the avatar's 32 px thumbnail. `base` is the public setting pbApiUrl. */
  backendFile: (base: string, collection: PictureCollection, record: string, file: string, thumb?: string) =>
    withQuery(`${base.replace(/\/$/, '')}/api/files/${collection}/${segment(record)}/${segment(file)}`, {
      thumb,
    }),
} as const;

/** The same path; that of a product's page with a mark that visits come from our feeds or mails. */
export function withOrigin(path: string, from: 'feed' | 'mail'): string {
  return /^\/product\/[^/?#]+$/.test(path) ? withQuery(path, { from }) : path;
}

/**
 * The tags by which cached pages are purged. They are sent in a header, so an id from an address is escaped, because a
 * visitor may have typed anything.
 */
export const pageTag = {
  /** Every page: name, banner and whatever else operators set. The middleware adds it. */
  site: () => 'site',
  product: (id: string) => `product:${segment(id)}`,
  /** Pages that show questions about a product. */
  questions: (id: string) => `questions:${segment(id)}`,
  /** The page of a post. */
  post: (id: string) => `post:${segment(id)}`,
  store: (id: string) => `store:${segment(id)}`,
  /** Pages that list products: home, categories, stores, search. */
  products: () => 'products',
  stores: () => 'stores',
  categories: () => 'categories',
  /** Pages of guilds, and pages that show whether a store has one. */
  guilds: () => 'guilds',
  sitemap: () => 'sitemap',
} as const;
