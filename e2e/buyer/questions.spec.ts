import { expect, type Page, test } from '@playwright/test';
import { demoProduct, PEOPLE } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { mailFor, newcomer } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

const MODEL = demoProduct('Old Fennimore, Sporekeeper');
const WORDS = 'Would you print <b>him</b> with supports at 45 degrees?';
const OTHER_WORDS = 'Is <i>his</i> staff a part of its own?';

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a question typed before the sign-in is stored, submitted and withdrawn', async ({ page }) => {
    const rosa = await signedUp(newcomer('rosa'));
    await page.goto(paths.product(MODEL.id));
    await page.getByRole('textbox', { name: 'Your question' }).fill(WORDS);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page).toHaveURL(paths.login(paths.askQuestion(MODEL.id)));
    await signIn(page, rosa);
    await expect(page.getByRole('textbox', { name: 'Your question' })).toHaveValue(WORDS);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByText('Your question is published.')).toBeVisible();
    await page.getByRole('link', { name: 'All questions about this model' }).click();
    await expect(page.getByText(WORDS)).toBeVisible();
    await page.goto(paths.askQuestion(MODEL.id));
    await page.getByRole('button', { name: 'Withdraw question' }).click();
    await expect(page.getByText(WORDS)).toBeHidden();
  });
});

test('the artist answers a question, and the asker reads it in a mail and on the page', async ({ page }) => {
  const asker = await signedUp(newcomer('pia'));
  await page.goto(paths.login(paths.askQuestion(MODEL.id)));
  await signIn(page, asker);
  await page.getByRole('textbox', { name: 'Your question' }).fill(OTHER_WORDS);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('Your question is published.')).toBeVisible();
  await page.context().clearCookies();

  await page.goto(paths.login(paths.sellerQuestions()));
  await signIn(page, PEOPLE.mira);
  const question = page.getByRole('listitem').filter({ hasText: OTHER_WORDS });
  await question.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(question.getByRole('button', { name: 'Publish answer' })).toBeDisabled();
  await question.getByRole('textbox', { name: 'Your answer' }).fill('Yes, head first.');
  await question.getByRole('button', { name: 'Publish answer' }).click();
  await expect(question.getByText('Yes, head first.')).toBeVisible();

  expect((await mailFor(asker.email, /answered your question/)).text).toContain('Yes, head first.');
  await expect(async () => {
    await page.goto(paths.productQuestions(MODEL.id));
    await expect(page.getByText('Yes, head first.')).toBeVisible({ timeout: 500 });
  }).toPass();
});
