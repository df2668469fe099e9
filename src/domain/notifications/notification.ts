import type { Instant } from '../kernel/instant.ts';
import type { MailKind } from './mail.ts';
import {
  DIGESTS,
  type Digest,
  KIND_FACTS,
  type KindFacts,
  type MailPace,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from './notification-kinds.ts';

export {
  DIGESTS,
  type Digest,
  isNotificationKind,
  KIND_FACTS,
  MAIL_PACES,
  type MailPace,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from './notification-kinds.ts';

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

/** The mail kind in the outbox of a notification kind. */
export function mailKindOf(kind: NotificationKind): MailKind {
  return KIND_FACTS[kind].mailKind ?? kind;
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
