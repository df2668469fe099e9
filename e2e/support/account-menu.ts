import type { Locator, Page } from '@playwright/test';

/** An entry of the account's menu, which is open; its group is opened where it is folded. */
export async function menuEntry(page: Page, name: string): Promise<Locator> {
  const menu = page.getByRole('navigation', { name: 'Account' });
  const link = menu.getByRole('link', { name, exact: true });
  const fold = menu
    .locator('details:not([open])', { has: page.getByText(name, { exact: true }) })
    .locator('> summary')
    .locator('visible=true');
  await link.or(fold).first().waitFor();
  if ((await link.count()) === 0) await fold.last().click();
  return link;
}
