import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { THEME_PREFERENCES } from '../../../../src/domain/kernel/theme.ts';
import { THEME_SCRIPT } from '../../../../src/features/kernel/theme/inline.ts';
import { forcedLabel, toggleLabel } from '../../../../src/features/kernel/theme/labels.ts';
import { otherTheme, parsePreference, shownTheme } from '../../../../src/features/kernel/theme/theme.ts';

describe('the shown theme', () => {
  it.each([
    ['light', true, undefined, 'light'],
    ['dark', false, undefined, 'dark'],
    ['system', true, undefined, 'dark'],
    ['system', false, undefined, 'light'],
    ['light', false, 'dark', 'dark'],
    ['dark', true, 'light', 'light'],
    ['dark', true, 'sepia', 'dark'],
  ] as const)('%s on a dark system %s, forced to %s, is %s', (preference, dark, forced, shown) => {
    expect(shownTheme(preference, dark, forced)).toBe(shown);
  });

  it('is the system’s where anything else is stored', () => {
    for (const stored of [null, undefined, '', 'sepia', 'LIGHT', {}])
      expect(parsePreference(stored)).toBe('system');
  });
});

describe('the toggle', () => {
  it('names the mode it switches to', () => {
    expect(toggleLabel('light')).toBe('Dark mode');
    expect(toggleLabel('dark')).toBe('Light mode');
    expect(otherTheme(otherTheme('dark'))).toBe('dark');
  });

  it('is replaced by what the page forces', () => {
    expect(forcedLabel('light')).toBe('This page is always light');
  });
});

describe('the script before the first paint', () => {
  function painted(localStorage: object, systemIsDark: boolean, forceTheme?: string): unknown {
    const dataset: Record<string, string> = forceTheme === undefined ? {} : { forceTheme };
    runInNewContext(THEME_SCRIPT, {
      localStorage,
      document: { documentElement: { dataset } },
      matchMedia: (query: string) => ({ matches: query.includes('dark') && systemIsDark }),
    });
    return dataset['theme'];
  }

  it('decides like shownTheme', () => {
    const stored = fc.oneof(fc.constantFrom(...THEME_PREFERENCES, undefined), fc.string());
    const forced = fc.constantFrom('light', 'dark', undefined);
    fc.assert(
      fc.property(stored, fc.boolean(), forced, (theme, systemIsDark, force) => {
        const expected = shownTheme(parsePreference(theme), systemIsDark, force);
        expect(painted({ theme }, systemIsDark, force)).toBe(expected);
      }),
    );
  });

  it('works where the browser refuses storage', () => {
    const refusing = {
      get theme() {
        throw new Error('SecurityError');
      },
    };
    expect(painted(refusing, true)).toBe('dark');
  });
});
