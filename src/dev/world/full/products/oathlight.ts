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
]);
