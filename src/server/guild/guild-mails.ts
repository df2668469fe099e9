import { releaseKey } from '../../data/guild/guild-notifications.ts';
import type { Occasion } from '../../data/notifications/notifications.ts';
import type { Consent } from '../../data/payments/consents.ts';
import type { Guild } from '../../domain/guild/guild.ts';
import { goalMembersText } from '../../domain/guild/guild-goal.ts';
import { GRACE_MS } from '../../domain/guild/member.ts';
import type { Release } from '../../domain/guild/release.ts';
import { dayText, type Instant } from '../../domain/kernel/instant.ts';
import { type Cents, priceText } from '../../domain/kernel/money.ts';
import { monthText } from '../../domain/kernel/month.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import type { MailPart, MailPicture } from '../../domain/notifications/mail-parts.ts';
import { paths } from '../../paths.ts';
import {
  action,
  type Letterhead,
  list,
  mailText,
  oneLineName,
  pictures,
  quoted,
} from '../notifications/mail-layout.ts';
import { waiverParts } from '../payments/waiver-mails.ts';

/** Mails to a guild's members. A mail that is the same for all is built once and queued for each. */

/** Delay of bulk mail behind mail that a user waits for, in ms. */
export const LATER_MS = 60_000;

type ShownGuild = Pick<Guild, 'id' | 'name' | 'storeId'>;

/**
 * Welcomes a new member with the guild's welcome text. Once per stay.
 * @param member.trial when a free trial ends, and what each payment costs from then on, as "$8.00 a month"; null or absent for none.
 */
export function welcomeMail(
  letterhead: Letterhead,
  guild: ShownGuild & Pick<Guild, 'welcome'>,
  member: {
    id: string;
    joinedAt: Instant;
    tierName: string;
    trial?: { until: Instant; price: string } | null;
  },
  waiver: Consent | null = null,
): Occasion {
  const welcome = guild.welcome.trim();
  const { trial } = member;
  const tier = `${oneLineName(guild.name)}, in the tier ${oneLineName(member.tierName)}`;
  return guildOccasion(guild, {
    kind: 'guild-news',
    key: `guild-welcome:${member.id}:${member.joinedAt}`,
    subject: `Welcome to ${oneLineName(guild.name)}`,
    ...mailText(letterhead, [
      ...(trial
        ? [
            `Your free trial of ${tier}, has begun. You pay nothing until ${dayText(trial.until)}. On that day the first payment is due: ${trial.price}, until you cancel. Models come to your library with that payment and stay yours.`,
          ]
        : [
            `You are now a member of ${tier}. The models of your first month are in your library:`,
            action(letterhead, '', 'Open your library', paths.library()),
          ]),
      ...(welcome === '' ? [] : ['The artist says:', quoted(welcome)]),
      ...waiverParts(letterhead, waiver, ''),
      action(
        letterhead,
        'Your tier, the next payment and how to leave are here:',
        'Your membership',
        paths.membership(guild.id),
      ),
    ]),
  });
}

/** Announces a release to the members who have it in their library. */
export function releaseMail(
  letterhead: Letterhead,
  guild: ShownGuild,
  release: Pick<Release, 'id' | 'title' | 'month'> & {
    models: readonly string[];
    /** Public pictures of some of them. */
    pictures?: readonly MailPicture[];
  },
  now: Instant,
): Occasion {
  return guildOccasion(guild, {
    kind: 'release',
    key: releaseKey(release.id),
    path: paths.library(),
    dueAt: now + LATER_MS,
    subject: `${oneLineName(release.title)} is out: ${oneLineName(guild.name)}`,
    ...mailText(letterhead, [
      `${oneLineName(guild.name)} has published ${oneLineName(release.title)}, the release of ${monthText(release.month)}. It is in your library:`,
      ...pictures(...(release.pictures ?? [])),
      list('', release.models.map(oneLineName), 12),
      action(letterhead, '', 'Open your library', paths.library()),
    ]),
  });
}

/**
 * A failed payment: on the day, three days and six days after it.
 * @param isToConfirm whether the member's bank wants the payment confirmed, so that the card need not be changed
 */
export function paymentFailedMail(
  letterhead: Letterhead,
  guild: ShownGuild,
  member: { id: string; failedSince: Instant; priceCents: Cents },
  day: number,
  isToConfirm = false,
): Occasion {
  const until = dayText(member.failedSince + GRACE_MS);
  const key = `guild-failed:${member.id}:${member.failedSince}:${day}`;
  if (isToConfirm)
    return guildOccasion(guild, {
      ...{ kind: 'payment-failed', key },
      subject: `Confirm your payment for ${oneLineName(guild.name)} with your bank`,
      ...mailText(letterhead, [
        `Your bank wants you to confirm the payment of ${priceText(member.priceCents)} for ${oneLineName(guild.name)}. Press “Pay now” on the page below: it leads to the payment provider’s page, where you confirm it. You need not change your card. You stay a member until ${until}; after that you lose your place and the price you joined at. Everything you have received stays yours.`,
        action(letterhead, '', 'Confirm the payment', paths.membership(guild.id)),
      ]),
    });
  const opening =
    day === 0
      ? `The payment of ${priceText(member.priceCents)} for ${oneLineName(guild.name)} did not go through.`
      : `The payment of ${priceText(member.priceCents)} for ${oneLineName(guild.name)} is still open.`;
  return guildOccasion(guild, {
    kind: 'payment-failed',
    key,
    subject:
      day >= 6
        ? `Last days to keep your place in ${oneLineName(guild.name)}`
        : `Your payment for ${oneLineName(guild.name)} failed`,
    ...mailText(letterhead, [
      `${opening} You stay a member until ${until}; after that you lose your place and the price you joined at. Everything you have received stays yours. Change your card or pay here:`,
      action(letterhead, '', 'Change card or pay', paths.membership(guild.id)),
    ]),
  });
}

/** Offers members who pay less the tier's current price. */
export function priceProposalMail(
  letterhead: Letterhead,
  guild: ShownGuild,
  tier: { id: string; name: string; listCents: Cents },
  now: Instant,
): Occasion {
  return guildOccasion(guild, {
    kind: 'guild-news',
    key: `price:${tier.id}:${tier.listCents}`,
    dueAt: now + LATER_MS,
    subject: `A new price at ${oneLineName(guild.name)}, optional for you`,
    ...mailText(letterhead, [
      `New members of the tier ${oneLineName(tier.name)} of ${oneLineName(guild.name)} now pay ${priceText(tier.listCents)} a month. You keep the price you joined at for as long as you stay; you do not need to do anything.`,
      action(
        letterhead,
        'If you want to support the artist with the new price, you can accept it here. It applies from your next payment on:',
        'See the new price',
        paths.membership(guild.id),
      ),
    ]),
  });
}

/** Announces a pause. */
export function pauseMail(
  letterhead: Letterhead,
  guild: ShownGuild,
  pause: { from: Instant; to: Instant },
  now: Instant,
): Occasion {
  return guildOccasion(guild, {
    kind: 'guild-news',
    key: `pause:${guild.id}:${pause.from}:${pause.to}`,
    dueAt: now + LATER_MS,
    subject: `${oneLineName(guild.name)} pauses until ${dayText(pause.to)}`,
    ...mailText(letterhead, [
      `${oneLineName(guild.name)} pauses from ${dayText(pause.from)} until ${dayText(pause.to)}. During the pause nothing is released and you are not charged; paused months do not break your streak. A month you have paid for runs to its end.`,
      action(letterhead, '', 'Your membership', paths.membership(guild.id)),
    ]),
  });
}

/** A goal of a guild that was reached. */
type ShownGoal = {
  id: string;
  title: string;
  members: number;
  guildName: string;
  storeId: string;
  slug: string;
};

/** Tells members that their guild has reached a goal. */
export function goalMail(letterhead: Letterhead, goal: ShownGoal, now: Instant): Occasion {
  const members = goalMembersText(goal.members);
  const path = paths.storeGuild(goal.slug);
  return goalNotice(goal, {
    key: `guild-goal:${goal.id}`,
    path,
    dueAt: now + LATER_MS,
    subject: `${oneLineName(goal.guildName)} has ${members}: ${oneLineName(goal.title)}`,
    ...mailText(letterhead, [
      `${oneLineName(goal.guildName)}, whose member you are, has reached ${members}. For this the artist promised: ${oneLineName(goal.title)}.`,
      action(letterhead, '', 'See the goals', path),
    ]),
  });
}

/** Tells a seller that their guild has reached a goal. */
export function ownGoalMail(letterhead: Letterhead, goal: ShownGoal): Occasion {
  const members = goalMembersText(goal.members);
  const path = paths.sellerGuild();
  return goalNotice(goal, {
    key: `own-guild-goal:${goal.id}`,
    path,
    subject: `Your guild has ${members}: ${oneLineName(goal.title)}`,
    ...mailText(letterhead, [
      `${oneLineName(goal.guildName)} has reached ${members}. For this you promised: ${oneLineName(goal.title)}. Your members are told. When it is ready, link the model or release to the goal.`,
      action(letterhead, '', 'Open your guild', path),
    ]),
  });
}

function goalNotice(
  { storeId }: ShownGoal,
  { key, subject, body, parts, path, dueAt }: Omit<Broadcast, 'kind'> & { path: string },
): Occasion {
  const mail = { subject, body, parts, ...(dueAt !== undefined && { dueAt }) };
  return { kind: 'guild-goal', storeId, key, about: null, title: subject, path, mail };
}

/**
 * To the seller: a scheduled release was not published at its time.
 * @param reason a sentence of ours
 */
export function returnedMail(
  letterhead: Letterhead,
  to: string,
  { id, publishAt, title }: { id: string; publishAt: Instant; title: string },
  reason: string,
): Mail {
  return {
    mailKey: `release-returned:${id}:${publishAt}`,
    kind: 'staff',
    to,
    subject: `"${oneLineName(title)}" was not published`,
    ...mailText(letterhead, [
      `Your release "${oneLineName(title)}" was planned for ${dayText(publishAt)} (UTC). It was not published and is a draft again:`,
      reason,
      action(letterhead, '', 'Open the release', paths.sellerReleases(id)),
    ]),
  };
}

/** Announces that a guild closes. */
export function closingMail(
  letterhead: Letterhead,
  guild: ShownGuild & Pick<Guild, 'closingAt'>,
  now: Instant,
): Occasion {
  return guildOccasion(guild, {
    kind: 'guild-news',
    key: `closing:${guild.id}:${guild.closingAt ?? 0}`,
    dueAt: now + LATER_MS,
    subject: `${oneLineName(guild.name)} closes`,
    ...mailText(letterhead, [
      `${oneLineName(guild.name)} closes. You are not charged again; the time you have paid for runs to its end, and what is released in it is yours. Everything you have received stays in your library.`,
      action(letterhead, '', 'Open your library', paths.library()),
    ]),
  });
}

/** A notification with the mail's subject as its title; the mail goes to any address, verified or not. */
export function guildOccasion(
  guild: ShownGuild,
  { kind, key, subject, body, parts, path = paths.membership(guild.id), dueAt }: Broadcast,
): Occasion {
  const mail = { subject, body, parts, toAnyAddress: true, ...(dueAt !== undefined && { dueAt }) };
  return { kind, storeId: guild.storeId, key, about: null, title: subject, path, mail };
}

interface Broadcast extends Pick<Occasion, 'kind' | 'key'> {
  subject: string;
  body: string;
  parts: readonly MailPart[];
  path?: string;
  dueAt?: Instant;
}
