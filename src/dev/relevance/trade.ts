/**
 * The words of the trade from which the documents of the relevance bench are made. What belongs together stands together, so
 * that a query about undead archers can be judged by what a model is and not by the words of its text.
 */

/** A being: its family, other words for it that sellers use, its irregular plural, and its names in other languages. */
export interface Being {
  word: string;
  family: string;
  also?: readonly string[];
  plural?: string;
  de: string;
  fr: string;
  es: string;
}

const being = (
  word: string,
  family: string,
  [de, fr, es]: readonly [string, string, string],
  rest: Pick<Being, 'also' | 'plural'> = {},
): Being => ({ word, family, de, fr, es, ...rest });

export const BEINGS: readonly Being[] = [
  being('dragon', 'dragon', ['Drache', 'Dragon', 'Dragón']),
  being('wyvern', 'dragon', ['Lindwurm', 'Vouivre', 'Guiverno']),
  being('drake', 'dragon', ['Drakel', 'Drac', 'Draco']),
  being('goblin', 'greenskin', ['Kobold', 'Gobelin', 'Trasgo']),
  being('orc', 'greenskin', ['Ork', 'Orque', 'Orco'], { also: ['ork'] }),
  being('troll', 'greenskin', ['Troll', 'Trolle', 'Trol']),
  being('skeleton', 'undead', ['Skelett', 'Squelette', 'Esqueleto'], { also: ['bonewalker'] }),
  being('zombie', 'undead', ['Untoter', 'Mort-vivant', 'Zombi'], { also: ['ghoul'] }),
  being('lich', 'undead', ['Leichnam', 'Liche', 'Liche'], { plural: 'liches' }),
  being('wolf', 'beast', ['Wolf', 'Loup', 'Lobo'], { plural: 'wolves' }),
  being('lynx', 'beast', ['Luchs', 'Lynx', 'Lince'], { plural: 'lynxes' }),
  being('griffon', 'beast', ['Greif', 'Griffon', 'Grifo']),
  being('harpy', 'beast', ['Harpyie', 'Harpie', 'Arpía'], { plural: 'harpies' }),
  being('jelly', 'ooze', ['Gallert', 'Gelée', 'Gelatina'], { plural: 'jellies' }),
  being('elf', 'fair folk', ['Elfe', 'Elfe', 'Elfo'], { plural: 'elves' }),
  being('dwarf', 'fair folk', ['Zwerg', 'Nain', 'Enano'], { plural: 'dwarves' }),
  being('fairy', 'fair folk', ['Fee', 'Fée', 'Hada'], { plural: 'fairies' }),
  being('witch', 'human', ['Hexe', 'Sorcière', 'Bruja'], { plural: 'witches' }),
  being('knight', 'human', ['Ritter', 'Chevalier', 'Caballero']),
  being('swordsman', 'human', ['Schwertkämpfer', 'Épéiste', 'Espadachín'], { plural: 'swordsmen' }),
  being('mech', 'machine', ['Kampfläufer', 'Méca', 'Meca'], { also: ['walker'] }),
  being('drone', 'machine', ['Drohne', 'Drone', 'Dron']),
  being('automaton', 'machine', ['Automat', 'Automate', 'Autómata'], { plural: 'automata' }),
  being('phoenix', 'dragon', ['Phönix', 'Phénix', 'Fénix'], { plural: 'phoenixes' }),
];

/** What a figure does, with another word for the same. */
export const TRADE_ROLES = {
  archer: 'bowman',
  shaman: 'spirit caller',
  captain: 'leader',
  scout: 'pathfinder',
  guard: 'sentry',
  rider: 'cavalry',
  healer: 'medic',
  thief: 'cutpurse',
  bard: 'minstrel',
  smith: 'forger',
} as const;
export type TradeRole = keyof typeof TRADE_ROLES;

/** What a thing is made of or like; the second word says the same in a description. */
export const LOOKS = {
  ash: 'burnt',
  moss: 'overgrown',
  frost: 'frozen',
  iron: 'forged',
  coral: 'drowned',
  ember: 'smouldering',
  crystal: 'faceted',
  plague: 'festering',
  storm: 'thundering',
  thorn: 'bramble',
  bone: 'ivory',
  rust: 'corroded',
} as const;
export type TradeLook = keyof typeof LOOKS;

/** Names of two words that people write as one, and the other way round. */
export const COMPOUNDS: readonly (readonly [string, string])[] = [
  ['long', 'sword'],
  ['war', 'hammer'],
  ['battle', 'axe'],
  ['bone', 'fiend'],
  ['sea', 'serpent'],
  ['night', 'stalker'],
  ['storm', 'caller'],
  ['grave', 'digger'],
  ['fire', 'drake'],
  ['spell', 'blade'],
  ['shield', 'maiden'],
  ['blood', 'hound'],
  ['moon', 'shard'],
  ['wind', 'mill'],
  ['watch', 'tower'],
];

export const KINDS = { figure: 'figure', bust: 'bust', terrain: 'scenery', mount: 'steed' } as const;
export type TradeKind = keyof typeof KINDS;
export const GENRES = ['fantasy', 'science fiction', 'horror', 'historical', 'steampunk'] as const;
export const SCALES = ['28', '32', '54', '75'] as const;

/** Letters that people type in another way. */
export const SPECIAL_NAMES: readonly (readonly [string, string])[] = [
  ['Großfürst', 'grossfurst'],
  ['Bœuf', 'boeuf'],
  ['Ægir', 'aegir'],
  ['Bjørn', 'bjorn'],
  ['Łukasz', 'lukasz'],
  ['Weißdorn', 'weissdorn'],
  ['Cœurnoir', 'coeurnoir'],
  ['Jötunn', 'jotunn'],
  ['Søren', 'soren'],
  ['Ｄｒａｋｏｎ', 'drakon'],
];
