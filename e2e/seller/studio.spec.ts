import { expect, type Locator, type Page, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arriveAs, newcomer } from '../support/people.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { service, signedUp } from '../support/service.ts';

/** Opens a new seller's draft with one demo model. */
async function openEditor(page: Page, backdrop = '') {
  const seller = await signedUp(newcomer('sculptor'));
  const pb = service();
  const store = await pb
    .collection('stores')
    .create({ owner: seller.id, slug: seller.username, name: 'Cairn Casts', state: 'open', backdrop });
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
  return { seller, product };
}

const studioOf = (page: Page) => page.getByRole('region', { name: 'A picture from a model' });

/** The colour in the upper left corner of a picture, as shares of red, green and blue. */
const cornerOf = (picture: Locator) =>
  picture.evaluate(async (shown: HTMLImageElement) => {
    await shown.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 8 });
    const context = canvas.getContext('2d');
    context?.drawImage(shown, 0, 0, 8, 8);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    const sum = red + green + blue;
    return { red: red / sum, green: green / sum, blue: blue / sum };
  });

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
  const studio = studioOf(page);
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
  await expect(studio).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove the video' }).click();
  await expect(video).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test('all pictures of a store have the background that its seller chose, whoever of the store makes them', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 480, height: 900 });
  const { seller, product } = await openEditor(page);
  await page.getByRole('button', { name: 'Make a picture from a model' }).click();
  const studio = studioOf(page);
  await expect(studio.getByRole('application')).toBeVisible({ timeout: 20_000 });
  await expect(studio.getByRole('radio', { name: 'Slate' })).toBeChecked();
  await studio
    .getByRole('group', { name: 'Backdrop' })
    .getByRole('radio', { name: 'Custom' })
    .check({ force: true });
  await studio.getByLabel('Your backdrop').fill('#c02020');
  await studio.getByRole('button', { name: 'Use for the whole store' }).click();
  await expect(studio.getByText('The backdrop of your store.')).toBeVisible();

  await page.goto(paths.storeSettings());
  const choice = page.getByRole('group', { name: 'Background of pictures' });
  await expect(choice.getByRole('radio', { name: 'Custom' })).toBeChecked();
  await expect(page.getByLabel('Your backdrop')).toHaveValue('#c02020');
  await expectItReadsWell(page);

  // Another browser, which made no picture before.
  const other = await (await browser.newContext({ viewport: { width: 480, height: 900 } })).newPage();
  await arriveAs(other, seller, paths.sellerProduct(product.id));
  await other.getByRole('button', { name: 'Make a picture from a model' }).click();
  await expect(studioOf(other).getByRole('application')).toBeVisible({ timeout: 20_000 });
  await expect(studioOf(other).getByText('The backdrop of your store.')).toBeVisible();
  await studioOf(other).getByRole('button', { name: 'Use this picture' }).click();
  const taken = other.getByRole('list', { name: 'Pictures' }).getByRole('presentation');
  await expect(taken).toHaveCount(1, { timeout: 60_000 });
  const { red, green, blue } = await cornerOf(taken);
  expect(red).toBeGreaterThan(0.6);
  expect(Math.abs(green - blue)).toBeLessThan(0.1);
  await other.context().close();
});

test('without WebGL a message explains why the studio is unavailable', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await openEditor(page);
  await page.getByRole('button', { name: 'Make a picture from a model' }).click();
  await expect(page.getByRole('alert')).toContainText('cannot show 3D');
});
