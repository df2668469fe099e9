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
  {
    model: 'dwarf-king',
    name: 'King Dvalin at the Gate',
    category: 'dwarfs',
    shelves: ['Thanes and kings'],
    description: `White-bearded, crowned, and standing where a king has no business standing: in the first row.

The king of the hold on flagstones, with the old hammer. Purple and gold if you like it rich, grey and brass if you like it true.`,
    alt: 'A painted dwarf king with a white beard, a golden crown, a war hammer and a shield',
    price: 699,
    archetype: 'dwarf',
    base: 36,
    tags: ['dwarf', 'king', 'crown', 'beard', 'boss', 'hero'],
    licences: ['personal', 'merchant'],
    notes: 'Lean back 15 degrees. The crown prints clean.',
    daysAgo: 57,
  },
  {
    model: 'dwarf-mohawk',
    name: 'Snorri Last-to-Leave',
    category: 'dwarfs',
    shelves: ['Thanes and kings'],
    description: `He swore to leave the field last. He has not left one yet.

No helm, no pauldrons, one crest of orange hair and an axe. Mirrored, so that he can stand at the other end of the wall.`,
    alt: 'A painted dwarf with a tall orange crest of hair, an orange beard and an axe',
    price: 599,
    sale: { percent: 20, fromDay: -1, toDay: 8 },
    archetype: 'dwarf',
    base: 34,
    tags: ['dwarf', 'berserker', 'axe', 'mohawk', 'beard'],
    notes: 'Lean back 15 degrees. Three light supports below the crest.',
    daysAgo: 84,
  },
  {
    model: 'dwarf-watch',
    name: 'Watchman of the Low Gate',
    category: 'dwarfs',
    shelves: ['Shield wall'],
    description: `Somebody has to stand at the Low Gate. It leaks.

The common soldier of the hold: kettle hat, spear, the same shield as everybody. Print ten.`,
    alt: 'A painted dwarf watchman with a steel kettle hat, a spear and a shield',
    price: 449,
    archetype: 'dwarf',
    base: 34,
    tags: ['dwarf', 'spear', 'guard', 'soldier', 'infantry', 'beard'],
    licences: ['personal', 'merchant'],
    notes: 'Stands upright. Supports under the brim and the shield.',
    daysAgo: 111,
  },
]);
