import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CART_LIMIT } from '../../../src/domain/commerce/cart.ts';
import { MAIL_POLICIES } from '../../../src/domain/moderation/mail-policies.ts';
import type { MailPart } from '../../../src/domain/notifications/mail-parts.ts';
import { accountMails } from '../../../src/server/notifications/account-mails.ts';
import { MAIL_HTML_MAX, mailHtml } from '../../../src/server/notifications/mail-html.ts';
import { linesOf, mailText } from '../../../src/server/notifications/mail-layout.ts';
import { HOSTILE } from '../../hostile-texts.ts';
import { MAILS_WITH, SITE } from './every-mail.ts';
import { readStrictly } from './strict-html.ts';

const OFF = `${SITE.siteUrl}/mail-off/abcdefghijklmno`;
const kinds = Object.entries(MAILS_WITH);
const htmlOf = (mail: { subject: string; parts: readonly MailPart[] }) => mailHtml(SITE, mail, OFF);

/** The rules for every mail's HTML. */
function expectSound(html: string): ReturnType<typeof readStrictly> {
  const read = readStrictly(html);
  expect(Buffer.byteLength(html)).toBeLessThan(MAIL_HTML_MAX);
  for (const { name, attributes } of read.elements) {
    expect(attributes['style'] ?? '').not.toMatch(/url\(|expression\(/i);
    if (name === 'a') expect(`${attributes['href']}/`).toMatch(/^https:\/\/guildhall\.example\//);
    if (name !== 'img') continue;
    expect(attributes['src']).toMatch(/^https:\/\/guildhall\.example\/img\/640\/products\//);
    expect(attributes['alt']).toBeDefined();
  }
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html.slice(0, html.indexOf('</style>'))).not.toMatch(/url\(|@import|expression\(/i);
  return read;
}

describe('the HTML of a mail', () => {
  it('exists for every kind in the table of mails', () => {
    const account = ['verification', 'password-reset', 'code', 'new-address', 'sign-in-alert'];
    expect(kinds.map(([kind]) => kind).sort()).toEqual(
      Object.keys(MAIL_POLICIES)
        .filter((kind) => !account.includes(kind))
        .sort(),
    );
  });

  it.each(kinds)('about %s is valid, small, without scripts, and links to this site alone', (_, mails) => {
    for (const mail of mails('Crow & Söhne <b>"quoted"</b>')) {
      const { elements, text } = expectSound(htmlOf(mail));
      expect(text).not.toMatch(/\bundefined\b|\[object/);
      expect(
        elements.filter(({ attributes }) => attributes['class'] === 'button').length,
      ).toBeLessThanOrEqual(1);
    }
  });

  it.each(kinds)('about %s shows what people wrote as text, whatever it is', (_, mails) => {
    for (const words of [
      ...Object.values(HOSTILE),
      '</style><script>alert(1)</script>',
      '"><img src=x onerror=y>',
      ']]>',
    ])
      for (const mail of mails(words)) expectSound(htmlOf(mail));
  });

  it('shows any text of people as text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (words) => {
        for (const [, mails] of kinds) for (const mail of mails(words)) expectSound(htmlOf(mail));
      }),
      { numRuns: 12 },
    );
  });

  it('has the sum, the picture and the button of a receipt', () => {
    const [receipt] = MAILS_WITH['receipt']?.('Crow') ?? [];
    const { elements, text } = expectSound(htmlOf(receipt ?? { subject: '', parts: [] }));
    expect(text).toContain('Total$27.95');
    expect(elements.filter(({ name }) => name === 'img')).toHaveLength(1);
    expect(elements.find(({ attributes }) => attributes['class'] === 'button')?.attributes['href']).toBe(
      `${SITE.siteUrl}/account/library`,
    );
  });

  it('is never larger than mail readers show, also with the largest cart and the longest texts', () => {
    const words = '"<&>"'.repeat(40);
    const rows = Array.from({ length: CART_LIMIT }, () => ({ name: words, amount: '$1.00', note: words }));
    const quotes = Array.from({ length: 4 }, (): MailPart => ({ is: 'quote', text: '&"'.repeat(2500) }));
    const parts: MailPart[] = [{ is: 'figures', title: words, rows }, ...quotes];
    const { text } = expectSound(htmlOf({ subject: words, parts }));
    expect(text).toContain('your account lists all');
  });

  it('never links to an address of anybody else', () => {
    for (const url of [
      'https://evil.example/',
      `${SITE.siteUrl}.evil.example/`,
      'javascript:alert(1)',
      '/account',
    ])
      expect(
        htmlOf({ subject: 'x', parts: [{ is: 'action', text: 'Look:', label: 'Go', url }] }),
      ).not.toContain(url);
    const picture = { url: 'https://evil.example/track.gif', alt: '' };
    expect(htmlOf({ subject: 'x', parts: [{ is: 'pictures', pictures: [picture] }] })).not.toContain(
      'track.gif',
    );
  });
});

describe('words of people in a mail', () => {
  it.each(kinds)('about %s appear as the table of mails says', (kind, mails) => {
    const { words } = MAIL_POLICIES[kind as keyof typeof MAIL_POLICIES];
    const secret = 'First words.\nYour account is locked.';
    const texts = mails(secret).flatMap(({ body }) => body.split('\n'));
    expect(texts).not.toContain('Your account is locked.');
    const isQuoted = texts.includes('> Your account is locked.');
    const isNamed = texts.some((line) => line.includes('First words.') && !line.startsWith('>'));
    if (words === 'quoted') expect(isQuoted).toBe(true);
    else expect(isQuoted).toBe(false);
    if (words === 'none') expect(isNamed).toBe(false);
  });
});

describe('the mails about accounts', () => {
  it('have the layout of all others, with the places that the backend fills in', () => {
    const { otp, authAlert, ...templates } = accountMails({ ...SITE, siteName: 'Guild{TOKEN}hall' });
    const all = [otp.emailTemplate, authAlert.emailTemplate, ...Object.values(templates)];
    for (const { body } of all) expectSound(body);
    // In the button and in the plain text.
    for (const { body } of Object.values(templates)) expect(body.split('{TOKEN}')).toHaveLength(3);
    expect(otp.emailTemplate.body).toContain('{OTP}');
    expect(authAlert.emailTemplate.body).toContain('{ALERT_INFO}');
  });
});

it('both forms of a mail say the same', () => {
  const parts = ['A paragraph.', { is: 'quote', text: 'One\ntwo' } as const];
  const text = mailText(SITE, parts);
  const { text: shown } = readStrictly(htmlOf({ subject: 'x', parts: text.parts }));
  for (const line of ['A paragraph.', ...linesOf('One\ntwo')]) {
    expect(text.body).toContain(line);
    expect(shown).toContain(line);
  }
});
