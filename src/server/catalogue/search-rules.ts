import type PocketBase from 'pocketbase';
import { listedSearchRules } from '../../data/catalogue/search/search-rules.ts';
import {
  type RuleTarget,
  redirectOf,
  ruleWords,
  type SearchRule,
  type SearchRuleDraft,
  searchKey,
} from '../../domain/catalogue/search/search-rule.ts';
import { askedOf } from '../../search/asked.ts';
import type { SearchQuery } from '../../search/engine.ts';
import { Synonyms, TRADE_SETS } from '../../search/synonyms.ts';
import type { OpenedSearch } from './search-feed.ts';

/** The operators' rules of searches, in memory. The change feed says when they are read again. */
export interface SearchRules {
  /** The rules as they are now, the newest first. */
  now(): readonly SearchRule[];
  /** What the words of a text mean besides, as a search takes it. */
  synonymsIn(text: string): NonNullable<SearchQuery['synonyms']>;
  /** Where a search leads instead of being answered, or null. */
  redirectOf(text: string): RuleTarget | null;
  reload(): Promise<void>;
}

/** Rules in force: those of operators after the sets of the trade. */
export interface RulesInForce {
  synonymsIn: SearchRules['synonymsIn'];
  redirectOf: SearchRules['redirectOf'];
}

const setsOf = (rules: readonly SearchRuleDraft[], kind: SearchRuleDraft['kind']) =>
  rules.filter((rule) => rule.kind === kind).map(({ words }) => ruleWords(words).map(searchKey));

/** What these rules make of searches. */
export function rulesInForce(rules: readonly SearchRuleDraft[]): RulesInForce {
  const synonyms = new Synonyms([...TRADE_SETS, ...setsOf(rules, 'same')], setsOf(rules, 'apart'));
  return {
    synonymsIn(text) {
      const { words } = askedOf(text);
      const meanings = synonyms.of(words);
      return Object.fromEntries(words.map((word, at) => [word, meanings[at] ?? []]));
    },
    redirectOf: (text) => redirectOf(text, rules),
  };
}

/** Opens the rules, which are read at once and whenever `reload` is called. */
export async function openSearchRules(pb: PocketBase): Promise<SearchRules> {
  let rules: readonly SearchRule[] = [];
  let inForce = rulesInForce(rules);
  const reload = async () => {
    rules = await listedSearchRules(pb);
    inForce = rulesInForce(rules);
  };
  await reload();
  return {
    now: () => rules,
    synonymsIn: (text) => inForce.synonymsIn(text),
    redirectOf: (text) => inForce.redirectOf(text),
    reload,
  };
}

/** A search whose words mean what the rules say, unless the query says it itself. */
export function searchByRules(search: OpenedSearch, rules: Pick<SearchRules, 'synonymsIn'>): OpenedSearch {
  return {
    ...search,
    search: (query) =>
      search.search(
        query.text === undefined || query.synonyms !== undefined
          ? query
          : { ...query, synonyms: rules.synonymsIn(query.text) },
      ),
  };
}
