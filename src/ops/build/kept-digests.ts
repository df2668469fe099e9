import type { Plugin } from 'vite';

const DIGEST = 'async function generateCspDigest(data, algorithm) {';
/** More than the styles and scripts of all pages. */
const TEXTS_KEPT = 1_000;

/**
 * Lets Astro make the hash of a style or script for the content security policy once for each text. It makes those of a
 * page anew with every rendering, and they are the same until the next build.
 */
export function keptDigests(): Plugin {
  return {
    name: 'kept-digests',
    transform(code, id) {
      return /[\\/]astro[\\/]dist[\\/]core[\\/]encryption\.js(\?|$)/.test(id)
        ? { code: withKeptDigests(code), map: null }
        : null;
    },
  };
}

/**
 * The module in which Astro makes hashes, with a memory for them.
 * @throws Error if the module looks different: a new version of Astro, which may need this no longer.
 */
export function withKeptDigests(code: string): string {
  if (code.split(DIGEST).length !== 2) throw new Error('Astro makes the hashes of its policy elsewhere now.');
  return code.replace(
    DIGEST,
    `const keptDigests = new Map();
function generateCspDigest(data, algorithm) {
  let texts = keptDigests.get(algorithm);
  if (!texts) keptDigests.set(algorithm, (texts = new Map()));
  let digest = texts.get(data);
  if (!digest) {
    if (texts.size >= ${TEXTS_KEPT}) texts.clear();
    texts.set(data, (digest = newCspDigest(data, algorithm)));
  }
  return digest;
}
async function newCspDigest(data, algorithm) {`,
  );
}
