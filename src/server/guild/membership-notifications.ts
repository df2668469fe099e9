import { type HeldGuild, type OpenReturn, openAgainAt } from '../../data/guild/guild-holds.ts';
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
import type { DueRelease } from '../../data/guild/release-jobs.ts';
import { productsOfRelease, releaseOfGuild } from '../../data/guild/releases.ts';
import { hasConfirmedAddress, sellersOf } from '../../data/identity/addressees.ts';
import { queueMail } from '../../data/notifications/mails.ts';
import type { Occasion } from '../../data/notifications/notifications.ts';
import { waiverOfMember } from '../../data/payments/consents.ts';
import type { Guild } from '../../domain/guild/guild.ts';
import type { GuildHoldTerms } from '../../domain/guild/guild-hold.ts';
import { dunningDays, memberIsIn } from '../../domain/guild/member.ts';
import { rhythmText } from '../../domain/guild/membership-view.ts';
import { mailPictures } from '../catalogue/mail-pictures.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { holdMail, reopeningMail, returnedTimeMail } from './guild-hold-mails.ts';
import {
  closingMail,
  pauseMail,
  paymentFailedMail,
  priceProposalMail,
  releaseMail,
  returnedMail,
  welcomeMail,
} from './guild-mails.ts';

/** Notifications and mails to members, each sent once and according to their settings. */

/** What these notifications need of the commerce context. */
export type NotificationParts = Pick<CommerceContext, 'pb' | 'now' | 'siteUrl' | 'siteName' | 'mailQueued'>;

/** Pictures in the mail about a release. */
const PICTURES = 3;
/** After this time, in ms, a member is no longer welcomed or notified of late releases. */
const NEW_MS = 86_400_000;

/** Sends what is due after a sync: the welcome, news of releases that came with a late payment, and dunning mails. */
export async function notifyMember(
  commerce: NotificationParts & Pick<CommerceContext, 'payments'>,
  guild: Pick<Guild, 'id' | 'name' | 'storeId' | 'welcome'>,
  member: StoredMember,
): Promise<void> {
  if (!memberIsIn(member.state)) return;
  const now = commerce.now();
  const isNew = now - member.joinedAt < NEW_MS;
  if (isNew && (member.months > 0 || member.state === 'trialing')) await welcome(commerce, guild, member);
  await notifyOfLateReleases(commerce, member);
  if (member.state !== 'past_due' || member.failedSince === null) return;
  const day = dunningDays(member.failedSince, now).at(-1);
  if (day === undefined || day < member.dunned) return;
  const { pb } = commerce;
  // First the mail, whose key makes it unique; a record without the mail would suppress it for good.
  const { id, userId, failedSince, priceCents, subscriptionId } = member;
  const isToConfirm =
    subscriptionId !== '' && (await commerce.payments.pageToConfirm(subscriptionId)) !== null;
  const notified = await notifyOne(
    pb,
    userId,
    paymentFailedMail(commerce, guild, { id, failedSince, priceCents }, day, isToConfirm),
    now,
  );
  await recordDunningMail(pb, id, day, now);
  if (notified > 0) commerce.mailQueued();
}

async function welcome(
  commerce: NotificationParts,
  guild: Pick<Guild, 'id' | 'name' | 'storeId' | 'welcome'>,
  member: StoredMember,
): Promise<void> {
  const { pb } = commerce;
  const { id, userId, joinedAt, state, nextChargeAt, priceCents, billing } = member;
  const tier = await tierOfGuild(pb, guild.id, member.tierId);
  // The artist's words go to confirmed addresses only: a member's may be a stranger's.
  const words = (await hasConfirmedAddress(pb, userId)) ? guild.welcome : '';
  const trial =
    state === 'trialing' && nextChargeAt !== null
      ? { until: nextChargeAt, price: rhythmText(priceCents, billing) }
      : null;
  const stay = { id, joinedAt, tierName: tier?.name ?? '', trial };
  const waiver = await waiverOfMember(pb, { userId, guildId: guild.id });
  const mail = welcomeMail(commerce, { ...guild, welcome: words }, stay, waiver);
  if ((await notifyOne(pb, userId, mail, commerce.now())) > 0) commerce.mailQueued();
}

/** Members notified per transaction, so that the database stays free for others. */
const AT_ONCE = 500;

/** Notifies all members who hold a release that it is out. A repeated call reaches only those not notified yet. */
export async function notifyOfRelease(
  commerce: NotificationParts,
  { id, guildId }: { id: string; guildId: string },
): Promise<void> {
  const { pb } = commerce;
  const occasion = await releaseNews(commerce, guildId, id);
  if (occasion)
    await untilAll(commerce, () => notifyHolders(pb, { id, guildId }, occasion, commerce.now(), AT_ONCE));
}

/** Writes to a seller that a scheduled release became a draft at its time. @param reason a sentence why */
export async function notifyOfReturn(
  commerce: NotificationParts,
  { id, guildId, storeId, publishAt }: DueRelease,
  reason: string,
): Promise<void> {
  const { pb } = commerce;
  const [release, [seller]] = await Promise.all([releaseOfGuild(pb, guildId, id), sellersOf(pb, [storeId])]);
  if (!release || !seller) return;
  const { title } = release;
  await queueMail(pb, returnedMail(commerce, seller.email, { id, publishAt, title }, reason), commerce.now());
  commerce.mailQueued();
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
  const shown = products.filter(({ state }) => state !== 'suspended');
  const pictures = await mailPictures(
    commerce,
    shown.map(({ id: productId }) => productId),
  );
  const models = shown.map(({ name }) => name);
  return releaseMail(
    commerce,
    guild,
    { ...release, models, pictures: [...pictures.values()].slice(0, PICTURES) },
    commerce.now(),
  );
}

/** Notifies a member of what a later month brought when it began. */
export async function notifyOfMonth(
  commerce: NotificationParts,
  { id, guildId }: { id: string; guildId: string },
): Promise<void> {
  const member = await memberOfGuild(commerce.pb, guildId, id);
  if (member && member.userId !== '') await notifyOfLateReleases(commerce, member);
}

/**
 * Notifies a member of releases that came out during the membership but reached them only now: a member who pays on the
 * 5th gets the release of the 1st four days later.
 */
async function notifyOfLateReleases(
  commerce: NotificationParts,
  { id, guildId, userId }: Pick<StoredMember, 'id' | 'guildId' | 'userId'>,
): Promise<void> {
  const { pb } = commerce;
  let notified = 0;
  for (const releaseId of await releasesNotNotified(pb, { id, userId }, commerce.now() - NEW_MS)) {
    const occasion = await releaseNews(commerce, guildId, releaseId);
    if (occasion)
      notified += await notifyLateHolder(pb, { memberId: id, releaseId }, occasion, commerce.now());
  }
  if (notified > 0) commerce.mailQueued();
}

/** Notifies a guild's members of its announced pause. Returns 'no-pause' if there is none. */
export async function notifyOfPause(
  commerce: NotificationParts,
  guildId: string,
): Promise<'no-pause' | null> {
  const guild = await guildById(commerce.pb, guildId);
  if (!guild || guild.pausesAt === null || guild.resumesAt === null) return 'no-pause';
  const pause = { from: guild.pausesAt, to: guild.resumesAt };
  const occasion = pauseMail(commerce, guild, pause, commerce.now());
  await untilAll(commerce, () => notifyMembers(commerce.pb, guildId, occasion, commerce.now(), AT_ONCE));
  return null;
}

/** Notifies a guild's members that it closes. */
export async function notifyOfClosing(commerce: NotificationParts, guildId: string): Promise<void> {
  const guild = await guildById(commerce.pb, guildId);
  if (guild?.state !== 'closing') return;
  const occasion = closingMail(commerce, guild, commerce.now());
  await untilAll(commerce, () => notifyMembers(commerce.pb, guildId, occasion, commerce.now(), AT_ONCE));
}

/** Notifies the members of a guild that it is on hold with its store. */
export async function notifyOfHold(
  commerce: NotificationParts,
  held: HeldGuild,
  terms: GuildHoldTerms,
): Promise<void> {
  const guild = await guildById(commerce.pb, held.id);
  if (!guild) return;
  const occasion = holdMail(commerce, guild, held, terms, commerce.now());
  await untilAll(commerce, () => notifyMembers(commerce.pb, guild.id, occasion, commerce.now(), AT_ONCE));
}

/** Notifies the members of a guild that its hold is over. */
export async function notifyOfReopening(commerce: NotificationParts, guildId: string): Promise<void> {
  const [guild, at] = await Promise.all([guildById(commerce.pb, guildId), openAgainAt(commerce.pb, guildId)]);
  if (!guild || guild.heldAt !== null || at === null) return;
  const occasion = reopeningMail(commerce, guild, at, commerce.now());
  await untilAll(commerce, () => notifyMembers(commerce.pb, guildId, occasion, commerce.now(), AT_ONCE));
}

/** Notifies a member of what was paid back for the time of a hold. */
export async function notifyOfReturnedTime(
  commerce: NotificationParts,
  { guildId, userId, key, cents }: Pick<OpenReturn, 'guildId' | 'userId' | 'key' | 'cents'>,
): Promise<void> {
  const guild = await guildById(commerce.pb, guildId);
  if (!guild) return;
  const occasion = returnedTimeMail(commerce, guild, { key, cents }, commerce.now());
  if ((await notifyOne(commerce.pb, userId, occasion, commerce.now())) > 0) commerce.mailQueued();
}

/**
 * Offers a tier's current price to its members who pay less. Accepting is optional; each price is offered once.
 * @returns how many were notified, or null if the guild has no such tier.
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
  const occasion = priceProposalMail(
    commerce,
    guild,
    { id: tierId, name: tier.name, listCents },
    commerce.now(),
  );
  const to = { id: tierId, guildId, listCents };
  return untilAll(commerce, () =>
    notifyMembersPayingLess(commerce.pb, to, occasion, commerce.now(), AT_ONCE),
  );
}

async function untilAll(commerce: NotificationParts, step: () => Promise<number>): Promise<number> {
  let notified = 0;
  for (let written = await step(); written > 0; written = await step()) notified += written;
  if (notified > 0) commerce.mailQueued();
  return notified;
}
