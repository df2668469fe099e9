import { expect, type Page, test } from '@playwright/test';
import { demoProduct, PEOPLE } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { mailFor, newcomer } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

const MODEL = demoProduct('Old Fennimore, Sporekeeper');

/** Words that no other run of a story wrote: a repeated story meets the questions of the one before. */
const words = (question: string) => `${question} (${crypto.randomUUID().slice(0, 8)})`;

async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a question typed before the sign-in is stored, submitted and withdrawn', async ({ page }) => {
    const question = words('Would you print <b>him</b> with supports at 45 degrees?');
    const rosa = await signedUp(newcomer('rosa'));
    await page.goto(paths.product(MODEL.id));
    await page.getByRole('textbox', { name: 'Your question' }).fill(question);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page).toHaveURL(paths.login(paths.askQuestion(MODEL.id)));
    await signIn(page, rosa);
    await expect(page.getByRole('textbox', { name: 'Your question' })).toHaveValue(question);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await expect(page.getByText('Your question is published.')).toBeVisible();
    await page.getByRole('link', { name: 'All questions about this model' }).click();
    await expect(page.getByText(question)).toBeVisible();
    await page.goto(paths.askQuestion(MODEL.id));
    await page.getByRole('button', { name: 'Withdraw question' }).click();
    await expect(page.getByText(question)).toBeHidden();
  });
});

test('the artist answers a question, and the asker reads it in a mail and on the page', async ({
  page,
  browser,
}) => {
  const asked = words('Is <i>his</i> staff a part of its own?');
  const answer = words('Yes, head first.');
  const asker = await signedUp(newcomer('pia'));
  await page.goto(paths.login(paths.askQuestion(MODEL.id)));
  await signIn(page, asker);
  await page.getByRole('textbox', { name: 'Your question' }).fill(asked);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('Your question is published.')).toBeVisible();

  // A browser of their own: a late answer to the first visitor would sign this one in as them.
  const studio = await (await browser.newContext()).newPage();
  await studio.goto(paths.login(paths.sellerQuestions()));
  await signIn(studio, PEOPLE.mira);
  const question = studio.getByRole('listitem').filter({ hasText: asked });
  await question.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(question.getByRole('button', { name: 'Publish answer' })).toBeDisabled();
  await question.getByRole('textbox', { name: 'Your answer' }).fill(answer);
  await question.getByRole('button', { name: 'Publish answer' }).click();
  await expect(question.getByText(answer)).toBeVisible();

  expect((await mailFor(asker.email, /answered your question/)).text).toContain(answer);
  await expect(async () => {
    await page.goto(paths.productQuestions(MODEL.id));
    await expect(page.getByText(answer)).toBeVisible({ timeout: 500 });
  }).toPass();
});
