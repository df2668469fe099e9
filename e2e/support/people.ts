import { expect, type Page, test } from '@playwright/test';
import PocketBase from 'pocketbase';
import { readSession, SESSION_COOKIE, sessionValue } from '../../src/data/identity/session.ts';
import type { CaughtMail } from '../../src/dev/mail.ts';
import { proofOf } from '../../src/dev/proofs.ts';
import { DEMO_PASSWORD, PEOPLE, type PersonName } from '../../src/dev/world/people.ts';
import { paths } from '../../src/paths.ts';
import { service } from './service.ts';

/** Common steps of users in the stories. */

/** A user name and an address unique to this run. */
export function newcomer(name = 'visitor'): { username: string; email: string; password: string } {
  const username = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  return { username, email: `${username}@guildhall.test`, password: 'a long enough password' };
}

/** Fills in the sign-up page and sends it. */
export async function signUp(page: Page, person: ReturnType<typeof newcomer>): Promise<void> {
  await page.getByLabel('User name').fill(person.username);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
}

/** Signs a demo user in through the login page. */
export async function login(page: Page, name: PersonName, redirect?: string): Promise<void> {
  await loginAs(page, { email: PEOPLE[name].email, password: DEMO_PASSWORD }, redirect);
}

/** Signs a user in through the login page. */
export async function loginAs(
  page: Page,
  { email, password }: { email: string; password: string },
  redirect?: string,
): Promise<void> {
  await page.goto(paths.login(redirect));
  await page
    .getByLabel(/e-?mail/i)
    .first()
    .fill(email);
  await page
    .getByLabel(/^password/i)
    .first()
    .fill(password);
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(log ?in|sign in)$/i })
    .click();
  await page.waitForURL((url) => !url.pathname.startsWith(paths.login()));
}

/** Starts a story as a signed-in demo user, without the login page. Opens `path` if given. */
export async function arrive(page: Page, name: PersonName, path?: string): Promise<void> {
  await arriveAs(page, { email: PEOPLE[name].email, password: DEMO_PASSWORD }, path);
}

/** Starts a story as a signed-in user. Opens `path` if given. */
export async function arriveAs(
  page: Page,
  { email, password }: { email: string; password: string },
  path?: string,
): Promise<void> {
  const { baseURL = '' } = test.info().project.use;
  const users = new PocketBase(process.env['E2E_BACKEND_URL']).collection('users');
  const { token, record } = await users.authWithPassword(email, password);
  const session = readSession(`${SESSION_COOKIE}=${encodeURIComponent(JSON.stringify({ token, record }))}`);
  if (!session) throw new Error(`${email} was given no session`);
  // As after the login page, they have just shown who they are.
  const proof = await proofOf(service(), record.id, 'fresh');
  await page.context().addCookies([
    {
      name: SESSION_COOKIE,
      value: encodeURIComponent(sessionValue(session)),
      url: baseURL,
      sameSite: 'Strict',
    },
    { ...proof, url: baseURL, sameSite: 'Strict', httpOnly: true },
  ]);
  if (path !== undefined) await page.goto(path);
}

/** Starts a story as one of the demo's people with a role, who has entered the second factor. Opens `path` if given. */
export async function arriveAtDesk(page: Page, name: 'odile' | 'magnus', path?: string): Promise<void> {
  await arrive(page, name);
  const { baseURL = '' } = test.info().project.use;
  const proof = await proofOf(service(), PEOPLE[name].id, 'desk');
  await page.context().addCookies([{ ...proof, url: baseURL, sameSite: 'Strict', httpOnly: true }]);
  if (path !== undefined) await page.goto(path);
}

/** Every mail to an address so far, the newest first. */
export async function mailsFor(address: string): Promise<CaughtMail[]> {
  const answer = await fetch(`${process.env['E2E_MAIL_URL']}/api/mails?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as CaughtMail[];
}

/** Waits for the newest mail to an address whose subject matches. */
export async function mailFor(address: string, subject: RegExp = /./): Promise<CaughtMail> {
  let found: CaughtMail | undefined;
  await expect
    .poll(
      async () => {
        found = (await mailsFor(address)).find((mail) => subject.test(mail.subject));
        return found?.subject;
      },
      { message: `a mail to ${address}`, timeout: 10_000 },
    )
    .toBeTruthy();
  if (!found) throw new Error(`no mail to ${address} came`);
  return found;
}

/** The path of the first link to the site in a mail. */
export function linkIn(mail: CaughtMail, page: string): string {
  const link = mail.links.map((address) => new URL(address)).find(({ pathname }) => pathname === page);
  if (!link) throw new Error(`the mail "${mail.subject}" has no link to ${page}`);
  return `${link.pathname}${link.search}`;
}

/** Opens the cart's dropdown in the header. */
export async function openCart(page: Page): Promise<void> {
  const button = page.getByRole('banner').getByRole('button', { name: /^cart/i });
  if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click();
}
