import { describe, expect, it } from 'vitest';
import { ACCOUNT_MAILS, MAIL_POLICIES } from '../../../src/domain/moderation/mail-policies.ts';
import { POSTING_LIMITS } from '../../../src/domain/moderation/posting-limits.ts';
import { ADDRESSED_LIMITS, isStoppable } from '../../../src/domain/notifications/addressed-mail.ts';
import { MAIL_KINDS } from '../../../src/domain/notifications/mail.ts';
import {
  mailKindOf,
  NOTIFICATION_KINDS,
  switchOfMailKind,
} from '../../../src/domain/notifications/notification.ts';

const policies = Object.entries(MAIL_POLICIES);

describe('the table of mails', () => {
  it('has an entry for every kind that is sent, and no other', () => {
    const sent = new Set<string>([...MAIL_KINDS, ...NOTIFICATION_KINDS.map(mailKindOf), ...ACCOUNT_MAILS]);
    expect(Object.keys(MAIL_POLICIES).sort()).toEqual([...sent].sort());
  });

  it.each(policies)('says of %s how it is stopped, as the outbox does it', (kind, { stop }) => {
    const way = switchOfMailKind(kind) !== null ? 'switch' : isStoppable(kind) ? 'address' : 'never';
    expect(stop).toBe(way);
  });

  it.each(policies)('names only limits that exist for %s', (_, { limits }) => {
    for (const limit of limits) {
      const [table, name = ''] = limit.split(':');
      if (table === 'addressed') expect(Object.keys(ADDRESSED_LIMITS)).toContain(name);
      else if (table === 'posting') expect(Object.keys(POSTING_LIMITS)).toContain(name);
      else expect(limit).toMatch(/^(sign-in$|one per )/);
    }
  });

  it('lets nobody write to an address of their choice in their own words, unless confirmed, counted and stoppable', () => {
    for (const [kind, { to, words, causedBy, limits, stop }] of policies) {
      if (to !== 'typed') continue;
      if (words === 'none') {
        expect(limits, kind).toContain('sign-in');
        continue;
      }
      expect(['confirmed', 'seller', 'operator'], kind).toContain(causedBy);
      expect(
        limits.every((limit) => limit.startsWith('addressed:')),
        kind,
      ).toBe(true);
      expect(stop, kind).toBe('address');
    }
  });

  it('counts every addressed kind somewhere', () => {
    const counted = policies.flatMap(([, { limits }]) =>
      limits.filter((limit) => limit.startsWith('addressed:')),
    );
    expect(counted.map((limit) => limit.slice('addressed:'.length)).sort()).toEqual(
      Object.keys(ADDRESSED_LIMITS).sort(),
    );
  });
});
