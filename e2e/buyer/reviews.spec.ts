import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

const PRINT = 'src/dev/world/pictures/primer/archway.webp';

test('an owner publishes a review with a rotated photo of their print', async ({ page }) => {
  const product = demoProduct('Undercroft Floor, 2 x 2 Set').id;
  const owner = await signedUp(newcomer('printer'));
  await arriveAs(page, owner);
  await page.goto(paths.product(product));
  await page.getByRole('main').getByRole('button', { name: 'Get it free' }).first().click();
  await expect(page).toHaveURL(paths.libraryProduct(product));
  await page.getByRole('radio', { name: /^4 stars/ }).check({ force: true });
  await page
    .getByRole('textbox', { name: 'Your review' })
    .fill('Fits my old tiles to the hair.\n<b>Not bold.</b>');
  await page.getByRole('button', { name: 'Publish review' }).click();
  await page.getByLabel('Add a photo').setInputFiles(PRINT);
  await page.getByRole('button', { name: 'Rotate right' }).click();
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(page.getByRole('img', { name: 'Your print 1' })).toBeVisible();

  await page.getByRole('link', { name: 'See it on the page' }).click();
  const review = page.getByRole('main').getByRole('listitem').filter({ hasText: owner.username }).first();
  await expect(review).toContainText('Fits my old tiles to the hair.');
  await expect(review).toContainText('<b>Not bold.</b>');
  await review.getByRole('link', { name: /^Photo 1 of/ }).click();
  await expect(
    page.getByRole('img', { name: `Print of Undercroft Floor, 2 x 2 Set by ${owner.username}` }).first(),
  ).toBeVisible();

  await test.step('an owned product offers its review, and neither the wish list nor a second review', async () => {
    await page.goto(paths.product(product));
    await expect(page.getByRole('link', { name: 'Change your review' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Write a review' })).toHaveCount(0);
    await expect(page.getByRole('main').getByText('Add to wish list')).toBeHidden();
  });
});
