import { FULL_STORES } from '../stores.ts';
import { figuresOf } from './figures.ts';

/** Knights of one order, each with arms and a coat of their own. */
export const OATHLIGHT = figuresOf(FULL_STORES.oathlight, 32, [
  {
    model: 'knight',
    name: 'Ser Amaury of the Milestone',
    category: 'knights-and-soldiers',
    shelves: ['Knights errant'],
    description: `An errant knight who has walked so long that he rests his foot on the milestone and does not read it any more.

Winged great helm, red surcoat with a cream chevron, an arrow still in the shield. **58 mm** to the point of the sword, 29 mm base.

Blade edges are blunted to 0.8 mm for printing; sharpen them with a single pass of silver.`,
    alt: 'A painted knight in a red coat with a winged great helm, sword raised, one foot on a milestone',
    price: 599,
    archetype: 'knight',
    base: 30,
    tags: ['knight', 'sword', 'shield', 'plate armour', 'hero', 'paladin'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 20 degrees. Keep supports off the chevron.',
    daysAgo: 5,
  },
  {
    model: 'knight-mace',
    name: 'Dame Ysolde, Bell of the North',
    category: 'knights-and-soldiers',
    shelves: ['Knights errant', 'The order'],
    description: `They call her the Bell, for what happens when the mace lands.

Blue coat, blue plume, a flanged mace that one can actually see the flanges of. Made for people who paint blue well, and for people who want to learn it.`,
    alt: 'A painted knight in a blue coat with a blue plume and a flanged mace raised above the shoulder',
    price: 599,
    archetype: 'knight',
    base: 30,
    tags: ['knight', 'mace', 'plume', 'plate armour', 'cleric', 'dame'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 20 degrees; the plume wants three light supports.',
    daysAgo: 22,
  },
  {
    model: 'knight-horned',
    name: 'The Unsworn',
    category: 'knights-and-soldiers',
    shelves: ['Knights errant'],
    description: `Every order has one whose name was cut from the wall.

A black coat, horns on the helm and the same shield as all the others, because he still thinks he is right. A villain that needs no skull anywhere.`,
    alt: 'A painted knight in a black coat with a horned great helm and a shield',
    price: 599,
    archetype: 'knight',
    base: 30,
    tags: ['knight', 'black knight', 'villain', 'horns', 'fallen', 'plate armour'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 20 degrees. The horns print without supports.',
    daysAgo: 40,
  },
  {
    model: 'knight-axe',
    name: 'Prince Renard, Second in Line',
    category: 'knights-and-soldiers',
    shelves: ['The order'],
    description: `A crown on a helmet says two things: that he is a prince, and that he came in person.

Green coat, bearded axe, crowned great helm. The crown is sculpted in one with the helm and will not snap.`,
    alt: 'A painted knight in a green coat with a crowned helm and a bearded axe',
    price: 599,
    sale: { percent: 25, fromDay: -2, toDay: 10 },
    archetype: 'knight',
    base: 30,
    tags: ['knight', 'prince', 'axe', 'crown', 'noble', 'plate armour'],
    notes: 'Lean back 20 degrees.',
    daysAgo: 68,
  },
  {
    model: 'knight-banner',
    name: 'Odo, Who Carries the Word',
    category: 'knights-and-soldiers',
    shelves: ['Standard bearers'],
    description: `The banner must not touch the ground. Odo has slept standing for eleven days.

A standard bearer, **68 mm** to the tip. The cloth is 1.1 mm thick and carries a ring that you may paint over with arms of your own.`,
    alt: 'A painted knight holding a tall red banner with a pale ring on it',
    price: 699,
    archetype: 'knight',
    base: 30,
    tags: ['knight', 'banner', 'standard bearer', 'command', 'plate armour'],
    licences: ['personal', 'merchant'],
    notes: 'Print the banner edge towards the peel direction: the supported file is laid out for it.',
    daysAgo: 96,
  },
  {
    model: 'knight-spear',
    name: 'Sister Clemence, Candle of the Gate',
    category: 'knights-and-soldiers',
    shelves: ['The order'],
    description: `She has stood at the gate since the spring before last, and the gate has been very quiet.

A white coat, a sun behind the helm, and a spear that reaches from the flagstones to above the halo. The paladin for people who do not like glowing swords.`,
    alt: 'A painted knight in a pale coat with a golden sun disc behind the helm and a long spear',
    price: 649,
    archetype: 'knight',
    base: 30,
    tags: ['knight', 'paladin', 'spear', 'holy', 'halo', 'plate armour'],
    notes: 'Stand her upright. Spear and base are one piece.',
    daysAgo: 120,
  },
]);
