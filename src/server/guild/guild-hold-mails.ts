import type { HeldGuild } from '../../data/guild/guild-holds.ts';
import type { Occasion } from '../../data/notifications/notifications.ts';
import { type Guild, PAUSE_NOTICE_MS } from '../../domain/guild/guild.ts';
import { daysText, type GuildHoldTerms } from '../../domain/guild/guild-hold.ts';
import { dayText, type Instant } from '../../domain/kernel/instant.ts';
import { type Cents, priceText } from '../../domain/kernel/money.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from '../notifications/mail-layout.ts';
import { guildOccasion, LATER_MS } from './guild-mails.ts';

/** Mails to members about a store that is not open, and about what they get back for it. */

type ShownGuild = Pick<Guild, 'id' | 'name' | 'storeId'>;

const OPENINGS: Record<HeldGuild['storeState'], (store: string) => string> = {
  vacation: (store) => `${store} is on vacation.`,
  closed: (store) => `${store} has closed.`,
  suspended: (store) => `${store} is suspended at the moment.`,
};

/** Tells members that their guild is on hold, and what that means for their money. Once for each hold. */
export function holdMail(
  letterhead: Letterhead,
  guild: ShownGuild,
  { heldAt, storeState, storeName }: Pick<HeldGuild, 'heldAt' | 'storeState' | 'storeName'>,
  { returnAfterDays }: GuildHoldTerms,
  now: Instant,
): Occasion {
  const back =
    returnAfterDays === 0
      ? 'What you paid for the time of the break is paid back to you.'
      : `If the break lasts longer than ${daysText(returnAfterDays)}, what you paid for its time is paid back to you.`;
  return guildOccasion(guild, {
    kind: 'guild-news',
    key: `guild-hold:${guild.id}:${heldAt}`,
    dueAt: now + LATER_MS,
    subject: `${oneLineName(guild.name)} takes a break`,
    ...mailText(letterhead, [
      `${OPENINGS[storeState](oneLineName(storeName))} Its guild ${oneLineName(guild.name)}, whose member you are, takes a break with it: you are not charged, and releases wait. ${back}`,
      'Everything you have received stays in your library. A skipped month does not break your streak.',
      action(letterhead, '', 'Your membership', paths.membership(guild.id)),
    ]),
  });
}

/** Tells members that their guild goes on. Once for each end of a hold. */
export function reopeningMail(
  letterhead: Letterhead,
  guild: ShownGuild,
  openAgainAt: Instant,
  now: Instant,
): Occasion {
  return guildOccasion(guild, {
    kind: 'guild-news',
    key: `guild-open-again:${guild.id}:${openAgainAt}`,
    dueAt: now + LATER_MS,
    subject: `${oneLineName(guild.name)} goes on`,
    ...mailText(letterhead, [
      `The break of ${oneLineName(guild.name)} is over. Your membership goes on at your price. Nothing is charged within ${PAUSE_NOTICE_MS / 3_600_000} hours of this mail; the day of your next payment is on the page of your membership, where you can also skip a month or leave.`,
      action(letterhead, '', 'Your membership', paths.membership(guild.id)),
    ]),
  });
}

/** Tells a member what was paid back for the time of a hold. Once for each return. */
export function returnedTimeMail(
  letterhead: Letterhead,
  guild: ShownGuild,
  { key, cents }: { key: string; cents: Cents },
  now: Instant,
): Occasion {
  return guildOccasion(guild, {
    kind: 'guild-news',
    key,
    subject: `${priceText(cents)} is on its way back to you`,
    ...mailText(letterhead, [
      `${oneLineName(guild.name)} takes a break, so ${priceText(cents)} of what you paid for it was returned on ${dayText(now)}. Your bank shows it when it has booked it.`,
      'Everything you have received stays in your library.',
      action(letterhead, '', 'Your membership', paths.membership(guild.id)),
    ]),
  });
}
