import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeRedirect } from '../../../src/domain/kernel/redirect.ts';

const HOME = '/';
const ORIGIN = 'https://guildhall.example';

describe('the redirect after signing in', () => {
  it.each([
    '/account/profile?x=1',
    '/product/abc',
    '/search?query=a+b',
    '/a#b',
    '/loginish',
    '/signup-bonus',
  ])('leads to %j', (wish) => {
    expect(safeRedirect(wish, HOME)).toBe(wish);
  });

  it.each([
    null,
    undefined,
    5,
    {},
    '',
    'account',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\tevil',
    '/\n/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    ' /account',
    '/account\\..\\..',
    '/login',
    '/login?redirect=/login',
    '/signup',
    `/${'a'.repeat(2001)}`,
  ])('does not follow %j', (wish) => {
    expect(safeRedirect(wish, HOME)).toBe(HOME);
  });

  it('never leaves the origin, whatever is requested', () => {
    const nasty = fc.stringMatching(/^[/\\.@:%\t\n a-z?#0-9]*$/);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          nasty,
          nasty.map((text) => `/${text}`),
        ),
        (wish) => {
          expect(new URL(safeRedirect(wish, HOME), ORIGIN).origin).toBe(ORIGIN);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
