import type { Occasion } from '../../../src/data/notifications/notifications.ts';
import { holdMail, reopeningMail, returnedTimeMail } from '../../../src/server/guild/guild-hold-mails.ts';
import * as guild from '../../../src/server/guild/guild-mails.ts';

const SITE = { siteUrl: 'https://guildhall.example', siteName: 'Guildhall' };

export const theirGuild = (words: string) => ({ id: 'g1', storeId: 's1', name: words, welcome: words });

/** Every piece of news that a guild's members get, with these words where somebody writes their own. */
export function guildNews(words: string, now: number): Occasion[] {
  const theirs = theirGuild(words);
  return [
    ...[null, { until: now + 1000, price: '$8.00 a month' }].map((trial) =>
      guild.welcomeMail(SITE, theirs, { id: 'm1', joinedAt: now, tierName: words, trial }),
    ),
    guild.priceProposalMail(SITE, theirs, { id: 't1', name: words, listCents: 900 }, now),
    guild.pauseMail(SITE, theirs, { from: now, to: now + 1000 }, now),
    guild.closingMail(SITE, { ...theirs, closingAt: now }, now),
    ...(['vacation', 'closed', 'suspended'] as const).map((storeState) =>
      holdMail(SITE, theirs, { heldAt: now, storeState, storeName: words }, { returnAfterDays: 14 }, now),
    ),
    reopeningMail(SITE, theirs, now, now),
    returnedTimeMail(SITE, theirs, { key: 'guild-return:in_1:1', cents: 640 }, now),
  ];
}
