import type { SellerStatus } from '../../domain/catalogue/seller-status.ts';
import type { Social, StoreState } from '../../domain/catalogue/store.ts';
import { slugOf } from '../../domain/kernel/slug.ts';
import type { BusinessDetails } from '../../domain/payments/business-account.ts';
import { demoId } from './ids.ts';
import { PEOPLE } from './people.ts';

export interface DemoShelf {
  id: string;
  slug: string;
  name: string;
}

export interface DemoStore {
  id: string;
  ownerId: string;
  slug: string;
  name: string;
  tagline: string;
  about: string;
  socials: Partial<Record<Social, string>>;
  state: StoreState;
  shelves: DemoShelf[];
  /** Drawing in art/, or null. */
  logo: string | null;
  /** Picture in pictures/banners/ and what it shows, or null. */
  banner: { picture: string; alt: string } | null;
  /** Days before seeding at which the store opened. */
  openedDaysAgo: number;
  /** The seller as the payment provider knows them. */
  business: BusinessDetails;
  /** What the seller declared: companies are traders. */
  sellerStatus: SellerStatus;
}

export type WrittenStore = Omit<
  DemoStore,
  'id' | 'slug' | 'shelves' | 'state' | 'business' | 'sellerStatus'
> & {
  shelves: string[];
  state?: StoreState;
  legalName: string;
  company?: { country: string; vatId: string };
};

/** A store with what follows from what is written about it. */
export function demoStore({ legalName, company, ...given }: WrittenStore): DemoStore {
  const slug = slugOf(given.name);
  const country = company?.country ?? 'US';
  const kind = company ? 'company' : 'individual';
  return {
    state: 'open',
    ...given,
    business: { kind, legalName, country, vatId: company?.vatId ?? '' },
    sellerStatus: company
      ? {
          kind: 'trader',
          name: legalName,
          address: '1 Example Street\n10115 Sampletown\nGermany',
          contact: `office@${slug}.example`,
          register: '',
        }
      : { kind: 'private' },
    slug,
    id: demoId('store', slug),
    shelves: given.shelves.map((name) => ({
      id: demoId('shelf', `${slug}/${slugOf(name)}`),
      slug: slugOf(name),
      name,
    })),
  };
}

export const STORES = {
  ashgrove: demoStore({
    ownerId: PEOPLE.mira.id,
    name: 'Ashgrove Miniatures',
    legalName: 'Mira Ashgrove',
    tagline: 'Creatures with bark, scales and opinions.',
    about: `I am **Mira**, and I sculpt the things that live just past the edge of the map: grumpy mushrooms, patient chests, trees that have decided to get up.

Every creature here begins as a drawing on the back of a seed packet and ends as a print on my own desk. If a claw snaps off in my hands, it goes back to the sculpt before it comes to you.

## How I work

- **32 mm heroic scale**, with the base sculpted in, so a figure can go straight from the plate to the paint.
- **Supports by hand.** Where a model wants them, you get a pre-supported file next to the plain one.
- **Walls of at least 0.8 mm.** Nothing here needs a prayer to come off the plate.

## Painting

Most of my creatures are made for washes and dry-brushing: deep grooves, crisp edges. If you paint one, send me a picture. The jar of buttons on my shelf is full of stories that started that way.`,
    socials: {
      website: 'https://ashgrove.example',
      instagram: 'https://www.instagram.com/ashgrove.example',
      youtube: 'https://www.youtube.com/@ashgrove.example',
    },
    shelves: ['Forest folk', 'Dungeon dwellers', 'Dragons and display', 'Shrines'],
    logo: 'ashgrove',
    banner: {
      picture: 'ashgrove',
      alt: 'Four painted creatures: a walking oak, a mushroom elder, a stone golem and a chest with teeth',
    },
    openedDaysAgo: 420,
  }),
  deepdelve: demoStore({
    ownerId: PEOPLE.dorin.id,
    name: 'Deepdelve Terrain',
    legalName: 'Halfstone Terrain GmbH',
    company: { country: 'DE', vatId: 'DE123456789' },
    tagline: 'Stone by stone, down to the last cobble.',
    about: `Deepdelve is **Dorin Halfstone**, two printers and a cellar that never quite dries. I was a stonemason for eleven years, and I still think in courses and joints: a wall should look as if somebody had to carry it there.

## What you will find

- **Dungeon pieces on the 2-inch grid.** Floors, walls and tombs line up with each other and with the tiles you already have.
- **Scatter that blocks sight.** Every piece has its height on the page, so you know what hides behind it.
- **Free pieces that stay free.** The floor tiles, the chest and the crystals cost nothing. A table has to start somewhere.

## Printing

Nearly everything prints without supports, on filament or resin. Solid models are meant to be hollowed in your slicer; the print notes say how thick.`,
    socials: {
      website: 'https://deepdelve.example',
      youtube: 'https://www.youtube.com/@deepdelve.example',
    },
    shelves: ['Dungeon', 'Ruins', 'Village', 'Tombs and graves', 'Free pieces'],
    logo: 'deepdelve',
    banner: {
      picture: 'deepdelve',
      alt: 'Four painted pieces of terrain: an ivy-grown arch, a tower, a dungeon wall and a rune gate',
    },
    openedDaysAgo: 610,
  }),
  orbital: demoStore({
    ownerId: PEOPLE.ines.id,
    name: 'Orbital Foundry',
    legalName: 'Ines Okafor',
    tagline: 'Hard-wearing machines for far-off places.',
    about: `Orbital Foundry builds the machines that do the work while the heroes pose: doors, drones, cargo, guns on legs.

I am **Ines Okafor**, a mechanical engineer by day. Every hinge on these models could turn, every cable goes somewhere, and every hazard stripe is there because somebody once lost a boot.

## House rules

- **One universe.** Deck plates, bolts and stripes match across the range, so a board looks built rather than bought.
- **28 to 32 mm.** Doors fit figures, crates give cover, hatches look like somebody could climb through.
- **Thick where it matters.** Stems and barrels are 3 mm and survive a dropped box.

New plans come off the drawing board about twice a month.`,
    socials: {
      website: 'https://orbital-foundry.example',
      x: 'https://x.com/orbital_example',
    },
    shelves: ['Walkers and drones', 'Shipboard', 'Guns', 'Bases'],
    logo: 'orbital',
    banner: {
      picture: 'orbital',
      alt: 'Four painted machines: a two-legged walker, a fuel core, a hover drone and a pressure door',
    },
    openedDaysAgo: 190,
  }),
  /** Suspended, so nobody may see it: tests look for it and must not find it. */
  blackquill: demoStore({
    ownerId: PEOPLE.corvin.id,
    name: 'Blackquill Castings',
    legalName: 'Corvin Black',
    tagline: 'Yesterday somebody else sold it.',
    about: 'This store was closed by the operator after a report.',
    socials: {},
    state: 'suspended',
    shelves: [],
    logo: null,
    banner: null,
    openedDaysAgo: 60,
  }),
} as const satisfies Record<string, DemoStore>;

export type StoreName = keyof typeof STORES;
