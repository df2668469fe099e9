/** Sets four painted pictures of each store side by side as its banner; run again when a picture changes. */
import sharp from 'sharp';

const TILES = {
  ashgrove: ['treant', 'myconid', 'golem', 'mimic'],
  deepdelve: ['archway', 'tower', 'cellwall', 'portal'],
  orbital: ['walker', 'reactor', 'drone', 'bulkhead'],
};
const WIDTH = 1600;
const HEIGHT = 480;
const pictures = new URL('../pictures/', import.meta.url);

for (const [banner, models] of Object.entries(TILES)) {
  const width = WIDTH / models.length;
  const tiles = await Promise.all(
    models.map(async (model, place) => ({
      input: await sharp(new URL(`painted/${model}.webp`, pictures).pathname)
        .resize(HEIGHT, HEIGHT)
        .extract({ left: (HEIGHT - width) / 2, top: 0, width, height: HEIGHT })
        .toBuffer(),
      left: place * width,
      top: 0,
    })),
  );
  await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#222' } })
    .composite(tiles)
    .webp({ quality: 84 })
    .toFile(new URL(`banners/${banner}.webp`, pictures).pathname);
}
