import { expect, it } from 'vitest';
import { deliveredMail, invitationMail } from '../../../src/server/library/access-mails.ts';

const site = { siteUrl: 'https://guildhall.test', siteName: 'Guildhall' };
const delivery = {
  storeName: 'Crow Miniatures',
  groupName: 'The Mossback Campaign 2026',
  productNames: ['Mossback Golem', 'Mule-Pattern Strider'],
};
const TOKEN = 'a'.repeat(32);

it('an invitation names the delivery and has the claim link', () => {
  expect(invitationMail(site, delivery, { name: 'Mira', again: false }, TOKEN)).toMatchObject({
    subject: 'A delivery from Crow Miniatures',
    body: `Hello Mira,

Crow Miniatures delivers “The Mossback Campaign 2026” through Guildhall,
and your address is on the list.

This is waiting for you:
  Mossback Golem
  Mule-Pattern Strider

Claim it here with any account, existing or new. It costs nothing:
https://guildhall.test/claim/${TOKEN}

The link works once, for the first account that uses it. What you claim
is yours to keep, and anything Crow Miniatures adds later appears in
your library automatically.

You get this mail because Crow Miniatures gave us your address for this
delivery. If you did not expect it, you can ignore it.

Guildhall
`,
  });
});

it('the mail of a delivery links to the library', () => {
  const { subject, body } = deliveredMail(site, delivery, '');
  expect(subject).toBe('A delivery from Crow Miniatures');
  expect(body).toMatch(/^Hello,\n\n/);
  expect(body).toContain('https://guildhall.test/account/library\n');
});

it.each([
  ['store', { ...delivery, storeName: 'Crow\r\n\r\nClick here: http://evil.example' }],
  ['group', { ...delivery, groupName: 'Free\u2028things\nnow' }],
  ['product', { ...delivery, productNames: ['A\nhttp://evil.example'] }],
])('text of a %s cannot start a new line', (_, written) => {
  const { subject, body } = invitationMail(site, written, { name: 'Mira\n\nPS: pay me', again: true }, TOKEN);
  for (const line of `${subject}\n${body}`.split('\n'))
    expect(line).not.toMatch(/^(Click|http:|PS|things|now)/);
});

it('a long list of products is truncated', () => {
  const productNames = Array.from({ length: 35 }, (_, at) => `Golem ${at + 1}`);
  const { body } = invitationMail(site, { ...delivery, productNames }, { name: '', again: false }, TOKEN);
  expect(body).toContain('  Golem 20\n  and 15 more\n');
  expect(body).not.toContain('Golem 21');
});

it('the words of a group reach strangers in quotes inside the mail, never in its subject', () => {
  const shout = { ...delivery, groupName: 'You won. Claim at prize dot example today' };
  for (const mail of [
    invitationMail(site, shout, { name: '', again: false }, TOKEN),
    invitationMail(site, shout, { name: '', again: true }, TOKEN),
    deliveredMail(site, shout, ''),
  ]) {
    expect(mail.subject).not.toContain('won');
    expect(mail.subject).toContain('elivery from Crow Miniatures');
    expect(mail.body.replace(/\s+/g, ' ')).toContain('“You won. Claim at prize dot example today”');
  }
});
