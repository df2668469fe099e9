import { memberOfGuild, recordDunningMail, type StoredMember } from '../../data/guild/guild-members.ts';
import {
  notifyHolders,
  notifyLateHolder,
  notifyMembers,
  notifyMembersPayingLess,
  notifyOne,
  releasesNotNotified,
} from '../../data/guild/guild-notifications.ts';
import { tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import { productsOfRelease, releaseOfGuild } from '../../data/guild/releases.ts';
import type { Occasion } from '../../data/notifications/notifications.ts';
import type { Guild } from '../../domain/guild/guild.ts';
import { dunningDays, memberIsIn } from '../../domain/guild/member.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import {
  closingMail,
  pauseMail,
  paymentFailedMail,
  priceProposalMail,
  releaseMail,
  welcomeMail,
} from './guild-mails.ts';

/** What members are told, each thing once, as their switches say. */

/** What membership news needs of the commerce context. */
export type NotificationParts = Pick<CommerceContext, 'pb' | 'now' | 'siteUrl' | 'siteName' | 'mailQueued'>;

/** Whoever joined longer ago is not greeted any more, nor told of what a month of his brought longer ago, in ms. */
const NEW_MS = 86_400_000;

/**
 * Greets a member who has just joined, tells one whose payment failed, on the day and three and six days after, and one
 * whose payment came after the release it is for.
 */
export async function notifyMember(
  commerce: NotificationParts,
  guild: Pick<Guild, 'id' | 'name' | 'storeId' | 'welcome'>,
  member: StoredMember,
): Promise<void> {
  if (!memberIsIn(member.state)) return;
  const now = commerce.now();
  if (now - member.joinedAt < NEW_MS && member.months > 0) await greet(commerce, guild, member);
  await notifyOfLateReleases(commerce, member);
  if (member.state !== 'past_due' || member.failedSince === null) return;
  const day = dunningDays(member.failedSince, now).at(-1);
  if (day === undefined || day < member.dunned) return;
  const { pb } = commerce;
  // The word first: its key says it once, and a note without it would say nothing for ever.
  const { id, userId, failedSince, priceCents } = member;
  const told = await notifyOne(
    pb,
    userId,
    paymentFailedMail(commerce, guild, { id, failedSince, priceCents }, day),
    now,
  );
  await recordDunningMail(pb, id, day, now);
  if (told > 0) commerce.mailQueued();
}

async function greet(
  commerce: NotificationParts,
  guild: Pick<Guild, 'id' | 'name' | 'storeId' | 'welcome'>,
  member: StoredMember,
): Promise<void> {
  const { pb } = commerce;
  const { id, userId, joinedAt } = member;
  const tier = await tierOfGuild(pb, guild.id, member.tierId);
  const welcome = welcomeMail(commerce, guild, { id, joinedAt, tierName: tier?.name ?? '' });
  if ((await notifyOne(pb, userId, welcome, commerce.now())) > 0) commerce.mailQueued();
}

/** Members told in one step: the database is free for others in between. */
const AT_ONCE = 500;

/** Tells everybody who holds a release that it is out. Again it tells whom it did not tell before. */
export async function notifyOfRelease(
  commerce: NotificationParts,
  { id, guildId }: { id: string; guildId: string },
): Promise<void> {
  const { pb } = commerce;
  const news = await releaseNews(commerce, guildId, id);
  if (news) await untilAll(commerce, () => notifyHolders(pb, { id, guildId }, news, commerce.now(), AT_ONCE));
}

async function releaseNews(
  commerce: NotificationParts,
  guildId: string,
  id: string,
): Promise<Occasion | null> {
  const { pb } = commerce;
  const [guild, release, products] = await Promise.all([
    guildById(pb, guildId),
    releaseOfGuild(pb, guildId, id),
    productsOfRelease(pb, id),
  ]);
  if (!guild || !release) return null;
  const models = products.filter(({ state }) => state !== 'suspended').map(({ name }) => name);
  return releaseMail(commerce, guild, { ...release, models }, commerce.now());
}

/** Tells a member whose later month has begun what it brought him. */
export async function notifyOfMonth(
  commerce: NotificationParts,
  { id, guildId }: { id: string; guildId: string },
): Promise<void> {
  const member = await memberOfGuild(commerce.pb, guildId, id);
  if (member && member.userId !== '') await notifyOfLateReleases(commerce, member);
}

/**
 * Tells a member of releases that came out while he was in the guild, and reached him only now: who pays on the 5th has
 * the release of the 1st four days after everybody else.
 */
async function notifyOfLateReleases(
  commerce: NotificationParts,
  { id, guildId, userId }: Pick<StoredMember, 'id' | 'guildId' | 'userId'>,
): Promise<void> {
  const { pb } = commerce;
  let told = 0;
  for (const releaseId of await releasesNotNotified(pb, { id, userId }, commerce.now() - NEW_MS)) {
    const news = await releaseNews(commerce, guildId, releaseId);
    if (news) told += await notifyLateHolder(pb, { memberId: id, releaseId }, news, commerce.now());
  }
  if (told > 0) commerce.mailQueued();
}

/** Tells a guild's members of a pause that was announced. Answers null, or that none is. */
export async function notifyOfPause(
  commerce: NotificationParts,
  guildId: string,
): Promise<'no-pause' | null> {
  const guild = await guildById(commerce.pb, guildId);
  if (!guild || guild.pausesAt === null || guild.resumesAt === null) return 'no-pause';
  const pause = { from: guild.pausesAt, to: guild.resumesAt };
  const news = pauseMail(commerce, guild, pause, commerce.now());
  await untilAll(commerce, () => notifyMembers(commerce.pb, guildId, news, commerce.now(), AT_ONCE));
  return null;
}

/** Tells a guild's members that it closes. */
export async function notifyOfClosing(commerce: NotificationParts, guildId: string): Promise<void> {
  const guild = await guildById(commerce.pb, guildId);
  if (guild?.state !== 'closing') return;
  const news = closingMail(commerce, guild, commerce.now());
  await untilAll(commerce, () => notifyMembers(commerce.pb, guildId, news, commerce.now(), AT_ONCE));
}

/**
 * Proposes a tier's price of the day to those of it who pay less. Nobody has to take it; each price is proposed once.
 * @returns how many were told, or null where the guild has no such tier.
 */
export async function proposePrice(
  commerce: NotificationParts,
  guildId: string,
  tierId: string,
): Promise<number | null> {
  const [guild, tier] = await Promise.all([
    guildById(commerce.pb, guildId),
    tierOfGuild(commerce.pb, guildId, tierId),
  ]);
  if (!guild || !tier) return null;
  const listCents = tier.monthlyCents;
  const news = priceProposalMail(commerce, guild, { id: tierId, name: tier.name, listCents }, commerce.now());
  const to = { id: tierId, guildId, listCents };
  return untilAll(commerce, () => notifyMembersPayingLess(commerce.pb, to, news, commerce.now(), AT_ONCE));
}

async function untilAll(commerce: NotificationParts, step: () => Promise<number>): Promise<number> {
  let told = 0;
  for (let written = await step(); written > 0; written = await step()) told += written;
  if (told > 0) commerce.mailQueued();
  return told;
}
