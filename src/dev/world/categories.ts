import { slugOf } from '../../domain/kernel/slug.ts';
import { demoId } from './ids.ts';

export interface DemoCategory {
  id: string;
  slug: string;
  name: string;
  description: string;
  children: DemoCategory[];
}

/** A category with the id and the address that its name makes. */
export function demoCategory(
  name: string,
  description: string,
  children: DemoCategory[] = [],
  slug = slugOf(name),
): DemoCategory {
  return { id: demoId('category', slug), slug, name, description, children };
}

/** The platform's categories. */
export const CATEGORIES: DemoCategory[] = [
  demoCategory(
    'Figures',
    'Everything that stands on a base and has a will of its own, from heroes to horrors.',
    [
      demoCategory('Monsters', 'Oozes, mimics, tentacles and other things that should have stayed below.'),
      demoCategory(
        'Characters',
        'Folk with a name and a story: heroes, villains and the people between them.',
      ),
      demoCategory(
        'Giants and constructs',
        'Walking stone, walking trees, and whatever else makes the table shake.',
      ),
    ],
  ),
  demoCategory('Terrain', 'What the battle is about: walls, ruins, floors and the places in between.', [
    demoCategory('Dungeon', 'Floors, walls, tombs and thrones on the common 2-inch grid.'),
    demoCategory('Ruins and landmarks', 'Towers, arches, standing stones and gates to somewhere else.'),
    demoCategory('Village and camp', 'Wells, taverns and fires: where adventures begin and end.'),
    demoCategory(
      'Wilds and caverns',
      'Crystals, roots and rock for tables without a roof, or with too much of one.',
    ),
    demoCategory('Starship and industry', 'Doors, decks, cargo and reactors for games among the stars.'),
  ]),
  demoCategory('Vehicles', 'Things with an engine, a gun or both.', [
    demoCategory('Walkers and drones', 'Legs, fans and thrusters: machines that get about by themselves.'),
    demoCategory('Artillery', 'Siege guns and sentry guns, with the crates and shot that go with them.'),
  ]),
  demoCategory('Props', 'Small things that make a table worth looking at twice.', [
    demoCategory('Treasure and objectives', 'Chests, nests and other good reasons to cross the board.'),
    demoCategory('Shrines and statues', 'Idols, offerings and stone that seems to watch.'),
    demoCategory('Furnishings', 'Tables, stools, barrels and sacks by the handful.'),
  ]),
  demoCategory('Busts', 'Large heads for painters who want room for a brush.', [
    demoCategory('Beasts', 'Scales, horns and fur at display size.', [], 'beast-busts'),
  ]),
  demoCategory('Bases', 'The ground your figures stand on.', [
    demoCategory('Scenic bases', 'Textured rounds and inserts, ready for any army.'),
  ]),
];
