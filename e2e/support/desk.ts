import { type Browser, expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { DevStack } from '../../src/dev/stack.ts';
import { AUTHENTICATOR, AUTHENTICATOR_WINDOW } from '../../src/domain/identity/second-factor.ts';
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

/** The newest code that was mailed to somebody, without those that were mailed before. */
async function mailedCode(stack: DevStack, { email }: Person, before: number): Promise<string> {
  const code = () => {
    const mails = stack.mail?.mails(email) ?? [];
    return mails.slice(0, mails.length - before).flatMap(({ text }) => text.match(/\b\d{8}\b/) ?? [])[0];
  };
  await expect.poll(code, { timeout: 40_000 }).toBeTruthy();
  return code() ?? '';
}

/** Somebody's authenticator app. It never shows a code that was entered before: no code is good twice. */
export interface AuthenticatorApp {
  code(): Promise<string>;
}

function appWith(secret: string): AuthenticatorApp {
  const app = new TOTP({ ...AUTHENTICATOR, secret });
  let last = 0;
  return {
    async code() {
      // The desk takes the next code early, so nobody waits for the clock.
      const step = Math.max(app.counter(), last + 1);
      await expect
        .poll(() => app.counter() + AUTHENTICATOR_WINDOW, { timeout: 40_000 })
        .toBeGreaterThanOrEqual(step);
      last = step;
      return app.generate({ timestamp: step * AUTHENTICATOR.period * 1000 });
    },
  };
}

/** Sets up the second factor at the desk, as at the first visit of somebody who was given a role. */
export async function setUpFactor(desk: Page, stack: DevStack, person: Person): Promise<AuthenticatorApp> {
  const before = stack.mail?.mails(person.email).length ?? 0;
  await desk.getByRole('button', { name: 'Mail me a code' }).click();
  await desk.getByLabel('Code from the mail').fill(await mailedCode(stack, person, before));
  await desk.getByRole('button', { name: 'Continue' }).click();
  await expect(desk.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const secret = await desk.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const app = appWith((secret ?? '').replaceAll(' ', ''));
  await desk.getByLabel('Code of the app').fill(await app.code());
  await desk.getByRole('button', { name: 'Set up' }).click();
  await expect(desk.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await desk.getByRole('button', { name: /Open the desk$/ }).click();
  return app;
}

/** Confirms with the password where something asks again who it is. */
export async function confirmWithPassword(page: Page, { password }: Pick<Person, 'password'>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
}
