import { folded } from './tokens.ts';

/**
 * Words of the trade that mean nearly the same, a set a line. A word also finds what the others of its sets name, with less
 * weight. Single words in the singular, as `wordsOf` writes them.
 */
const SETS = `
orc ork orruk
goblin gobbo grot
mech mecha walker robot titan
robot android automaton construct droid golem
drow darkelf
undead skeleton zombie ghoul
zombie ghoul undead
dragon drake wyrm wyvern
demon daemon devil fiend
vampire strigoi nosferatu
werewolf lycanthrope wolfman
knight paladin cavalier templar
wizard mage sorcerer warlock
witch hag sorceress
cleric priest
rogue thief assassin
ranger hunter scout
archer bowman
barbarian berserker viking
soldier trooper infantry
guard sentry sentinel
pirate corsair buccaneer
monk ascetic
bard minstrel
dwarf dwarven duardin
elf elven aelf
halfling hobbit
gnome tinker
lizardman saurian
ratman skaven
snake serpent
spider arachnid
wolf warg direwolf
horse steed mount
cavalry rider mounted
boar hog
bear ursine
cat feline
dog hound
bird avian
fish aquatic
octopus kraken
angel seraph celestial
ghost spirit spectre wraith
giant ogre
tank panzer
ship boat vessel
spaceship starship
car vehicle
motorbike motorcycle bike
gun rifle
cannon artillery
sword blade
axe hatchet
hammer maul
shield buckler
terrain scenery scatter
ruin wreck
dungeon crypt
building house
tower keep
castle fortress
bridge walkway
wall barricade
tree forest
rock boulder
base plinth
bust head
statue statuette
dice d20
ttrpg rpg dnd 5e pathfinder
wargame wargaming skirmish
scifi sciencefiction space
cyberpunk futuristic
steampunk clockwork
postapocalyptic apocalypse wasteland
medieval historical
ww2 wwii
noble king lord
queen lady princess
woman female
man male
child kid
baby infant
merchant trader
villager peasant townsfolk civilian
innkeeper barkeep
tavern inn
chest coffer
barrel cask
crate box
gate door
mushroom fungus myconid
slime ooze jelly
plant flora
insect bug
beetle scarab
alien xeno
cultist acolyte
necromancer lich
samurai ronin
ninja shinobi
minotaur bullman
mermaid siren
phoenix firebird
`;

const BY_WORD = new Map<string, Set<string>>();
for (const line of SETS.trim().split('\n')) {
  const words = line.split(' ').map(folded);
  for (const word of words) {
    const others = BY_WORD.get(word) ?? new Set<string>();
    BY_WORD.set(word, others);
    for (const other of words) if (other !== word) others.add(other);
  }
}

/** The words that mean nearly the same as a typed one, as they are indexed; none for most. */
export function synonymsOf(typed: string): readonly string[] {
  return [...(BY_WORD.get(folded(typed)) ?? [])];
}
