import { expect, type Page, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service, signedUp } from '../support/service.ts';

/** Opens a new seller's draft with one demo model. */
async function openEditor(page: Page): Promise<void> {
  const seller = await signedUp(newcomer('sculptor'));
  const pb = service();
  const store = await pb
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Cairn Casts', state: 'open' });
  const product = await pb.collection('products').create({
    store: store.id,
    name: 'Cairn Golem',
    slug: `${seller.username}-golem`,
    state: 'draft',
    licences: ['personal'],
  });
  const { id: _, ...model } = await pb
    .collection('product_files')
    .getFirstListItem("sizeX > 0 && name ~ '.stl'", { sort: 'sizeBytes' });
  await pb.collection('product_files').create({ ...model, product: product.id, name: 'golem.stl' });
  await arriveAs(page, seller, paths.sellerProduct(product.id));
}

test('a seller poses and paints a model in the studio, and its picture is added to the product', async ({
  page,
}) => {
  test.setTimeout(90_000);
  // A small canvas, because there is no GPU here.
  await page.setViewportSize({ width: 480, height: 900 });
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await openEditor(page);
  await page.getByRole('button', { name: 'Make a picture from a model' }).click();
  const studio = page.getByRole('region', { name: 'A picture from a model' });
  const model = studio.getByRole('application', { name: 'Cairn Golem, seen from the front right' });
  await expect(model).toBeVisible({ timeout: 20_000 });
  await studio.getByRole('button', { name: 'Turn left' }).click();
  for (let turn = 0; turn < 2; turn++) await studio.getByRole('application').press('ArrowLeft');
  await expect(studio.getByRole('application')).toHaveAccessibleName('Cairn Golem, seen from the right');
  await studio.getByRole('radio', { name: 'Moss' }).check({ force: true });
  await studio.getByRole('radio', { name: 'Night' }).check({ force: true });
  await expectItReadsWell(page);
  await studio.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByLabel('Description of picture 1')).toHaveValue(
    'Cairn Golem in moss, seen from the right.',
    { timeout: 60_000 },
  );
  await expect(studio).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Make a picture from a model' })).toBeFocused();

  await page.getByRole('button', { name: 'Make a picture from a model' }).click();
  await expect(studio.getByRole('application')).toBeVisible({ timeout: 20_000 });
  await studio.getByRole('button', { name: 'Video only' }).click();
  const video = page.getByLabel('The video', { exact: true });
  await expect(video).toBeVisible({ timeout: 60_000 });
  // It plays: the browser reads what it recorded, from our address.
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.videoWidth)).toBe(720);
  await expect(page.getByRole('region', { name: 'A picture from a model' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove the video' }).click();
  await expect(video).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('without WebGL a message explains why the studio is unavailable', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await openEditor(page);
  await page.getByRole('button', { name: 'Make a picture from a model' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot show 3D');
});
