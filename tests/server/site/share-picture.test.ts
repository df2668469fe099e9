import sharp from 'sharp';
import { expect, it } from 'vitest';
import { openSharePicture, sharePicture } from '../../../src/server/site/share-picture.ts';

const BRAND = { name: 'Guildhall', accentLight: '', accentDark: '', logo: '', logoRatio: 100 };
const pixelsOf = async (picture: Buffer) =>
  sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
/** How many pixels of a part of the picture are dark, as letters are. */
async function inkIn(picture: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const { data } = await sharp(picture)
    .extract(part)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let dark = 0;
  for (let at = 0; at < data.length; at += 3)
    if ((data[at] ?? 255) < 90 && (data[at + 1] ?? 255) < 60) dark++;
  return dark;
}
const NAME = { left: 0, top: 340, width: 1200, height: 180 };

it('the picture of a shared page shows the name that the operator gave the site', async () => {
  const [ours, theirs] = await Promise.all(
    ['Guildhall', 'Mörser & Söhne 像'].map((name) => sharePicture({ ...BRAND, name })),
  );
  if (!ours || !theirs) throw new Error('there is no picture');
  const { info, data } = await pixelsOf(theirs);
  expect([info.width, info.height]).toEqual([1200, 630]);
  expect(await inkIn(theirs, NAME)).toBeGreaterThan(2000);
  expect(data.equals((await pixelsOf(ours)).data)).toBe(false);
});

it('wears the accent colour and the logo', async () => {
  const blank = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#800000' } })
    .webp()
    .toBuffer();
  const picture = await sharePicture({ ...BRAND, accentLight: '#004488', logo: blank.toString('base64') });
  const { data, info } = await pixelsOf(picture);
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  const near = (found: number[], wanted: number[]) =>
    found.every((value, part) => Math.abs(value - (wanted[part] ?? 0)) < 24);
  expect(near(at(600, 620), [0, 0x44, 0x88])).toBe(true);
  expect(near(at(600, 225), [0x80, 0, 0])).toBe(true);
});

it('a name of forty wide letters stays within the picture', async () => {
  const picture = await sharePicture({ ...BRAND, name: 'W'.repeat(40) });
  expect(await inkIn(picture, { left: 0, top: 340, width: 60, height: 180 })).toBe(0);
  expect(await inkIn(picture, { left: 1140, top: 340, width: 60, height: 180 })).toBe(0);
});

it('the picture is made once for each version of the settings', async () => {
  const picture = openSharePicture();
  expect(picture(3, BRAND)).toBe(picture(3, BRAND));
  expect(picture(4, BRAND)).not.toBe(picture(3, BRAND));
  await picture(3, BRAND);
});
