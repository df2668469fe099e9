import { type DemoPerson, demoPerson } from '../people.ts';
import { type DemoStore, demoStore } from '../stores.ts';

/** The artists whom only the full world has, each with a studio of their own: backdrop, lamps and hand. */
export const ARTISTS = {
  nell: demoPerson('nell', 'Nell Quarrie, sells goblins and orcs at Bogtooth Workshop, with a guild of 140'),
  aurel: demoPerson('aurel', 'Aurel Voss, sells knights at Oathlight Miniatures'),
  sanne: demoPerson('sanne', 'Sanne Mortier, sells the restless dead at Gravewick'),
  bryn: demoPerson('bryn', 'Bryn Kettering, sells dwarfs at Anvilhold Miniatures'),
  kofi: demoPerson('kofi', 'Kofi Adeyemi, sells void troopers at Vanta Nine'),
  ilse: demoPerson('ilse', 'Ilse Hallgren, sells wizards and owl beasts at Owlmarch'),
  rafael: demoPerson('rafael', 'Rafael Moura, sells busts at Plinth & Palette'),
} as const satisfies Record<string, DemoPerson>;

export const FULL_STORES = {
  bogtooth: demoStore({
    ownerId: ARTISTS.nell.id,
    name: 'Bogtooth Workshop',
    legalName: 'Nell Quarrie',
    tagline: 'Goblins first. Everything else is scenery.',
    about: `I am **Nell**, and I have lost to goblins at every table I ever sat at. So I changed sides.

Bogtooth makes warbands: figures that belong together, share a scale and a bad idea, and still tell five different stories on five bases. Every goblin here was sculpted with one question: *what is it about to do that it should not?*

## How I work

- **32 mm, with the base sculpted in.** Noses are thick, ears are thicker; nothing breaks in the dice bag.
- **Pre-supported by hand**, and tested on a mid-range 8K printer at 0.05 mm before anything goes up.
- **Mix and match by mood.** Same hands, other weapons: a warband reads as one band.

## The guild

Each month the warband gets a new face. Members vote on what it is holding.`,
    socials: {
      website: 'https://bogtooth.example',
      instagram: 'https://www.instagram.com/bogtooth.example',
      youtube: 'https://www.youtube.com/@bogtooth.example',
    },
    shelves: ['Goblin warband', 'Orc reavers', 'Bosses'],
    logo: 'bogtooth',
    banner: {
      picture: 'bogtooth',
      alt: 'Four painted greenskins in a mossy wood: a goblin scout, a chief, a shaman and an orc',
    },
    openedDaysAgo: 512,
  }),
  oathlight: demoStore({
    ownerId: ARTISTS.aurel.id,
    name: 'Oathlight Miniatures',
    legalName: 'Oathlight Studio SARL',
    company: { country: 'FR', vatId: 'FR12345678901' },
    tagline: 'Plate, cloth and a vow nobody made them swear.',
    about: `Oathlight is **Aurel Voss**, a heraldry nerd with a wax pen. I restored church windows before I sculpted in millimetres, and I never got over flat colour and good lead lines.

## What you will find

- **Knights with a house each.** Every one carries arms that you can read, and that leave room for yours.
- **Cloth that hangs.** Surcoats and capes are sculpted over the body, not glued to it.
- **Blades that survive.** No edge below 0.8 mm, and the sword arm is one piece with the pauldron.

## Painting

I photograph on paper, in daylight, because heraldry deserves to be seen without drama. Prime in grey, wash the steel, take your time over the red.`,
    socials: {
      website: 'https://oathlight.example',
      instagram: 'https://www.instagram.com/oathlight.example',
    },
    shelves: ['Knights errant', 'The order', 'Standard bearers'],
    logo: 'oathlight',
    banner: {
      picture: 'oathlight',
      alt: 'Four painted knights on pale paper: red, blue, black and green coats',
    },
    openedDaysAgo: 344,
  }),
  gravewick: demoStore({
    ownerId: ARTISTS.sanne.id,
    name: 'Gravewick',
    legalName: 'Sanne Mortier',
    tagline: 'For tables where the dead keep the watch.',
    about: `By day I am **Sanne**, and I catalogue bones for a museum. By candlelight I put them back together wrong.

Gravewick is undead and nothing but: guards who forgot to stop guarding, kings who will not give the crown back, one patient reaper. Ribs are real ribs, joints bend where joints bend.

## How I work

- **Bones are thick where it counts.** Shins and forearms are 1.2 mm at least. Yes, I measured.
- **Bases tell you who they were.** A tombstone, a coffin lid, the sword that did it.
- **Eyes you can light.** The sockets are cut deep, so one drop of glow paint does the work.

## For the table

Everything comes at 32 mm and takes a bone wash in ten minutes. Raise thirty, or paint one for a month.`,
    socials: { website: 'https://gravewick.example', youtube: 'https://www.youtube.com/@gravewick.example' },
    shelves: ['Grave guard', 'Lords of the barrow'],
    logo: 'gravewick',
    banner: {
      picture: 'gravewick',
      alt: 'Four painted skeletons by candlelight: a guard, a king, a reaper and a torch bearer',
    },
    openedDaysAgo: 268,
  }),
  anvilhold: demoStore({
    ownerId: ARTISTS.bryn.id,
    name: 'Anvilhold Miniatures',
    legalName: 'Bryn Kettering',
    tagline: 'Short, broad, and built like a door.',
    about: `I am **Bryn**, a blacksmith's daughter, and I sculpt at the workbench where my father mended ploughs. The lamp is his. So is the vice in the corner of every picture.

Anvilhold makes dwarfs who look as if they could carry the table they stand on: real rivets, real straps, beards with weight.

## House rules

- **28 to 32 mm, and broad.** They fill a 35 mm base and do not tip.
- **Metal that reads as metal.** Edges catch a drybrush; hammered plates take a wash.
- **Gold where it is earned.** Trim is raised, so you can pick it out with a side brush.

New dwarfs come out of the forge when they are done, which is about once a month.`,
    socials: {
      website: 'https://anvilhold.example',
      instagram: 'https://www.instagram.com/anvilhold.example',
    },
    shelves: ['Shield wall', 'Thanes and kings'],
    logo: 'anvilhold',
    banner: {
      picture: 'anvilhold',
      alt: 'Four painted dwarfs on a workbench: a shield bearer, an axe thane, a king and a watchman',
    },
    openedDaysAgo: 401,
  }),
  vanta: demoStore({
    ownerId: ARTISTS.kofi.id,
    name: 'Vanta Nine',
    legalName: 'Kofi Adeyemi',
    tagline: 'Boots on hulls, nine jumps from help.',
    about: `Vanta Nine is one company of void infantry, sculpted by **Kofi Adeyemi**, who designs prosthetics for a living and cannot stand a knee that would not bend.

## What you will find

- **One kit, five trades.** Rifle, marksman, heavy, medic, sergeant: the armour matches, the silhouettes do not.
- **Three lenses.** The helmet is theirs and nobody else's. Paint the lenses last, in one colour, and the squad is done.
- **Scale you can trust.** 36 mm to the eyes, for 32 mm tables; barrels are 1.4 mm thick.

## Printing

Lay the figure back by 20 degrees. The supported files do it for you, and keep the marks off the chest plate.`,
    socials: { website: 'https://vanta-nine.example', x: 'https://x.com/vanta_example' },
    shelves: ['First squad', 'Specialists'],
    logo: 'vanta',
    banner: {
      picture: 'vanta',
      alt: 'Four painted void troopers on a blueprint: rifle, heavy, medic and sergeant',
    },
    openedDaysAgo: 158,
  }),
  owlmarch: demoStore({
    ownerId: ARTISTS.ilse.id,
    name: 'Owlmarch',
    legalName: 'Owlmarch AB',
    company: { country: 'SE', vatId: 'SE123456789001' },
    tagline: 'What walks in the snow, and who talks to it.',
    about: `I am **Ilse Hallgren**, and I live where the road is ploughed last. The owls outside are small. The ones in here are not.

Owlmarch makes the people and beasts of one cold valley: hedge wizards with too many pockets, druids who forgot to come back, and the great owl-headed beasts that both of them are a little afraid of.

## How I work

- **Feathers, one by one.** They are sculpted in rows and overlap like roof tiles, so a drybrush finds every edge.
- **Faces first.** If a wizard does not look at you, I start again.
- **Light as snow.** I photograph on white. What you see is what the washes do.

Every model comes supported and plain; staffs are thick enough to be held by.`,
    socials: { website: 'https://owlmarch.example', instagram: 'https://www.instagram.com/owlmarch.example' },
    shelves: ['Hedge wizards', 'Beasts of the march'],
    logo: 'owlmarch',
    banner: { picture: 'owlmarch', alt: 'Two owl-headed beasts and two wizards, painted, on white' },
    openedDaysAgo: 233,
  }),
  plinth: demoStore({
    ownerId: ARTISTS.rafael.id,
    name: 'Plinth & Palette',
    legalName: 'Rafael Moura',
    tagline: 'One head, one evening, one very good light.',
    about: `I am **Rafael Moura**, and I paint busts the way other people cook: slowly, with music, and with somebody to talk to. I sculpt what I would like to paint next.

## What a bust is for

A bust is practice you keep. There is room for a brush, planes that tell you where the light goes, and no base to worry about: the socle is part of the print.

- **About 1:12.** 60 to 75 mm tall, hollow them in your slicer with a 2 mm wall.
- **Planes before detail.** Cheeks, brows and plates are cut so that the first two layers of paint already look like something.
- **Portraits with permission.** Several of the heads are sculpted after figures of other artists here, who share the sale.`,
    socials: { website: 'https://plinth.example', youtube: 'https://www.youtube.com/@plinth.example' },
    shelves: ['Heroes', 'Monsters'],
    logo: 'plinth',
    banner: {
      picture: 'plinth',
      alt: 'Four painted busts at dusk: an orc, a dwarf, a knight and a grinning goblin',
    },
    openedDaysAgo: 296,
  }),
} as const satisfies Record<string, DemoStore>;

export type FullStoreName = keyof typeof FULL_STORES;
