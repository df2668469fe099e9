import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isOrigin,
  ORIGINS,
  ORIGINS_KEPT,
  originOf,
  parseOrigins,
  type VisitOrigin,
  noteOrigin as withClass,
} from '../../../src/domain/commerce/origin.ts';
import { lastWeeks, originCsv, originFigures, weekOf } from '../../../src/domain/commerce/origin-figures.ts';
import { paths, withOrigin } from '../../../src/paths.ts';

const PAGE = 'https://guildhall.test/product/aaaaaaaaaaaaaaa';

describe('where a visit came from', () => {
  it.each([
    ['', 'direct'],
    ['https://www.google.com/', 'search'],
    ['https://www.google.co.uk/', 'search'],
    ['https://google.com.au/search?q=dragon', 'search'],
    ['android-app://com.google.android.googlequicksearchbox/', 'search'],
    ['https://duckduckgo.com/', 'search'],
    ['https://uk.search.yahoo.com/', 'search'],
    ['https://yandex.com.tr/', 'search'],
    ['https://search.brave.com/', 'search'],
    ['https://mail.google.com/', 'link'],
    ['https://google.evil.com/', 'link'],
    ['https://www.google.com@evil.test/', 'link'],
    ['https://evil.test/https://www.google.com/', 'link'],
    ['https://notgoogle.com/', 'link'],
    ['https://www.reddit.com/', 'link'],
    ['android-app://com.reddit.frontpage/', 'link'],
    ['https://guildhall.test/search?query=dragon', 'site'],
    ['https://GUILDHALL.test', 'site'],
    // What a seller wrote here was not told apart from the search.
    ['https://guildhall.test/post/aaaaaaaaaaaaaaa', 'post'],
    ['https://guildhall.test/post/aaaaaaaaaaaaaaa/members?before=b', 'post'],
    ['https://guildhall.test/store/ashgrove-miniatures/posts', 'post'],
    ['https://guildhall.test/store/posts', 'site'],
    ['https://evil.test/post/aaaaaaaaaaaaaaa', 'link'],
    ['https://guildhall.test:8443/', 'link'],
    ['https://guildhall.test.evil.test/', 'link'],
    ['about:blank', 'direct'],
    ['dragon', 'direct'],
  ] as const)('%s: %s', (referrer, origin) => {
    expect(originOf(PAGE, referrer)).toBe(origin);
  });

  it.each(['feed', 'mail'] as const)('our own mark of a %s is stronger than the referrer', (from) => {
    const marked = `https://guildhall.test${withOrigin(paths.product('aaaaaaaaaaaaaaa'), from)}`;
    expect(originOf(marked, 'https://mail.google.com/')).toBe(from);
    expect(originOf(`${marked}#reviews`, '')).toBe(from);
  });

  it.each(['?from=site', '?from=feedx', '?xfrom=feed', '?from=', '?a=from=feed', '#from=feed'])(
    'an unknown mark %s says nothing',
    (mark) => {
      expect(originOf(PAGE + mark, '')).toBe('direct');
    },
  );

  it('marks product pages only', () => {
    expect(withOrigin(paths.notifications(), 'mail')).toBe(paths.notifications());
    expect(withOrigin(paths.productReviews('aaaaaaaaaaaaaaa'), 'mail')).toBe(
      paths.productReviews('aaaaaaaaaaaaaaa'),
    );
  });

  it('any address gets one of the classes, and no host of a stranger is a search engine or this site', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (page, referrer) => {
        expect(isOrigin(originOf(page, referrer))).toBe(true);
      }),
    );
    const rest = fc.string({ unit: fc.constantFrom(...'/?#@.:google.com%&=search') });
    fc.assert(
      fc.property(rest, (more) => {
        expect(originOf(PAGE, `https://stranger.test/${more}`)).toBe('link');
      }),
    );
  });

  it('a long hostile address takes no time that grows faster than it', () => {
    expect(originOf(PAGE, `https://${'google.'.repeat(20_000)}x`)).toBe('link');
    expect(originOf(PAGE, `https://${'a@'.repeat(20_000)}`)).toBe('link');
  });
});

describe('what a browser remembers', () => {
  it('is read as it was stored, the newest 200 of it', () => {
    let origins = new Map<string, VisitOrigin>();
    for (let at = 0; at < ORIGINS_KEPT + 5; at++) origins = withClass(origins, `p${at}`, 'link');
    origins = withClass(origins, 'p9', 'mail');
    expect(origins.size).toBe(ORIGINS_KEPT);
    expect(origins.has('p0')).toBe(false);
    expect(parseOrigins(JSON.stringify([...origins]))).toEqual(origins);
    expect(origins.get('p9')).toBe('mail');
  });

  it('never breaks the checkout, whatever stands there', () => {
    expect(parseOrigins('[["a","mail"],["b","x"],[1,"mail"],null,"a",{}]')).toEqual(new Map([['a', 'mail']]));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        for (const [, origin] of parseOrigins(text)) expect(isOrigin(origin)).toBe(true);
      }),
    );
  });
});

describe('weeks', () => {
  it.each([
    ['2026-11-23T00:00:00Z', '2026-11-23'],
    ['2026-11-22T23:59:59.999Z', '2026-11-16'],
    ['2027-01-01T12:00:00Z', '2026-12-28'],
  ])('that of %s begins on %s', (at, monday) => {
    expect(weekOf(Date.parse(at))).toBe(monday);
  });

  it('are listed to the current one', () => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    expect(lastWeeks(4, now)).toEqual(['2026-10-26', '2026-11-02', '2026-11-09', '2026-11-16']);
  });

  it('are summed up by week and by class', () => {
    const count = { origin: 'feed' as const, visits: 2, carts: 1, sales: 1 };
    const { totals, weeks, origins } = originFigures(
      [
        { ...count, week: '2026-11-16' },
        { ...count, week: '2026-11-16', origin: 'search', visits: 3 },
        { ...count, week: '2026-11-09' },
        { ...count, week: '2026-01-05' },
      ],
      ['2026-11-09', '2026-11-16'],
    );
    expect(totals).toEqual({ visits: 7, carts: 3, sales: 3 });
    expect(weeks.map(({ visits }) => visits)).toEqual([2, 5]);
    expect(origins.slice(0, 2).map(({ origin, visits }) => [origin, visits])).toEqual([
      ['feed', 4],
      ['search', 3],
    ]);
    expect(origins).toHaveLength(ORIGINS.length);
  });

  it('are exported with names that no spreadsheet takes for a formula', () => {
    const row = { week: '2026-11-16', productId: 'a'.repeat(15), visits: 2, carts: 1, sales: 0 };
    const csv = originCsv([{ ...row, name: '=1+1', origin: 'search' }], true);
    expect(csv.trim().split('\r\n')).toHaveLength(2);
    expect(csv).toContain('Search engines');
    expect(csv).not.toMatch(/(^|,)"?=1/m);
    expect(originCsv([{ ...row, name: 'A', origin: 'mail' }], false)).not.toContain('Visits');
  });
});
