import type PocketBase from 'pocketbase';
import { type MissedSearch, mostMissed } from '../../data/catalogue/search/search-misses.ts';
import { removeSearchRule, saveSearchRule } from '../../data/catalogue/search/search-rules.ts';
import type { Actor } from '../../data/kernel/actor.ts';
import { foundByItsWords, MISS_DAYS_KEPT } from '../../domain/catalogue/search/search-miss.ts';
import { parseSearch, type SearchParams, withChildren } from '../../domain/catalogue/search/search-params.ts';
import {
  type RuleTarget,
  ruleTarget,
  ruleWords,
  SEARCH_RULES_MAX,
  type SearchRule,
  type SearchRuleDraft,
  searchKey,
  searchRuleProblems,
  storedRule,
} from '../../domain/catalogue/search/search-rule.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { SearchQuery } from '../../search/engine.ts';
import { TRADE_SETS } from '../../search/synonyms.ts';
import { conflict, fieldsRefused, unavailable } from '../kernel/refusal-error.ts';
import type { Listings } from './listings.ts';
import type { ProductSearch } from './search-feed.ts';
import { type RulesInForce, rulesInForce, type SearchRules } from './search-rules.ts';

/** What operators see of searches, and the rules that they make of them. */

export interface SearchDeskParts {
  pb: PocketBase;
  search: ProductSearch;
  searchRules: SearchRules;
  listings: Pick<Listings, 'cards' | 'categories'>;
}

const DAY_MS = 86_400_000;
const MISSES_SHOWN = 60;
/** So many names of models are shown of a search, and so many searches of a rule. */
const NAMES_SHOWN = 3;
const SEARCHES_SHOWN = 6;

/** A missed search, and how many models it finds by its words with the rules as they are; null where that is not known. */
export interface MissNow extends MissedSearch {
  findsNow: number | null;
  /** Where it leads by a rule, or null. */
  leadsTo: RuleTarget | null;
}

/** The searches of the last 90 days that found nothing or little, those made most often first. */
export async function missesNow(
  { pb, search, searchRules }: SearchDeskParts,
  now: Instant,
): Promise<MissNow[]> {
  const misses = await mostMissed(pb, now - MISS_DAYS_KEPT * DAY_MS, MISSES_SHOWN);
  return Promise.all(
    misses.map(async (miss) => {
      const result = await search.search({ text: miss.words, sort: 'relevance', offset: 0, limit: 0 });
      const leads = searchRules.redirectOf(miss.words);
      return {
        ...miss,
        findsNow: result === null ? null : foundByItsWords(result),
        leadsTo: leads,
      };
    }),
  );
}

/** The sets of the trade that are built in, as they are read. */
export const tradeSets = (): string[] => TRADE_SETS.map((set) => set.join(', '));

/** What a search finds: how many models by its words, and the first names. Null count: another page, without a search. */
export interface SearchedThen {
  count: number | null;
  names: string[];
}

/** What a rule changes for one search. */
export interface RuleEffect {
  query: string;
  before: SearchedThen;
  after: SearchedThen;
}

/**
 * What a rule would change, for the search that it is made for and for its own words.
 * @param query the search that was made in vain; "" for none.
 * @throws RefusalError while the search cannot answer, and where the rule is not allowed.
 */
export async function effectOfRule(
  parts: SearchDeskParts,
  { rule, replaces, query }: { rule: SearchRuleDraft; replaces: string | null; query: string },
): Promise<RuleEffect[]> {
  const others = checkedAgainst(parts.searchRules.now(), rule, replaces);
  const stored = storedRule(rule);
  const [before, after] = [parts.searchRules.now(), [...others, stored]].map(rulesInForce) as [
    RulesInForce,
    RulesInForce,
  ];
  const words = stored.kind === 'redirect' ? [stored.words] : ruleWords(stored.words);
  const queries = new Map([query, ...words].map((one) => [searchKey(one), one]));
  queries.delete('');
  return Promise.all(
    [...queries.values()].slice(0, SEARCHES_SHOWN).map(async (one) => ({
      query: one,
      before: await searchedBy(parts, before, one),
      after: await searchedBy(parts, after, one),
    })),
  );
}

async function searchedBy(parts: SearchDeskParts, rules: RulesInForce, text: string): Promise<SearchedThen> {
  const query = await queryOfTarget(parts, rules.redirectOf(text) ?? { query: text });
  if (query === null) return { count: null, names: [] };
  const result = await parts.search.search({
    ...query,
    ...(query.text !== undefined && { synonyms: rules.synonymsIn(query.text) }),
  });
  if (result === null) throw unavailable('The search is being built. Try again in a moment.');
  const count = foundByItsWords(result);
  const cards = await parts.listings.cards(result.ids.slice(0, Math.min(count, NAMES_SHOWN)));
  return { count, names: cards.map(({ name }) => name) };
}

/** What the page asks the index to which a redirect leads; null for a page that lists no models by a search. */
async function queryOfTarget({ listings }: SearchDeskParts, target: RuleTarget): Promise<SearchQuery | null> {
  const page = { offset: 0, limit: NAMES_SHOWN };
  if ('query' in target) return { text: target.query, sort: 'relevance', ...page };
  if ('path' in target) {
    const [, store] = /^\/store\/([a-z0-9-]+)$/.exec(target.path) ?? [];
    return store === undefined ? null : { include: { store: [store] }, sort: 'newest', ...page };
  }
  const params: SearchParams = parseSearch(new URLSearchParams(target.params));
  const categories = await listings.categories();
  return {
    text: params.query,
    include: withChildren(params.include, categories),
    exclude: withChildren(params.exclude, categories),
    sort: params.sort,
    ...page,
  };
}

/** The rules besides this one. @throws RefusalError where it is not allowed beside them. */
function checkedAgainst(
  rules: readonly SearchRule[],
  rule: SearchRuleDraft,
  replaces: string | null,
): readonly SearchRule[] {
  const others = rules.filter(({ id }) => id !== replaces);
  const problems = searchRuleProblems(rule, others);
  if (Object.keys(problems).length > 0) throw fieldsRefused(problems);
  return others;
}

const REFUSALS = {
  full: `There are ${SEARCH_RULES_MAX} rules. Remove one first.`,
  gone: 'Somebody has changed or removed this rule meanwhile. Reload the page.',
  taken: 'There is such a rule already.',
};

/** Stores a rule, in place of another one if `replaces` is its id. @throws RefusalError */
export async function saveRule(
  { pb, searchRules }: SearchDeskParts,
  person: Actor,
  { rule, replaces }: { rule: SearchRuleDraft; replaces: string | null },
  now: Instant,
): Promise<void> {
  await searchRules.reload();
  checkedAgainst(searchRules.now(), rule, replaces);
  const refusal = await saveSearchRule(pb, person, { rule: storedRule(rule), replaces }, now);
  if (refusal !== null) throw conflict(REFUSALS[refusal]);
  await searchRules.reload();
}

/** Removes a rule; one that is gone already is no error. */
export async function removeRule(
  { pb, searchRules }: SearchDeskParts,
  person: Actor,
  id: string,
  now: Instant,
): Promise<void> {
  await searchRules.reload();
  const rule = searchRules.now().find((one) => one.id === id);
  if (rule === undefined) return;
  await removeSearchRule(pb, person, rule, now);
  await searchRules.reload();
}

/** Whether a text that was typed as a target is an address of this site, from which the site itself is left out. */
export function withoutSite(target: string, siteUrl: string): string {
  const own = target.trim();
  const path = own.startsWith(`${siteUrl}/`) ? own.slice(siteUrl.length) : own;
  return ruleTarget(path) === null ? own : path;
}
