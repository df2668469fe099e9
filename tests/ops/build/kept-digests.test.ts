import { readFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { withKeptDigests } from '../../../src/ops/build/kept-digests.ts';

type Digest = (text: string, algorithm: string) => Promise<string>;
const FILE = new URL('../../../node_modules/astro/dist/core/encryption.js', import.meta.url);

/** The function that Astro makes hashes with, as this text of its module has it. */
function digestIn(module: string): Digest {
  const from = module.search(/(const keptDigests|async function generateCspDigest)/);
  const body = module.slice(from, module.indexOf('async function generateContentHash'));
  const algorithms =
    "const encoder = new TextEncoder(); const ALGORITHMS = { 'SHA-256': 'sha256-', 'SHA-512': 'sha512-' };";
  const encode = "const encodeBase64 = (bytes) => Buffer.from(bytes).toString('base64');";
  return new Function(`${algorithms}${encode}${body}; return generateCspDigest;`)() as Digest;
}

it('makes the same hashes as Astro, once for each text', async () => {
  const module = await readFile(FILE, 'utf8');
  const [astro, kept] = [digestIn(module), digestIn(withKeptDigests(module))];
  const texts = ['', 'a{b:c}', 'alert(1)'];
  for (const algorithm of ['SHA-256', 'SHA-512'])
    for (const text of texts) expect(await kept(text, algorithm)).toBe(await astro(text, algorithm));
  const digested = vi.spyOn(crypto.subtle, 'digest');
  for (const text of texts) await kept(text, 'SHA-256');
  expect(digested).not.toHaveBeenCalled();
  await astro('a{b:c}', 'SHA-256');
  expect(digested).toHaveBeenCalledTimes(1);
  digested.mockRestore();
});

it('does not keep more and more texts', async () => {
  const kept = digestIn(withKeptDigests(await readFile(FILE, 'utf8')));
  for (let place = 0; place < 1_001; place++) await kept(`text ${place}`, 'SHA-256');
  const digested = vi.spyOn(crypto.subtle, 'digest');
  await kept('text 0', 'SHA-256');
  expect(digested).toHaveBeenCalledTimes(1);
  digested.mockRestore();
});

it('refuses a version of Astro that makes them elsewhere', () => {
  expect(() => withKeptDigests('export const nothing = 1;')).toThrow('elsewhere');
});
