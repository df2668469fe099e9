import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CUT_TOKEN } from '../../../src/domain/notifications/mail.ts';
import { paths } from '../../../src/paths.ts';
import { withoutTokens } from '../../../src/server/notifications/mail-tokens.ts';

const SITE = 'https://hall.example';
const TOKEN = 'q3Jx-k_0.Zm9v%3D';

describe('a stored mail', () => {
  it.each([
    paths.gift(TOKEN),
    paths.claim(TOKEN),
    paths.withdraw(TOKEN),
    paths.cancelLink(TOKEN),
    paths.confirmNotice(TOKEN),
    paths.objectToDecision(TOKEN),
    paths.resetPassword(TOKEN),
  ])('has no token of %s', (path) => {
    const texts = [
      `Open it:\n${SITE}${path}\n\nThank you.`,
      JSON.stringify([{ is: 'action', text: 'Open it:', label: 'Open', url: SITE + path }]),
      `See <${SITE}${path}>, (${SITE}${path}) and ${SITE}${path}.`,
    ];
    for (const text of texts) {
      const cut = withoutTokens(text);
      expect(cut).not.toMatch(/q3Jx|Zm9v/);
      expect(cut).toContain(CUT_TOKEN);
      // The words around it stay.
      expect(cut.startsWith(text.slice(0, 4))).toBe(true);
    }
    expect(JSON.parse(withoutTokens(texts[1] ?? ''))).toMatchObject([{ label: 'Open' }]);
  });

  it('keeps links that anybody may have', () => {
    const text = [
      paths.product('a'.repeat(15)),
      paths.withdraw(),
      paths.library(),
      paths.mailOff('b'.repeat(15)),
    ]
      .map((path) => SITE + path)
      .join('\n');
    expect(withoutTokens(text)).toBe(text);
  });

  it('keeps no token: each address with one is named, or is never mailed', () => {
    const source = readFileSync(new URL('../../../src/paths.ts', import.meta.url), 'utf8');
    const withToken = [...source.matchAll(/^ {2}(\w+): \(token\??: string/gm)].map(([, name]) => name);
    const NEVER_MAILED = ['openFile'];
    const cut = Object.entries(paths).flatMap(([name, path]) => {
      if (!withToken.includes(name) || NEVER_MAILED.includes(name)) return [];
      const address = (path as (token: string) => string)('secret-of-the-test');
      return withoutTokens(SITE + address).includes('secret-of-the-test') ? [name] : [];
    });
    expect(withToken.length).toBeGreaterThan(6);
    expect(cut).toEqual([]);
  });
});
