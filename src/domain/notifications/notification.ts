import type { Instant } from '../kernel/instant.ts';
import type { MailKind } from './mail.ts';

/** The kinds of notifications. Each is one row in the notification settings. */
export const NOTIFICATION_KINDS = [
  'message',
  'refund-request',
  'question-answer',
  'review-answer',
  'new-product',
  'new-release',
  'new-post',
  'product-update',
  'wish-sale',
  'saved-search',
  'release',
  'guild-news',
  'guild-goal',
  'pre-order',
  'payment-failed',
  'sale-made',
  'review',
  'question',
  'partner',
  'store-staff',
  'sale-week',
  'case',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export function isNotificationKind(kind: string): kind is NotificationKind {
  return NOTIFICATION_KINDS.some((known) => known === kind);
}

/** When the mail about a notification is sent: at once, in a daily or weekly digest, or never. */
export const MAIL_PACES = ['now', 'daily', 'weekly', 'off'] as const;
export type MailPace = (typeof MAIL_PACES)[number];
export const DIGESTS = ['daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];

export const PACE_TEXTS: Record<MailPace, string> = {
  now: 'Immediately',
  daily: 'Daily',
  weekly: 'Weekly',
  off: 'No mail',
};

/** How a user is notified of a kind, in general or for one store. */
export interface NotificationSwitch {
  inApp: boolean;
  mail: MailPace;
}

interface KindFacts {
  /** The label in the settings. */
  name: string;
  /** When it is sent, in one sentence. */
  when: string;
  /** What mails of this kind are called, after "No more ". */
  mails: string;
  mail: MailPace;
  /** The available paces; empty where the mail is always sent. */
  paces: readonly MailPace[];
  /** Whether it is about a store, so that it can be set for one store. */
  ofStore: boolean;
  /** Whether only sellers receive it. */
  forSellers: boolean;
}

const TIMELY: readonly MailPace[] = ['now', 'off'];
/** What artists publish for many. */
const OF_ARTISTS = { mail: 'daily', paces: MAIL_PACES, ofStore: true, forSellers: false } as const;

/** What one person is waiting for. */
const TO_PEOPLE = { mail: 'now', paces: MAIL_PACES, ofStore: true, forSellers: false } as const;

export const KIND_FACTS: Record<NotificationKind, KindFacts> = {
  message: {
    name: 'Messages',
    when: 'Someone sends you a message.',
    mails: 'mails about messages',
    ...TO_PEOPLE,
  },
  'refund-request': {
    name: 'Refund requests',
    when: 'Someone requests a refund, or a request is answered.',
    mails: 'mails about refund requests',
    mail: 'now',
    paces: TIMELY,
    ofStore: true,
    forSellers: false,
  },
  'question-answer': {
    name: 'Answers to your questions',
    when: 'An artist answers what you asked about a model, or your comment on a post.',
    mails: 'mails about answers to your questions',
    ...TO_PEOPLE,
  },
  'review-answer': {
    name: 'Answers to your reviews',
    when: 'An artist answers what you wrote about a model.',
    mails: 'mails about answers to your reviews',
    ...TO_PEOPLE,
  },
  'new-product': {
    name: 'New from artists you follow',
    when: 'An artist you follow publishes a model.',
    mails: 'mails about new models',
    ...OF_ARTISTS,
  },
  'new-release': {
    name: 'Releases of artists you follow',
    when: 'The guild of an artist you follow publishes a release.',
    mails: 'mails about releases of artists you follow',
    ...OF_ARTISTS,
  },
  'new-post': {
    name: 'Posts of artists',
    when: 'An artist you follow, or whose guild you are in, publishes a post that you may read.',
    mails: 'mails about posts',
    ...OF_ARTISTS,
  },
  'product-update': {
    name: 'Changes of models you own',
    when: 'An artist changes a model you own and says what is new. It is in your library either way.',
    mails: 'mails about changes of models you own',
    ...OF_ARTISTS,
  },
  'wish-sale': {
    name: 'Sales on your wish list',
    when: 'A sale starts on a model on your wish list. Your wish list stays as it is either way.',
    mails: 'mails about sales',
    ...TO_PEOPLE,
  },
  'saved-search': {
    name: 'Saved searches',
    when: 'A new model matches a search you saved.',
    mails: 'mails about saved searches',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: false,
  },
  release: {
    name: 'Releases of your guilds',
    when: 'A guild you are in publishes a release. It is in your library either way.',
    mails: 'mails about releases',
    ...TO_PEOPLE,
  },
  'guild-news': {
    name: 'News from your guilds',
    when: 'You join, or a guild pauses, closes or proposes another price. Your memberships stay as they are either way.',
    mails: 'news from your guilds',
    mail: 'now',
    paces: TIMELY,
    ofStore: true,
    forSellers: false,
  },
  'guild-goal': {
    name: 'Goals of your guilds',
    when: 'A guild you are in, or your own, reaches a number of members for which its artist promised something.',
    mails: 'mails about goals of guilds',
    ...OF_ARTISTS,
  },
  'pre-order': {
    name: 'Pre-orders',
    when: 'A model you pre-ordered, or sell as one, arrives, gets another day or is called off.',
    mails: 'mails about pre-orders',
    ...TO_PEOPLE,
    ofStore: false,
  },
  'payment-failed': {
    name: 'Failed payments',
    when: 'A payment for a guild fails: three mails in a week. Your account shows it either way.',
    mails: 'mails about failed payments',
    mail: 'now',
    paces: TIMELY,
    ofStore: true,
    forSellers: false,
  },
  'sale-made': {
    name: 'Your sales',
    when: 'Someone buys from your store.',
    mails: 'mails about your sales',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: true,
  },
  review: {
    name: 'Reviews of your models',
    when: 'Someone reviews one of your models.',
    mails: 'mails about reviews',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: true,
  },
  question: {
    name: 'Questions and comments',
    when: 'Someone asks about one of your models, or comments on one of your posts.',
    mails: 'mails about questions and comments',
    mail: 'now',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: true,
  },
  partner: {
    name: 'Partners of models',
    when: 'An artist asks to name you as a partner of a model, agrees, declines or ends it.',
    mails: 'mails about partners of models',
    ...{ ...TO_PEOPLE, forSellers: true },
  },
  'store-staff': {
    name: 'Work for a store',
    when: 'A store asks you to work for it.',
    mails: 'mails from stores that ask you to work for them',
    ...TO_PEOPLE,
  },
  'sale-week': {
    name: 'Sale weeks',
    when: 'The marketplace announces a sale week that you can join.',
    mails: 'mails about sale weeks',
    ...{ mail: 'now', paces: MAIL_PACES, ofStore: false, forSellers: true },
  },
  case: {
    name: 'Reports and cases',
    when: 'A claim by you or against your store is opened, answered or decided. These mails are always sent.',
    mails: 'mails about cases',
    mail: 'now',
    paces: [],
    ofStore: false,
    forSellers: false,
  },
};

/** The digests, as the settings and the unsubscribe link name them. */
export const DIGEST_FACTS: Record<Digest, Pick<KindFacts, 'name' | 'when' | 'mails'>> = {
  daily: {
    name: 'Your daily digest',
    when: 'There is something new that you chose to receive once a day.',
    mails: 'daily mails',
  },
  weekly: {
    name: 'Your weekly digest',
    when: 'There is something new that you chose to receive once a week.',
    mails: 'weekly mails',
  },
};

/** The switch of users who never chose. */
export function defaultSwitch(kind: NotificationKind): NotificationSwitch {
  return { inApp: true, mail: KIND_FACTS[kind].mail };
}

/** Mail kinds that differ from the notification kind, because they are older. */
const MAIL_NAMES: Partial<Record<NotificationKind, MailKind>> = {
  'wish-sale': 'sale',
  'guild-news': 'guild',
  'payment-failed': 'dunning',
};

/** The mail kind in the outbox of a notification kind. */
export function mailKindOf(kind: NotificationKind): MailKind {
  return MAIL_NAMES[kind] ?? kind;
}

/**
 * What the link in a mail switches off, by the mail's kind in the outbox: one kind, or a whole digest. Null where the mail
 * is always sent.
 */
export function switchOfMailKind(mailKind: string): NotificationKind | Digest | null {
  const digest = DIGESTS.find((one) => mailKind === `${one}-digest`);
  if (digest) return digest;
  const kind = NOTIFICATION_KINDS.find((one) => mailKindOf(one) === mailKind);
  return kind && KIND_FACTS[kind].paces.length > 0 ? kind : null;
}

/** A user's choice for a kind in general (storeId null) or for one store. Null for a channel means the default applies. */
export interface ChosenSwitch {
  kind: NotificationKind;
  storeId: string | null;
  inApp: boolean | null;
  mail: MailPace | null;
}

/**
 * The switch that applies: the user's choice for the store, else their choice for the kind, else the default; each
 * channel by itself.
 */
export function switchFor(
  chosen: readonly ChosenSwitch[],
  kind: NotificationKind,
  storeId: string | null,
): NotificationSwitch {
  const ofKind = chosen.filter((one) => one.kind === kind);
  const general = ofKind.find((one) => one.storeId === null);
  const own = storeId === null ? undefined : ofKind.find((one) => one.storeId === storeId);
  const { inApp, mail } = defaultSwitch(kind);
  return {
    inApp: own?.inApp ?? general?.inApp ?? inApp,
    mail: own?.mail ?? general?.mail ?? mail,
  };
}

export type SwitchRefusal = 'no-such-pace' | 'no-store';

export const SWITCH_REFUSAL_TEXTS: Record<SwitchRefusal, string> = {
  'no-such-pace': 'These mails are not available at that pace.',
  'no-store': 'This cannot be set for a single store.',
};

/** Why a choice is refused, or null. */
export function switchRefusal({ kind, storeId, mail }: ChosenSwitch): SwitchRefusal | null {
  const { paces, ofStore } = KIND_FACTS[kind];
  if (storeId !== null && !ofStore) return 'no-store';
  return mail !== null && !paces.includes(mail) ? 'no-such-pace' : null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The hour at which digests are sent, in UTC: breakfast in Europe, early morning on the American east coast. */
const DIGEST_HOUR = 7;
/** 1970-01-01 was a Thursday; the first Monday came four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/**
 * The moment of the newest digest due at `now`: 07:00 UTC of the day, or of the week's Monday. The digest holds
 * everything before that moment.
 */
export function digestMoment(digest: Digest, now: Instant): Instant {
  const start = DIGEST_HOUR * HOUR_MS + (digest === 'weekly' ? FIRST_MONDAY_MS : 0);
  const every = digest === 'weekly' ? 7 * DAY_MS : DAY_MS;
  return start + Math.floor((now - start) / every) * every;
}

/** How long read notifications are stored, in ms. */
export const READ_RETENTION_MS = 180 * DAY_MS;
/** How long unread notifications are stored, in ms. */
export const UNREAD_RETENTION_MS = 365 * DAY_MS;

/** The longest title, in characters. */
export const TITLE_MAX = 160;

/** The number on the bell: "" for none, "99+" above 99. */
export function bellText(unread: number): string {
  if (unread <= 0) return '';
  return unread > 99 ? '99+' : String(unread);
}
