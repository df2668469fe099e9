import type { Instant } from '../kernel/instant.ts';
import type { MailKind } from './mail.ts';

/** What somebody is told of. A kind is one line in everybody's settings, and one occasion of the trade. */
export const NOTIFICATION_KINDS = [
  'message',
  'refund-request',
  'question-answer',
  'review-answer',
  'new-product',
  'new-release',
  'wish-sale',
  'saved-search',
  'release',
  'guild-news',
  'payment-failed',
  'sale-made',
  'review',
  'question',
  'case',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export function isNotificationKind(kind: string): kind is NotificationKind {
  return NOTIFICATION_KINDS.some((known) => known === kind);
}

/** When the mail about something comes: by itself at once, with others once a day or a week, or not at all. */
export const MAIL_PACES = ['now', 'daily', 'weekly', 'off'] as const;
export type MailPace = (typeof MAIL_PACES)[number];
/** The paces at which a digest is sent. */
export const DIGESTS = ['daily', 'weekly'] as const;
export type Digest = (typeof DIGESTS)[number];

export const PACE_TEXTS: Record<MailPace, string> = {
  now: 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
  off: 'No mail',
};

/** How somebody is told of a kind, in general or where it is about one store. */
export interface NotificationSwitch {
  inApp: boolean;
  mail: MailPace;
}

interface KindFacts {
  /** The line in the settings. */
  name: string;
  /** When it comes, in one sentence. */
  when: string;
  /** After "No more ": what a mail of this kind is called. */
  mails: string;
  mail: MailPace;
  /** The paces one may choose among; empty where the mail belongs to one's own affairs and is always sent. */
  paces: readonly MailPace[];
  /** Whether it is about a store, so that one store may be switched by itself. */
  ofStore: boolean;
  /** Whether only who has a store is told of it. */
  forSellers: boolean;
}

const TIMELY: readonly MailPace[] = ['now', 'off'];

export const KIND_FACTS: Record<NotificationKind, KindFacts> = {
  message: {
    name: 'Messages',
    when: 'Somebody writes to you.',
    mails: 'mails of messages',
    mail: 'now',
    paces: MAIL_PACES,
    ofStore: true,
    forSellers: false,
  },
  'refund-request': {
    name: 'Refund requests',
    when: 'Somebody asks for money back, or is answered.',
    mails: 'mails of refund requests',
    mail: 'now',
    paces: TIMELY,
    ofStore: true,
    forSellers: false,
  },
  'question-answer': {
    name: 'Answers to your questions',
    when: 'An artist answers what you asked about a model.',
    mails: 'mails of answers to your questions',
    mail: 'now',
    paces: MAIL_PACES,
    ofStore: true,
    forSellers: false,
  },
  'review-answer': {
    name: 'Answers to your reviews',
    when: 'An artist answers what you wrote about a model.',
    mails: 'mails of answers to your reviews',
    mail: 'now',
    paces: MAIL_PACES,
    ofStore: true,
    forSellers: false,
  },
  'new-product': {
    name: 'New from artists you follow',
    when: 'An artist you follow publishes a model.',
    mails: 'mails of new models',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: true,
    forSellers: false,
  },
  'new-release': {
    name: 'Releases of artists you follow',
    when: 'The guild of an artist you follow publishes a release.',
    mails: 'mails of releases of artists you follow',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: true,
    forSellers: false,
  },
  'wish-sale': {
    name: 'Sales on your wish list',
    when: 'A sale begins on something you wish for. Your wish list stays as it is either way.',
    mails: 'mails of sales',
    mail: 'now',
    paces: MAIL_PACES,
    ofStore: true,
    forSellers: false,
  },
  'saved-search': {
    name: 'Saved searches',
    when: 'Something new fits a search you saved.',
    mails: 'mails of saved searches',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: false,
  },
  release: {
    name: 'Releases of your guilds',
    when: 'A guild you are in publishes a release. It is in your library either way.',
    mails: 'mails of releases',
    mail: 'now',
    paces: MAIL_PACES,
    ofStore: true,
    forSellers: false,
  },
  'guild-news': {
    name: 'News of your guilds',
    when: 'You join, or a guild pauses, closes or proposes another price. Your memberships stay as they are either way.',
    mails: 'news of your guilds',
    mail: 'now',
    paces: TIMELY,
    ofStore: true,
    forSellers: false,
  },
  'payment-failed': {
    name: 'Failed payments',
    when: 'A payment for a guild fails: three mails in a week. Your account shows it either way.',
    mails: 'mails of failed payments',
    mail: 'now',
    paces: TIMELY,
    ofStore: true,
    forSellers: false,
  },
  'sale-made': {
    name: 'Sales you made',
    when: 'Somebody buys from your store.',
    mails: 'mails of what you sold',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: true,
  },
  review: {
    name: 'Reviews of your models',
    when: 'Somebody reviews a model of your store.',
    mails: 'mails of reviews',
    mail: 'daily',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: true,
  },
  question: {
    name: 'Questions about your models',
    when: 'Somebody asks something on a page of your store.',
    mails: 'mails of questions',
    mail: 'now',
    paces: MAIL_PACES,
    ofStore: false,
    forSellers: true,
  },
  case: {
    name: 'Reports and cases',
    when: 'A claim you made or one about your store is opened, answered or decided. These mails always come.',
    mails: 'mails of cases',
    mail: 'now',
    paces: [],
    ofStore: false,
    forSellers: false,
  },
};

/** The digests, as the settings and the link in one name them. */
export const DIGEST_FACTS: Record<Digest, Pick<KindFacts, 'name' | 'when' | 'mails'>> = {
  daily: {
    name: 'Your day at the hall',
    when: 'Something happened since the day before that you chose to read once a day.',
    mails: 'daily mails',
  },
  weekly: {
    name: 'Your week at the hall',
    when: 'Something happened since the week before that you chose to read once a week.',
    mails: 'weekly mails',
  },
};

/** How somebody is told who never chose. */
export function defaultSwitch(kind: NotificationKind): NotificationSwitch {
  return { inApp: true, mail: KIND_FACTS[kind].mail };
}

/** What the mails of some kinds have been called since before there were notifications. */
const MAIL_NAMES: Partial<Record<NotificationKind, MailKind>> = {
  'wish-sale': 'sale',
  'guild-news': 'guild',
  'payment-failed': 'dunning',
};

/** What a mail of a kind is called in the outbox. */
export function mailKindOf(kind: NotificationKind): MailKind {
  return MAIL_NAMES[kind] ?? kind;
}

/**
 * What the link in a mail switches off, by what the mail is called in the outbox: its kind, or all of a digest. Null where
 * the mail tells of somebody's own affairs and is always sent.
 */
export function switchOfMailKind(mailKind: string): NotificationKind | Digest | null {
  const digest = DIGESTS.find((one) => mailKind === `${one}-digest`);
  if (digest) return digest;
  const kind = NOTIFICATION_KINDS.find((one) => mailKindOf(one) === mailKind);
  return kind && KIND_FACTS[kind].paces.length > 0 ? kind : null;
}

/** What somebody chose: of a kind in general (storeId null), or only where it is about one store. Null leaves it as it is in general. */
export interface ChosenSwitch {
  kind: NotificationKind;
  storeId: string | null;
  inApp: boolean | null;
  mail: MailPace | null;
}

/**
 * How somebody is told of something: what he chose for the store, else what he chose for the kind, else what everybody
 * has; each half by itself.
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
  'no-such-pace': 'These mails cannot be sent that way.',
  'no-store': 'This is not switched store by store.',
};

/** Why a choice cannot be kept, or null. */
export function switchRefusal({ kind, storeId, mail }: ChosenSwitch): SwitchRefusal | null {
  const { paces, ofStore } = KIND_FACTS[kind];
  if (storeId !== null && !ofStore) return 'no-store';
  return mail !== null && !paces.includes(mail) ? 'no-such-pace' : null;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The hour at which digests leave, in UTC: breakfast in Europe, before work in the Americas' east. */
const DIGEST_HOUR = 7;
/** 1970-01-01 was a Thursday; the first Monday came four days later. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/**
 * The moment the newest digest that is due at `now` stands for: 07:00 UTC of the day, or of the week's Monday. It tells
 * of everything before that moment.
 */
export function digestMoment(digest: Digest, now: Instant): Instant {
  const start = DIGEST_HOUR * HOUR_MS + (digest === 'weekly' ? FIRST_MONDAY_MS : 0);
  const every = digest === 'weekly' ? 7 * DAY_MS : DAY_MS;
  return start + Math.floor((now - start) / every) * every;
}

/** One line of a digest. */
export interface DigestLine {
  kind: NotificationKind;
  title: string;
  path: string;
}

/** How many lines of one kind a digest spells out; the others are counted. */
export const DIGEST_LINES = 12;

/** What a digest tells, kind by kind in the order of the settings, and how many of each are only counted. */
export function digestParts<Line extends DigestLine>(
  lines: readonly Line[],
): { kind: NotificationKind; lines: Line[]; more: number }[] {
  return NOTIFICATION_KINDS.flatMap((kind) => {
    const ofKind = lines.filter((line) => line.kind === kind);
    if (ofKind.length === 0) return [];
    return [{ kind, lines: ofKind.slice(0, DIGEST_LINES), more: Math.max(0, ofKind.length - DIGEST_LINES) }];
  });
}

/** What was read is kept so long; in ms. */
export const READ_RETENTION_MS = 180 * DAY_MS;
/** What nobody read is let go after so long; in ms. */
export const UNREAD_RETENTION_MS = 365 * DAY_MS;

/** The longest title, in characters. */
export const TITLE_MAX = 160;

/** The number on the bell: nothing for none, "99+" for more than two digits hold. */
export function countText(unread: number): string {
  if (unread <= 0) return '';
  return unread > 99 ? '99+' : String(unread);
}
