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
    model: 'owl-elder',
    name: 'The Elder with the Branches',
    category: 'giants-and-constructs',
    shelves: ['Beasts of the march'],
    description: `Nobody has asked whether they are antlers or branches. Nobody has come close enough.

A dark elder of the beasts with a full crown. For the end of a long campaign, or the start of a short one.`,
    alt: 'A painted dark owl-headed beast with great antlers',
    price: 999,
    suggested: 1299,
    archetype: 'owl beast',
    base: 35,
    tags: ['owl', 'beast', 'monster', 'antlers', 'boss', 'forest'],
    notes: 'Lean back 15 degrees; the antler tips are 0.9 mm.',
    daysAgo: 70,
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
  {
    model: 'wizard-druid',
    name: 'Father Rootbottom',
    category: 'wizards-and-witches',
    shelves: ['Hedge wizards'],
    description: `He went into the wood for mushrooms. That was under the old king.

A druid with antlers, a crown of leaves and a green light on the staff. The bag is still full of mushrooms.`,
    alt: 'A painted druid in green and brown with antlers, a crown of leaves and a staff that glows green',
    price: 599,
    archetype: 'druid',
    base: 30,
    tags: ['druid', 'wizard', 'forest', 'antlers', 'staff', 'nature'],
    notes: 'Lean back 10 degrees; support the antlers at the forks.',
    daysAgo: 78,
  },
  {
    model: 'wizard-necro',
    name: 'The Reader of Small Print',
    category: 'wizards-and-witches',
    shelves: ['Hedge wizards'],
    description: `It was all in the contract. Nobody ever turns the page.

A hooded necromancer with a skull on the staff and something purple in the flask. Goes well with anything that used to be alive.`,
    alt: 'A painted hooded necromancer in black with a skull on his staff',
    price: 649,
    genre: ['fantasy', 'horror'],
    archetype: 'necromancer',
    base: 30,
    tags: ['necromancer', 'wizard', 'warlock', 'hood', 'skull', 'villain'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 10 degrees.',
    daysAgo: 102,
  },
]);
