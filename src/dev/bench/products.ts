import type { SearchDoc } from '../../search/engine.ts';

/** Words in names of miniatures, the most common first: they are drawn by Zipf's law, so "dragon" is everywhere. */
const WORDS =
  'dragon knight tower goblin wizard ruin skeleton castle mimic golem troll orc archer cleric druid beast altar bridge chest barrel halberd lantern griffon wyvern kraken paladin ranger sentinel obelisk portal crypt throne tavern wagon cannon drone walker reactor hangar bunker turret statue shrine banner totem'.split(
    ' ',
  );

/**
 * How many different words and stores an invented catalogue has at most, and which share of the words of labels and of
 * descriptions are those of the trade: with a quarter and a hundredth, a third of all products have "dragon".
 */
export interface Variety {
  words: number;
  stores: number;
  inLabels?: number;
  inDescriptions?: number;
}
const SMALL: Variety = { words: 12_000, stores: 300 };

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `count` products of an invented catalogue; the same count and variety give the same products. */
export function* inventedProducts(
  count: number,
  { words: rareWords, stores, inLabels = 0.5, inDescriptions = 0.5 }: Variety = SMALL,
): Generator<SearchDoc> {
  const random = generator(20_261_121);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const word = (share = inLabels) =>
    random() < share
      ? (WORDS[Math.floor(random() ** 2 * WORDS.length)] as string)
      : `w${Math.floor(random() ** 2 * rareWords).toString(36)}`;
  const words = (length: number, share = inLabels) => Array.from({ length }, () => word(share));
  for (let at = 0; at < count; at++) {
    yield {
      id: at.toString(36).padStart(15, '0'),
      name: words(3 + Math.floor(random() * 3)).join(' '),
      tags: words(4),
      storeName: `Studio ${word()}`,
      description: words(45, inDescriptions).join(' '),
      single: {
        type: pick(['figure', 'mount', 'vehicle', 'terrain', 'base', 'prop', 'bust']),
        scale: pick(['28', '32', '75']),
        parts: pick(['single', 'multipart']),
        category: `category-${Math.floor(random() * 24)}`,
        store: `store-${Math.floor(random() * stores)}`,
        price: pick(['free', 'under-3', '3-6', '6-10']),
        free: pick(['yes', 'no']),
        sale: pick(['yes', 'no']),
        ai: 'none',
        base: pick(['25', '32', '40']),
        archetype: pick(WORDS),
      },
      multi: {
        genre: [pick(['fantasy', 'sci-fi', 'horror'])],
        supports: [pick(['presupported', 'unsupported'])],
        printer: ['resin'],
        rating: at % 3 === 0 ? ['4-up', '3-up', '2-up'] : [],
        licence: at % 4 === 0 ? ['personal', 'merchant'] : ['personal'],
        material: [pick(['resin', 'pla'])],
        prints: at % 5 === 0 ? ['yes'] : [],
      },
      priceCents: Math.floor(random() * 4000),
      popularity: Math.floor(random() ** 4 * 10_000),
      ratingScore: at % 3 === 0 ? 2000 + (at % 2900) : 0,
      createdAt: 1_700_000_000_000 + at * 60_000,
      mature: random() < 0.02,
      box: { narrow: 20 + (at % 40), wide: 30 + (at % 90), tall: 25 + (at % 150) },
    };
  }
}
