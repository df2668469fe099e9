import { expect, test } from '@playwright/test';
import type { DevStack } from '../../src/dev/stack.ts';
import { paths } from '../../src/paths.ts';
import { personIn } from '../support/sculptor.ts';
import { openOwnStack } from '../support/stack.ts';

/** Strangers try all that they can at an account; its owner comes with a new device. */

let stack: DevStack;
test.beforeAll(async () => {
  test.setTimeout(60_000);
  stack = await openOwnStack({ BEHIND_PROXY: '1' });
});
test.afterAll(() => stack.stop());

/** One of many strangers, each from an address of their own. */
async function stranger(at: number, action: string, fields: Record<string, string>): Promise<number> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const headers = { origin: new URL(stack.siteUrl).origin, 'x-forwarded-for': `203.0.113.${at}` };
  const answer = await fetch(`${stack.siteUrl}/_actions/${action}`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  return answer.status;
}

test('signs in by a mailed code, and withdraws, after a moment of work of the browser', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { email } = await personIn(stack, 'sought');
  for (let at = 1; at <= 15; at++) {
    await stranger(at, 'session.signIn', { email, password: 'a wrong password' });
    await stranger(at, 'session.requestCode', { email });
  }
  const statuses = [];
  for (let at = 16; at < 18; at++) statuses.push(await stranger(at, 'session.requestCode', { email }));
  expect(statuses).toEqual([429, 429]);

  const context = await browser.newContext({
    baseURL: stack.siteUrl,
    extraHTTPHeaders: { 'x-forwarded-for': '198.51.100.9' },
  });
  const page = await context.newPage();
  await page.goto(paths.loginCode());
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible({ timeout: 60_000 });
  const [mail] = stack.mail.mails(email).filter(({ subject }) => /is your code/.test(subject));
  await page.getByLabel('Code').fill(/\d{8}/.exec(mail?.subject ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(paths.home());

  for (let tries = 0; tries < 10; tries++) {
    await page.goto(paths.withdraw());
    await page.getByLabel(/Order or invoice number/).fill('G-2026-ABCD1234');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();
  }
  await page.goto(paths.withdraw());
  await page.getByLabel(/Order or invoice number/).fill('G-2026-ABCD1234');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible({ timeout: 60_000 });
  await context.close();
});
