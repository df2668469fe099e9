import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addFoundSearches,
  addSearchMisses,
  suggestedSearches,
} from '../../../src/data/catalogue/search/search-misses.ts';
import { listedSearchRules, saveSearchRule } from '../../../src/data/catalogue/search/search-rules.ts';
import { latestChange } from '../../../src/data/kernel/changes.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { NEW_ID_SQL } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { inventedProducts } from '../../../src/dev/bench/products.ts';
import {
  FOUND_DAYS_WAITING,
  FOUND_SEARCHES_A_DAY,
  MISS_DAYS_KEPT,
} from '../../../src/domain/catalogue/search/search-miss.ts';
import { SEARCH_RULES_MAX, type SearchRuleDraft } from '../../../src/domain/catalogue/search/search-rule.ts';
import type { SearchDoc } from '../../../src/search/engine.ts';
import { buildIndex } from '../../../src/search/index-builder.ts';
import { PackedIndex } from '../../../src/search/packed-index.ts';
import { listingsOf } from '../../../src/server/catalogue/listings.ts';
import {
  effectOfRule,
  missesNow,
  removeRule,
  type SearchDeskParts,
  saveRule,
} from '../../../src/server/catalogue/search-desk.ts';
import { openSearchRules, searchByRules } from '../../../src/server/catalogue/search-rules.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 5, 15, 12);

let world: TestWorld;
let parts: SearchDeskParts;
let ids: string[];
const operator = { id: 'o'.repeat(15), name: 'wren', role: 'operator' } as const;

/** A search in this thread, of an index with the products of the world. */
function searchOf(docs: SearchDoc[]) {
  const index = new PackedIndex(buildIndex(docs));
  return {
    search: async (query: Parameters<PackedIndex['search']>[0]) => ({
      ...index.search(query),
      tookMs: 0,
      engine: 'embedded',
    }),
    suggest: async (text: string, limit: number) => index.suggest(text, limit),
    follow: async () => undefined,
    close: async () => undefined,
  };
}

beforeAll(async () => {
  world = await openTestWorld();
  const store = await world.store('wren', { name: 'Wren' });
  const [example] = [...inventedProducts(1)] as [SearchDoc];
  const names = ['Owl Bear', 'Great Owl Bear', 'Brown Bear', 'Strix'];
  ids = [];
  for (const name of names) {
    const shown = { state: 'published', publishedAt: '2026-01-01 12:00:00.000Z', priceCents: 900 };
    ids.push(
      await world.row('products', { store, name, slug: name.toLowerCase().replaceAll(' ', '-'), ...shown }),
    );
  }
  const docs = names.map((name, at) => ({
    ...example,
    ...{ id: ids[at] as string, name, tags: [], description: '', storeName: '', mature: false },
    single: { ...example.single, store: 'wren' },
  }));
  const searchRules = await openSearchRules(world.pb);
  const search = searchByRules(searchOf(docs), searchRules);
  parts = { pb: world.pb, search, searchRules, listings: listingsOf(world.pb) };
});
afterAll(() => world.close());
afterEach(async () => {
  await transaction(world.pb)
    .exec(sql`DELETE FROM search_rules`, {})
    .exec(sql`DELETE FROM search_misses`, {})
    .exec(sql`DELETE FROM found_searches`, {})
    .run();
  await parts.searchRules.reload();
});

const same = (words: string): SearchRuleDraft => ({ kind: 'same', words, target: '' });
const redirect = (words: string, target: string): SearchRuleDraft => ({ kind: 'redirect', words, target });
const save = (rule: SearchRuleDraft, replaces: string | null = null) =>
  saveRule(parts, operator, { rule, replaces }, now);
const names = async (text: string) => {
  const result = await parts.search.search({ text, sort: 'relevance', offset: 0, limit: 9 });
  const cards = await parts.listings.cards(result?.ids ?? []);
  return cards.map(({ name }) => name).toSorted();
};

describe('a rule', () => {
  it('changes what a search finds at once, and its removal takes it back', async () => {
    expect(await names('gryphowl')).toEqual([]);
    await save(same('gryphowl, owl bear, Strix'));
    expect(await names('gryphowl')).toEqual(['Great Owl Bear', 'Owl Bear', 'Strix']);
    const [rule] = parts.searchRules.now();
    expect(rule).toMatchObject({ kind: 'same', words: 'gryphowl, owl bear, strix', addedAt: now });
    await removeRule(parts, operator, rule?.id ?? '', now);
    await removeRule(parts, operator, rule?.id ?? '', now);
    expect(await names('gryphowl')).toEqual([]);
  });

  it('takes a set of the trade apart', async () => {
    await save(same('strix, brown'));
    expect(await names('strix')).toEqual(['Brown Bear', 'Strix']);
    await save({ kind: 'apart', words: 'brown, strix', target: '' });
    expect(await names('strix')).toEqual(['Strix']);
  });

  it('reaches another process by the feed', async () => {
    const other = await openSearchRules(world.pb);
    const before = await latestChange(world.pb);
    await save(redirect('gryphowl', 'owl bear'));
    expect(await latestChange(world.pb)).toBeGreaterThan(before);
    expect(other.redirectOf('gryphowl')).toBeNull();
    await other.reload();
    expect(other.redirectOf('Gryphowl!')).toEqual({ query: 'owl bear' });
  });

  it('stands in the audit log, with whoever made it', async () => {
    await save(same('gryphowl, strix'));
    const [rule] = parts.searchRules.now();
    await save(same('gryphowl, bear'), rule?.id ?? '');
    await removeRule(parts, operator, parts.searchRules.now()[0]?.id ?? '', now);
    const rows = await world.pb
      .collection('audit_log')
      .getFullList({ filter: "field = 'searches.change'", sort: '@rowid', fields: 'actorName,detail' });
    expect(rows.slice(-3)).toMatchObject([
      { actorName: 'wren', detail: 'added same: gryphowl, strix' },
      { actorName: 'wren', detail: 'changed same: gryphowl, bear' },
      { actorName: 'wren', detail: 'removed same: gryphowl, bear' },
    ]);
  });

  it('is stored once, and not in place of one that somebody changed meanwhile', async () => {
    const stored = (rule: SearchRuleDraft, replaces: string | null = null) =>
      saveSearchRule(world.pb, operator, { rule, replaces }, now);
    expect(await stored(same('gryphowl, strix'))).toBeNull();
    expect(await stored(same('gryphowl, strix'))).toBe('taken');
    expect(await stored(same('gryphowl, bear'), 'a'.repeat(15))).toBe('gone');
    await expect(save(same('Gryphowl, STRIX'))).rejects.toMatchObject({
      fields: { words: 'There is such a rule already.' },
    });
    expect(await listedSearchRules(world.pb)).toHaveLength(1);
  });

  it('has no room beside as many as there may be', async () => {
    const all = Array.from({ length: SEARCH_RULES_MAX }, (_, n) => `a${n}, b${n}`);
    await transaction(world.pb)
      .exec(
        sql`INSERT INTO search_rules (id, kind, words, target, created, updated)
          SELECT ${NEW_ID_SQL}, 'same', j.value, '', {:at}, {:at} FROM json_each({:all}) j`,
        { all: JSON.stringify(all), at: dateOf(now) },
      )
      .run();
    expect(
      await saveSearchRule(world.pb, operator, { rule: same('gryphowl, strix'), replaces: null }, now),
    ).toBe('full');
  });
});

describe('the effect of a rule', () => {
  const effect = (rule: SearchRuleDraft, query = '') => effectOfRule(parts, { rule, replaces: null, query });

  it('says what each of its words finds before and after, and stores nothing', async () => {
    const [first, second] = await effect(same('gryphowl, owl bear'), 'Gryphowl');
    expect(first).toMatchObject({ query: 'gryphowl', before: { count: 0, names: [] }, after: { count: 2 } });
    expect(first?.after.names.toSorted()).toEqual(['Great Owl Bear', 'Owl Bear']);
    expect(second).toMatchObject({ query: 'owl bear', before: { count: 2 }, after: { count: 2 } });
    expect(await listedSearchRules(world.pb)).toEqual([]);
    expect(await names('gryphowl')).toEqual([]);
  });

  it('of a redirect is what the other search or page finds', async () => {
    const led = async (target: string) => (await effect(redirect('gryphowl', target)))[0]?.after.count;
    expect(await led('strix')).toBe(1);
    expect(await led('/search?store=wren')).toBe(4);
    expect(await led('/store/wren')).toBe(4);
    expect(await led('/artists')).toBeNull();
    await expect(led('https://elsewhere.example')).rejects.toMatchObject({ code: 'bad_request' });
  });
});

describe('searches', () => {
  it('that found little say what they find with the rules of now', async () => {
    await addSearchMisses(world.pb, new Map([['gryphowl', { times: 3, found: 0 }]]), now - DAY);
    expect(await missesNow(parts, now)).toMatchObject([
      { words: 'gryphowl', times: 3, days: 1, found: 0, findsNow: 0, leadsTo: null },
    ]);
    await save(same('gryphowl, bear'));
    expect(await missesNow(parts, now)).toMatchObject([{ words: 'gryphowl', findsNow: 3 }]);
    await save(redirect('gryphowl', 'strix'));
    expect(await missesNow(parts, now)).toMatchObject([{ leadsTo: { query: 'strix' } }]);
    expect(await missesNow(parts, now + MISS_DAYS_KEPT * DAY)).toEqual([]);
  });

  it('are suggested once they were made on three days, the frequent ones first', async () => {
    const made = (words: string, day: number, times = 1) =>
      addFoundSearches(world.pb, new Map([[words, { times, found: 7 }]]), now + day * DAY);
    await made('owl bear', 0);
    await made('owl bear', 0, 50);
    await made('strix', 0, 200);
    await made('owl bear', 1);
    await made('strix', 1);
    expect(await suggestedSearches(world.pb, 9)).toEqual([]);
    await made('owl bear', 5);
    expect(await suggestedSearches(world.pb, 9)).toEqual([{ words: 'owl bear', found: 7 }]);
    await made('strix', 5);
    expect((await suggestedSearches(world.pb, 9)).map(({ words }) => words)).toEqual(['strix', 'owl bear']);
    expect(await suggestedSearches(world.pb, 1)).toHaveLength(1);
    // Nobody looks for them any more.
    await made('other', 5 + MISS_DAYS_KEPT);
    expect(await suggestedSearches(world.pb, 9)).toHaveLength(2);
    await made('other', 6 + MISS_DAYS_KEPT);
    expect(await suggestedSearches(world.pb, 9)).toEqual([]);
  });

  it('that are new are counted up to so many a day, and forgotten where nobody repeats them', async () => {
    const many = (name: string) =>
      new Map(
        Array.from({ length: FOUND_SEARCHES_A_DAY }, (_, n) => [`${name} ${n}`, { times: 1, found: 3 }]),
      );
    const stored = async () =>
      (await world.pb.collection('found_searches').getFullList({ fields: 'words' })).map(({ words }) =>
        String(words),
      );
    await addFoundSearches(world.pb, many('first'), now);
    await addFoundSearches(world.pb, many('second'), now);
    expect((await stored()).filter((words) => words.startsWith('second'))).toEqual([]);
    await addFoundSearches(world.pb, many('second'), now + DAY);
    expect(await stored()).toHaveLength(2 * FOUND_SEARCHES_A_DAY);
    await addFoundSearches(
      world.pb,
      new Map([['owl', { times: 1, found: 3 }]]),
      now + (FOUND_DAYS_WAITING + 2) * DAY,
    );
    expect(await stored()).toEqual(['owl']);
  });
});
