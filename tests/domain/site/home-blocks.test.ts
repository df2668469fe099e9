import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blocksInOrder,
  HOME_BLOCKS,
  type HomeBlock,
  isHomeBlock,
  movedBlock,
  shownBlocks,
} from '../../../src/domain/site/home-blocks.ts';
import { HOME_FEATURES } from '../../../src/domain/site/home-features.ts';

const ALL = Object.keys(HOME_BLOCKS) as HomeBlock[];
const someOrder = fc.shuffledSubarray(ALL);

describe('the blocks of the home page', () => {
  it('stand in our order where an operator has chosen none', () => {
    expect(blocksInOrder([])).toEqual(ALL);
    expect(shownBlocks(HOME_FEATURES.fallback)).toEqual(ALL);
  });

  it('are all there, each once, in the order that an operator chose', () => {
    fc.assert(
      fc.property(someOrder, (order) => {
        const blocks = blocksInOrder(order);
        expect([...blocks].sort()).toEqual([...ALL].sort());
        expect(blocks.filter((block) => order.includes(block))).toEqual(order);
      }),
    );
  });

  it('that an order does not know follow the one before them in ours', () => {
    expect(blocksInOrder(['free', 'fresh'])).toEqual([
      'free',
      'promises',
      'fresh',
      'prints',
      'guilds',
      'followed',
      'stores',
    ]);
  });

  it('are left out where an operator hides them', () => {
    expect(shownBlocks({ order: ['stores', 'fresh'], hidden: ['fresh', 'promises'] })).not.toContain('fresh');
    expect(shownBlocks({ order: [], hidden: ALL })).toEqual([]);
  });

  it('move one place and stay at the ends', () => {
    expect(movedBlock([], 'prints', -1).slice(0, 2)).toEqual(['prints', 'fresh']);
    expect(movedBlock([], 'fresh', -1)).toEqual(ALL);
    expect(movedBlock([], 'promises', 1)).toEqual(ALL);
  });

  it('are refused where there is no such block', () => {
    expect(HOME_FEATURES.check({ order: ['fresh', 'nothing'] })).toMatchObject({
      problems: { order: expect.any(String) },
    });
    expect(HOME_FEATURES.check({ hidden: 'fresh' })).toMatchObject({
      problems: { hidden: expect.any(String) },
    });
    expect(HOME_FEATURES.check({ order: ['free'], hidden: ['fresh'] })).toMatchObject({
      value: { order: ['free'], hidden: ['fresh'] },
    });
    expect(isHomeBlock('toString')).toBe(false);
  });
});
