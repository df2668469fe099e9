import type PocketBase from 'pocketbase';
import type { Instant } from '../domain/instant.ts';
import { headerText, type SwitchableKind } from '../domain/mail.ts';
import type { Cents } from '../domain/money.ts';
import { orNull } from './client.ts';
import { dateOf, isRecordId } from './fields.ts';
import { SWITCHES } from './mail-switches.ts';
import type { UsersRecord } from './records.ts';
import { transaction } from './transaction.ts';

/** Mails to many members at once: written where their addresses lie, so that five thousand are a handful of statements. */

/** Where a person reads mails of a kind; null where he wants none, or is gone. */
export async function mailAddress(
  pb: PocketBase,
  userId: string,
  kind: SwitchableKind,
): Promise<string | null> {
  if (!isRecordId(userId)) return null;
  const user = await orNull(pb.collection('users').getOne<UsersRecord>(userId));
  return user && user.email !== '' && !user[SWITCHES[kind]] ? user.email : null;
}

export interface ManyMail {
  /** Names the occasion; each member gets it once. */
  key: string;
  kind: SwitchableKind;
  subject: string;
  body: string;
}

/** Bulk mail leaves so much later than what somebody waits for, in ms. */
const LATER_MS = 60_000;

/** Writes a mail to the next of those who hold a release, at most so many; answers to how many. */
export function mailHolders(
  pb: PocketBase,
  release: { id: string; guildId: string },
  mail: ManyMail,
  at: Instant,
  most: number,
): Promise<number> {
  return mailMany(
    pb,
    `m.guild = {:guild} AND EXISTS (SELECT 1 FROM guild_handouts h WHERE h.member = m.id AND h.what = {:release}
      AND h.revokedAt = '')`,
    { guild: release.guildId, release: release.id },
    mail,
    at,
    most,
  );
}

/** Writes a mail to the next of a guild's members, at most so many; answers to how many. */
export function mailMembers(
  pb: PocketBase,
  guildId: string,
  mail: ManyMail,
  at: Instant,
  most: number,
): Promise<number> {
  return mailMany(
    pb,
    "m.guild = {:guild} AND m.state IN ('trialing', 'active', 'past_due', 'cancelling')",
    { guild: guildId },
    mail,
    at,
    most,
  );
}

/** Writes a mail to the next of those of a tier who pay each month and less than an amount, at most so many. */
export function mailPayingLess(
  pb: PocketBase,
  tier: { id: string; guildId: string; listCents: Cents },
  mail: ManyMail,
  at: Instant,
  most: number,
): Promise<number> {
  return mailMany(
    pb,
    `m.guild = {:guild} AND m.tier = {:tier} AND m.billing = 'monthly' AND m.priceCents < {:cents} AND m.priceCents > 0
      AND m.state IN ('active', 'past_due')`,
    { guild: tier.guildId, tier: tier.id, cents: tier.listCents },
    mail,
    at,
    most,
  );
}

async function mailMany(
  pb: PocketBase,
  whom: string,
  params: Record<string, unknown>,
  { key, kind, subject, body }: ManyMail,
  at: Instant,
  most: number,
): Promise<number> {
  const [written] = await transaction(pb)
    .exec(
      `INSERT OR IGNORE INTO mails (id, mailKey, kind, [[to]], subject, body, state, tries, sendAfter, sentAt, error,
          created, updated)
        SELECT 'm' || lower(hex(randomblob(7))), {:key} || ':' || m.id, {:kind}, u.email, {:subject}, {:body}, 'waiting', 0,
          {:dueAt}, '', '', {:now}, {:now}
        FROM guild_members m JOIN users u ON u.id = m.user
        WHERE (${whom}) AND u.email <> '' AND u.${SWITCHES[kind]} = FALSE AND NOT EXISTS (
          SELECT 1 FROM mails o WHERE o.mailKey = {:key} || ':' || m.id)
        LIMIT {:most}`,
      {
        ...params,
        key,
        kind,
        subject: headerText(subject),
        body: body.slice(0, 20_000),
        dueAt: dateOf(at + LATER_MS),
        now: dateOf(at),
        most,
      },
    )
    .run();
  return Number(written);
}
