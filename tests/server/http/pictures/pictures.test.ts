import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JPEG_USES, PICTURE_WIDTHS, paths } from '../../../../src/paths.ts';
import { Pictures, pictureRequestOf, pictureType } from '../../../../src/server/http/pictures/pictures.ts';

const RECORD = 'abc123abc123abc';

describe('the address of a picture', () => {
  it('is understood as it is written', () => {
    for (const width of PICTURE_WIDTHS)
      expect(pictureRequestOf(paths.picture('products', RECORD, 'golem_a1.webp', width))).toEqual({
        width,
        collection: 'products',
        record: RECORD,
        file: 'golem_a1.webp',
      });
  });

  it('as a JPEG is understood as it is written, also of a file that is one', () => {
    for (const width of JPEG_USES)
      for (const file of ['golem_a1.webp', 'golem_a1.jpg'])
        expect(pictureRequestOf(paths.jpegPicture('products', RECORD, file, width))).toEqual({
          ...{ width, collection: 'products', record: RECORD, file },
        });
    expect([pictureType({ width: 'share' }), pictureType({ width: 640 })]).toEqual([
      'image/jpeg',
      'image/webp',
    ]);
  });

  it.each([
    `/img/share/products/${RECORD}/a.webp`,
    `/img/640/products/${RECORD}/a.webp.jpg`,
    `/img/large/products/${RECORD}/a.webp.jpg`,
    `/img/321/products/${RECORD}/a.webp`,
    `/img/0320/products/${RECORD}/a.webp`,
    `/img/320/product_files/${RECORD}/a.webp`,
    `/img/320/products/short/a.webp`,
    `/img/320/products/${RECORD}/../a.webp`,
    `/img/320/products/${RECORD}/a.svg`,
    `/img/320/products/${RECORD}/a%2ewebp`,
    `/img/320/products/${RECORD}/`,
  ])('is none: %s', (path) => {
    expect(pictureRequestOf(path)).toBeNull();
  });
});

describe('pictures', () => {
  let backend: Server;
  const urls: string[] = [];
  /** Of one picture: what another test has begun may still be asked for. */
  const requestsFor = (file: string) => urls.filter((url) => url.includes(file)).length;
  let folder: string;
  let pictures: Pictures;
  beforeAll(async () => {
    const source = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a5' } })
      .jpeg()
      .toBuffer();
    backend = createServer((req, res) => {
      urls.push(req.url ?? '');
      if (req.url?.includes('gone')) res.writeHead(404).end();
      else if (req.url?.includes('broken')) res.writeHead(500).end();
      else res.writeHead(200, { 'content-type': 'image/jpeg' }).end(source);
    });
    await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
    folder = await mkdtemp(join(tmpdir(), 'guildhall-img-'));
    pictures = new Pictures({ url: `http://127.0.0.1:${(backend.address() as AddressInfo).port}` }, folder);
  });
  afterAll(async () => {
    backend.closeAllConnections();
    backend.close();
    await rm(folder, { recursive: true, force: true });
  });
  const picture = (file: string, width: 160 | 1280 = 160) =>
    pictures.get({ width, collection: 'products', record: RECORD, file });

  it('to be shared are JPEGs of 1200 × 630 px, whole, whatever their shape', async () => {
    const shared = await pictures.get({
      width: 'share',
      collection: 'products',
      record: RECORD,
      file: 's.jpg',
    });
    const { format, width, height } = await sharp(shared ?? Buffer.alloc(0)).metadata();
    expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
    // 900 × 600 fits as 945 × 630: beside it is the darkened copy.
    const { data, info } = await sharp(shared ?? Buffer.alloc(0))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const green = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? 0;
    expect(Math.abs(green(600, 5) - 170)).toBeLessThan(6);
    expect(Math.abs(green(600, 625) - 170)).toBeLessThan(6);
    expect(green(20, 300)).toBeLessThan(150);
  });

  it('of mails are JPEGs of at most 640 px', async () => {
    const sent = await pictures.get({ width: 'mail', collection: 'products', record: RECORD, file: 'm.jpg' });
    const { format, width, height } = await sharp(sent ?? Buffer.alloc(0)).metadata();
    expect([format, width, height]).toEqual(['jpeg', 640, 427]);
  });

  it('are made once for all who wait, then come from the disk', async () => {
    const [first, second] = await Promise.all([picture('once.jpg'), picture('once.jpg')]);
    expect(requestsFor('once.jpg')).toBe(1);
    expect(first).toBe(second);
    const { width, format } = await sharp(first ?? Buffer.alloc(0)).metadata();
    expect({ width, format }).toEqual({ width: 160, format: 'webp' });
    expect(await picture('once.jpg')).toEqual(first);
    expect(requestsFor('once.jpg')).toBe(1);
  });

  it('are never made larger than they are', async () => {
    expect((await sharp((await picture('b.jpg', 1280)) ?? Buffer.alloc(0)).metadata()).width).toBe(900);
  });

  it('are measured from the disk only: a cold one has no size and is not waited for', async () => {
    const asked = { width: 160, collection: 'products', record: RECORD, file: 'cold.jpg' } as const;
    expect(await pictures.measured(asked)).toBeNull();
    await pictures.get(asked);
    expect(requestsFor('cold.jpg')).toBe(1);
    expect(await pictures.measured(asked)).toMatchObject({ width: 160, height: 107 });
    expect(await pictures.measured({ ...asked, file: 'broken.jpg' })).toBeNull();
  });

  it('that do not exist are not asked for again when they are measured', async () => {
    const asked = { width: 160, collection: 'products', record: RECORD, file: 'gone_long.jpg' } as const;
    const times = () => requestsFor(asked.file);
    expect(await pictures.measured(asked)).toBeNull();
    // Waits for what measuring began.
    expect(await pictures.get(asked)).toBeNull();
    const before = times();
    expect(before).toBeGreaterThan(0);
    expect(await pictures.measured(asked)).toBeNull();
    // Whoever asks for the picture itself is told what is true now.
    expect(await pictures.get(asked)).toBeNull();
    expect(times()).toBe(before + 1);
  });

  it('are null if the backend has none, and nothing is stored', async () => {
    const before = (await readdir(folder, { recursive: true })).length;
    expect(await picture('gone.jpg')).toBeNull();
    await expect(picture('broken.jpg')).rejects.toThrow('500');
    expect((await readdir(folder, { recursive: true })).length).toBe(before);
  });
});
