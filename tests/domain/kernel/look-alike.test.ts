import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storeFrontRefusals } from '../../../src/domain/catalogue/store.ts';
import { usernameRefusal } from '../../../src/domain/identity/user.ts';
import { foldedName, isReservedName } from '../../../src/domain/kernel/look-alike.ts';

describe('names that look alike', () => {
  it.each([
    ['Ashgrove Miniatures', 'ASHGROVE  MINIATURES'],
    ['Ashgrove Miniatures', 'Ashgrove-Miniatures.'],
    ['Ashgrove Miniatures', 'Αshgrоve Мiniаtures'],
    ['Ashgrove Miniatures', 'Ashgrove Miniatùrés'],
    ['Ashgrove Miniatures', 'Ａｓｈｇｒｏｖｅ　Ｍｉｎｉａｔｕｒｅｓ'],
    ['Ashgrove Miniatures', 'Ashgr0ve M1n1atures'],
    ['Ashgrove Miniatures', 'Ashgrove Miniatures\u200b'],
    ['Illumina', 'lIIumina'],
    ['Modern Forge', 'Modem Forge'],
    ['Wyrm & Co', 'VVyrm Co'],
    ['Þórr Fig', 'Thorr Fig'],
  ])('are one: %s and %s', (one, other) => {
    expect(foldedName(other)).toBe(foldedName(one));
  });

  it.each([
    ['Ashgrove Miniatures', 'Ashgrove Models'],
    ['Grim Forge', 'Grim Forge Two'],
    ['ドラゴン工房', 'ドラゴン堂'],
    ['★★★', '★★'],
    ['Ember', 'Amber'],
  ])('are not: %s and %s', (one, other) => {
    expect(foldedName(other)).not.toBe(foldedName(one));
  });

  it('fold to something short whatever is written, in steps that grow with its length', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 }), (units) => {
        const text = String.fromCharCode(...units);
        const fold = foldedName(text);
        expect(fold.length).toBeLessThanOrEqual(200);
        expect(foldedName(`  ${text}  `)).toBe(foldedName(text));
      }),
    );
    expect(foldedName('ﷺ'.repeat(80))).toHaveLength(200);
  });
});

describe('reserved names', () => {
  const RESERVED = [
    'admin',
    'support',
    'guildhall',
    'moderator',
    'adm1n',
    'supp0rt',
    'gui1dhal1',
    'guild-hall',
    'the-guildhall-shop',
    'admin-team',
    'admin_2',
    'support24',
    'rnoderator',
    'paym3nts',
    'team',
  ];
  it.each(RESERVED)('are refused as user names and store names: %s', (name) => {
    expect(usernameRefusal(name)).toBe('username-reserved');
    expect(storeFrontRefusals({ name }).name).toContain('reserved');
  });

  it.each([
    'mira',
    'admiral',
    'supporting-cast',
    'teamster-tom',
    'ashgrove',
    'guild-of-halls',
    'mod-maker',
    '1234',
  ])('are not: %s', (name) => {
    expect(usernameRefusal(name)).toBeNull();
  });

  it('are found in other scripts too, where a store may use them', () => {
    for (const name of ['Ｇｕｉｌｄｈａｌｌ', 'Guіldhаll Support', 'Süpport', 'Official Support!'])
      expect(isReservedName(name)).toBe(true);
    expect(storeFrontRefusals({ name: 'Official Dragons' })).toEqual({});
  });
});
