import { productsOf } from '../product.ts';

/** Below ground: floors, walls, tombs and what is kept in them. */
export const DEEPDELVE_DUNGEON = productsOf('deepdelve', [
  {
    model: 'chest',
    name: "The Magpie's Hoard",
    category: 'treasure-and-objectives',
    shelves: ['Dungeon', 'Free pieces'],
    description: `An iron-bound chest heaped with coins, gems, a goblet and a sword hilt, on a flagstone slab. A handsome objective marker for any dungeon.

Prints **without supports** at 0.05 mm layers; the lid overhang stays under 50 degrees.`,
    alt: 'A painted open treasure chest full of gold coins and gems on a flagstone slab',
    price: 0,
    type: 'prop',
    archetype: 'treasure',
    supports: 'none',
    tags: ['chest', 'treasure', 'loot', 'objective', 'free'],
    notes: 'No supports at 0.05 mm layers; the lid overhang stays under 50 degrees.',
    daysAgo: 2,
  },
  {
    model: 'cellwall',
    name: 'Oubliette Wall',
    category: 'dungeon',
    shelves: ['Dungeon'],
    description: `A 2-inch dungeon wall with two burning torches, a barred window, shackles and what is left of the previous guest. Sits on a **51 mm** floor strip that lines up with common grid tiles.

54 mm tall. A few supports under the torches and the window arch.`,
    alt: 'A painted stone cell wall with two torches, a barred window and bones on the floor',
    price: 549,
    type: 'terrain',
    archetype: 'dungeon',
    supports: 'light',
    printer: ['resin', 'fdm'],
    tags: ['dungeon', 'wall', 'torch', 'prison', 'modular'],
    licences: ['personal', 'merchant'],
    notes: 'A few supports under the torches and the window arch. On filament, three walls and 10 % infill.',
    daysAgo: 6,
  },
  {
    model: 'tiles',
    name: 'Undercroft Floor, 2 x 2 Set',
    category: 'dungeon',
    shelves: ['Dungeon', 'Free pieces'],
    description: `Four floor tiles of 50.8 mm (2 inches): plain flags, a ritual circle, a slimy drain and a spike trap that has already gone off.

Flat sides and a common **6 mm** height; they fit the usual grid and our Oubliette Wall. Free.`,
    alt: 'Four painted dungeon floor tiles: flagstones, a red ritual circle, a drain and a spike trap',
    price: 0,
    type: 'terrain',
    archetype: 'dungeon',
    supports: 'none',
    printer: ['resin', 'fdm'],
    parts: 'multipart',
    tags: ['dungeon', 'floor', 'tiles', 'modular', 'free'],
    licences: ['personal', 'merchant'],
    notes: 'All four lie flat on one plate. Filament at 0.12 mm layers works well.',
    daysAgo: 8,
  },
  {
    model: 'sarcophagus',
    name: 'Tomb of the Thorn Queen',
    category: 'dungeon',
    shelves: ['Dungeon', 'Tombs and graves'],
    description: `A stone sarcophagus with skulls in its niches and a crowned effigy on the lid. The lid has been pushed aside, from within.

48 x 70 mm on a flagstone floor that matches our dungeon tiles.`,
    alt: 'A painted stone sarcophagus with an effigy on its shifted lid and candles around it',
    price: 599,
    type: 'terrain',
    genre: ['fantasy', 'horror'],
    archetype: 'crypt',
    supports: 'none',
    printer: ['resin', 'fdm'],
    tags: ['crypt', 'sarcophagus', 'undead', 'dungeon', 'tomb'],
    notes: 'No supports. Solid model: hollow it with 2.5 mm walls for resin.',
    daysAgo: 14,
  },
  {
    model: 'throne',
    name: 'Seat of the Bone Regent',
    category: 'dungeon',
    shelves: ['Dungeon', 'Tombs and graves'],
    description: `A black stone throne with a horned skull above it, a quilted back and two dozen smaller skulls piled at its feet. The seat fits a seated 32 mm figure.

I cut the stone; the skulls are by **Mira of Ashgrove Miniatures**, who gave each of them a face. Every sale is shared between us.

74 mm tall, octagonal 46 mm dais.`,
    alt: 'A painted dark throne with red cushions, a large skull above it and many small ones below',
    price: 699,
    type: 'terrain',
    genre: ['fantasy', 'horror'],
    archetype: 'throne',
    supports: 'light',
    base: 46,
    tags: ['throne', 'skull', 'undead', 'boss', 'dungeon'],
    notes: 'Support the horns and the skulls on the arms; everything else stands by itself.',
    daysAgo: 19,
  },
  {
    model: 'geode',
    name: 'Heart of the Amethyst Vein',
    category: 'wilds-and-caverns',
    shelves: ['Free pieces'],
    description: `Fifty-odd crystals burst from a rock boss, with a fringe of luminous mushrooms. Free, because every cavern needs a dozen.

44 mm base; lovely in **clear resin** with ink in the roots.`,
    alt: 'A painted cluster of violet crystals on a round base, with small glowing mushrooms at its foot',
    price: 0,
    type: 'terrain',
    archetype: 'cavern',
    supports: 'none',
    printer: ['resin', 'fdm'],
    base: 44,
    tags: ['crystal', 'cavern', 'scatter', 'underdark', 'free'],
    licences: ['personal', 'merchant'],
    notes: 'Prints upright without supports. Clear resin, ink brushed into the roots.',
    daysAgo: 25,
  },
  {
    model: 'tombstones',
    name: "Potter's Field",
    category: 'ruins-and-landmarks',
    shelves: ['Tombs and graves'],
    description: `A corner of a neglected graveyard: four leaning stones, candles that someone still lights, and a hand that should not be there.

65 x 49 mm, up to 35 mm tall. Big enough to hold two 25 mm figures.`,
    alt: 'Painted leaning gravestones and a stone cross on mossy ground with a skull and bones',
    price: 349,
    type: 'terrain',
    genre: ['fantasy', 'horror'],
    archetype: 'graveyard',
    supports: 'none',
    printer: ['resin', 'fdm'],
    tags: ['graveyard', 'tombstone', 'undead', 'scatter', 'halloween'],
    notes: 'Lies flat, no supports. Thin resin exposure a little for the candle flames.',
    daysAgo: 30,
  },
]);
