import { folded, grammaticalNumbers } from './tokens.ts';

/**
 * Words of the trade that mean nearly the same, a set a line. A word also finds what the others of its sets name, with less
 * weight. Single words in the singular, as `wordsOf` writes them; words that belong together are joined by "_".
 */
const SETS = `
orc ork orruk
goblin gobbo grot
mech mecha walker robot titan
robot android automaton construct droid golem
drow dark_elf
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
wolf warg dire_wolf
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
scifi science_fiction space
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

/** Sets of words that mean nearly the same; a member of several words has spaces between them. */
export type SynonymSets = readonly (readonly string[])[];

/** The sets of the trade that every marketplace begins with. */
export const TRADE_SETS: SynonymSets = SETS.trim()
  .split('\n')
  .map((line) => line.split(' ').map((member) => member.replaceAll('_', ' ')));

/** The longest member of a set that is recognised in a search, in words. */
export const MEMBER_WORDS_MAX = 4;

const termsOf = (member: string) => member.split(' ').map(folded).join(' ');

/** What words of a search mean besides, by sets of words. */
export class Synonyms {
  /** By a member as it is indexed, of several words with and without spaces: the others of its sets. */
  readonly #others = new Map<string, Set<string>>();

  /** @param apart sets of words that do not mean the same, whatever `sets` say. */
  constructor(sets: SynonymSets, apart: SynonymSets = []) {
    for (const set of sets) {
      const members = set.map(termsOf);
      for (const member of members)
        for (const key of keysOf(member))
          for (const other of members) if (other !== member) this.#of(key).add(other);
    }
    for (const set of apart) {
      const members = set.map(termsOf);
      for (const member of members)
        for (const key of keysOf(member)) for (const other of members) this.#others.get(key)?.delete(other);
    }
  }

  #of(key: string): Set<string> {
    const others = this.#others.get(key) ?? new Set<string>();
    this.#others.set(key, others);
    return others;
  }

  /**
   * For each word of a search, what it means besides, alone or with its neighbours, as it is indexed. A meaning of several
   * words has spaces.
   */
  of(words: readonly string[]): string[][] {
    const found = words.map((word) => new Set(this.#meanings(grammaticalNumbers(word))));
    for (let length = 2; length <= MEMBER_WORDS_MAX; length++)
      for (let from = 0; from + length <= words.length; from++) {
        const phrase = words
          .slice(from, from + length)
          .map(folded)
          .join(' ');
        for (const other of this.#meanings([phrase]))
          for (const meanings of found.slice(from, from + length)) meanings.add(other);
      }
    return found.map((meanings) => [...meanings]);
  }

  #meanings(keys: readonly string[]): string[] {
    return keys.flatMap((key) => [...(this.#others.get(key) ?? [])]);
  }
}

/** A member of several words is also typed as one: "darkelf". */
const keysOf = (member: string): string[] =>
  member.includes(' ') ? [member, folded(member.replaceAll(' ', ''))] : [member];

/** The sets of the trade alone. */
export const TRADE = new Synonyms(TRADE_SETS);
