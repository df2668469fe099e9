import { expect, type Page, test } from '@playwright/test';
import { PEOPLE } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arrive } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service } from '../support/service.ts';

/** The account pages at the narrowest width and a wide one, in both themes. */
const WIDTHS = [
  { width: 320, themes: ['light', 'dark'] },
  { width: 1280, themes: ['dark'] },
] as const;

const readsWell = async (page: Page, address: string, heading: string, widths = WIDTHS.slice()) => {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  for (const { width, themes } of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectItReadsWell(page, themes);
  }
};

test('a buyer’s account pages are readable at every width, in both themes', async ({ page }) => {
  test.slow();
  await arrive(page, 'tobias');
  await readsWell(page, paths.account(), 'Account');
  await readsWell(page, paths.library(), 'Library');
  await readsWell(page, paths.payments(), 'Payments');
  await page.getByRole('main').getByRole('link', { name: /^G-/ }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('G-');
  await expectItReadsWell(page);
  await readsWell(page, paths.account('profile'), 'Profile');
});

test('pages for programs are readable on the narrowest screen, in both themes', async ({ page }) => {
  test.slow();
  await arrive(page, 'mira');
  await readsWell(page, paths.accessTokens(), 'Access tokens', WIDTHS.slice(0, 1));
  await readsWell(page, paths.webhooks(), 'Webhooks', WIDTHS.slice(0, 1));
});

test('a receipt on paper has neither menu nor buttons', async ({ page }) => {
  await arrive(page, 'tobias', paths.payments());
  await page.getByRole('main').getByRole('link', { name: /^G-/ }).first().click();
  const menu = page.getByRole('navigation', { name: 'Account' });
  await expect(menu).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(menu).toBeHidden();
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('G-');
  await expectItReadsWell(page, ['light']);
});

test('a seller’s account pages are readable at every width, in both themes', async ({ page }) => {
  test.slow();
  await arrive(page, 'mira');
  await readsWell(page, paths.account('sales'), 'Sales');
});

/** Pages that no other story reads with axe. */
const FURTHER = [
  ...['wish-list', 'following', 'saved-searches', 'memberships', 'notifications', 'notifications/settings'],
  ...['reports', 'questions', 'posts', 'origins', 'reviews', 'payouts', 'categories-list', 'guild/tiers'],
  ...['guild/members', 'guild/releases', 'guild/information', 'guild/entry-bundles', 'store-settings'],
  ...['business-account', 'seller-plan', 'product-import'],
];

// In two parts: on a slow machine all of them took longer than one story may.
for (const [name, some] of [
  ['the further account pages', FURTHER.slice(0, FURTHER.length / 2)],
  ['and the rest of them', FURTHER.slice(FURTHER.length / 2)],
] as const)
  test(`${name} are readable on the narrowest screen, in both themes`, async ({ page }) => {
    test.slow();
    await arrive(page, 'mira');
    await page.setViewportSize({ width: 320, height: 900 });
    for (const path of some)
      await test.step(path, async () => {
        await page.goto(paths.account(path));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
        await expectItReadsWell(page);
      });
  });

/** An access group with a person in each state, and long words in every text. */
async function groupOf(ownerId: string): Promise<string> {
  const pb = service();
  const store = await pb.collection('stores').getFirstListItem(pb.filter('owner = {:ownerId}', { ownerId }));
  const { id } = await pb
    .collection('access_groups')
    .create({ store: store.id, name: 'The Mossback Campaign', state: 'active' });
  for (const state of ['invited', 'claimed', 'removed'])
    await pb.collection('access_group_people').create({
      accessGroup: id,
      email: `a-rather-long-address-of-somebody-who-${state}@guildhall.test`,
      note: 'Digital: the whole golem with all its mosses and keepers',
      state,
    });
  await pb.collection('access_imports').create({
    accessGroup: id,
    fileName: 'backers-of-the-mossback-campaign-digital-pledge-only.csv',
    state: 'done',
    startedAt: new Date().toISOString(),
  });
  return id;
}

test('access groups are readable at every width, in both themes', async ({ page }) => {
  test.slow();
  const group = await groupOf(PEOPLE.mira.id);
  await arrive(page, 'mira');
  await readsWell(page, paths.accessGroupList(), 'Access groups');
  await readsWell(page, paths.sellerAccessGroup(group), 'The Mossback Campaign');
  await expect(page.getByRole('button', { name: /^Undo backers/ })).toBeVisible();
});
