/** Sets four painted pictures of each store side by side as its banner; run again when a picture changes. */
import sharp from 'sharp';

const TILES = {
  ashgrove: ['treant', 'myconid', 'golem', 'mimic'],
  deepdelve: ['archway', 'tower', 'cellwall', 'portal'],
  orbital: ['walker', 'reactor', 'drone', 'bulkhead'],
};
/** The banners of the full world, from its own pictures. */
const FULL_TILES = {
  bogtooth: ['goblin', 'goblin-chief', 'goblin-shaman', 'orc'],
  oathlight: ['knight', 'knight-horned', 'knight', 'knight-horned'],
  gravewick: ['skeleton', 'skeleton-king', 'skeleton-reaper', 'skeleton'],
  anvilhold: ['dwarf', 'dwarf-axe', 'dwarf', 'dwarf-axe'],
  vanta: ['trooper', 'trooper-heavy', 'trooper', 'trooper-heavy'],
  owlmarch: ['owlbeast', 'wizard', 'owl-snow', 'wizard-fire'],
  plinth: ['orc-bust', 'knight-bust', 'goblin-bust', 'skeleton-bust'],
};
const WIDTH = 1600;
const HEIGHT = 480;
const pictures = new URL('../pictures/', import.meta.url);

const all = [
  ...Object.entries(TILES).map((row) => ({ row, from: pictures })),
  ...Object.entries(FULL_TILES).map((row) => ({ row, from: new URL('../full/pictures/', import.meta.url) })),
];
for (const {
  row: [banner, models],
  from,
} of all) {
  const width = WIDTH / models.length;
  const tiles = await Promise.all(
    models.map(async (model, place) => ({
      input: await sharp(new URL(`painted/${model}.webp`, from).pathname)
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
