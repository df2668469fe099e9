import { FULL_STORES } from '../stores.ts';
import { figuresOf } from './figures.ts';

const BUST = { type: 'bust', supports: 'light', category: 'hero-busts' } as const;
const BEAST = { ...BUST, category: 'beast-busts' } as const;

/** Busts at about 1:12, after figures of other artists. */
export const PLINTH = figuresOf(FULL_STORES.plinth, 75, [
  {
    ...BUST,
    model: 'goblin-bust',
    name: 'Grin (Goblin Bust)',
    shelves: ['Monsters'],
    description: `He has heard what you paid for the brushes.

A goblin to learn skin on: one big plane for each ear, a nose to blend on and yellow eyes to finish with. Start with the mouth, it decides the rest.`,
    alt: 'A painted bust of a grinning green goblin with huge ears, an earring and a red cowl',
    price: 899,
    archetype: 'goblin',
    tags: ['bust', 'goblin', 'painting', 'greenskin', 'portrait'],
    notes: 'Hollow with a 2 mm wall, two drain holes below the socle. Light supports under the ears.',
    daysAgo: 1,
  },
  {
    ...BUST,
    model: 'orc-bust',
    name: 'Red-Hand (Orc Bust)',
    shelves: ['Monsters'],
    description: `After Bogtooth's *Gorrash Red-Hand*, at three times the size and with three times the patience.

Tusks, war paint, one shoulder of rusty iron. The handprint is yours to place.`,
    alt: 'A painted bust of an orc with red war paint, tusks, a topknot and a spiked pauldron',
    price: 999,
    archetype: 'orc',
    tags: ['bust', 'orc', 'painting', 'greenskin', 'portrait'],
    notes: 'Hollow with a 2 mm wall. Supports under the pauldron and the topknot.',
    daysAgo: 16,
  },
  {
    ...BUST,
    model: 'knight-bust',
    name: 'Visor Down (Knight Bust)',
    shelves: ['Heroes'],
    description: `No face at all, and still you know what he thinks.

A great helm with wings, for everybody who wants to try metal without metallic paint. The breaths are open; put something dark behind them.`,
    alt: 'A painted bust of a knight with a winged great helm and round steel pauldrons',
    price: 999,
    archetype: 'knight',
    tags: ['bust', 'knight', 'helmet', 'painting', 'non-metallic metal'],
    notes: 'Hollow with a 2 mm wall. The wing is 1.6 mm at its thinnest.',
    daysAgo: 35,
  },
  {
    ...BUST,
    model: 'skeleton-bust',
    name: 'Third Watch (Skeleton Bust)',
    shelves: ['Monsters'],
    description: `Bone is three colours and a wash. Rust is four colours and a sponge. This is both.

The eyes are deep enough for a real glow: white, green, thin green, and then around the rims.`,
    alt: 'A painted bust of a skeleton with a rusty helmet and glowing green eyes',
    price: 899,
    genre: ['fantasy', 'horror'],
    archetype: 'skeleton',
    tags: ['bust', 'skeleton', 'undead', 'painting', 'skull'],
    notes: 'Do not hollow. Supports under the arm stumps.',
    daysAgo: 58,
  },
  {
    ...BUST,
    model: 'dwarf-bust',
    name: 'Doorward (Dwarf Bust)',
    shelves: ['Heroes'],
    description: `The beard alone is two evenings. I timed it.

After Anvilhold's *Thrain Doorward*: plaits, rings, wings on the helm. Bring your orange.`,
    alt: 'A painted bust of a dwarf with an orange plaited beard and a winged helm',
    price: 999,
    sale: { percent: 20, fromDay: -4, toDay: 8 },
    archetype: 'dwarf',
    tags: ['bust', 'dwarf', 'beard', 'painting', 'portrait'],
    notes: 'Hollow with a 2 mm wall.',
    daysAgo: 79,
  },
  {
    ...BUST,
    model: 'trooper-bust',
    name: 'Three Lenses (Trooper Bust)',
    genre: ['sci-fi'],
    shelves: ['Heroes'],
    description: `Hard edges, flat plates and three lights: a bust for an airbrush and an hour.

After Vanta Nine's trooper, with the scarf.`,
    alt: 'A painted bust of a trooper in petrol blue armour with three orange lenses',
    price: 899,
    archetype: 'soldier',
    tags: ['bust', 'trooper', 'sci-fi', 'helmet', 'painting'],
    notes: 'Hollow with a 2 mm wall.',
    daysAgo: 101,
  },
  {
    ...BUST,
    model: 'wizard-bust',
    name: 'Half-Remembered (Wizard Bust)',
    shelves: ['Heroes'],
    description: `A face with weather in it, under a hat that has seen more than he has.

After Owlmarch's *Osric*. Sketch the light on in white over grey and glaze the rest.`,
    alt: 'A painted bust of an old wizard with a blue hat and a long white beard',
    price: 999,
    archetype: 'wizard',
    tags: ['bust', 'wizard', 'hat', 'beard', 'painting', 'portrait'],
    notes: 'Hollow with a 2 mm wall. Supports under the brim.',
    daysAgo: 123,
  },
  {
    ...BEAST,
    model: 'owl-bust',
    name: 'The March Owl (Beast Bust)',
    shelves: ['Monsters'],
    description: `Two eyes you cannot get away from, and feathers enough for a long drybrush and a longer podcast.`,
    alt: 'A painted bust of an owl-headed beast with orange eyes and brown feathers',
    price: 999,
    archetype: 'owl beast',
    tags: ['bust', 'owl', 'beast', 'feathers', 'painting'],
    notes: 'Hollow with a 2 mm wall.',
    daysAgo: 140,
  },
]);
