import { FULL_STORES } from '../stores.ts';
import { figuresOf } from './figures.ts';

/** Dwarfs from one workbench. */
export const ANVILHOLD = figuresOf(FULL_STORES.anvilhold, 32, [
  {
    model: 'dwarf',
    name: 'Thrain Doorward',
    category: 'dwarfs',
    shelves: ['Shield wall'],
    description: `The door is behind him. You are in front of him. That is the whole conversation.

A dwarf shield bearer with a war hammer, a winged helm and a shield with a raised rune. **45 mm** over the wings, 30 mm to the eyes, and wider than he is patient.

Scale skirt, hammered plates, a plaited beard with four gold rings: three metals and one red will do it.`,
    alt: 'A painted dwarf with an orange beard, a winged helm, a war hammer and a blue shield with a gold rune',
    price: 599,
    archetype: 'dwarf',
    base: 34,
    tags: ['dwarf', 'hammer', 'shield', 'beard', 'guard', 'hero'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 15 degrees. The hammer head hides its own supports.',
    daysAgo: 8,
  },
  {
    model: 'dwarf-axe',
    name: 'Brokka Twin-Edge',
    category: 'dwarfs',
    shelves: ['Shield wall'],
    description: `Black beard, red coat, horns on the helm because her grandfather said nobody does that any more.

Double axe and shield. The axe heads are 1.2 mm thick in the middle and thin out to an edge that still prints.`,
    alt: 'A painted dwarf with a black beard, a horned helm, a red coat and a double-headed axe',
    price: 599,
    archetype: 'dwarf',
    base: 34,
    tags: ['dwarf', 'axe', 'horns', 'beard', 'warrior'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 15 degrees.',
    daysAgo: 31,
  },
]);
