import { expect, it, vi } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { CaughtMail } from '../../src/dev/mail.ts';
import { emailOf, PASSWORD } from './people.ts';
import { callAction, world } from './request.ts';

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });

/** A user who was invited to the access group before signing up. */
async function invited(verified: boolean) {
  const username = `i-${crypto.randomUUID().slice(0, 8)}`;
  const email = emailOf(username);
  await pb
    .collection('access_group_people')
    .create({ accessGroup: world.accessGroup.id, email, state: 'invited' });
  const account = { username, email, password: PASSWORD, passwordConfirm: PASSWORD, verified };
  const { id } = await pb.collection('users').create(account);
  return { id, email };
}

const owned = async (user: string) =>
  (await pb.collection('entitlements').getFullList({ filter: pb.filter('user = {:user}', { user }) })).map(
    (grant) => grant['product'],
  );

async function tokenMailedTo(email: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const answer = await fetch(`${world.mailUrl}/api/mails?to=${encodeURIComponent(email)}`);
      const [mail] = (await answer.json()) as CaughtMail[];
      const token = mail?.links.map((link) => new URL(link).searchParams.get('token')).find(Boolean);
      if (!token) throw new Error(`no mail to ${email}`);
      return token;
    },
    { timeout: 10_000 },
  );
}

it('the products of an access group are granted when the email address is verified', async () => {
  const { id, email } = await invited(false);
  await callAction('anonymous', 'session.signIn', { email, password: PASSWORD }, { form: true });
  expect(await owned(id)).toEqual([]);
  await callAction('anonymous', 'session.requestVerification', { email }, { form: true });
  const token = await tokenMailedTo(email);
  const confirmed = await callAction('anonymous', 'session.confirmVerification', { token }, { form: true });
  expect(confirmed.status).toBe(200);
  expect(await owned(id)).toEqual([world.products.draft]);
});

it('the products of an access group are granted to a verified address at the next sign-in', async () => {
  const { id, email } = await invited(true);
  const { status } = await callAction(
    'anonymous',
    'session.signIn',
    { email, password: PASSWORD },
    { form: true },
  );
  expect(status).toBe(200);
  expect(await owned(id)).toEqual([world.products.draft]);
});
