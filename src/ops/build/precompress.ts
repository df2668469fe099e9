import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';

const TEXT = /\.(html|js|css|svg|xml|txt|json|webmanifest)$/;
/** Smaller files do not gain from compression, headers included. In bytes. */
const MIN_BYTES = 512;

/** Writes a .br and a .gz next to every text file of the built site, at the best quality. */
export function precompress(): AstroIntegration {
  return {
    name: 'precompress',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const root = fileURLToPath(dir);
        const entries = await readdir(root, { recursive: true, withFileTypes: true });
        const files = entries.filter((entry) => entry.isFile() && TEXT.test(entry.name));
        let before = 0;
        let after = 0;
        await Promise.all(
          files.map(async (entry) => {
            const file = join(entry.parentPath, entry.name);
            const bytes = await readFile(file);
            if (bytes.length < MIN_BYTES) return;
            const [br, gz] = await Promise.all([
              promisify(brotliCompress)(bytes, {
                params: {
                  [constants.BROTLI_PARAM_QUALITY]: 11,
                  [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
                },
              }),
              promisify(gzip)(bytes, { level: 9 }),
            ]);
            before += bytes.length;
            after += br.length;
            await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
          }),
        );
        logger.info(`${(before / 1000).toFixed(0)} kB of text, ${(after / 1000).toFixed(0)} kB in brotli`);
      },
    },
  };
}
