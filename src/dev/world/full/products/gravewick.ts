import { FULL_STORES } from '../stores.ts';
import { figuresOf } from './figures.ts';

/** The restless dead of one barrow. */
export const GRAVEWICK = figuresOf(FULL_STORES.gravewick, 32, [
  {
    model: 'skeleton',
    name: 'Grave Guard, Third Watch',
    category: 'undead',
    shelves: ['Grave guard'],
    description: `Nobody relieved him, so he stayed.

A skeleton with a notched sword, a split shield and a green cloak that has mostly turned to string. He climbs past his own tombstone; the coffin lid lies behind him.

**61 mm** to the blade's tip. Every bone that carries weight is at least 1.2 mm thick.`,
    alt: 'A painted skeleton warrior with a rusty helmet, a raised sword and a broken red and white shield',
    price: 449,
    genre: ['fantasy', 'horror'],
    archetype: 'skeleton',
    base: 29,
    tags: ['skeleton', 'undead', 'warrior', 'bones', 'graveyard', 'sword'],
    licences: ['personal', 'merchant'],
    notes: 'Supported at 15 degrees. Warm the resin: thin bones like it.',
    daysAgo: 7,
  },
  {
    model: 'skeleton-axe',
    name: 'Grave Guard with an Axe',
    category: 'undead',
    shelves: ['Grave guard'],
    description: `He was the woodcutter. They buried him with the axe because nobody could get it out of his hand.

Same guard, other arm, other cloak: mix him in so that your regiment does not look cloned.`,
    alt: 'A painted skeleton in a ragged red cloak raising a rusty axe',
    price: 399,
    genre: ['fantasy', 'horror'],
    archetype: 'skeleton',
    base: 29,
    tags: ['skeleton', 'undead', 'axe', 'bones', 'regiment'],
    licences: ['personal', 'merchant'],
    notes: 'Supported at 15 degrees.',
    daysAgo: 29,
  },
  {
    model: 'skeleton-spear',
    name: 'Grave Guard with a Spear',
    category: 'undead',
    shelves: ['Grave guard'],
    description: `The second rank of the dead. The kettle hat has a hole in it, and so has what is below.

Left-handed, so that two of them can share a doorway. Spear shaft 1.6 mm.`,
    alt: 'A painted skeleton with a rusty kettle hat, a shield and a long spear',
    price: 399,
    genre: ['fantasy', 'horror'],
    archetype: 'skeleton',
    base: 29,
    tags: ['skeleton', 'undead', 'spear', 'bones', 'regiment', 'infantry'],
    notes: 'Supported at 15 degrees. One long support holds the spear tip.',
    daysAgo: 51,
  },
  {
    model: 'skeleton-torch',
    name: 'The Lamplighter of Barrow Row',
    category: 'undead',
    shelves: ['Grave guard'],
    description: `He still lights the lamps at dusk. There have been no lamps for two hundred years.

Horned helmet gone, horns stayed. The flame is solid and wants three colours. Free: take him as the first of your regiment.`,
    alt: 'A painted skeleton with horns and a burning torch',
    price: 0,
    genre: ['fantasy', 'horror'],
    archetype: 'skeleton',
    base: 29,
    tags: ['skeleton', 'undead', 'torch', 'fire', 'bones', 'free'],
    notes: 'Supported at 15 degrees.',
    daysAgo: 73,
  },
  {
    model: 'skeleton-king',
    name: 'Edric, King until Further Notice',
    category: 'undead',
    shelves: ['Lords of the barrow'],
    description: `The law says that he reigns until a successor is found. He has been careful about successors.

A barrow king with a nine-pointed crown and a flanged mace, in what used to be purple. A head taller than his guard.`,
    alt: 'A painted skeleton king with a golden crown, a mace and a purple cloak',
    price: 599,
    suggested: 799,
    genre: ['fantasy', 'horror'],
    archetype: 'skeleton',
    base: 31,
    tags: ['skeleton', 'king', 'undead', 'boss', 'crown', 'lich'],
    licences: ['personal', 'merchant'],
    notes: 'Supported at 15 degrees; crown points up.',
    daysAgo: 13,
  },
  {
    model: 'skeleton-reaper',
    name: 'The Patient One',
    category: 'undead',
    shelves: ['Lords of the barrow'],
    description: `No hurry. There has never been any hurry.

A hooded reaper with a scythe as tall as the figure. The blade is 1 mm thick at its thinnest and the hood is open enough to paint what is inside. Black, then grey on the folds, then stop.`,
    alt: 'A painted hooded skeleton in black with a tall scythe',
    price: 649,
    genre: ['fantasy', 'horror'],
    archetype: 'reaper',
    base: 29,
    tags: ['reaper', 'death', 'scythe', 'undead', 'hood', 'boss'],
    notes: 'Supported at 15 degrees; the scythe rests on two heavy columns.',
    daysAgo: 2,
  },
]);
