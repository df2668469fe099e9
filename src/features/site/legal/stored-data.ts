import { DELIVERIES_KEPT_MS } from '../../../domain/account/webhook.ts';
import { MISS_DAYS_KEPT } from '../../../domain/catalogue/search/search-miss.ts';
import { ADDRESSED_STORED_MS } from '../../../domain/notifications/addressed-mail.ts';
import { MAIL_TEXT_STORED_MS } from '../../../domain/notifications/mail.ts';
import { READ_RETENTION_MS, UNREAD_RETENTION_MS } from '../../../domain/notifications/notification.ts';
import { SERVER_LOG_DAYS } from '../../../domain/site/promises.ts';

/** Personal data that the marketplace stores: what, why and for how long. */
export interface StoredData {
  what: string;
  why: string;
  howLong: string;
}

/** The same, with the collections in which it lies. What is stored after an account or store is gone is added from a table. */
export interface StoredByUs extends StoredData {
  collections: readonly string[];
}

const days = (ms: number): number => Math.round(ms / 86_400_000);

/** On the server. A test holds it against the schema: every collection that leads to a person stands in one row. */
export const STORED_BY_US: readonly StoredByUs[] = [
  {
    what: 'Account: username, e-mail address, password (only as a bcrypt hash), picture, theme, whether mature models are shown, whether models made with AI are hidden, whether the account is suspended',
    why: 'To let you sign in and to show your account. Without it we cannot provide the service.',
    howLong: 'Until you change it or delete the account.',
    collections: ['users'],
  },
  {
    what: 'Which version of the terms and of this page you agreed to, when, and where: at sign-up, at checkout or when you were asked',
    why: 'To know what holds between you and us, and to ask you once when a text changes.',
    howLong: 'Until you delete the account.',
    collections: ['legal_consents'],
  },
  {
    what: 'Signing in: the number of your account at Google, if you sign in with it; a fingerprint of each browser that signed in; that a browser has just proved again who you are; codes and links that we mail you, only as hashes; how often an account and an address were tried, as hashes of both',
    why: 'To recognise you, and so that nobody else gets in.',
    howLong:
      'Codes until they are used or expire, at most 7 days. Proofs for ten minutes. Tries for ten minutes, deleted within two hours. The rest until you delete the account.',
    collections: ['_externalAuths', '_authOrigins', 'sign_in_codes', 'sign_in_tries', 'sign_ups', 'step_ups'],
  },
  {
    what: 'Access tokens for your own programs: their names, what they may do, when they expire and were last used; of the token itself only a hash; what they were answered, so that a repeated request is done once',
    why: 'To let your programs in, and to show you which have access.',
    howLong:
      'Until you revoke them or delete the account; a new password ends all of them. Expired ones until you make the next. Answers a day.',
    collections: ['api_tokens', 'api_answers'],
  },
  {
    what: 'Webhooks, if you sell and use them: their addresses, what they are told, their secrets, and the messages with what was answered',
    why: 'To tell your programs what happens in your store, and to show you whether they heard it.',
    howLong: `Messages for ${days(DELIVERIES_KEPT_MS)} days; the rest until you remove the address or delete the store.`,
    collections: ['webhooks', 'webhook_deliveries'],
  },
  {
    what: 'Work for a store: which stores you work for, in which roles, and what you did there',
    why: 'To let you act for them, and to show their owners who did what.',
    howLong:
      'Roles until either side ends it; what you did as long as the store exists, under the name you had.',
    collections: ['store_staff', 'staff_deeds'],
  },
  {
    what: 'Store, if you sell: name, texts, pictures, products and their files, categories, coupons, bundles of products, partners of products, what joined a sale week, imports, saved replies, guild, tiers, releases, bundles, rewards, goals, mails to members, and groups for deliveries outside the shop',
    why: 'To show and deliver what you offer.',
    howLong: 'Until you delete it. Files that buyers own stay available to them.',
    collections: [
      ...['stores', 'products', 'product_files', 'product_changes', 'product_imports', 'product_import_rows'],
      ...['product_bundles', 'product_partners', 'pre_orders', 'sale_week_products', 'shelves', 'coupons'],
      ...['saved_replies', 'uploads', 'previews', 'guilds'],
      ...['guild_tiers', 'guild_goals', 'releases', 'entry_bundles', 'loyalty_rewards', 'guild_letters'],
      ...['access_groups', 'access_imports', 'guild_polls'],
      'tenure_imports',
    ],
  },
  {
    what: 'Shapes of your models, if you sell, as a few numbers, and whether a model of another store has nearly the same',
    why: 'To find copies. Only people who run the site see what was found, until they open a case.',
    howLong: 'As long as the file.',
    collections: ['model_shapes', 'model_matches'],
  },
  {
    what: 'Lists of members that a guild brings along from another site: e-mail address, months and tier there',
    why: 'To give you these months when you join the guild.',
    howLong: 'Until shortly after you joined, or a year.',
    collections: ['expected_members'],
  },
  {
    what: 'Business account and seller plan, if you sell: legal name, country, VAT number, state of the check, numbers of the payment provider, agreed commission',
    why: 'To pay you, and because the law wants to know who sells.',
    howLong: 'As long as you have the store. The state of the plan and the commission stay after that.',
    collections: ['business_accounts', 'seller_plans'],
  },
  {
    what: 'Sales, if you sell: price, commission, tax, partners’ parts, refunds and payouts of each sale, and sums of them',
    why: 'To pay you, to show you what you earned, and because tax law requires it.',
    howLong: 'Amounts are never deleted. They name orders and stores, not buyers.',
    collections: ['ledger', 'seller_shares', 'seller_transfers', 'seller_income', 'partner_parts'],
  },
  {
    what: 'Orders: products, prices, coupons, tax, dates, your e-mail address, payment numbers of the payment provider, kind and last four digits of your card; refunds; payments that arrived without an order; disputes, and what of this, of your downloads and of your earlier orders was shown to your bank in one; never your card number',
    why: 'To deliver what you bought, for refunds, and because tax law requires it.',
    howLong:
      'As long as you have the account, so that you see what you bought. Amounts and products stay after that, without your name.',
    collections: ['orders', 'order_lines', 'coupon_uses', 'refunds', 'disputes', 'unmatched_payments'],
  },
  {
    what: 'Invoices and credit notes of your orders, memberships and seller plan: your e-mail address, and name, address and VAT number where you gave them to the payment provider',
    why: 'Because tax law requires it.',
    howLong: 'An invoice is never changed, also when you delete the account.',
    collections: ['invoices'],
  },
  {
    what: 'Consents: that you wanted a download at once, or a pre-order once it is finished, and gave up the right of withdrawal with its delivery, the version of the sentence, and when',
    why: 'To prove what was agreed.',
    howLong: 'As long as their order or membership may be asked about.',
    collections: ['consents'],
  },
  {
    what: 'Withdrawals from contracts: which order, membership or seller plan, when it was asked for and confirmed, what was refunded; of the mailed link only a hash',
    why: 'To carry out a withdrawal, and to prove it.',
    howLong: 'As long as the refund may be asked about.',
    collections: ['withdrawals'],
  },
  {
    what: 'Library: what you own, where it came from, its licence; your lists, print states and what you archived; which lists you share by a link, and whether with your name; which files were given to you and since when, how often you downloaded them and when last',
    why: 'To give you permanent access to what you own, to show you what changed since your last download, and to know what was delivered where you withdraw from a contract.',
    howLong: 'Until you delete the account.',
    collections: ['entitlements', 'downloads', 'library_lists', 'library_marks', 'shared_lists'],
  },
  {
    what: 'Licences to sell prints that you made public: the number, and which purchase or membership it stands for',
    why: 'So that anyone to whom you show the number can check it.',
    howLong: 'Until you delete the account.',
    collections: ['merchant_licences'],
  },
  {
    what: 'Gifts: the address or account you named, your message, the day of delivery, and which account accepted it',
    why: 'To deliver the gift.',
    howLong: 'Until the account that accepted it is deleted. That something was given stays with the order.',
    collections: ['gifts', 'membership_gifts'],
  },
  {
    what: 'Guild memberships: guild, tier, state, price, dates, payments and refunds, what you received, licence key, and a note that the seller may write about you',
    why: 'To deliver what you paid for, and to charge you what was agreed.',
    howLong:
      'As long as you have the account. Payments and months stay after that, without your name; the note does not.',
    collections: [
      'guild_members',
      'guild_joinings',
      'guild_handouts',
      'guild_payments',
      'membership_periods',
    ],
  },
  {
    what: 'Your printers: name, build volume, and what a litre of resin costs you',
    why: 'To say what fits on them and what printing costs.',
    howLong: 'Until you remove a printer or delete the account.',
    collections: ['printers'],
  },
  {
    what: 'Wish list: the models on it, when you added them, their price then, and the last sale we notified you of',
    why: 'To show it to you, and to notify you once when a sale starts.',
    howLong: 'Until you remove a model or delete the account.',
    collections: ['wishes'],
  },
  {
    what: 'Stores you follow, and since when; what you voted in polls of guilds',
    why: 'To show you what is new there, and to notify you; to count votes. A store sees how many people follow it and what was voted, not who.',
    howLong: 'Until you stop following or delete the account. A vote then stays without your name.',
    collections: ['follows', 'guild_poll_votes'],
  },
  {
    what: 'Saved searches: their name, query, how often we notify you, and when we last ran them',
    why: 'To run them again, and to notify you of new models.',
    howLong: 'Until you remove them or delete the account.',
    collections: ['saved_searches'],
  },
  {
    what: 'Deliveries outside the shop: the address a store gave us for you, your name and a note as the store knows them, when we wrote to you, and which account claimed it',
    why: 'To deliver what the store owes you, such as the files of a campaign you backed, and to show the store whether it arrived.',
    howLong:
      'As long as the store keeps its list. What you claimed stays in your library. Address, name and note of what you claimed go with your account.',
    collections: ['access_group_people', 'claim_links'],
  },
  {
    what: 'Conversations with sellers or buyers, their attachments, refund requests; reviews with photos and answers; questions, comments and answers; the posts of your store',
    why: 'To deliver or show them, and to decide refund requests.',
    howLong:
      'Until you delete the account. Your messages, reviews, questions and comments then stay with the other person or on the page, without your name.',
    collections: [
      ...['conversations', 'messages', 'message_attachments', 'refund_requests'],
      ...['reviews', 'review_photos', 'questions', 'posts'],
    ],
  },
  {
    what: 'Reports you make, with name and address where you have no account, and claims about your content: texts, answers, the decision and objections to it',
    why: 'To hear both sides and to decide, and to recognise repeat infringement.',
    howLong:
      'Until it is decided, and then as long as objections and claims are possible. Your reports lose your account when you delete it.',
    collections: ['reports', 'cases', 'notices'],
  },
  {
    what: 'Notifications: what we sent you, when, whether you read it, and your settings for each kind and store',
    why: 'To show them to you, and to respect your settings.',
    howLong: `${days(READ_RETENTION_MS)} days after you read them, ${days(UNREAD_RETENTION_MS)} days if you do not, or until you delete the account.`,
    collections: ['notifications', 'notification_switches'],
  },
  {
    what: 'Mails we send you: address, subject, text',
    why: 'To deliver them, also when the mail server is down for a while.',
    howLong: `Subject and text ${days(MAIL_TEXT_STORED_MS)} days after they were sent.`,
    collections: ['mails'],
  },
  {
    what: 'Mails to addresses that somebody typed, such as gifts: who caused them, the address, a hash of the network they came from; which of them you stopped',
    why: 'So that nobody can flood an address with our mails, and to respect that you stopped them.',
    howLong: `${days(ADDRESSED_STORED_MS)} days. That you stopped them, until you allow them again.`,
    collections: ['addressed_mails', 'mail_stops'],
  },
  {
    what: 'Record of changes to prices, states, suspensions, payouts and refunds, with who made them; the prices a product had; for a day, what a change of many models at once had overwritten',
    why: 'To be able to say later who changed what.',
    howLong: 'What a change of many models had overwritten, for a day.',
    collections: ['audit_log', 'bulk_undos', 'price_terms', 'dead_letter_closings', 'takedowns'],
  },
  {
    what: 'Who runs this site: their role, their second factor (the encrypted secret of an authenticator app, hashes of recovery codes), proofs that it was entered, and when and why one of them looked at an account from its side',
    why: 'So that only they can do what their role allows, and so that you can learn who looked at your account.',
    howLong:
      'Roles, second factors and looks until the account is deleted or the role is taken away, proofs until they expire.',
    collections: ['roles', 'second_factors', 'recovery_codes', 'desk_proofs', 'account_looks'],
  },
  {
    what: 'Daily totals of a page: views, visits and additions to carts. Weekly totals of a model: how many visits, additions to carts and sales came from search engines, other sites, feeds, our mails, posts of stores, this site, or directly. They do not identify anyone',
    why: 'To show artists which pages are viewed and where buyers come from. Only visitors who agreed are counted. Until an order is paid or expires, the kind of each model in it is stored with the order.',
    howLong: 'As long as the model or the store exists.',
    collections: ['view_counts', 'view_days', 'view_months', 'origin_weeks', 'order_origins'],
  },
  {
    what: 'How popular each model is, made of counts of its visits, carts, wishes and sales. They do not identify anyone',
    why: 'To sort by popularity. The counts are added up and forgotten; what is left halves every month.',
    howLong: 'As long as the model exists.',
    collections: ['product_interest'],
  },
  {
    what: 'Words of searches that found nothing or little, counted by day, and of searches that found models, counted. Both without what looks like an address or a number, and they do not say who searched',
    why: 'To learn what is missing here, and to suggest to others what many looked for on different days.',
    howLong: `Words that found little ${MISS_DAYS_KEPT} days, others until nobody has looked for them for ${MISS_DAYS_KEPT} days.`,
    collections: ['search_misses', 'found_searches'],
  },
  {
    what: 'Server log: time, requested address, response, duration, network address',
    why: 'To find errors, and to stop abuse such as password guessing.',
    howLong: `At most ${SERVER_LOG_DAYS} days.`,
    collections: [],
  },
];

/** In the visitor's own browser. */
export const STORED_IN_BROWSER: readonly StoredData[] = [
  {
    what: 'Cookie pb_auth: your sign-in',
    why: 'To keep you signed in. It is set when you sign in and is sent to this site only.',
    howLong: '7 days after your last visit, or until you log out.',
  },
  {
    what: 'Cookie guildhall_device: a random number, and a mark of each account that signed in with this browser',
    why: 'So that strangers who guess your password cannot lock you out. It is set when you sign in, and scripts cannot read it.',
    howLong: 'A year after your last sign-in, or until you clear the browser’s data.',
  },
  {
    what: 'Cookie guildhall_signup: a random number',
    why: 'To sign you in, and to keep your password, when you confirm your address by the mailed link or code, and to let you sign up again with another address until then. It is set when you sign up, and scripts cannot read it.',
    howLong: 'Until you confirm the address, or 7 days.',
  },
  {
    what: 'Cookie guildhall_written: a number that grows with each change of the marketplace, the same for everybody',
    why: 'To show you at once what you saved. It is set when you save something, and scripts cannot read it.',
    howLong: '10 seconds.',
  },
  {
    what: 'Cookie mature: that you are 18 or older and want to see models marked as mature; neither your birthday nor its year',
    why: 'To show them, also before you sign in. Without it they stay hidden.',
    howLong: 'A year, or until you hide them again.',
  },
  {
    what: 'Cookie ai: that you hide models made with generative AI',
    why: 'So that search follows your choice, also before you sign in. Scripts cannot read it.',
    howLong: 'A year, or until you show them again.',
  },
  {
    what: 'Cart: number, name, price and picture of each product, coupon codes',
    why: 'To keep your cart across visits. It stays in the browser’s storage until you go to checkout.',
    howLong: 'Until you empty the cart or clear the browser’s data.',
  },
  {
    what: 'A model you added to your wish list before signing in',
    why: 'To save it once you are signed in.',
    howLong: 'Until then, or until you close the tab.',
  },
  {
    what: 'Paint and backdrop of the newest picture that you made from a model, if you sell',
    why: 'To begin the next picture with them. It is never sent.',
    howLong: 'Until you clear the browser’s data.',
  },
  {
    what: 'The slicer in which you open files',
    why: 'To offer it again. It is never sent.',
    howLong: 'Until you clear the browser’s data.',
  },
  {
    what: 'Your printers: name, build volume, and what a litre of resin costs you; and whether they belong to an account',
    why: 'To say what fits on them and what printing costs, also before you sign in.',
    howLong: 'Until you remove them or clear the browser’s data.',
  },
  {
    what: 'That search hides what you own',
    why: 'To keep your choice across visits.',
    howLong: 'Until you show them again or clear the browser’s data.',
  },
  {
    what: 'Theme: light, dark or system',
    why: 'To show the page in the theme you chose, without a flash.',
    howLong: 'Until you clear the browser’s data.',
  },
  {
    what: 'Cookie counting: that you agreed to page statistics; the word yes and nothing that identifies you',
    why: 'To count page views of visitors who agreed only. It is set when you agree and is sent to this site only.',
    howLong: '365 days, or until you withdraw your consent below.',
  },
  {
    what: 'Your current visit: the store pages you viewed in it, where each view came from, and the time of the last view; for models in your cart, the kind of place you came from',
    why: 'To count a page once per visit, and to tell artists where visits come from. Of where you came from only the kind is sent, such as “search engine”, never an address.',
    howLong:
      'Until a new visit starts after 30 minutes, or until you withdraw your consent; the kinds for the cart only until the latter.',
  },
  {
    what: 'The number of the notice that you closed',
    why: 'To show it to you only once. It is never sent.',
    howLong: 'Until you clear the browser’s data.',
  },
  {
    what: 'That you declined page statistics',
    why: 'To ask you only once. It is never sent.',
    howLong: 'Until you agree or clear the browser’s data.',
  },
];
