import { expect, it, vi } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { CaughtMail } from '../../src/dev/mail.ts';
import { callAction, world } from './request.ts';
import { emailOf, PASSWORD } from './people.ts';

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });

/** A person a group delivers to, who signs up later. */
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
      if (!token) throw new Error(`no mail to ${email} came`);
      return token;
    },
    { timeout: 10_000 },
  );
}

it('a delivery arrives when its address is confirmed', async () => {
  const { id, email } = await invited(false);
  await callAction('anonymous', 'session.signIn', { email, password: PASSWORD }, { form: true });
  expect(await owned(id)).toEqual([]);
  await callAction('anonymous', 'session.requestVerification', { email }, { form: true });
  const token = await tokenMailedTo(email);
  const confirmed = await callAction('anonymous', 'session.confirmVerification', { token }, { form: true });
  expect(confirmed.status).toBe(200);
  expect(await owned(id)).toEqual([world.products.draft]);
});

it('a delivery to a confirmed address arrives at the next sign-in', async () => {
  const { id, email } = await invited(true);
  const { status } = await callAction('anonymous', 'session.signIn', { email, password: PASSWORD }, { form: true });
  expect(status).toBe(200);
  expect(await owned(id)).toEqual([world.products.draft]);
});
