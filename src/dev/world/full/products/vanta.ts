import { FULL_STORES } from '../stores.ts';
import { figuresOf } from './figures.ts';

/** One squad of void infantry. */
export const VANTA = figuresOf(FULL_STORES.vanta, 32, [
  {
    model: 'trooper',
    name: 'Vanta Trooper, Rifle',
    category: 'void-infantry',
    shelves: ['First squad'],
    description: `Nine jumps from help, one foot on what used to be a wall.

Armour you can move in, three lenses, a carbine with a place for every finger. **43 mm** over the antenna, 36 mm to the eyes.

Paint the armour in one colour, chip the edges with a sponge, then do the lenses last and stop.`,
    alt: 'A painted trooper in petrol blue power armour with three glowing orange lenses, a carbine and an orange scarf',
    price: 499,
    genre: ['sci-fi'],
    archetype: 'soldier',
    base: 30,
    tags: ['trooper', 'soldier', 'power armour', 'rifle', 'sci-fi', 'infantry'],
    licences: ['personal', 'merchant'],
    notes: 'Lay back 20 degrees; the supported file keeps marks off the chest.',
    daysAgo: 4,
  },
  {
    model: 'trooper-heavy',
    name: 'Vanta Trooper, Heavy',
    category: 'void-infantry',
    shelves: ['Specialists'],
    description: `Four barrels, one drum, and a note from the quartermaster about short bursts.

The heavy of the squad, in red. Barrels are 1.4 mm thick and joined by two rings, so none of them bends.`,
    alt: 'A painted trooper in red power armour with a four-barrelled heavy gun',
    price: 599,
    genre: ['sci-fi'],
    archetype: 'soldier',
    base: 30,
    tags: ['trooper', 'heavy', 'gunner', 'power armour', 'sci-fi', 'soldier'],
    licences: ['personal', 'merchant'],
    notes: 'Lay back 20 degrees. Two heavy supports below the muzzle.',
    daysAgo: 24,
  },
  {
    model: 'trooper-marksman',
    name: 'Vanta Trooper, Marksman',
    category: 'void-infantry',
    shelves: ['Specialists'],
    description: `Breathe out. The ship is not breathing anyway.

Long barrel, thick scope, drab plates. Turned a little at the waist, so that the squad does not stand in a row.`,
    alt: 'A painted trooper in drab power armour with a long rifle and a scope',
    price: 549,
    genre: ['sci-fi'],
    archetype: 'soldier',
    base: 30,
    tags: ['trooper', 'sniper', 'marksman', 'power armour', 'sci-fi', 'soldier'],
    licences: ['personal', 'merchant'],
    notes: 'Lay back 25 degrees. The barrel is 1.5 mm: handle it cured.',
    daysAgo: 44,
  },
  {
    model: 'trooper-medic',
    name: 'Vanta Trooper, Medic',
    category: 'void-infantry',
    shelves: ['Specialists'],
    description: `White armour, because they want to be seen. Red knees, because they kneel a lot.

The medic still carries a carbine. The rules about that changed after Kessel Deep.`,
    alt: 'A painted trooper in white power armour with red trim and a red scarf',
    price: 549,
    sale: { percent: 20, fromDay: -2, toDay: 7 },
    genre: ['sci-fi'],
    archetype: 'soldier',
    base: 30,
    tags: ['trooper', 'medic', 'power armour', 'sci-fi', 'soldier', 'white armour'],
    notes: 'Lay back 20 degrees.',
    daysAgo: 66,
  },
  {
    model: 'trooper-sergeant',
    name: 'Sergeant Obi-Lang',
    category: 'void-infantry',
    shelves: ['First squad', 'Specialists'],
    description: `The crest is against regulations. So is half of what the sergeant has survived.

Black plates, ochre crest and scarf. The one who points, in every photograph of a squad.`,
    alt: 'A painted trooper in black power armour with an ochre crest on the helmet',
    price: 549,
    genre: ['sci-fi'],
    archetype: 'soldier',
    base: 30,
    tags: ['trooper', 'sergeant', 'leader', 'power armour', 'sci-fi', 'soldier'],
    licences: ['personal', 'merchant'],
    notes: 'Lay back 20 degrees. The crest prints without supports.',
    daysAgo: 91,
  },
]);
