/** The blocks of the home page below its top, in the order that holds where an operator has chosen none. */
export const HOME_BLOCKS = {
  fresh: 'New models',
  prints: 'Printed and painted by buyers',
  guilds: 'This month in the guilds',
  followed: 'New from artists you follow',
  stores: 'Meet the sculptors',
  free: 'Free to print tonight',
  promises: 'How it works, for buyers and sculptors',
} as const;
export type HomeBlock = keyof typeof HOME_BLOCKS;

const ALL = Object.keys(HOME_BLOCKS) as HomeBlock[];

export const isHomeBlock = (name: string): name is HomeBlock => Object.hasOwn(HOME_BLOCKS, name);

/**
 * All blocks in an operator's order. One that the order does not name, such as a block of a newer build, follows the one
 * before it in ours.
 */
export function blocksInOrder(order: readonly HomeBlock[]): HomeBlock[] {
  const blocks = [...new Set(order)];
  for (const [place, block] of ALL.entries()) {
    if (blocks.includes(block)) continue;
    const before = ALL[place - 1];
    blocks.splice(before === undefined ? 0 : blocks.indexOf(before) + 1, 0, block);
  }
  return blocks;
}

/** The blocks that the home page shows, in their order. A block without content is left out by the page. */
export function shownBlocks(home: {
  order: readonly HomeBlock[];
  hidden: readonly HomeBlock[];
}): HomeBlock[] {
  return blocksInOrder(home.order).filter((block) => !home.hidden.includes(block));
}

/** The order after moving one block by some places; at an end it stays there. */
export function movedBlock(order: readonly HomeBlock[], block: HomeBlock, by: number): HomeBlock[] {
  const blocks = blocksInOrder(order);
  const from = blocks.indexOf(block);
  const to = Math.min(blocks.length - 1, Math.max(0, from + by));
  blocks.splice(to, 0, ...blocks.splice(from, 1));
  return blocks;
}
