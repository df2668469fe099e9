import { FULL_STORES } from '../stores.ts';
import { figuresOf } from './figures.ts';

/** Wizards and beasts of one cold valley. */
export const OWLMARCH = figuresOf(FULL_STORES.owlmarch, 32, [
  {
    model: 'owlbeast',
    name: 'Hoarwing, the March Owl',
    category: 'giants-and-constructs',
    shelves: ['Beasts of the march'],
    description: `The body of a bear, the head of an owl, the temper of both on a Monday.

**51 mm** tall with one claw raised, on a rotten log with shelf fungi. More than three hundred feathers, laid in rows: drybrush twice, wash once, and it looks like a week's work.

Reads as **large** beside a 32 mm hero.`,
    alt: 'A painted owl-headed beast with brown feathers, orange eyes and one raised claw, standing on a mossy log',
    price: 899,
    archetype: 'owl beast',
    base: 35,
    tags: ['owl', 'bear', 'beast', 'monster', 'forest', 'feathers'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 15 degrees. Supports sit between the feathers of the back.',
    daysAgo: 2,
  },
  {
    model: 'owl-snow',
    name: 'Hoarwing in First Snow',
    category: 'giants-and-constructs',
    shelves: ['Beasts of the march'],
    description: `The same valley, two months later. You will not see it before it wants you to.

The March Owl in white plumage, mirrored, with bare rock under the log. White is easier than it looks: grey primer, white drybrush, a little blue in the deep rows.`,
    alt: 'A painted owl-headed beast with white feathers and one raised claw',
    price: 899,
    archetype: 'owl beast',
    base: 35,
    tags: ['owl', 'bear', 'beast', 'monster', 'snow', 'winter'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 15 degrees.',
    daysAgo: 37,
  },
  {
    model: 'wizard',
    name: 'Osric Half-Remembered',
    category: 'wizards-and-witches',
    shelves: ['Hedge wizards'],
    description: `He knows eleven spells and remembers nine, in no order.

A hedge wizard who stoops under a hat with opinions of its own: crooked staff, glowing crystal, a mote of light over the open hand, and a satchel that rattles. **54 mm** with the hat.

The face is the reason to buy him. Skin, one wash, white in the eyes, done.`,
    alt: 'A painted wizard with a tall blue hat, a long white beard and a crooked staff with a glowing crystal',
    price: 599,
    archetype: 'wizard',
    base: 30,
    tags: ['wizard', 'mage', 'staff', 'hat', 'beard', 'hero'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 10 degrees. The brim needs five light supports.',
    daysAgo: 10,
  },
  {
    model: 'wizard-fire',
    name: 'Bram Cinderbeard',
    category: 'wizards-and-witches',
    shelves: ['Hedge wizards'],
    description: `The beard was longer last week.

A fire mage in red, mirrored, with an ember in the staff. Made to be lit from two sides: paint the glow first and the robe afterwards.`,
    alt: 'A painted wizard in a red robe and hat with a singed red beard and an orange crystal on the staff',
    price: 599,
    archetype: 'wizard',
    base: 30,
    tags: ['wizard', 'mage', 'fire', 'staff', 'hat', 'sorcerer'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 10 degrees.',
    daysAgo: 43,
  },
]);
