import { expect, it } from 'vitest';
import { deliveredMail, invitationMail } from '../../../src/server/library/access-mails.ts';

const site = { siteUrl: 'https://guildhall.test', siteName: 'Guildhall' };
const delivery = {
  storeName: 'Crow Miniatures',
  groupName: 'The Mossback Campaign 2026',
  productNames: ['Mossback Golem', 'Mule-Pattern Strider'],
};
const TOKEN = 'a'.repeat(32);

it('an invitation says who delivers what, and leads to it', () => {
  expect(invitationMail(site, delivery, { name: 'Mira', again: false }, TOKEN)).toEqual({
    subject: 'The Mossback Campaign 2026 from Crow Miniatures is ready for you',
    body: `Hello Mira,

Crow Miniatures delivers The Mossback Campaign 2026 through Guildhall,
and your address is on the list.

This is waiting for you:
  Mossback Golem
  Mule-Pattern Strider

Take it into your library here. Any account will do, also a new one, and
it costs nothing:
https://guildhall.test/claim/${TOKEN}

The link works once, for whoever uses it first. What you take is yours
for good, and what Crow Miniatures adds later comes to you by itself.

You get this mail because Crow Miniatures gave us your address to
deliver to. If you do not know why, you need not do anything.

Guildhall
`,
  });
});

it('the news of a delivery leads to the library', () => {
  const { subject, body } = deliveredMail(site, delivery, '');
  expect(subject).toBe('The Mossback Campaign 2026 from Crow Miniatures is in your library');
  expect(body).toMatch(/^Hello,\n\n/);
  expect(body).toContain('https://guildhall.test/account/library\n');
});

it.each([
  ['store', { ...delivery, storeName: 'Crow\r\n\r\nClick here: http://evil.example' }],
  ['group', { ...delivery, groupName: 'Free\u2028things\nnow' }],
  ['product', { ...delivery, productNames: ['A\nhttp://evil.example'] }],
])('what somebody wrote into a %s begins no line of its own', (_, written) => {
  const { subject, body } = invitationMail(site, written, { name: 'Mira\n\nPS: pay me', again: true }, TOKEN);
  for (const line of `${subject}\n${body}`.split('\n'))
    expect(line).not.toMatch(/^(Click|http:|PS|things|now)/);
});

it('a long list of products is cut short', () => {
  const productNames = Array.from({ length: 35 }, (_, at) => `Golem ${at + 1}`);
  const { body } = invitationMail(site, { ...delivery, productNames }, { name: '', again: false }, TOKEN);
  expect(body).toContain('  Golem 20\n  and 15 more\n');
  expect(body).not.toContain('Golem 21');
});
