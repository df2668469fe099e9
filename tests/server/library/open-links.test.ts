import { describe, expect, it } from 'vitest';
import { openOpenLinks } from '../../../src/server/library/open-links.ts';

const FILE = { userId: 'u'.repeat(15), productId: 'p'.repeat(15), fileId: 'f'.repeat(15) };
const NOW = Date.UTC(2026, 10, 23);

describe('a link for a slicer', () => {
  const links = openOpenLinks('a secret');
  const token = links.write(FILE, NOW + 60_000);

  it('names the person and the file until its time is over', () => {
    expect(links.read(token, NOW)).toEqual(FILE);
    expect(links.read(token, NOW + 59_999)).toEqual(FILE);
    expect(links.read(token, NOW + 60_000)).toBe('expired');
  });

  it('is nothing once a letter of person, product, file, time or signature was changed', () => {
    for (const at of [0, 16, 32, 48, token.length - 2]) {
      const other = token[at] === 'a' ? 'b' : 'a';
      expect(links.read(token.slice(0, at) + other + token.slice(at + 1), NOW)).toBeNull();
    }
  });

  it('is nothing at a site with another secret', () => {
    expect(openOpenLinks('another secret').read(token, NOW)).toBeNull();
  });

  it.each(['', 'a', '-'.repeat(105), `${token}x`, token.slice(1), '__proto__'])('is not %j', (text) => {
    expect(links.read(text, NOW)).toBeNull();
  });
});
