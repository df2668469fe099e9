import { type ManyMail, mailAddress, mailHolders, mailMembers, mailPayingLess } from '../data/guild-mails.ts';
import { type MemberFile, noteDunned } from '../data/guild-members.ts';
import { tierOfGuild } from '../data/guild-tiers.ts';
import { guildById } from '../data/guilds.ts';
import { queueMail } from '../data/mails.ts';
import { productsOfRelease, releaseOfGuild } from '../data/releases.ts';
import type { Guild } from '../domain/guild.ts';
import { canBeSwitchedOff } from '../domain/mail.ts';
import { dunningDays, memberIsIn } from '../domain/member.ts';
import type { Counter } from './counter.ts';
import {
  type Circular,
  closingMail,
  pauseMail,
  paymentFailedMail,
  priceProposalMail,
  releaseMail,
  welcomeMail,
} from './mails/guild-mails.ts';

/** What members are told, each thing once, and nothing of a kind they switched off. */

/** What of the counter news need. */
export type NewsParts = Pick<Counter, 'pb' | 'now' | 'siteUrl' | 'siteName' | 'mailQueued'>;

/** Whoever joined longer ago is not greeted any more, in ms. */
const NEW_MS = 86_400_000;

/** Greets a member who has just joined, and tells one whose payment failed, on the day and three and six days after. */
export async function tellMember(
  counter: NewsParts,
  guild: Pick<Guild, 'id' | 'name' | 'storeId' | 'welcome'>,
  member: MemberFile,
): Promise<void> {
  if (!memberIsIn(member.state)) return;
  const now = counter.now();
  if (now - member.joinedAt < NEW_MS && member.months > 0) await greet(counter, guild, member);
  if (member.state !== 'past_due' || member.failedSince === null) return;
  const day = dunningDays(member.failedSince, now).at(-1);
  if (day === undefined || day < member.dunned) return;
  const { pb } = counter;
  const email = await mailAddress(pb, member.userId, 'dunning');
  // The mail first: its key says it once, and a note without it would say nothing for ever.
  if (email !== null) {
    const { id, failedSince, priceCents } = member;
    const mail = paymentFailedMail(counter, guild, { id, email, failedSince, priceCents }, day);
    await queueMail(pb, mail, now);
  }
  await noteDunned(pb, member.id, day, now);
  counter.mailQueued();
}

async function greet(
  counter: NewsParts,
  guild: Pick<Guild, 'id' | 'name' | 'storeId' | 'welcome'>,
  member: MemberFile,
): Promise<void> {
  const { pb } = counter;
  const [email, tier] = await Promise.all([
    mailAddress(pb, member.userId, 'guild'),
    tierOfGuild(pb, guild.id, member.tierId),
  ]);
  if (email === null) return;
  const { id, joinedAt } = member;
  const mail = welcomeMail(counter, guild, { id, email, joinedAt, tierName: tier?.name ?? '' });
  await queueMail(pb, mail, counter.now());
  counter.mailQueued();
}

/** Mails written in one step: the database is free for others in between. */
const AT_ONCE = 500;

/** Tells everybody who holds a release that it is out. Again it tells whom it did not tell before. */
export async function tellOfRelease(
  counter: NewsParts,
  { id, guildId }: { id: string; guildId: string },
): Promise<void> {
  const { pb } = counter;
  const [guild, release, products] = await Promise.all([
    guildById(pb, guildId),
    releaseOfGuild(pb, guildId, id),
    productsOfRelease(pb, id),
  ]);
  if (!guild || !release) return;
  const models = products.filter(({ state }) => state !== 'suspended').map(({ name }) => name);
  const mail = mailOf(`release:${id}`, releaseMail(counter, guild, { ...release, models }));
  await untilAll(counter, () => mailHolders(pb, { id, guildId }, mail, counter.now(), AT_ONCE));
}

/** Tells a guild's members of a pause that was announced. Answers null, or that none is. */
export async function tellOfPause(counter: NewsParts, guildId: string): Promise<'no-pause' | null> {
  const guild = await guildById(counter.pb, guildId);
  if (!guild || guild.pausesAt === null || guild.resumesAt === null) return 'no-pause';
  const pause = { from: guild.pausesAt, to: guild.resumesAt };
  const mail = mailOf(`pause:${guildId}:${pause.from}:${pause.to}`, pauseMail(counter, guild, pause));
  await untilAll(counter, () => mailMembers(counter.pb, guildId, mail, counter.now(), AT_ONCE));
  return null;
}

/** Tells a guild's members that it closes. */
export async function tellOfClosing(counter: NewsParts, guildId: string): Promise<void> {
  const guild = await guildById(counter.pb, guildId);
  if (guild?.state !== 'closing') return;
  const mail = mailOf(`closing:${guildId}:${guild.closingAt ?? 0}`, closingMail(counter, guild));
  await untilAll(counter, () => mailMembers(counter.pb, guildId, mail, counter.now(), AT_ONCE));
}

/**
 * Proposes a tier's price of the day to those of it who pay less. Nobody has to take it; each price is proposed once.
 * @returns how many were told, or null where the guild has no such tier.
 */
export async function proposePrice(
  counter: NewsParts,
  guildId: string,
  tierId: string,
): Promise<number | null> {
  const [guild, tier] = await Promise.all([
    guildById(counter.pb, guildId),
    tierOfGuild(counter.pb, guildId, tierId),
  ]);
  if (!guild || !tier) return null;
  const listCents = tier.monthlyCents;
  const mail = mailOf(
    `price:${tierId}:${listCents}`,
    priceProposalMail(counter, guild, { name: tier.name, listCents }),
  );
  const to = { id: tierId, guildId, listCents };
  return untilAll(counter, () => mailPayingLess(counter.pb, to, mail, counter.now(), AT_ONCE));
}

function mailOf(key: string, { kind, subject, body }: Circular): ManyMail {
  if (!canBeSwitchedOff(kind)) throw new Error(`mails of the kind ${kind} do not go to many`);
  return { key, kind, subject, body };
}

async function untilAll(counter: NewsParts, step: () => Promise<number>): Promise<number> {
  let told = 0;
  for (let written = await step(); written > 0; written = await step()) told += written;
  if (told > 0) counter.mailQueued();
  return told;
}
