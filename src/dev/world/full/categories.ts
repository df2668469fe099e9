import { CATEGORIES, type DemoCategory, demoCategory } from '../categories.ts';

/** Categories that only the full world fills, by the category above them. */
const MORE: Readonly<Record<string, DemoCategory[]>> = {
  figures: [
    demoCategory(
      'Warbands',
      'Greenskins and other neighbours: figures that belong together and argue about it.',
    ),
    demoCategory('Knights and soldiers', 'Plate, cloth and oaths: people who were told to hold this ground.'),
    demoCategory('Undead', 'Bones with a duty: guards, kings and the one with the scythe.'),
    demoCategory('Dwarfs', 'Short, broad and not for moving.'),
    demoCategory('Wizards and witches', 'Hats, staffs and too many pockets.'),
    demoCategory('Void infantry', 'Power armour, visors and boots made for hulls.'),
  ],
  busts: [demoCategory('Heroes', 'Faces and helmets for one evening and a good light.', [], 'hero-busts')],
};

/** The categories of the full world: those of the small one, each with what is new below it. */
export const FULL_CATEGORIES: DemoCategory[] = CATEGORIES.map((top) => ({
  ...top,
  children: [...top.children, ...(MORE[top.slug] ?? [])],
}));
