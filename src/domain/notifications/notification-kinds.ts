import type { MAIL_KINDS } from './mail.ts';

/** When the mail about a notification is sent: at once, in a daily or weekly digest, or never. */
export const MAIL_PACES = ['now', 'daily', 'weekly', 'off'] as const;
export type MailPace = (typeof MAIL_PACES)[number];
export const DIGESTS = ['daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];

/** What is known of a kind of notifications. */
export interface KindFacts {
  /** The label in the settings. */
  name: string;
  /** When it is sent, in one sentence. */
  when: string;
  /** What mails of this kind are called, after "No more ". */
  mails: string;
  /** What the button of its mail says. */
  button: string;
  mail: MailPace;
  /** The available paces; empty where the mail is always sent. */
  paces: readonly MailPace[];
  /** Whether it is about a store, so that it can be set for one store. */
  ofStore: boolean;
  /** Whether only sellers receive it. */
  forSellers: boolean;
  /**
   * What several of one store and day are called together, after their number: singular and plural. Without it each stands by
   * itself.
   */
  many?: readonly [one: string, many: string];
  /** The kind of its mails in the outbox, where that is older and differs. */
  mailKind?: (typeof MAIL_KINDS)[number];
}

const TIMELY: readonly MailPace[] = ['now', 'off'];
/** What artists publish for many. */
const OF_ARTISTS = { mail: 'daily', paces: MAIL_PACES, ofStore: true, forSellers: false } as const;

/** What one person is waiting for. */
const TO_PEOPLE = { mail: 'now', paces: MAIL_PACES, ofStore: true, forSellers: false } as const;

/** The kinds of notifications, in the order of the settings. Each is one row there. */
const KINDS = {
  message: {
    name: 'Messages',
    when: 'Someone sends you a message.',
    mails: 'mails about messages',
    button: 'Read the message',
    ...TO_PEOPLE,
  },
  'refund-request': {
    name: 'Refund requests',
    when: 'Someone requests a refund, or a request is answered.',
    mails: 'mails about refund requests',
    button: 'See the request',
    mail: 'now',
    paces: TIMELY,
    ofStore: true,
    forSellers: false,
  },
  'question-answer': {
    name: 'Answers to your questions',
    when: 'An artist answers what you asked about a model, or your comment on a post.',
    mails: 'mails about answers to your questions',
    button: 'See the answer',
    ...TO_PEOPLE,
  },
  'review-answer': {
    name: 'Answers to your reviews',
    when: 'An artist answers what you wrote about a model.',
    mails: 'mails about answers to your reviews',
    button: 'See the answer',
    ...TO_PEOPLE,
  },
  'new-product': {
    name: 'New from artists you follow',
    when: 'An artist you follow publishes a model.',
    mails: 'mails about new models',
    many: ['new model', 'new models'],
    button: 'See the model',
    ...OF_ARTISTS,
  },
  'new-release': {
    name: 'Releases of artists you follow',
    when: 'The guild of an artist you follow publishes a release.',
    mails: 'mails about releases of artists you follow',
    many: ['new release', 'new releases'],
    button: 'See the release',
    ...OF_ARTISTS,
  },
  'new-post': {
    name: 'Posts of artists',
    when: 'An artist you follow, or whose guild you are in, publishes a post that you may read.',
    mails: 'mails about posts',
    many: ['new post', 'new posts'],
    button: 'Read the post',
    ...OF_ARTISTS,
  },
  'product-update': {
    name: 'Changes of models you own',
    when: 'An artist changes a model you own and says what is new. It is in your library either way.',
    mails: 'mails about changes of models you own',
    many: ['changed model', 'changed models'],
    button: 'Open it in your library',
    ...OF_ARTISTS,
  },
  'wish-sale': {
    name: 'Sales on your wish list',
    when: 'A sale starts on a model on your wish list. Your wish list stays as it is either way.',
    mails: 'mails about sales',
    many: ['model on sale from your wish list', 'models on sale from your wish list'],
    button: 'See the model',
    mailKind: 'sale',
    ...TO_PEOPLE,
  },
  'saved-search': {
    name: 'Saved searches',
    when: 'A new model matches a search you saved.',
    mails: 'mails about saved searches',
    button: 'See what is new',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: false,
  },
  release: {
    name: 'Releases of your guilds',
    when: 'A guild you are in publishes a release. It is in your library either way.',
    mails: 'mails about releases',
    button: 'Open your library',
    ...TO_PEOPLE,
  },
  'guild-news': {
    name: 'News from your guilds',
    when: 'You join, or a guild pauses, closes or proposes another price. Your memberships stay as they are either way.',
    mails: 'news from your guilds',
    button: 'See your membership',
    mailKind: 'guild',
    mail: 'now',
    paces: TIMELY,
    ofStore: true,
    forSellers: false,
  },
  'guild-goal': {
    name: 'Goals of your guilds',
    when: 'A guild you are in, or your own, reaches a number of members for which its artist promised something.',
    mails: 'mails about goals of guilds',
    button: 'See the goal',
    ...OF_ARTISTS,
  },
  'pre-order': {
    name: 'Pre-orders',
    when: 'A model you pre-ordered, or sell as one, arrives, gets another day or is called off.',
    mails: 'mails about pre-orders',
    button: 'See the pre-order',
    ...TO_PEOPLE,
    ofStore: false,
  },
  'payment-failed': {
    name: 'Failed payments',
    when: 'A payment for a guild fails: three mails in a week. Your account shows it either way.',
    mails: 'mails about failed payments',
    button: 'See your membership',
    mailKind: 'dunning',
    mail: 'now',
    paces: TIMELY,
    ofStore: true,
    forSellers: false,
  },
  'sale-made': {
    name: 'Your sales',
    when: 'Someone buys from your store.',
    mails: 'mails about your sales',
    many: ['sale', 'sales'],
    button: 'See your sales',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: true,
  },
  review: {
    name: 'Reviews of your models',
    when: 'Someone reviews one of your models.',
    mails: 'mails about reviews',
    many: ['review', 'reviews'],
    button: 'Answer the review',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: true,
  },
  question: {
    name: 'Questions and comments',
    when: 'Someone asks about one of your models, or comments on one of your posts.',
    mails: 'mails about questions and comments',
    many: ['question or comment', 'questions and comments'],
    button: 'Answer the question',
    mail: 'now',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: true,
  },
  partner: {
    name: 'Partners of models',
    when: 'An artist asks to name you as a partner of a model, agrees, declines or ends it.',
    mails: 'mails about partners of models',
    button: 'See your partners',
    ...{ ...TO_PEOPLE, forSellers: true },
  },
  'store-staff': {
    name: 'Work for a store',
    when: 'A store asks you to work for it.',
    mails: 'mails from stores that ask you to work for them',
    button: 'See the request',
    ...TO_PEOPLE,
  },
  'sale-week': {
    name: 'Sale weeks',
    when: 'The marketplace announces a sale week that you can join.',
    mails: 'mails about sale weeks',
    button: 'Join it',
    ...{ mail: 'now', paces: MAIL_PACES, ofStore: false, forSellers: true },
  },
  case: {
    name: 'Reports and cases',
    when: 'A claim by you or against your store is opened, answered or decided. These mails are always sent.',
    mails: 'mails about cases',
    button: 'See the case',
    mail: 'now',
    paces: [],
    ofStore: false,
    forSellers: false,
  },
} satisfies Record<string, KindFacts>;

export type NotificationKind = keyof typeof KINDS;
export const KIND_FACTS: Readonly<Record<NotificationKind, KindFacts>> = KINDS;
export const NOTIFICATION_KINDS = Object.keys(KINDS) as [NotificationKind, ...NotificationKind[]];

export function isNotificationKind(kind: string): kind is NotificationKind {
  return NOTIFICATION_KINDS.some((known) => known === kind);
}
