import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SettingGroup } from '../../../src/domain/kernel/setting-group.ts';
import { SALE_COUNTRIES, zoneRefusal } from '../../../src/domain/payments/sale-countries.ts';
import { BANNER, bannerAt } from '../../../src/domain/site/banner.ts';
import { featuredStores, HOME_FEATURES } from '../../../src/domain/site/home-features.ts';
import { SETTING_GROUPS, settingGroup } from '../../../src/domain/site/setting-groups.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;
const named = SETTING_GROUPS.map((group) => [group.name, group as SettingGroup<object>] as const);

describe('every group', () => {
  it('has a name of its own that its row can have', () => {
    expect(new Set(SETTING_GROUPS.map(({ name }) => name)).size).toBe(SETTING_GROUPS.length);
    for (const { name } of SETTING_GROUPS) expect(name).toMatch(/^[a-z][a-z-]{0,39}$/);
    expect(settingGroup('banner')).toBe(BANNER);
    expect(settingGroup('constructor')).toBeNull();
  });

  it.each(named)('%s: what holds without a row passes its own check', (_name, group) => {
    expect(group.check(JSON.parse(JSON.stringify(group.fallback)))).toEqual({ value: group.fallback });
  });

  it.each(named)(
    '%s: any JSON is refused with a field or becomes a value that passes again',
    (_name, group) => {
      const someFields = fc.dictionary(fc.constantFrom(...Object.keys(group.fallback)), fc.jsonValue());
      fc.assert(
        fc.property(fc.oneof(fc.jsonValue(), someFields), (value) => {
          const checked = group.check(value);
          if ('problems' in checked) expect(Object.keys(checked.problems).length).toBeGreaterThan(0);
          else {
            // As it is stored: JSON knows no -0.
            const stored = JSON.parse(JSON.stringify(checked.value));
            expect(group.check(stored)).toEqual({ value: stored });
          }
        }),
      );
    },
  );
});

describe('the banner', () => {
  const banner = { ...BANNER.fallback, text: 'Sale', from: NOW, to: NOW + HOUR };

  it.each([
    [-1, false],
    [0, true],
    [HOUR - 1, true],
    [HOUR, false],
  ])('%i ms after its start stands: %s', (later, stands) => {
    expect(bannerAt(banner, NOW + later) !== null).toBe(stands);
  });

  it('without a text is none', () => expect(bannerAt(BANNER.fallback, NOW)).toBeNull());

  it.each([
    'javascript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    'http://plain.example',
    'https://a"b',
  ])('may not lead to %s', (link) =>
    expect(BANNER.check({ text: 'x', link })).toMatchObject({ problems: { link: expect.any(String) } }),
  );

  it.each(['/search?sale=yes', 'https://status.example/today', ''])('may lead to "%s"', (link) => {
    expect(BANNER.check({ text: 'x', link })).toMatchObject({ value: { link } });
  });

  it('cannot end before it begins', () => {
    expect(BANNER.check({ text: 'x', from: NOW, to: NOW })).toMatchObject({
      problems: { to: expect.any(String) },
    });
  });
});

describe('the home page', () => {
  const id = (letter: string) => letter.repeat(15);

  it('features stores between their dates, in order', () => {
    const stores = [
      { id: id('a'), from: NOW + 1, to: null },
      { id: id('b'), from: null, to: null },
      { id: id('c'), from: null, to: NOW },
      { id: id('d'), from: NOW, to: NOW + 1 },
    ];
    expect(featuredStores({ products: [], stores }, NOW)).toEqual([id('b'), id('d')]);
  });

  it.each([
    [{ products: ['no id'] }, 'products'],
    [{ products: ['a', 'b', 'c', 'd'].map(id) }, 'products'],
    [{ stores: [{ id: 'x' }] }, 'stores'],
    [{ stores: [{ id: id('a') }, { id: id('a') }] }, 'stores'],
    [{ stores: [{ id: id('a'), from: NOW, to: NOW }] }, 'stores'],
    [{ stores: [{ id: id('a'), from: 'today' }] }, 'stores'],
  ])('%j is refused', (value, field) => {
    expect(HOME_FEATURES.check(value)).toMatchObject({ problems: { [field]: expect.any(String) } });
  });
});

describe('countries', () => {
  it('without a list are all, and with one only those in it; an unknown one is not refused before it is known', () => {
    expect(zoneRefusal({ listed: [] }, 'Asia/Tokyo')).toBeNull();
    expect(zoneRefusal({ listed: ['DE', 'IN'] }, 'Europe/Berlin')).toBeNull();
    // The older name of a zone.
    expect(zoneRefusal({ listed: ['DE', 'IN'] }, 'Asia/Kolkata')).toBeNull();
    expect(zoneRefusal({ listed: ['DE', 'IN'] }, 'Asia/Calcutta')).toBeNull();
    expect(zoneRefusal({ listed: ['DE'] }, 'Asia/Tokyo')).toMatch(/people in Germany only/);
    expect(zoneRefusal({ listed: ['DE'] }, '')).toBeNull();
    expect(zoneRefusal({ listed: ['DE'] }, 'UTC')).toBeNull();
    expect(zoneRefusal({ listed: ['DE'] }, 'Nowhere/At-all')).toBeNull();
    expect(SALE_COUNTRIES.check({ listed: ['de'] })).toMatchObject({
      problems: { listed: expect.any(String) },
    });
  });
});
