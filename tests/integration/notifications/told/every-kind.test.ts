import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ACCOUNT_MAILS, MAIL_POLICIES } from '../../../../src/domain/moderation/mail-policies.ts';
import { MAIL_KINDS } from '../../../../src/domain/notifications/mail.ts';
import { mailKindOf, NOTIFICATION_KINDS } from '../../../../src/domain/notifications/notification.ts';
import { accountRoute } from '../../../../src/features/account/app/routes.ts';
import { ACCOUNT } from './account-table.ts';
import * as desk from './desk-table.ts';
import * as guild from './guild-table.ts';
import * as money from './money-table.ts';
import * as people from './people-table.ts';
import { offOf, type Told } from './told.ts';

const PAGES = readFileSync(join(import.meta.dirname, '../../../structure/contract/pages.txt'), 'utf8')
  .split('\n')
  .filter((page) => page !== '');

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
  const known = new Set([...MAIL_KINDS, ...NOTIFICATION_KINDS.map(mailKindOf), ...ACCOUNT_MAILS]);
  expect([...kinds].sort()).toEqual([...known].sort());
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

/** Whether the site has a page at an address; the pages of the account are told apart by their routes. */
function hasPage(address: string): boolean {
  const path = address.replace(/[?#].*/, '');
  if (path.startsWith('/account/')) return accountRoute(path.slice('/account/'.length)) !== null;
  return PAGES.some((page) => new RegExp(`^${page.replaceAll(/\[[^\]/]+\]/g, '[^/]+')}$`).test(path));
}

it('each row leads to pages that there are', () => {
  const addresses = [
    ...all.map(([, , , paths]) => paths),
    ...Object.values(ACCOUNT).map(([, paths]) => paths),
  ];
  for (const address of addresses.flatMap((paths) => paths.split(/ \+ | /)))
    if (address !== '') expect([address, hasPage(address)]).toEqual([address, true]);
});

it('each table is played by the test beside it', () => {
  const names = readdirSync(import.meta.dirname);
  const tables = names.flatMap((name) => /^(.+)-table\.ts$/.exec(name)?.[1] ?? []);
  expect(tables.sort()).toEqual([...Object.keys(TABLES), 'account'].sort());
  for (const table of tables) expect(names, join('told', table)).toContain(`${table}.test.ts`);
});
