import { expect, it } from 'vitest';
import { mailingParagraphs, mailingRefusals } from '../../../src/domain/notifications/mailing.ts';
import { legalDraftRefusals, textsToAgree, versionInForce } from '../../../src/domain/site/legal-text.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const DAY = 86_400_000;
const version = (number: number, inForceAt: number, name: 'terms' | 'privacy' | 'licensing' = 'terms') => ({
  ...{ name, version: number, inForceAt, summary: '', publishedBy: 'odile', publishedAt: NOW },
});

it('an announced version is not in force before its day, and a later one takes its place on its own', () => {
  const versions = [version(3, NOW + DAY), version(2, NOW), version(1, NOW - DAY)];
  expect(versionInForce(versions, NOW - 2 * DAY)).toBeNull();
  expect(versionInForce(versions, NOW)?.version).toBe(2);
  expect(versionInForce(versions, NOW + DAY)?.version).toBe(3);
});

it('nobody is asked about built-in texts, a version agreed to, or the licences', () => {
  const versions = [version(2, NOW), version(1, NOW - DAY), version(1, NOW, 'licensing')];
  expect(textsToAgree([], [], NOW)).toEqual([]);
  expect(textsToAgree(versions, [{ name: 'terms', version: 1 }], NOW).map(({ name }) => name)).toEqual([
    'terms',
  ]);
  expect(textsToAgree(versions, [{ name: 'terms', version: 2 }], NOW)).toEqual([]);
});

it.each([
  ['too short', { body: 'Be kind.', inForceAt: NOW }, null, ['body']],
  ['in force last week', { body: 'x'.repeat(300), inForceAt: NOW - 7 * DAY }, null, ['inForceAt']],
  ['in force in two years', { body: 'x'.repeat(300), inForceAt: NOW + 730 * DAY }, null, ['inForceAt']],
  [
    'before the one before it',
    { body: 'x'.repeat(300), inForceAt: NOW },
    version(1, NOW + DAY),
    ['inForceAt'],
  ],
  ['today', { body: 'x'.repeat(300), inForceAt: NOW }, version(1, NOW), []],
])('a text %s: refused at %j', (_what, draft, newest, fields) => {
  expect(Object.keys(legalDraftRefusals(draft, newest, NOW))).toEqual(fields);
});

it('a mail to everybody says why it comes', () => {
  expect(Object.keys(mailingRefusals({ subject: 'News', body: 'x'.repeat(30), why: ' ' }))).toEqual(['why']);
  expect(mailingParagraphs('One.\n\n \nTwo\nlines.\n')).toEqual(['One.', 'Two\nlines.']);
});
