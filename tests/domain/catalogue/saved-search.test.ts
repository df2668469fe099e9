import { describe, expect, it } from 'vitest';
import {
  MATCHES_LIMIT,
  matchesTitle,
  SAVED_NAME_MAX,
  savedSearchRefusal,
  searchName,
  searchNameRefusal,
  searchRunMoment,
  storedQuery,
} from '../../../src/domain/catalogue/saved-search.ts';
import { parseSearch } from '../../../src/domain/catalogue/search-params.ts';

const asked = (query: string) => parseSearch(new URLSearchParams(query));
const at = (text: string) => Date.parse(text);

describe('a kept search', () => {
  it('is the search page’s own query in its one order, from the first page on, without what that does not know', () => {
    expect(storedQuery(asked('scale=32&query=dragon&page=3&nonsense=1'))).toBe('query=dragon&scale=32');
    expect(storedQuery(asked('not-genre=horror&query=a+b&sort=newest'))).toBe(
      'query=a+b&not-genre=horror&sort=newest',
    );
  });

  it('asks for something, and is no catalogue of filters', () => {
    const stores = Array.from({ length: 20 }, (_, at) => `${at}-${'a'.repeat(50)}`);
    const long = ['store', 'not-category']
      .flatMap((name) => stores.map((slug) => `${name}=${slug}`))
      .join('&');
    expect(savedSearchRefusal(asked(''))).toBe('empty');
    expect(savedSearchRefusal(asked('sort=popular'))).toBe('empty');
    expect(savedSearchRefusal(asked('scale=32'))).toBeNull();
    expect(savedSearchRefusal(asked(long))).toBe('too-long');
  });

  it('is called after what it asks for until somebody names it', () => {
    const params = parseSearch(new URLSearchParams('query=dragon&scale=32&not-store=crow&free=yes'));
    expect(searchName(params, { crow: 'Crow Miniatures' })).toBe('dragon, 32 mm, not Crow Miniatures, Free');
    const long = parseSearch(new URLSearchParams(`query=${'dragon '.repeat(28)}`));
    expect(searchName(long).length).toBeLessThanOrEqual(SAVED_NAME_MAX);
    expect(searchNameRefusal(searchName(long))).toBeNull();
    expect(searchNameRefusal('  ')).not.toBeNull();
    expect(searchNameRefusal('a'.repeat(SAVED_NAME_MAX + 1))).not.toBeNull();
  });

  it('is looked for at six in the morning, or on Mondays, an hour before the digests', () => {
    expect(searchRunMoment('daily', at('2026-11-21T05:59:59Z'))).toBe(at('2026-11-20T06:00:00Z'));
    expect(searchRunMoment('daily', at('2026-11-21T06:00:00Z'))).toBe(at('2026-11-21T06:00:00Z'));
    expect(searchRunMoment('weekly', at('2026-11-21T12:00:00Z'))).toBe(at('2026-11-16T06:00:00Z'));
    expect(searchRunMoment('weekly', at('2026-11-23T06:30:00Z'))).toBe(at('2026-11-23T06:00:00Z'));
  });

  it('counts what it found as far as it looked', () => {
    expect(matchesTitle('Dragons', 1)).toBe('1 new model for “Dragons”');
    expect(matchesTitle('Dragons', MATCHES_LIMIT)).toBe('50 or more new models for “Dragons”');
  });
});
