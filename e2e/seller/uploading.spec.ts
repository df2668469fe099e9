import { expect, type Page, test } from '@playwright/test';
import { paths } from '../../src/paths.ts';
import { arrive } from '../support/people.ts';

/** A closed pyramid as a binary STL, `heightMm` tall. */
function pyramid(heightMm: number): Buffer {
  const base = [
    [0, 0, 0],
    [20, 0, 0],
    [0, 20, 0],
  ] as const;
  const top = [7, 7, heightMm] as const;
  const [a, b, c] = base;
  const faces = [
    [a, c, b],
    [a, b, top],
    [b, c, top],
    [c, a, top],
  ];
  const stl = Buffer.alloc(84 + faces.length * 50);
  stl.writeUInt32LE(faces.length, 80);
  for (const [at, face] of faces.entries())
    for (const [corner, point] of face.entries())
      for (const [axis, mm] of point.entries())
        stl.writeFloatLE(mm, 84 + at * 50 + 12 + corner * 12 + axis * 4);
  return stl;
}

const OBJ = `v 0 0 0\nv 30 0 0\nv 0 30 0\nv 9 9 40\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n`;

/** Simulates the drop of a folder with these files. */
async function drop(page: Page, files: Record<string, Buffer | string>): Promise<void> {
  const sent = Object.entries(files).map(([path, content]) => [path, [...Buffer.from(content)]] as const);
  const transfer = await page.evaluateHandle((all) => {
    const made = new DataTransfer();
    // A test cannot drop a real folder, so its file system entries are built by hand.
    const entries = all.map(([path, bytes]) => ({
      isFile: true,
      fullPath: `/${path}`,
      file: (done: (file: File) => void) =>
        done(new File([new Uint8Array(bytes)], path.split('/').at(-1) ?? '', { lastModified: 1 })),
    }));
    let isRead = false;
    const folder = {
      isFile: false,
      fullPath: '/pack',
      createReader: () => ({
        readEntries: (done: (some: unknown[]) => void) => {
          done(isRead ? [] : entries);
          isRead = true;
        },
      }),
    };
    Object.defineProperty(made, 'items', { value: [{ webkitGetAsEntry: () => folder }] });
    return made;
  }, sent);
  await page
    .getByRole('region', { name: 'Drop files or folders here' })
    .dispatchEvent('drop', { dataTransfer: transfer });
}

async function openDrop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Drop a folder' }).click();
  await expect(page.getByRole('button', { name: 'Choose a folder' })).toBeVisible();
}

const fileNamed = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** Measuring has the lowest priority, and a new stack is still making previews of its catalogue. */
const MEASURED = { timeout: 40_000 };

test('a seller drops a folder, corrects the proposals, and creates products', async ({ page }) => {
  test.setTimeout(90_000);
  await arrive(page, 'mira', paths.productList());
  await openDrop(page);
  await drop(page, {
    'Bog Warband/Toad/Toad.stl': pyramid(32),
    'Bog Warband/Toad/Toad_Supported.stl': Buffer.concat([pyramid(36)]),
    'Bog Warband/Heron/Heron.obj': OBJ,
    'Bog Warband/Heron/Heron broken.stl': pyramid(20).subarray(0, 150),
    'Bog Warband/readme.txt': 'Thank you for printing.',
    'Bog Warband/.DS_Store': 'nothing',
  });
  await expect(page.getByText('5 files added. 1 file skipped')).toBeVisible();
  await expect(fileNamed(page, 'Heron broken.stl')).toContainText('Rejected', MEASURED);
  await expect(fileNamed(page, 'Heron broken.stl')).toContainText('This STL is cut off');
  await expect(page.getByText('4 ready · 1 rejected')).toBeVisible(MEASURED);
  await fileNamed(page, 'Toad.stl').getByText('Prints well', { exact: true }).click();
  await expect(fileNamed(page, 'Toad.stl')).toContainText('The surface is closed');

  const toad = page.getByRole('region', { name: 'Toad', exact: true });
  const pair = toad.getByRole('region', { name: /^Pair/ });
  await expect(pair.getByRole('group')).toHaveCount(2);
  const heron = page.getByRole('region', { name: 'Heron', exact: true });
  await heron.getByLabel('Product name').fill('Grey Heron');
  const greyHeron = page.getByRole('region', { name: 'Grey Heron', exact: true });
  await greyHeron.getByLabel('Role').selectOption('Pre-supported');
  const readme = page.getByRole('region', { name: 'Left out' });
  await readme.getByLabel('Product', { exact: true }).selectOption('Toad');
  await expect(toad.getByLabel('Product', { exact: true }).last()).toBeFocused();
  await page.getByRole('button', { name: 'Create 2 products' }).click();

  const made = page.getByRole('region', { name: 'Products created' });
  await expect(made.getByRole('listitem')).toHaveText([/Grey Heron\s*1 file/, /Toad\s*3 files/]);
  await expect(page.getByRole('button', { name: /^Make/ })).toHaveCount(0);
  await expect(made.getByRole('link', { name: 'Toad' })).toHaveAttribute(
    'href',
    new RegExp(`^${paths.sellerProduct()}\\?id=[a-z0-9]{15}$`),
  );
  await fileNamed(page, 'Heron broken.stl').getByRole('button', { name: 'Remove' }).click();
  await expect(fileNamed(page, 'Heron broken.stl')).toHaveCount(0);
});

test('after a reload, uploads of the same files resume', async ({ page }) => {
  test.setTimeout(90_000);
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === paths.uploads())
      begun.push(request.url());
  });
  await arrive(page, 'mira', paths.productList());
  await openDrop(page);
  // The connection breaks before the first chunk has arrived.
  const pieces = (url: URL) => url.pathname.startsWith(paths.upload(''));
  await page.route(pieces, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
  );
  const broken = page.waitForEvent('requestfailed');
  await drop(page, { 'Newt.stl': pyramid(30) });
  await broken;
  await expect(fileNamed(page, 'Newt.stl')).toContainText('Quick check: Prints well');
  await page.unroute(pieces);
  await page.reload();
  await openDrop(page);
  await expect(fileNamed(page, 'Newt.stl')).toContainText('Choose this file again');
  await drop(page, { 'Newt.stl': pyramid(30) });
  await expect(fileNamed(page, 'Newt.stl')).toContainText('Ready', MEASURED);
  expect(begun).toHaveLength(1);
  await page.getByRole('button', { name: 'Remove Newt.stl' }).click();
  await expect(fileNamed(page, 'Newt.stl')).toHaveCount(0);
});

test('files that are uploaded in the product editor are added at once', async ({ page }) => {
  test.setTimeout(90_000);
  await arrive(page, 'mira', paths.sellerProduct());
  await page.getByLabel('Name', { exact: true }).fill('Marsh Lantern');
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marsh Lantern' })).toBeVisible();
  await expect(page.getByText('No files yet.')).toBeVisible();
  await drop(page, { 'Lantern.stl': pyramid(41), 'Lantern_Supported.stl': pyramid(43) });
  // What is typed while the files are measured and added is neither lost nor in the way.
  await page.getByLabel('Description').fill('A lantern for the marsh.');
  await expect(page.getByText('No files yet.')).toHaveCount(0);
  const files = page
    .getByRole('list', { name: 'Files', exact: true })
    .getByRole('button', { name: /^Remove/ });
  await expect(files).toHaveCount(2, MEASURED);
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.reload();
  await expect(files).toHaveCount(2);
  await expect(page.getByLabel('Description')).toHaveValue('A lantern for the marsh.');
});
