import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SESSION_SECONDS } from '../../../../src/data/identity/session.ts';
import { heatOn, INTEREST_HALF_LIFE_DAYS } from '../../../../src/domain/catalogue/popularity.ts';
import { CONSENT_SECONDS, VISIT_IDLE_MS } from '../../../../src/domain/commerce/view-count.ts';
import { EXPECTED_FOR_MS } from '../../../../src/domain/guild/tenure-import.ts';
import { SET_UP_WITHIN_MS } from '../../../../src/domain/identity/second-factor.ts';
import { STEP_UP_SECONDS } from '../../../../src/domain/identity/step-up.ts';
import { NOTICE_VALID_MS } from '../../../../src/domain/moderation/notice.ts';
import { STRIKE_MONTHS } from '../../../../src/domain/moderation/strikes.ts';
import { BACKUP_DAYS } from '../../../../src/domain/site/promises.ts';
import { DEFAULT_KEEPING } from '../../../../src/ops/snapshot/thinning.ts';
import { CLEANED_EVERY_MS, TRY_SECONDS } from '../../../../src/server/identity/sign-in-limits.ts';
import { SIGN_UP_SECONDS } from '../../../../src/server/identity/sign-up.ts';

/**
 * Every number that the legal pages, the help and the mails write out, and where the code keeps it. Most numbers are rendered
 * from the constants themselves; these are the rest. A number that is not in this list fails the test: render it, or say
 * here what holds it.
 */
const ROOT = new URL('../../../../', import.meta.url);
const source = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');
const DAY = 86_400;

/** The words around the number, and whether the code agrees; null where they promise nothing, such as the name of a law. */
const PROMISES: readonly [file: string, words: string, holds: (() => boolean) | null][] = [
  ['terms.astro', 'Four things do', () => fourThings() === 4],
  ['terms.astro', 'Directive (EU) 2019/770', null],
  ['terms.astro', 'automatic and weekly', isPaidWeekly],
  ['terms.astro', 'upheld claims within a year', () => STRIKE_MONTHS === 12],
  [
    'privacy.astro',
    'We store three numbers for each page and day',
    () => /'views', 'visits', 'carts'|views, visits, carts/.test(source('src/data/commerce/view-counts.ts')),
  ],
  ['licensing.astro', 'A licence ends in three cases', null],
  ['join.astro', 'It takes two minutes', null],
  ['join.astro', 'Payouts are made weekly', isPaidWeekly],
  [
    'join.astro',
    'half cents in your favour',
    () => source('src/domain/payments/commission.ts').includes('* percent - 50) / 100'),
  ],
  ['accessibility.astro', 'WCAG 2.2', null],
  ['accessibility.astro', 'EN 301 549', null],
  ['accessibility.astro', 'Directive (EU) 2019/882', null],
  ['downloading.md', '32 mm printed at 75% is about 24 mm', () => 32 * 0.75 === 24],
  ['buying.md', 'The cart with two models', null],
  ['rights.md', 'fewer than 500 triangles', () => plainness().includes('PLAIN_TRIANGLES = 500;')],
  ['rights.md', 'below 100', () => plainness().includes('PLAINEST_TRIANGLES = 100;')],
  [
    'buying.md',
    'cannot be bought twice',
    () => source('tests/pocketbase/schema.txt').includes('UNIQUE INDEX order_lines_claim ON'),
  ],
  [
    'buying.md',
    'days ago counts half',
    () => {
      const nothing = { visits: 0, carts: 0, wishes: 0, claims: 0, sales: 0 };
      const later = new Date(INTEREST_HALF_LIFE_DAYS * DAY * 1000).toISOString().slice(0, 10);
      return heatOn({ ...nothing, heat: 2000, reckonedOn: '1970-01-01' }, later) === 1000;
    },
  ],
  ['money.md', 'once a week', isPaidWeekly],
  ['stored-data.ts', 'expire, at most 7 days', () => SIGN_UP_SECONDS === 7 * DAY],
  ['stored-data.ts', 'Tries for ten minutes', () => TRY_SECONDS === 600],
  [
    'stored-data.ts',
    'deleted within two hours',
    () => TRY_SECONDS * 1000 + CLEANED_EVERY_MS <= 2 * 3_600_000,
  ],
  [
    'stored-data.ts',
    'last four digits of your card',
    () => source('src/data/kernel/tables.ts').includes('cardLast4'),
  ],
  ['stored-data.ts', '7 days after your last visit', () => SESSION_SECONDS === 7 * DAY],
  [
    'stored-data.ts',
    'A year after your last sign-in',
    () => source('src/server/identity/known-devices.ts').includes('SECONDS = 365 * 24 * 60 * 60'),
  ],
  ['stored-data.ts', 'confirm the address, or 7 days', () => SIGN_UP_SECONDS === 7 * DAY],
  [
    'stored-data.ts',
    '10 seconds.',
    () => source('src/server/kernel/own-writes.ts').includes('SECONDS = 10;'),
  ],
  [
    'stored-data.ts',
    'Daily totals of a page: views, visits and additions to carts',
    () => /CREATE TABLE `view_counts` \(`carts`.*`day`/.test(source('tests/pocketbase/schema.txt')),
  ],
  [
    'stored-data.ts',
    'Weekly totals of a model',
    () => /CREATE TABLE `origin_weeks` \(`carts`.*`week`/.test(source('tests/pocketbase/schema.txt')),
  ],
  ['stored-data.ts', 'that you are 18 or older', null],
  [
    'stored-data.ts',
    'A year, or until you hide them again',
    () => source('src/data/identity/mature.ts').includes('= 31_536_000'),
  ],
  ['stored-data.ts', 'after you joined, or a year', () => EXPECTED_FOR_MS === 366 * DAY * 1000],
  [
    'stored-data.ts',
    'A year, or until you show them again',
    () => source('src/data/identity/ai-choice.ts').includes('= 31_536_000'),
  ],
  ['stored-data.ts', '365 days, or until you withdraw', () => CONSENT_SECONDS === 365 * DAY],
  ['stored-data.ts', 'a new visit starts after 30 minutes', () => VISIT_IDLE_MS === 30 * 60_000],
  [
    'digest-mails.ts',
    '07:00 UTC',
    () => source('src/domain/notifications/notification.ts').includes('DIGEST_HOUR = 7;'),
  ],
  ['stored-data.ts', 'Proofs for ten minutes', () => STEP_UP_SECONDS === 600],
  ['staff-mails.ts', 'within seven days', () => SET_UP_WITHIN_MS === 7 * DAY * 1000],
  ['account-mails.ts', 'within the next half hour', () => tokenSeconds('passwordResetToken') === 1800],
  [
    'account-mails.ts',
    'within 5 minutes',
    () => source('src/server/identity/sign-in-codes.ts').includes('VALID_MS = 5 * 60_000'),
  ],
  [
    'account-mails.ts',
    'within half an hour',
    () => source('src/server/identity/sign-in-codes.ts').includes('SIGN_UP_VALID_MS = 30 * 60_000'),
  ],
  ['[what]/[id].astro', 'within two days', () => NOTICE_VALID_MS === 2 * DAY * 1000],
  ['renewal-mails.ts', 'renews for a year', () => source('src/domain/guild/guild.ts').includes("'annual'")],
  // The banks', not ours.
  ['order-mails.ts', 'within 5 to 10 days, depending on your bank', null],
  ['unmatched-mails.ts', 'within 5 to 10 days, depending on your bank', null],
  ['withdrawal-mails.ts', 'within 5 to 10 days, depending on your bank', null],
];

const plainness = () => source('src/domain/assets/model-match.ts');

const NUMBER =
  /\b(\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|twelve|half a year|a year|weekly|once a week|daily|hourly|twice|half)\b/gi;

/** What a file says, without what it renders from the code: expressions, facts and elements are left out. */
function wordsOf(file: string): string {
  const text = source(file);
  if (file.endsWith('.md')) return squeezed(text.replaceAll(/\{\{\w+\}\}/g, ' '));
  if (!file.endsWith('.astro'))
    return squeezed(
      [...text.replaceAll(/\$\{[^{}]*\}/g, ' ').matchAll(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g)]
        .map(([literal]) => literal)
        .filter((literal) => literal.includes(' '))
        .join(' | '),
    );
  const markup = text.slice(text.indexOf('---', 3) + 3);
  const plain = markup.replaceAll(/\{[^{}]*\}/g, ' ').replaceAll(/\{[^{}]*\}/g, ' ');
  return squeezed(plain.replaceAll(/<[^>]*>/g, ' '));
}

const squeezed = (text: string): string => text.split(/\s+/).join(' ');

const astroFilesIn = (folder: string): string[] =>
  readdirSync(new URL(folder, ROOT), { recursive: true })
    .map((file) => `${folder}/${String(file).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.astro'));

function filesWithPromises(): string[] {
  const help = 'src/features/site/help/pages';
  const mails = readdirSync(new URL('src/server', ROOT), { recursive: true })
    .map((file) => `src/server/${String(file).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('-mails.ts'));
  return [
    ...['terms', 'privacy', 'licensing', 'join', 'accessibility', 'imprint'].map(
      (page) => `src/pages/${page}.astro`,
    ),
    ...['withdraw', 'cancel-membership', 'help', 'report'].flatMap((folder) =>
      astroFilesIn(`src/pages/${folder}`),
    ),
    ...readdirSync(new URL(help, ROOT)).map((file) => `${help}/${file}`),
    'src/features/site/legal/stored-data.ts',
    ...mails,
  ];
}

it('every number that a text promises has its place in the code', () => {
  const unkept = filesWithPromises().flatMap((file) => {
    const words = wordsOf(file);
    const kept = PROMISES.filter(([name]) => file.endsWith(`/${name}`)).map(([, said]) => {
      const at = words.indexOf(said);
      return { from: at, to: at + said.length };
    });
    return [...words.matchAll(NUMBER)]
      .filter(({ index }) => !kept.some(({ from, to }) => from >= 0 && index >= from && index < to))
      .map(({ index }) => `${file}: … ${words.slice(Math.max(0, index - 40), index + 40)} …`);
  });
  expect(unkept).toEqual([]);
});

it.each(PROMISES)('%s: “%s”', (name, said, holds) => {
  const file = filesWithPromises().find((one) => one.endsWith(`/${name}`)) ?? '';
  expect(wordsOf(file)).toContain(said);
  if (holds) expect(holds()).toBe(true);
});

it('backups are gone when the privacy page says so', () => {
  expect(DEFAULT_KEEPING.months).toBe(0);
  expect(Math.max(DEFAULT_KEEPING.days, DEFAULT_KEEPING.hours / 24) + 1).toBeLessThanOrEqual(BACKUP_DAYS);
});

/** The list under "Four things do". */
function fourThings(): number {
  const text = source('src/pages/terms.astro');
  const list = text.slice(text.indexOf('Four things do'));
  return list.slice(0, list.indexOf('</ul>')).split('<li>').length - 1;
}

function isPaidWeekly(): boolean {
  return source('src/server/adapters/stripe/account-payments.ts').includes(
    "WEEKLY: PayoutSchedule = { interval: 'weekly'",
  );
}

/** How long a token of the users' collection is valid, in seconds, as the schema has it. */
function tokenSeconds(name: string): number {
  const schema = source('tests/pocketbase/schema.txt');
  const users = schema.slice(schema.indexOf('\ncollection users '));
  return Number(new RegExp(`option ${name} .*"duration":(\\d+)`).exec(users)?.[1]);
}
