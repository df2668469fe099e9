import { FULL_STORES } from '../stores.ts';
import { figuresOf } from './figures.ts';

/** Goblins and orcs: one warband, one hand. */
export const BOGTOOTH = figuresOf(FULL_STORES.bogtooth, 32, [
  {
    model: 'goblin',
    name: 'Snik, Who Goes First',
    category: 'warbands',
    shelves: ['Goblin warband'],
    description: `One more step, and the dry branch under his claw wakes the whole camp. Snik knows. Snik always goes first.

A sneaking goblin scout with a nicked knife, a stolen shield on his back and one hand feeling the air. **42 mm to the ear tips**, eyes at 34 mm, on a 34 mm base with a branch, a skull and two mushrooms.

The nose and the ears are thick enough for the dice bag. Skin takes two layers of green and one brown wash; the cowl is there so that you have something red.`,
    alt: 'A painted green goblin in a red cowl, creeping over a branch with a knife in one hand and the other raised',
    price: 399,
    archetype: 'goblin',
    base: 34,
    tags: ['goblin', 'scout', 'rogue', 'warband', 'greenskin', 'sneaking'],
    licences: ['personal', 'merchant'],
    notes: 'Tilt back 20 degrees. The supported file keeps the marks off the face and the ears.',
    daysAgo: 3,
  },
  {
    model: 'goblin-spear',
    name: 'Mudge with the Long Stick',
    category: 'warbands',
    shelves: ['Goblin warband'],
    description: `Mudge has a kettle hat, a spear that is too long, and the firm belief that these two things make an army.

A goblin spearman for the second rank. The shaft is **1.8 mm** thick and stands on the base, so it will not whip about when you pick him up.`,
    alt: 'A painted goblin with an iron kettle hat, a blue cowl and a spear taller than himself',
    price: 349,
    archetype: 'goblin',
    base: 34,
    tags: ['goblin', 'spearman', 'warband', 'greenskin', 'infantry'],
    licences: ['personal', 'merchant'],
    notes: 'Stands upright. Light supports under the raised hand and the hat brim.',
    daysAgo: 19,
  },
  {
    model: 'goblin-bomb',
    name: 'Fizzle, Two Seconds Left',
    category: 'warbands',
    shelves: ['Goblin warband'],
    description: `The fuse is lit. The plan was to throw it. The plan did not say when.

A goblin bombardier with a torch in one hand, a round black bomb in the other, and hair that has been through this before. Put a drop of gloss on the bomb and orange on the palm below the fuse.`,
    alt: 'A painted goblin with an orange crest of hair, a burning torch and a lit round bomb on his open hand',
    price: 399,
    archetype: 'goblin',
    base: 34,
    tags: ['goblin', 'bomb', 'torch', 'warband', 'greenskin', 'fire'],
    licences: ['personal', 'merchant'],
    notes: 'Two supports below the bomb; leave them on until it is cured.',
    daysAgo: 33,
  },
  {
    model: 'goblin-shaman',
    name: 'Old Wart-Mother',
    category: 'warbands',
    shelves: ['Goblin warband', 'Bosses'],
    description: `She has buried four chiefs, and she picked all of them. Antlers tied to the brow, a skull on the staff, and a green flame that casts no warmth.

The caster of the warband, on a bare rock base. The flame is one solid piece: paint it white, glaze it green, and let some of the green run over the fingers.`,
    alt: 'A painted goblin shaman with antlers and a skull staff, a green flame burning over the open hand',
    price: 499,
    archetype: 'goblin',
    base: 34,
    tags: ['goblin', 'shaman', 'witch', 'caster', 'warband', 'skull'],
    notes: 'Support the antlers at their outer tips only. 0.05 mm layers.',
    daysAgo: 47,
  },
  {
    model: 'goblin-chief',
    name: 'King Grubnose the Next',
    category: 'warbands',
    shelves: ['Goblin warband', 'Bosses'],
    description: `The last king was Grubnose the Last. There has been some confusion.

A chief who is a head taller than his subjects, which is the whole of his claim. Crown, captured axe, shield on the back and a good red cowl. Stands on flagstones, because a king does not stand in mud.`,
    alt: 'A painted goblin chief with a golden crown and a notched axe',
    price: 499,
    sale: { percent: 20, fromDay: -3, toDay: 9 },
    archetype: 'goblin',
    base: 36,
    tags: ['goblin', 'king', 'boss', 'warband', 'crown', 'axe'],
    licences: ['personal', 'merchant'],
    notes: 'Supported under chin, axe and cowl. The crown needs nothing.',
    daysAgo: 61,
  },
  {
    model: 'goblin-brute',
    name: 'Big Odd, Door Opener',
    category: 'warbands',
    shelves: ['Goblin warband'],
    description: `There are doors that open inwards and doors that open outwards. Odd has found that all of them open.

The muscle of the band, with a spiked hat and a club that used to be a root. Free, because every table should have one goblin on it.`,
    alt: 'A painted goblin with a spiked iron hat, swinging a heavy club set with nails',
    price: 0,
    archetype: 'goblin',
    base: 36,
    tags: ['goblin', 'brute', 'club', 'warband', 'greenskin', 'free'],
    notes: 'Prints upright with light supports. The club is solid.',
    daysAgo: 75,
  },
  {
    model: 'goblin-lantern',
    name: 'Pip Lampwick, Night Shift',
    category: 'warbands',
    shelves: ['Goblin warband'],
    description: `Somebody has to hold the lamp. Pip volunteered, because whoever holds the lamp can see where everybody else keeps their purse.

A lantern bearer for dungeon tables. The light inside the cage is sculpted as a solid core: yellow, then orange towards the bars.`,
    alt: 'A painted goblin in a dark cowl holding out a brass lantern that glows orange',
    price: 399,
    archetype: 'goblin',
    base: 34,
    tags: ['goblin', 'lantern', 'thief', 'warband', 'light', 'npc'],
    notes: 'Two supports under the lantern, one under each ear.',
    daysAgo: 89,
  },
  {
    model: 'orc',
    name: 'Gorrash Red-Hand',
    category: 'warbands',
    shelves: ['Orc reavers', 'Bosses'],
    description: `The handprint over his eyes is not paint. He has never said whose it was.

An orc reaver with a cleaver the size of a shop sign, a spiked pauldron and a knight's sword left in the ground behind him. **48 mm** to the topknot, and broad enough to fill a 40 mm base.

Muscles are cut as planes: two highlights and they read across the table.`,
    alt: 'A painted green orc with red war paint, a topknot and a bloodied cleaver held in both hands',
    price: 549,
    archetype: 'orc',
    base: 36,
    tags: ['orc', 'reaver', 'warrior', 'greenskin', 'cleaver', 'boss'],
    licences: ['personal', 'merchant'],
    notes: 'Supported at 25 degrees. The haft is one piece with both fists.',
    daysAgo: 6,
  },
  {
    model: 'orc-axe',
    name: 'Huldra Twice-Sharpened',
    category: 'warbands',
    shelves: ['Orc reavers'],
    description: `Two edges, because one gets tired. Horned, brown-skinned and in no hurry: the oldest of the reavers.

The double axe hides nothing and breaks nowhere; the haft is 2 mm thick. Looks her best with chipped steel and one clean, bright edge.`,
    alt: 'A painted brown orc with curved horns and a great two-headed axe over the shoulder',
    price: 549,
    archetype: 'orc',
    base: 36,
    tags: ['orc', 'axe', 'horns', 'warrior', 'reaver', 'greenskin'],
    licences: ['personal', 'merchant'],
    notes: 'Supported at 25 degrees, more of them below the axe heads.',
    daysAgo: 26,
  },
  {
    model: 'orc-maul',
    name: 'Drubb, Polite Company',
    category: 'warbands',
    shelves: ['Orc reavers'],
    description: `Drubb says please. Then Drubb says it again, with the maul.

A grey-skinned orc with a flanged maul, mirrored from his brothers so that three of them in a row do not march in step.`,
    alt: 'A painted grey orc holding a heavy flanged maul in both hands',
    price: 549,
    archetype: 'orc',
    base: 36,
    tags: ['orc', 'maul', 'hammer', 'warrior', 'reaver'],
    notes: 'Supported at 25 degrees.',
    daysAgo: 54,
  },
  {
    model: 'orc-glaive',
    name: 'Ushka of the Long Reach',
    category: 'warbands',
    shelves: ['Orc reavers'],
    description: `She stands in the second rank and fights in the first.

An orc with a spiked helmet and a glaive, turned at the hips as if somebody just called her name. For those who want the reavers without the topknot.`,
    alt: 'A painted orc with a spiked iron helmet and a long glaive, turning at the waist',
    price: 549,
    sale: { percent: 15, fromDay: -1, toDay: 6 },
    archetype: 'orc',
    base: 36,
    tags: ['orc', 'glaive', 'polearm', 'warrior', 'reaver'],
    notes: 'Supported at 25 degrees. Check the glaive for suction before you start.',
    daysAgo: 82,
  },
]);
