import { type Browser, expect, type Page, test } from '@playwright/test';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { DevStack } from '../../src/dev/stack.ts';
import { writeStl } from '../../src/mesh/stl.ts';
import { paths } from '../../src/paths.ts';
import { bumpyBall } from '../../tests/mesh/shapes.ts';
import { arriveAtStack, setUpFactor } from '../support/desk.ts';
import { expectItReadsWell } from '../support/reading.ts';
import { type Person, personIn, studioIn } from '../support/sculptor.ts';
import { openOwnStack } from '../support/stack.ts';

/** Two sellers with the same model, and an operator who sees both. What is compared is every model, so it has a stack of its own. */

const ORIGINAL = 'Moss Golem';
const COPY = 'Swamp Giant';
const OTHER = 'Reed Tower';

let stack: DevStack;
test.beforeAll(async () => {
  test.setTimeout(60_000);
  stack = await openOwnStack({ RATE_LIMITS: 'off' });
});
test.afterAll(() => stack.stop());

/** The model turned about two axes. */
function turned(points: Float32Array): Float32Array {
  const out = new Float32Array(points.length);
  for (let at = 0; at < points.length; at += 3) {
    const [x = 0, y = 0, z = 0] = points.subarray(at, at + 3);
    out.set([x * 0.6 - y * 0.8, -z, x * 0.8 + y * 0.6], at);
  }
  return out;
}

/** Makes a product with this model in the product editor. Measuring it has the lowest priority, so it may take a while. */
async function upload(page: Page, name: string, points: Float32Array): Promise<void> {
  await page.goto(paths.sellerProduct());
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByText('No files yet.')).toBeVisible();
  await page
    .getByRole('region', { name: 'Drop files or folders here' })
    .getByLabel('Files', { exact: true })
    .setInputFiles({
      ...{ name: `${name}.stl`, mimeType: 'model/stl' },
      buffer: Buffer.from(writeStl(points, name)),
    });
  const files = page.getByRole('list', { name: 'Files', exact: true });
  await expect(files.getByRole('button', { name: /^Remove/ })).toHaveCount(1, { timeout: 40_000 });
}

test('a model that was turned and meshed anew waits at the desk beside its original, and becomes a case; another model does not', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [artist, thief, operator] = (await Promise.all(
    ['moss', 'copper', 'odile'].map((name) => personIn(stack, name)),
  )) as [Person, Person, Person];
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  await pb.collection('roles').create({ user: operator.id, role: 'operator', givenBy: 'the test' });
  await studioIn(stack, artist, [], 'Moss Works');
  await studioIn(stack, thief, [], 'Copper Casts');

  await uploadAs(browser, artist, [[ORIGINAL, bumpyBall([20, 1])]]);
  await uploadAs(browser, thief, [
    [OTHER, bumpyBall([28, 1.5])],
    [COPY, turned(bumpyBall([28, 1]))],
  ]);
  const compared = async () =>
    (await pb.collection('model_shapes').getFullList({ filter: "dueAt = ''" })).length;
  await expect.poll(compared, { timeout: 90_000, message: 'all three are compared' }).toBe(3);

  const desk = await arriveAtStack(browser, stack, operator);
  await desk.goto(paths.operatorDesk());
  await setUpFactor(desk, stack, operator);
  await expect(desk.getByRole('button', { name: 'All 1' })).toBeVisible();
  const match = desk.getByRole('article', { name: 'The same model in two stores' });
  await expect(match).toContainText('Nearly the same shape, perhaps re-meshed');
  await expect(match.getByRole('region', { name: 'Came first' })).toContainText(`${ORIGINAL} by Moss Works`);
  await expect(match.getByRole('region', { name: 'Came later' })).toContainText(`${COPY} by Copper Casts`);
  for (const model of [`${ORIGINAL} by Moss Works`, `${COPY} by Copper Casts`])
    await expect(match.getByRole('application', { name: model })).toBeVisible();
  await expect(desk.getByText(OTHER)).toHaveCount(0);
  await expectItFitsAPhone(desk);

  await match.getByLabel('What it is').selectOption('A copy: open a case');
  await match.getByRole('button', { name: 'Open the case' }).click();
  await expect(desk.getByText('The case is open.')).toBeVisible();
  await expect(desk.getByRole('article', { name: /^Case C-/ })).toContainText(COPY);
  await expect(match).toHaveCount(0);
});

/** Two models side by side were wider than a narrow phone. */
async function expectItFitsAPhone(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 900 });
  await expectItReadsWell(page, ['light']);
  if (size) await page.setViewportSize(size);
}

async function uploadAs(
  browser: Browser,
  seller: Person,
  models: readonly (readonly [name: string, points: Float32Array])[],
): Promise<void> {
  const page = await arriveAtStack(browser, stack, seller);
  for (const [name, points] of models) await upload(page, name, points);
  await page.context().close();
}
