import { expect, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arrive } from '../support/people.ts';

test('a post for members is published, and a member reads it and comments, while a visitor sees the teaser', async ({
  browser,
  page,
}) => {
  test.setTimeout(90_000);
  const word = crypto.randomUUID().slice(0, 8);
  await arrive(page, 'mira', paths.sellerPosts());
  await page.getByRole('button', { name: 'New post' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(`Antlers ${word}`);
  await page.getByRole('combobox', { name: 'Who can read it' }).selectOption('All members of your guild');
  await page.getByRole('textbox', { name: 'Teaser' }).fill('A first look.');
  const publish = page.getByRole('button', { name: 'Publish' });
  // What was typed while the draft was saved was lost.
  let go = (): void => undefined;
  const typed = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(
    /\/_actions\/posts\.save/,
    async (route) => {
      await typed;
      await route.continue();
    },
    { times: 1 },
  );
  await publish.click();
  await expect(page.getByText('Write the text.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(`It **has** antlers ${word}.`);
  go();
  await expect(publish).not.toHaveAttribute('aria-busy', 'true');
  // The server's answer about the empty draft stayed under the text.
  await expect(page.getByText('Write the text.')).toBeHidden();
  await publish.click();
  const read = page.getByRole('link', { name: 'Read it' });
  await expect(read).toBeVisible();
  const address = (await read.getAttribute('href')) ?? '';

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(address);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`Antlers ${word}`);
  await expect(visitor.getByText('A first look.')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'See the guild' })).toBeVisible();
  await expect(visitor.getByText(`It has antlers ${word}.`)).toHaveCount(0);

  const member = await (await browser.newContext()).newPage();
  await arrive(member, 'ines', address);
  await expect(member.getByText(`It has antlers ${word}.`)).toBeVisible();
  await member.getByRole('textbox', { name: 'Your comment' }).fill(`A lantern, please, ${word}.`);
  await member.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(member.getByText('Your comment is published.')).toBeVisible();
  await member.getByRole('link', { name: 'Back to the post' }).click();
  await expect(member.getByRole('listitem').filter({ hasText: `A lantern, please, ${word}.` })).toBeVisible();

  await page.reload();
  await expect(page.getByText(`A lantern, please, ${word}.`)).toBeVisible();
  await page.getByRole('button', { name: 'Delete post' }).click();
  await expect(page.getByRole('link', { name: `Antlers ${word}` })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Antlers ${word}` })).toBeVisible();
});
