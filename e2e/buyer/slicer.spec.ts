import { expect, test } from '@playwright/test';
import { demoProduct } from '../../src/dev/world/cast.ts';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { service, signedUp } from '../support/service.ts';

test('an owner opens a file in the slicer they chose once, by a link that needs no session', async ({
  page,
  playwright,
}) => {
  const owner = await signedUp(newcomer('printer'));
  const product = demoProduct('Mossback Cairn-Golem').id;
  const pb = service();
  await pb.collection('entitlements').create({
    ...{ user: owner.id, product, source: 'operator', sourceId: 'slicer', licences: ['personal'] },
    licenceText: 'a'.repeat(64),
    grantedAt: new Date().toISOString(),
  });
  await arriveAs(page, owner, paths.product(product));
  await page.getByRole('link', { name: 'Open in your slicer' }).click();

  const slicer = page.getByLabel('My slicer');
  await slicer.selectOption('PrusaSlicer');
  await expect(page.getByText(/^PrusaSlicer opens links from/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Open in/ })).toHaveCount(0);
  await slicer.selectOption('Another program');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page
    .getByRole('button', { name: /^Copy link to .+\.stl$/ })
    .first()
    .click();
  await expect(page.getByText('Link copied. It works for ten minutes.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect((await page.request.get(copied)).status()).toBe(200);
  await slicer.selectOption('UltiMaker Cura');
  await page.reload();
  await expect(slicer).toHaveValue('cura');

  const answered = page.waitForResponse((answer) => answer.url().includes('library.openLink'));
  const button = page.getByRole('button', { name: /^Open in UltiMaker Cura: .+\.stl$/ }).first();
  const name = (await button.getAttribute('aria-label'))?.split(': ')[1] ?? '';
  await button.click();
  const [link = ''] = /http[^"]+\/download\/open\/[^"]+/.exec(await (await answered).text()) ?? [];
  // The slicer: another program, without the browser's cookies.
  const program = await playwright.request.newContext();
  const file = await program.get(link);
  expect(file.status()).toBe(200);
  expect(file.headers()['content-disposition']).toContain(encodeURIComponent(name));
  const [stored] = await pb.collection('product_files').getFullList({
    filter: pb.filter('product = {:product} && name = {:name}', { product, name }),
  });
  expect((await file.body()).length).toBe(stored?.['sizeBytes']);
  await program.dispose();
});
