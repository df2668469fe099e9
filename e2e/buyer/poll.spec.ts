import { expect, test } from '@playwright/test';
import { DEMO_GUILD } from '../../src/dev/world/guild.ts';
import { paths } from '../../src/paths.ts';
import { login } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';

test('a member finds on the guild’s page what is asked, votes, sees the result and changes their mind', async ({
  page,
}) => {
  await login(page, 'ines', paths.storeGuild('ashgrove-miniatures'));
  await expect(page.getByRole('link', { name: 'See the tiers' })).toBeHidden();
  await page.getByRole('link', { name: /^Vote: What should come next/ }).click();
  await expect(page).toHaveURL(new RegExp(paths.membership(DEMO_GUILD.id)));
  const vote = page.getByRole('button', { name: 'Vote', exact: true });
  await expect(vote).toBeDisabled();
  await page.getByRole('radio', { name: 'The owl queen' }).check();
  await vote.click();
  await expect(page.getByText('The owl queen, your vote')).toBeVisible();
  await expectItReadsWell(page);
  await page.getByRole('button', { name: /^Change your vote/ }).click();
  await page.getByRole('radio', { name: 'A bog troll with a lantern' }).check();
  await vote.click();
  await expect(page.getByText('A bog troll with a lantern, your vote')).toBeVisible();
  await expect(page.getByText(/^1 member voted/)).toBeVisible();
});
