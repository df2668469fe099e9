import { describe, expect, it } from 'vitest';
import {
  ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS,
  ENTRY_BUNDLE_STATES,
  type EntryBundle,
  entryBundleMoveRefusal,
  entryBundleRefusals,
} from '../../../src/domain/guild/entry-bundle.ts';
import type { GuildState } from '../../../src/domain/guild/guild.ts';
import {
  blockRefusal,
  blocksFrom,
  type InformationBlock,
  informationRefusals,
  isVideoAddress,
} from '../../../src/domain/guild/guild-information.ts';
import {
  mayBeReleased,
  publishedPercent,
  RELEASE_CHANGE_REFUSAL_TEXTS,
  RELEASE_MOVE_REFUSAL_TEXTS,
  RELEASE_STATES,
  type Release,
  type ReleaseChangeRefusal,
  type ReleaseMoveRefusal,
  type ReleaseProduct,
  type ReleaseState,
  releaseChangeRefusal,
  releaseMoveRefusal,
  releaseRefusals,
} from '../../../src/domain/guild/release.ts';
import { aBundle, aRelease, NOW } from './a-guild.ts';

describe('the fields of a release', () => {
  it.each<[Partial<Release>, string | null]>([
    [{}, null],
    [{ title: ' ' }, 'title'],
    [{ title: 'a'.repeat(101) }, 'title'],
    [{ month: '2026-13' }, 'month'],
    [{ month: 'soon' }, 'month'],
    [{ description: 'a'.repeat(10_001) }, 'description'],
    [{ productIds: Array<string>(101).fill('a') }, 'productIds'],
    [{ productIds: [], tierIds: [] }, null],
    [{ publishAt: null }, null],
    [{ publishAt: Number.NaN }, 'publishAt'],
    [{ backCents: 50 }, null],
    [{ backCents: 49 }, 'backCents'],
    [{ backCents: 99.5 }, 'backCents'],
    [{ backCents: 1_000_001 }, 'backCents'],
  ])('%j: %s', (changes, field) => {
    const refusals = releaseRefusals(aRelease('nov', '2026-11', ['low'], changes));
    expect(Object.keys(refusals)).toEqual(field === null ? [] : [field]);
    for (const text of Object.values(refusals)) expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a release moves', () => {
  const good: ReleaseProduct = { id: 'a', state: 'draft', files: 1 };
  const release: Release & { products: ReleaseProduct[] } = {
    ...aRelease('nov', '2026-11', ['low'], { publishAt: NOW + 1 }),
    products: [good],
  };
  const allowed = [
    'draft>scheduled',
    'draft>publishing',
    'scheduled>draft',
    'scheduled>scheduled',
    'scheduled>publishing',
    'publishing>published',
    'published>archived',
    'published>publishing',
    'archived>published',
  ];
  it.each(RELEASE_STATES.flatMap((from) => RELEASE_STATES.map((to) => [from, to] as const)))(
    'from %s to %s',
    (from, to) => {
      const refusal = releaseMoveRefusal({ ...release, state: from }, to, { state: 'live' }, NOW);
      expect(refusal).toBe(allowed.includes(`${from}>${to}`) ? null : 'no-such-move');
    },
  );
  it.each<[Partial<typeof release>, ReleaseState, GuildState, ReleaseMoveRefusal | null]>([
    [{ products: [] }, 'scheduled', 'live', 'no-product'],
    [{ products: [{ ...good, files: 0 }] }, 'scheduled', 'live', 'product-not-ready'],
    [
      { products: [good, { ...good, state: 'suspended' as const }] },
      'publishing',
      'live',
      'product-not-ready',
    ],
    [{ products: [{ ...good, state: 'archived' as const }] }, 'publishing', 'live', 'product-not-ready'],
    [{ tierIds: [] }, 'scheduled', 'live', 'no-tier'],
    [{ publishAt: null }, 'scheduled', 'live', 'no-moment'],
    [{ publishAt: NOW }, 'scheduled', 'live', 'moment-passed'],
    [{ publishAt: null }, 'publishing', 'live', null],
    [{}, 'scheduled', 'draft', null],
    [{}, 'publishing', 'draft', 'guild-not-open'],
    [{}, 'publishing', 'paused', 'guild-not-open'],
    [{}, 'publishing', 'closed', 'guild-not-open'],
    [{}, 'publishing', 'closing', null],
  ])('%j to %s in a %s guild: %s', (changes, to, state, refusal) =>
    expect(releaseMoveRefusal({ ...release, state: 'draft', ...changes }, to, { state }, NOW)).toBe(refusal),
  );

  it('accepts drafts, but no models without files', () => {
    expect(mayBeReleased({ state: 'draft', files: 1 })).toBe(true);
    expect(mayBeReleased({ state: 'unlisted', files: 1 })).toBe(true);
    expect(mayBeReleased({ state: 'published', files: 0 })).toBe(false);
  });
});

describe('a release that reaches members can only grow', () => {
  const before = { productIds: ['a', 'b'], tierIds: ['low'], month: '2026-11' };
  it.each<[ReleaseState, Partial<typeof before>, ReleaseChangeRefusal | null]>([
    ['published', {}, null],
    ['published', { productIds: ['b', 'a', 'c'] }, null],
    ['published', { productIds: ['a'] }, 'keeps-products'],
    ['publishing', { tierIds: ['high'] }, 'keeps-tiers'],
    ['published', { tierIds: ['low', 'high'] }, null],
    ['archived', { month: '2026-12' }, 'keeps-month'],
    ['draft', { productIds: [], tierIds: [], month: '2026-12' }, null],
    ['scheduled', { productIds: ['a'] }, null],
  ])('%s to %j: %s', (state, changes, refusal) =>
    expect(releaseChangeRefusal({ ...before, state }, { ...before, ...changes })).toBe(refusal),
  );
});

it.each([
  [0, 0, 100],
  [0, 10, 0],
  [1, 3, 33],
  [2, 3, 66],
  [3, 3, 100],
  [4, 3, 100],
])('%i of %i is %i percent', (reached, toReach, percent) =>
  expect(publishedPercent({ reached, toReach })).toBe(percent),
);

describe('the fields of an entry bundle', () => {
  it.each<[Partial<EntryBundle>, string | null]>([
    [{}, null],
    [{ name: '' }, 'name'],
    [{ name: 'a'.repeat(81) }, 'name'],
    [{ description: 'a'.repeat(2001) }, 'description'],
    [{ productIds: Array<string>(101).fill('a') }, 'productIds'],
    [{ validFrom: NOW, validTo: NOW + 1 }, null],
    [{ validFrom: NOW, validTo: NOW }, 'validTo'],
    [{ validFrom: Number.NaN }, 'validFrom'],
    [{ minPaidPeriods: 0 }, null],
    [{ minPaidPeriods: 24 }, null],
    [{ minPaidPeriods: 25 }, 'minPaidPeriods'],
    [{ minPaidPeriods: -1 }, 'minPaidPeriods'],
    [{ minPaidPeriods: 1.5 }, 'minPaidPeriods'],
  ])('%j: %s', (changes, field) =>
    expect(Object.keys(entryBundleRefusals(aBundle(changes)))).toEqual(field === null ? [] : [field]),
  );

  it.each(ENTRY_BUNDLE_STATES.flatMap((from) => ENTRY_BUNDLE_STATES.map((to) => [from, to] as const)))(
    'moves from %s to %s',
    (from, to) => {
      const may = ['draft>active', 'active>ended'].includes(`${from}>${to}`);
      expect(entryBundleMoveRefusal(aBundle({ state: from }), to, NOW)).toBe(may ? null : 'no-such-move');
    },
  );
  it.each([
    [{ productIds: [] }, 'no-product'],
    [{ tierIds: [] }, 'no-tier'],
    [{ validTo: NOW }, 'over'],
    [{ validTo: NOW + 1 }, null],
  ])('becomes active with %j: %s', (changes, refusal) =>
    expect(entryBundleMoveRefusal(aBundle({ state: 'draft', ...changes }), 'active', NOW)).toBe(refusal),
  );
});

describe('a block of information', () => {
  it.each<[InformationBlock, boolean]>([
    [{ kind: 'text', heading: '', text: 'Words' }, true],
    [{ kind: 'text', heading: '', text: ' ' }, false],
    [{ kind: 'text', heading: 'a'.repeat(101), text: 'Words' }, false],
    [{ kind: 'text', heading: '', text: 'a'.repeat(10_001) }, false],
    [{ kind: 'image', heading: '', file: 'a.webp', alt: 'A golem' }, true],
    [{ kind: 'image', heading: '', file: '', alt: 'A golem' }, false],
    [{ kind: 'image', heading: '', file: 'a.webp', alt: '' }, false],
    [{ kind: 'video', heading: '', url: 'https://youtu.be/abc', alt: 'A golem is painted' }, true],
    [{ kind: 'video', heading: '', url: 'https://youtu.be/abc', alt: '' }, false],
    [{ kind: 'video', heading: '', url: 'https://evil.example/youtube.com/', alt: 'A' }, false],
    [{ kind: 'faq', heading: '', questions: [{ question: 'When?', answer: 'Now.' }] }, true],
    [{ kind: 'faq', heading: '', questions: [{ question: 'When?', answer: '' }] }, false],
    [{ kind: 'faq', heading: '', questions: [] }, false],
    [{ kind: 'showcase', heading: '', productIds: ['a'] }, true],
    [{ kind: 'showcase', heading: '', productIds: [] }, false],
    [{ kind: 'showcase', heading: '', productIds: Array<string>(13).fill('a') }, false],
    [{ kind: 'schedule', heading: 'Soon' }, true],
  ])('%j is valid: %s', (block, may) => {
    const refusal = blockRefusal(block);
    expect(refusal === null).toBe(may);
    if (refusal !== null) expect(refusal).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ['https://www.youtube.com/watch?v=abc', true],
    ['https://vimeo.com/123', true],
    ['http://youtu.be/abc', false],
    ['https://youtu.be.evil.example/abc', false],
    ['https://youtu.be/"onload=', false],
    ['javascript:alert(1)', false],
  ])('a video at %s: %s', (url, may) => expect(isVideoAddress(url)).toBe(may));

  it('is refused by its position, and so are too many blocks', () => {
    const block: InformationBlock = { kind: 'schedule', heading: '' };
    expect([...informationRefusals([block, { kind: 'text', heading: '', text: '' }]).keys()]).toEqual([1]);
    expect([...informationRefusals(Array<InformationBlock>(31).fill(block)).keys()]).toEqual([30]);
  });

  it.each([
    [null, 0],
    ['text', 0],
    [[null, 3, {}, { kind: 'script', heading: '' }, { kind: '__proto__', heading: '' }], 0],
    [[{ kind: 'text', heading: 'a', text: 'b' }, { kind: 'text' }, { kind: 'text', heading: 'a' }], 1],
    [[{ kind: 'faq', heading: 'a', questions: [{ question: 'b' }] }], 0],
    [[{ kind: 'showcase', heading: 'a', productIds: [3] }], 0],
    [[{ kind: 'schedule', heading: 'a' }], 1],
  ])('%j has %i valid blocks', (json, count) => expect(blocksFrom(json)).toHaveLength(count));
});

it('every reason is a full sentence', () => {
  for (const text of [
    ENTRY_BUNDLE_MOVE_REFUSAL_TEXTS,
    RELEASE_CHANGE_REFUSAL_TEXTS,
    RELEASE_MOVE_REFUSAL_TEXTS,
  ].flatMap((texts) => Object.values(texts)))
    expect(text).toMatch(/^[A-Z].*\.$/);
});
