import { describe, expect, it } from 'vitest';
import { matchesNotification } from '../../../src/server/catalogue/search-mails.ts';
import { followNews } from '../../../src/server/community/follow-mails.ts';
import {
  closingMail,
  pauseMail,
  paymentFailedMail,
  priceProposalMail,
  releaseMail,
  welcomeMail,
} from '../../../src/server/guild/guild-mails.ts';
import { deliveredMail, invitationMail } from '../../../src/server/library/access-mails.ts';
import { digestMail } from '../../../src/server/notifications/digest-mails.ts';
import { HOSTILE, unsafeCharacters } from '../../hostile-texts.ts';

const HALL = { siteUrl: 'https://guildhall.example', siteName: 'Guildhall' };
const NOW = Date.UTC(2026, 10, 21, 12);
const TOKEN = 'a'.repeat(32);

/** Every mail, with hostile names in every field that users control: guilds, tiers, groups, searches, models, people. */
function mailsWith(words: string): { subject: string; body: string }[] {
  const guild = { id: 'guild-1', storeId: 'store-1', name: words, welcome: words };
  const delivery = { storeName: words, groupName: words, productNames: [words, words] };
  const store = { id: 'store-1', slug: 'crow', name: words };
  const entry = { id: 'n1', kind: 'release', title: words, path: '/account/library' } as const;
  const person = { userId: 'user-1', email: 'wren@guildhall.test' };
  const news = [
    welcomeMail(HALL, guild, { id: 'member-1', joinedAt: NOW, tierName: words }),
    releaseMail(HALL, guild, { id: 'r1', title: words, month: '2026-11', models: [words] }, NOW),
    paymentFailedMail(HALL, guild, { id: 'member-1', failedSince: NOW, priceCents: 900 }, 0),
    paymentFailedMail(HALL, guild, { id: 'member-1', failedSince: NOW, priceCents: 900 }, 0, true),
    priceProposalMail(HALL, guild, { id: 'tier-1', name: words, listCents: 900 }, NOW),
    pauseMail(HALL, guild, { from: NOW, to: NOW + 86_400_000 }, NOW),
    closingMail(HALL, { ...guild, closingAt: NOW }, NOW),
    followNews(HALL, { kind: 'new-release', subject: 'r1', name: words, store, together: true }, NOW),
    matchesNotification(HALL, {
      ...{ id: 's1', name: words, query: `query=${encodeURIComponent(words.toWellFormed())}`, moment: NOW },
      matches: [{ id: 'p1', name: words, storeName: words }],
    }),
  ];
  return [
    ...news.map(({ title, mail }) => ({ subject: `${mail?.subject}\t${title}`, body: mail?.body ?? '' })),
    digestMail(HALL, 'daily', NOW, { ...person, entries: [entry] }),
    digestMail(HALL, 'weekly', NOW, { ...person, entries: [entry, entry] }),
    invitationMail(HALL, delivery, { name: words, again: true }, TOKEN),
    deliveredMail(HALL, delivery, words),
  ];
}

describe('names and texts chosen by users', () => {
  it.each(Object.entries(HOSTILE))('that try %s are lines of text in every mail of news', (_, words) => {
    for (const { subject, body } of mailsWith(words)) {
      expect(subject).not.toMatch(/[\r\n]/);
      expect([subject.replace('\t', ''), body].flatMap(unsafeCharacters), subject).toEqual([]);
      // Our own lines are unchanged.
      expect(body, subject).toMatch(/\n\nGuildhall\n$/);
    }
  });

  it('are quoted in full, however long a line is', () => {
    const welcome = `${'Paint thinly. '.repeat(60)}The end.`;
    const { mail } = welcomeMail(
      HALL,
      { id: 'g', storeId: 's', name: 'Guild', welcome },
      { id: 'm', joinedAt: NOW, tierName: 'Squire' },
    );
    expect(mail?.body).toContain('The end.');
  });
});
