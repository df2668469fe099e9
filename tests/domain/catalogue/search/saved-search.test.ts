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
} from '../../../../src/domain/catalogue/search/saved-search.ts';
import { parseSearch } from '../../../../src/domain/catalogue/search/search-params.ts';

const parsed = (query: string) => parseSearch(new URLSearchParams(query));
const at = (text: string) => Date.parse(text);

describe('a saved search', () => {
  it('is stored as a canonical query without page and unknown parameters', () => {
    expect(storedQuery(parsed('scale=32&query=dragon&page=3&nonsense=1'))).toBe('query=dragon&scale=32');
    expect(storedQuery(parsed('not-genre=horror&query=a+b&sort=newest'))).toBe(
      'query=a+b&not-genre=horror&sort=newest',
    );
  });

  it('must not be empty or too long', () => {
    const stores = Array.from({ length: 20 }, (_, at) => `${at}-${'a'.repeat(50)}`);
    const long = ['store', 'not-category']
      .flatMap((name) => stores.map((slug) => `${name}=${slug}`))
      .join('&');
    expect(savedSearchRefusal(parsed(''))).toBe('empty');
    expect(savedSearchRefusal(parsed('sort=popular'))).toBe('empty');
    expect(savedSearchRefusal(parsed('scale=32'))).toBeNull();
    expect(savedSearchRefusal(parsed(long))).toBe('too-long');
  });

  it('has a default name', () => {
    const params = parseSearch(new URLSearchParams('query=dragon&scale=32&not-store=crow&sale=yes'));
    expect(searchName(params, { crow: 'Crow Miniatures' })).toBe(
      'dragon, 32 mm, not Crow Miniatures, On sale',
    );
    const long = parseSearch(new URLSearchParams(`query=${'dragon '.repeat(28)}`));
    expect(searchName(long).length).toBeLessThanOrEqual(SAVED_NAME_MAX);
    expect(searchNameRefusal(searchName(long))).toBeNull();
    expect(searchNameRefusal('  ')).not.toBeNull();
    expect(searchNameRefusal('a'.repeat(SAVED_NAME_MAX + 1))).not.toBeNull();
  });

  it('runs at 06:00 daily or on Mondays, an hour before the digests', () => {
    expect(searchRunMoment('daily', at('2026-11-21T05:59:59Z'))).toBe(at('2026-11-20T06:00:00Z'));
    expect(searchRunMoment('daily', at('2026-11-21T06:00:00Z'))).toBe(at('2026-11-21T06:00:00Z'));
    expect(searchRunMoment('weekly', at('2026-11-21T12:00:00Z'))).toBe(at('2026-11-16T06:00:00Z'));
    expect(searchRunMoment('weekly', at('2026-11-23T06:30:00Z'))).toBe(at('2026-11-23T06:00:00Z'));
  });

  it('counts matches up to the limit', () => {
    expect(matchesTitle('Dragons', 1)).toBe('1 new model for “Dragons”');
    expect(matchesTitle('Dragons', MATCHES_LIMIT)).toBe('50 or more new models for “Dragons”');
  });
});
