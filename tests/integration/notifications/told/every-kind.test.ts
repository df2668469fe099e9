import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MAIL_POLICIES } from '../../../../src/domain/moderation/mail-policies.ts';
import { mailKindOf, NOTIFICATION_KINDS } from '../../../../src/domain/notifications/notification.ts';
import { ACCOUNT } from './account-table.ts';
import * as desk from './desk-table.ts';
import * as guild from './guild-table.ts';
import * as money from './money-table.ts';
import * as people from './people-table.ts';
import { offOf, type Told } from './told.ts';

/** The tables together: every kind of mail and notice of the site is told by some deed in them. */

const TABLES: Record<string, Record<string, Record<string, readonly Told[]>>> = {
  desk,
  guild,
  money,
  people,
};
const all = Object.values(TABLES).flatMap((file) =>
  Object.values(file).flatMap((table) => Object.values(table).flat()),
);
const mailsIn = all.flatMap(([, kind, by, , off]) => {
  const notice = NOTIFICATION_KINDS.find((one) => one === kind);
  return by === 'notice' ? [] : [{ kind: notice ? mailKindOf(notice) : kind, off }];
});

it('each kind of mail has a row, and no row is of another kind', () => {
  const kinds = new Set([...mailsIn.map(({ kind }) => kind as string), ...Object.keys(ACCOUNT)]);
  expect([...kinds].sort()).toEqual(Object.keys(MAIL_POLICIES).sort());
});

it('each kind of notice has a row', () => {
  const kinds = new Set(all.flatMap(([, kind, by]) => (by === 'mail' ? [] : [kind as string])));
  expect([...kinds].sort()).toEqual([...NOTIFICATION_KINDS].sort());
});

it('each row is stopped as the policy of its mail says', () => {
  for (const { kind, off } of mailsIn) {
    expect([kind, off]).toEqual([kind, offOf(kind)]);
    expect([kind, off]).toEqual([kind, MAIL_POLICIES[kind as keyof typeof MAIL_POLICIES].stop]);
  }
});

it('each table is played by the test beside it', () => {
  const names = readdirSync(import.meta.dirname);
  const tables = names.flatMap((name) => /^(.+)-table\.ts$/.exec(name)?.[1] ?? []);
  expect(tables.sort()).toEqual([...Object.keys(TABLES), 'account'].sort());
  for (const table of tables) expect(names, join('told', table)).toContain(`${table}.test.ts`);
});
