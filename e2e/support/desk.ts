import { type Browser, expect, type Page } from '@playwright/test';
import type { DevStack } from '../../src/dev/stack.ts';
import { loginAs } from './people.ts';
import type { Person } from './sculptor.ts';

/** Steps of the stories that have a stack of their own, and of those who work at its desk. */

/** Signs somebody in, in a browser of their own. */
export async function arriveAtStack(browser: Browser, stack: DevStack, person: Person): Promise<Page> {
  const context = await browser.newContext({
    ...{ baseURL: stack.siteUrl, locale: 'en-US', timezoneId: 'UTC' },
    viewport: { width: 1280, height: 900 },
  });
  const page = await context.newPage();
  await loginAs(page, person);
  return page;
}

/** Enters the newest mailed code where the desk asks for one. */
export async function confirmItIsThem(desk: Page, stack: DevStack, operator: Person): Promise<void> {
  const dialog = desk.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog.getByText(operator.email)).toBeVisible();
  const code = () =>
    stack.mail?.mails(operator.email).flatMap(({ text }) => text.match(/\b\d{6,8}\b/) ?? [])[0];
  await expect.poll(code, { timeout: 40_000 }).toBeTruthy();
  await dialog.getByLabel('Code').fill(code() ?? '');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
}
