import { expect, type Locator, test } from '@playwright/test';
import { TEST_CARDS } from '../../src/dev/payments/cards.ts';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { signedUp } from '../support/service.ts';

/**
 * What a buyer presses from the home page to the first byte: result, add, view cart, pay, a card and the button of the
 * payment page, download. Where this number grows, a page has come between a person and what they want. It was the same before
 * printers, bundles, pre-orders and slicers came: the story of buying at commit 9f9f97e4 presses these, too.
 */
const CLICKS = 7;

test('from a search to the download of what was bought, a buyer presses seven times', {
  tag: '@phone',
}, async ({ page }) => {
  const { name } = demoProduct('Gnash, the Patient Chest');
  await arriveAs(page, await signedUp(newcomer('direct')), paths.home());
  let clicks = 0;
  const press = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  const main = page.getByRole('main');
  const search = page.getByRole('searchbox').or(page.getByRole('combobox', { name: /search/i }));
  await search.first().fill(name);
  await search.first().press('Enter');
  // The home page has links to models, too.
  await expect(main.getByRole('heading', { name: /^Results for/ })).toBeVisible();
  await press(main.getByRole('link', { name }).first());
  await press(page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to cart' }));
  await press(
    page.getByRole('region', { name: 'Cart', exact: true }).getByRole('link', { name: 'View Cart' }),
  );
  await press(main.getByRole('button', { name: /^Pay \$/ }));
  const card = TEST_CARDS.find(({ outcome }) => outcome === 'pays')?.number ?? '';
  await press(page.getByRole('radio', { name: card.slice(-4) }));
  await press(page.getByRole('button', { name: /^Pay \$/ }));
  await expect(page.getByRole('heading', { name: 'It is all yours' })).toBeVisible();
  const download = page.waitForEvent('download');
  await press(
    main
      .getByRole('link', { name: 'Download all' })
      .or(main.getByRole('link', { name: /^Download/ }))
      .first(),
  );
  await download;
  expect(clicks).toBe(CLICKS);
  // Everything bought is one press away from there as well.
  await expect(main.getByRole('link', { name: /library/i }).first()).toHaveAttribute('href', paths.library());
});
