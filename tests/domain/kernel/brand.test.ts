import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accentColours,
  accentRefusal,
  accentStyle,
  BRAND,
  readableAccent,
  SURFACES,
} from '../../../src/domain/kernel/brand.ts';
import { type Colour, colourOf, colourText, contrast } from '../../../src/domain/kernel/contrast.ts';

const colour = (text: string) => colourOf(text) as Colour;
const anyColour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((parts) => colourText(parts as unknown as Colour));

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#1d6f63', '#1d6f63', 1],
  ])('of %s to %s is %f', (one, other, ratio) => {
    expect(contrast(colour(one), colour(other))).toBeCloseTo(ratio, 2);
  });
});

describe('an accent colour', () => {
  it('the built-in ones pass in their themes', () => {
    expect(accentRefusal('#1d6f63', 'light')).toBeNull();
    expect(accentRefusal('#5cc2b0', 'dark')).toBeNull();
  });

  it('one that nobody could read is refused with one that works', () => {
    expect(accentRefusal('#ffd700', 'light')).toMatch(/nearest colour that works is #[0-9a-f]{6}\.$/);
    expect(accentRefusal('gold', 'light')).toMatch(/six digits/);
  });

  it.each(['light', 'dark'] as const)(
    'whatever is chosen for the %s theme, the offered one can be read on every surface, and so can what stands on it',
    (theme) => {
      fc.assert(
        fc.property(anyColour, (chosen) => {
          const offered = readableAccent(chosen, theme) ?? '';
          expect(accentRefusal(offered, theme)).toBeNull();
          const { accent, hover, on } = accentColours(offered, theme);
          for (const surface of SURFACES[theme]) {
            expect(contrast(colour(accent), colour(surface))).toBeGreaterThanOrEqual(4.5);
            expect(contrast(colour(hover), colour(surface))).toBeGreaterThanOrEqual(4.5);
          }
          expect(contrast(colour(accent), colour(on))).toBeGreaterThanOrEqual(4.5);
          expect(contrast(colour(hover), colour(on))).toBeGreaterThanOrEqual(4.5);
        }),
      );
    },
  );

  it('is checked against the surfaces that the stylesheet has', () => {
    const css = readFileSync('src/ui/theme.css', 'utf8');
    for (const surface of Object.values(SURFACES).flat()) expect(css).toContain(`: ${surface};`);
  });

  it('of one theme leaves the other as it is, and none writes nothing', () => {
    expect(accentStyle({ accentLight: '', accentDark: '' })).toBe('');
    const dark = accentStyle({ accentLight: '', accentDark: '#9fd7ff' });
    expect(dark).toContain('#9fd7ff');
    expect(dark).not.toContain('light');
  });
});

describe('the brand', () => {
  const set = (change: object) => BRAND.check({ ...BRAND.fallback, ...change });

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(41)],
    ['accentLight', '#ffff00'],
    ['accentLight', 'red;} body{display:none'],
    ['logo', 'PHN2Zz48c2NyaXB0Pg=='],
  ])('%s may not be %j', (field, value) => {
    expect(set({ [field]: value })).toMatchObject({ problems: { [field]: expect.any(String) } });
  });

  it('a name is one clean line', () => {
    expect(set({ name: ' The  Sculptors\u200b\n' })).toMatchObject({ value: { name: 'The Sculptors' } });
  });
});
