import { cleanLine } from '../../kernel/clean-text.ts';
import type { Instant } from '../../kernel/instant.ts';
import { parseSearch, searchAddress } from './search-params.ts';

/** What operators make of searches: which words mean the same, which do not, and which searches lead elsewhere. */

export const SEARCH_RULE_KINDS = {
  same: 'Means the same',
  apart: 'Does not mean the same',
  redirect: 'Leads to',
} as const;
export type SearchRuleKind = keyof typeof SEARCH_RULE_KINDS;

/** The most rules, and the most words of one, each of so many characters and words at most. */
export const SEARCH_RULES_MAX = 500;
export const RULE_WORDS_MAX = 12;
export const RULE_WORD_LENGTH_MAX = 60;
export const RULE_WORD_PARTS_MAX = 4;
export const RULE_TARGET_MAX = 300;
/** The longest text that a form sends: all words with what stands between them. */
export const RULE_TEXT_MAX = RULE_WORDS_MAX * (RULE_WORD_LENGTH_MAX + 2);

/** A rule as it is written: words with commas between them, and where a redirect leads. */
export interface SearchRuleDraft {
  kind: SearchRuleKind;
  words: string;
  target: string;
}

export interface SearchRule extends SearchRuleDraft {
  id: string;
  addedAt: Instant;
}

export type SearchRuleProblems = Partial<Record<'words' | 'target', string>>;

/** What a search asks for, whatever the case, accents, signs and spaces: the same for those that a redirect takes for one. */
export function searchKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}

/** The words of a set as it is stored, in lower case, each once. */
export function ruleWords(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,;\n]/)
        .map((word) => cleanLine(word).toLowerCase())
        .filter((word) => searchKey(word) !== ''),
    ),
  ];
}

/** Pages that a redirect may lead to, besides a search: stores and their guilds, and lists. */
const OUR_PAGE = /^\/(store\/[a-z0-9-]{1,80}(\/guild)?|categories|artists|guilds)$/;

/** Where a redirect leads: the words of another search, the query string of a search with filters, or a page of ours. */
export type RuleTarget = { query: string } | { params: string } | { path: string };

/** The values of a name in a query string, as a browser reads them. */
function valuesIn(query: string, name: string): string[] {
  return query.split('&').flatMap((pair) => {
    const [key = '', ...value] = pair.split('=');
    return decoded(key) === name ? [decoded(value.join('='))] : [];
  });
}

/** Part of a query string as text; what is no text there stays as it is. */
function decoded(part: string): string {
  const spaced = part.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Reads where a redirect leads; null for an address that is none of ours. */
export function ruleTarget(text: string): RuleTarget | null {
  const target = cleanLine(text);
  const [, params] = /^(?:\/search)?\?(.+)$/.exec(target) ?? [];
  if (params !== undefined) {
    const query = searchAddress(parseSearch({ getAll: (name) => valuesIn(params, name) }));
    return query === '' ? null : { params: query };
  }
  if (OUR_PAGE.test(target)) return { path: target };
  // Anything else with a slash, a colon before it or a dot is meant as an address.
  if (/[/\\]|^\w+:|^www\./i.test(target)) return null;
  return searchKey(target) === '' ? null : { query: target };
}

/** A rule as it is stored. */
export function storedRule({ kind, words, target }: SearchRuleDraft): SearchRuleDraft {
  if (kind !== 'redirect') return { kind, words: ruleWords(words).join(', '), target: '' };
  const leads = ruleTarget(target);
  return {
    kind,
    words: searchKey(words),
    target: leads === null ? '' : targetText(leads),
  };
}

/** Where a redirect leads, as it is stored: "dragon", "?scale=32" or the path of a page. */
function targetText(target: RuleTarget): string {
  if ('path' in target) return target.path;
  return 'params' in target ? `?${target.params}` : target.query.toLowerCase();
}

/** What is wrong with a rule, by field. @param others all rules but the one that it replaces. */
export function searchRuleProblems(
  draft: SearchRuleDraft,
  others: readonly SearchRuleDraft[],
): SearchRuleProblems {
  const rule = storedRule(draft);
  const problems: SearchRuleProblems = {};
  const words = wordsProblem(draft, rule, others);
  if (words !== null) problems.words = words;
  if (draft.kind !== 'redirect') return problems;
  const target = targetProblem(draft, rule, others);
  if (target !== null) problems.target = target;
  return problems;
}

function wordsProblem(
  draft: SearchRuleDraft,
  { kind, words }: SearchRuleDraft,
  others: readonly SearchRuleDraft[],
): string | null {
  const all = kind === 'redirect' ? [words].filter((one) => one !== '') : ruleWords(draft.words);
  if (all.length === 0) return kind === 'redirect' ? 'Enter the search.' : 'Enter the words.';
  if (kind !== 'redirect' && all.length < 2) return 'Enter at least two words, with a comma between them.';
  if (all.length > RULE_WORDS_MAX) return `Use at most ${RULE_WORDS_MAX} words.`;
  if (all.some((word) => word.length > RULE_WORD_LENGTH_MAX))
    return `Use at most ${RULE_WORD_LENGTH_MAX} characters for each.`;
  if (kind !== 'redirect' && all.some((word) => searchKey(word).split(' ').length > RULE_WORD_PARTS_MAX))
    return `Use at most ${RULE_WORD_PARTS_MAX} words between two commas.`;
  const isThere = others.some((other) => other.kind === kind && other.words === words);
  return isThere ? 'There is such a rule already.' : null;
}

function targetProblem(
  draft: SearchRuleDraft,
  { words, target }: SearchRuleDraft,
  others: readonly SearchRuleDraft[],
): string | null {
  if (cleanLine(draft.target) === '') return 'Enter another search or an address of this site.';
  const leads = ruleTarget(draft.target);
  if (leads === null)
    return 'Only a search, a store, its guild, or a list of this site: “dragon”, “/search?scale=32” or “/store/name”.';
  if (target.length > RULE_TARGET_MAX) return `Use at most ${RULE_TARGET_MAX} characters.`;
  const query = queryOf(leads);
  if (query === null) return null;
  if (query === words) return 'It would lead to itself.';
  const further = others.find(({ kind, words: source }) => kind === 'redirect' && source === query);
  return further ? `“${query}” leads on to “${further.target}”. Enter that.` : null;
}

/** The key of the search that a target asks for; null where it is another page, or has filters. */
function queryOf(target: RuleTarget): string | null {
  if ('query' in target) return searchKey(target.query);
  const [, query] = 'params' in target ? (/^query=([^&]+)$/.exec(target.params) ?? []) : [];
  return query === undefined ? null : searchKey(decoded(query));
}

/**
 * Where a search leads by these rules, or null. A search that another one leads to is answered itself, so that rules of two
 * operators never lead round and round.
 */
export function redirectOf(text: string, rules: readonly SearchRuleDraft[]): RuleTarget | null {
  const redirects = rules.filter(({ kind }) => kind === 'redirect');
  const key = searchKey(text);
  const rule = redirects.find(({ words }) => words === key);
  const target = rule ? ruleTarget(rule.target) : null;
  if (target === null) return null;
  const query = queryOf(target);
  return query !== null && redirects.some(({ words }) => words === query) ? null : target;
}
