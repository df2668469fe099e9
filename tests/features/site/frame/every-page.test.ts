import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { externalLinkRefusal } from '../../../../src/features/kernel/page/external-links.ts';
import { mayReload, RELOAD_GUARD_MS } from '../../../../src/features/kernel/page/fresh-build.ts';
import { isCode, keysAfter } from '../../../../src/features/site/frame/konami.ts';
import { MAX_PRELOADS, mayPreload, preloadQueue } from '../../../../src/features/site/frame/preload.ts';
import { SENT_MIN, typedSearch } from '../../../../src/features/site/frame/search-form.ts';

describe('preloading', () => {
  it('runs at most four at a time, and every address once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-d]{1,2}$/), fc.boolean())), (steps) => {
        const running: (() => void)[] = [];
        const fetched: string[] = [];
        let most = 0;
        const preload = preloadQueue((url, done) => {
          fetched.push(url);
          running.push(done);
          most = Math.max(most, running.length);
        });
        for (const [url, finish] of steps) {
          preload(url);
          if (finish) running.shift()?.();
        }
        while (running.length > 0) running.shift()?.();
        expect(fetched).toEqual([...new Set(steps.map(([url]) => url))]);
        expect(most).toBeLessThanOrEqual(MAX_PRELOADS);
      }),
    );
    expect(MAX_PRELOADS).toBe(4);
  });

  it('uses all four slots', () => {
    const fetched: string[] = [];
    const preload = preloadQueue((url) => fetched.push(url));
    for (const url of ['a', 'b', 'c', 'd', 'e']) preload(url);
    expect(fetched).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is off on slow or metered connections and on hidden pages', () => {
    expect(mayPreload(undefined, false)).toBe(true);
    expect(mayPreload({ effectiveType: '4g' }, false)).toBe(true);
    expect(mayPreload({ effectiveType: '4g' }, true)).toBe(false);
    expect(mayPreload({ effectiveType: 'slow-2g' }, false)).toBe(false);
    expect(mayPreload({ saveData: true }, false)).toBe(false);
  });
});

describe('the reload guard', () => {
  it('waits ten seconds between two reloads', () => {
    expect(RELOAD_GUARD_MS).toBe(10_000);
    expect(mayReload(null, 1e12)).toBe(true);
    expect(mayReload(String(1e12), 1e12 + 9_999)).toBe(false);
    expect(mayReload(String(1e12), 1e12 + 10_000)).toBe(true);
    expect(mayReload('nonsense', 1e12)).toBe(true);
  });
});

describe('external links', () => {
  const origin = 'https://hall.example';
  it.each([
    ['https://hall.example/terms', false, null],
    ['https://evil.example/', false, 'external'],
    ['https://evil.example/', true, null],
    ['https://hall.example.evil.example/', false, 'external'],
    ['http://hall.example/', false, 'external'],
    ['https://hall.example@evil.example/', false, 'external'],
    ['mailto:hall@hall.example', false, null],
    ['javascript:alert(1)', true, 'no-page'],
    ['data:text/html,x', true, 'no-page'],
  ])('%s, allowed %s: %s', (address, allowed, refusal) => {
    expect(externalLinkRefusal(new URL(address), origin, allowed)).toBe(refusal);
  });
});

describe('the code', () => {
  const CODE = [
    'ArrowUp',
    'ArrowUp',
    'ArrowDown',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
    'ArrowLeft',
    'ArrowRight',
    'b',
    'a',
  ];
  const pressed = (keys: string[]) => isCode(keys.reduce(keysAfter, [] as string[]));

  it('is recognised after other keys, even after an extra "up"', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CODE, 'x')), (before) => {
        expect(pressed([...before, ...CODE])).toBe(true);
      }),
    );
    expect(pressed(['ArrowUp', ...CODE])).toBe(true);
    expect(pressed([...CODE.slice(0, 8), 'B', 'A'])).toBe(true);
  });

  it('is not recognised if incomplete or in another order', () => {
    expect(pressed(CODE.slice(1))).toBe(false);
    expect(pressed(CODE.slice(0, 9))).toBe(false);
    expect(pressed(CODE.toReversed())).toBe(false);
    expect(pressed([...CODE, 'a'])).toBe(false);
  });
});

describe('the search text', () => {
  it.each([
    ['', null],
    ['  a  ', null],
    ['  3x  ', '3x'],
    ['abc', 'abc'],
    ['  dragon  ', 'dragon'],
    ['🐉', null],
    ['🐉🐉', '🐉🐉'],
  ])('of %j are %j', (typed, words) => {
    expect(typedSearch(typed)).toBe(words);
  });

  it('is sent from three characters on, though two are suggested for', () => {
    expect([typedSearch('  ab ', SENT_MIN), typedSearch('abc', SENT_MIN)]).toEqual([null, 'abc']);
  });
});
