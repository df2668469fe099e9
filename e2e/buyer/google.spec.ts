import { expect, test } from '@playwright/test';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { AGREED_TEXTS } from '../../src/domain/site/legal-text.ts';
import { paths } from '../../src/paths.ts';
import { openGoogleStandIn } from '../support/google.ts';
import { openOwnStack } from '../support/stack.ts';

test('a user signs in with Google, and an unsolicited callback is refused', async ({ page, context }) => {
  test.setTimeout(90_000);
  const google = await openGoogleStandIn({ id: '4711', email: 'ana@gmail.test', name: 'Ana' });
  const stack = await openOwnStack(google.env);
  try {
    await page.goto(stack.siteUrl + paths.login(paths.profile()));
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await page.getByRole('link', { name: 'Continue as Ana' }).click();
    await expect(page).toHaveURL(stack.siteUrl + paths.profile());
    await expect(page.getByText('ana@gmail.test').first()).toBeVisible();
    // Nothing said to which version of the terms somebody from Google had agreed.
    await expect
      .poll(async () => {
        const agreed = await serviceClient({ url: stack.pocketbaseUrl, ...stack.service })
          .collection('legal_consents')
          .getFullList({ filter: "user.email = 'ana@gmail.test'", sort: 'name' });
        return agreed.map(({ name, version, via }) => [name, version, via]);
      })
      .toEqual(AGREED_TEXTS.toSorted().map((name) => [name, 0, 'sign-up']));

    // Nothing of the page before may set the cookie again.
    await page.goto('about:blank');
    await context.clearCookies();
    await page.goto(`${stack.siteUrl}${paths.oauthReturn()}?code=stolen&state=guessed`);
    await expect(page.getByRole('alert')).toHaveText("State parameters don't match");
    await page.goto(`${stack.siteUrl}${paths.oauthReturn()}?error=access_denied`);
    await expect(page.getByRole('alert')).toHaveText('OAuth2 redirect error or missing code');
    await page.goto(`${stack.siteUrl}${paths.oauthStart('nobody')}`);
    await expect(page.getByRole('alert')).toHaveText('Missing or invalid provider');
  } finally {
    await stack.stop();
    await google.close();
  }
});
