import { describe, expect, it } from 'vitest';
import {
  RULE_WORDS_MAX,
  redirectOf,
  ruleTarget,
  type SearchRuleDraft,
  searchKey,
  searchRuleProblems,
  storedRule,
} from '../../../../src/domain/catalogue/search/search-rule.ts';

const same = (words: string): SearchRuleDraft => ({ kind: 'same', words, target: '' });
const redirect = (words: string, target: string): SearchRuleDraft => ({ kind: 'redirect', words, target });

describe('words that mean the same', () => {
  it('are stored in lower case, each once, without what is no word', () => {
    expect(storedRule(same(' Owl Bear,owlbear;  OWLBEAR,, ! ')).words).toBe('owl bear, owlbear');
  });

  it.each([
    ['', 'Enter the words.'],
    ['owlbear', 'at least two words'],
    [Array.from({ length: RULE_WORDS_MAX + 1 }, (_, n) => `word${n}`).join(','), 'at most 12 words'],
    [`owlbear, ${'x'.repeat(61)}`, 'at most 60 characters'],
    ['owlbear, a bear with an owl’s head', 'at most 4 words'],
    ['Strix, owlbear', 'such a rule already'],
  ])('“%s” is refused: %s', (words, refusal) => {
    expect(searchRuleProblems(same(words), [same('strix, owlbear')]).words).toContain(refusal);
  });

  it('are accepted up to the limits', () => {
    const most = Array.from({ length: RULE_WORDS_MAX }, (_, n) => `${'x'.repeat(57)}${n}`).join(', ');
    expect(searchRuleProblems(same(most), [])).toEqual({});
    expect(searchRuleProblems(same('owlbear, bear with owl head'), [same('orc, ork')])).toEqual({});
  });
});

describe('a redirect', () => {
  it.each([
    ['Dragon', { query: 'Dragon' }],
    ['/search?scale=32&scale=999&utm_source=x', { params: 'scale=32' }],
    ['?query=red+dragon', { params: 'query=red+dragon' }],
    ['?query=100%25&scale=32', { params: 'query=100%25&scale=32' }],
    ['?query=%zz', { params: 'query=%25zz' }],
    ['/store/ashgrove-miniatures', { path: '/store/ashgrove-miniatures' }],
    ['/store/ashgrove-miniatures/guild', { path: '/store/ashgrove-miniatures/guild' }],
    ['/artists', { path: '/artists' }],
  ])('may lead to %s', (text, target) => {
    expect(ruleTarget(text)).toEqual(target);
    expect(searchRuleProblems(redirect('owlbear', text), [])).toEqual({});
    // What is stored is read as the same.
    expect(ruleTarget(storedRule(redirect('owlbear', text)).target)).toEqual(
      'query' in target ? { query: 'dragon' } : target,
    );
  });

  it.each([
    ...['https://elsewhere.example/', '//elsewhere.example', '/\\elsewhere.example', 'www.elsewhere.example'],
    ...[
      'javascript:alert(1)',
      '/store/../account',
      '/account/operator',
      '/search?unknown=1',
      '/store/a?next=//b',
    ],
  ])('never leads to %s', (target) => {
    expect(ruleTarget(target)).toBeNull();
    expect(searchRuleProblems(redirect('owlbear', target), []).target).toContain('of this site');
  });

  it('leads every spelling of a search on, and no other search', () => {
    const rules = [redirect('owl bear', 'bear')];
    expect(redirectOf(' Öwl-BEAR! ', [redirect('owl bear', 'bear')])).toEqual({ query: 'bear' });
    expect(searchKey(' Öwl-BEAR! ')).toBe('owl bear');
    expect(redirectOf('owl bear red', rules)).toBeNull();
    expect(redirectOf('', rules)).toBeNull();
  });

  it('leads to no search that leads on, nor to itself', () => {
    expect(searchRuleProblems(redirect('bear', 'Bear!'), []).target).toContain('lead to itself');
    expect(searchRuleProblems(redirect('bear', '/search?query=bear'), []).target).toContain('lead to itself');
    const others = [redirect('owl', 'bird')];
    expect(searchRuleProblems(redirect('bear', 'owl'), others).target).toContain('leads on to “bird”');
  });

  it('of two operators that lead to each other leads nowhere', () => {
    const rules = [redirect('owl', 'bear'), redirect('bear', '?query=owl')];
    expect(redirectOf('owl', rules)).toBeNull();
    expect(redirectOf('bear', rules)).toBeNull();
  });
});
