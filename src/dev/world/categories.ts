import { slugOf } from '../../domain/kernel/slug.ts';
import { demoId } from './ids.ts';

export interface DemoCategory {
  id: string;
  slug: string;
  name: string;
  description: string;
  children: DemoCategory[];
}

function category(
  name: string,
  description: string,
  children: DemoCategory[] = [],
  slug = slugOf(name),
): DemoCategory {
  return { id: demoId('category', slug), slug, name, description, children };
}

/** The platform's categories. */
export const CATEGORIES: DemoCategory[] = [
  category('Figures', 'Everything that stands on a base and has a will of its own, from heroes to horrors.', [
    category('Monsters', 'Oozes, mimics, tentacles and other things that should have stayed below.'),
    category('Characters', 'Folk with a name and a story: heroes, villains and the people between them.'),
    category(
      'Giants and constructs',
      'Walking stone, walking trees, and whatever else makes the table shake.',
    ),
  ]),
  category('Terrain', 'What the battle is about: walls, ruins, floors and the places in between.', [
    category('Dungeon', 'Floors, walls, tombs and thrones on the common 2-inch grid.'),
    category('Ruins and landmarks', 'Towers, arches, standing stones and gates to somewhere else.'),
    category('Village and camp', 'Wells, taverns and fires: where adventures begin and end.'),
    category(
      'Wilds and caverns',
      'Crystals, roots and rock for tables without a roof, or with too much of one.',
    ),
    category('Starship and industry', 'Doors, decks, cargo and reactors for games among the stars.'),
  ]),
  category('Vehicles', 'Things with an engine, a gun or both.', [
    category('Walkers and drones', 'Legs, fans and thrusters: machines that get about by themselves.'),
    category('Artillery', 'Siege guns and sentry guns, with the crates and shot that go with them.'),
  ]),
  category('Props', 'Small things that make a table worth looking at twice.', [
    category('Treasure and objectives', 'Chests, nests and other good reasons to cross the board.'),
    category('Shrines and statues', 'Idols, offerings and stone that seems to watch.'),
    category('Furnishings', 'Tables, stools, barrels and sacks by the handful.'),
  ]),
  category('Busts', 'Large heads for painters who want room for a brush.', [
    category('Beasts', 'Scales, horns and fur at display size.', [], 'beast-busts'),
  ]),
  category('Bases', 'The ground your figures stand on.', [
    category('Scenic bases', 'Textured rounds and inserts, ready for any army.'),
  ]),
];
