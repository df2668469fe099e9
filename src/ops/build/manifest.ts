import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { sourcesHash } from './sources.ts';

/** Writes the build id into every page and into /builds/latest.json, which open pages poll. */
export function buildManifest(): AstroIntegration {
  const id = process.env['BUILD_ID'] ?? buildId();
  return {
    name: 'build-manifest',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { define: { 'import.meta.env.PUBLIC_BUILD_ID': JSON.stringify(id) } } });
      },
      'astro:build:done': async ({ dir }) => {
        await mkdir(new URL('builds/', dir), { recursive: true });
        await writeFile(new URL('builds/latest.json', dir), JSON.stringify({ id }));
      },
    },
  };
}

/** The hash of the sources, or of the commit if the sources cannot be read. */
function buildId(): string {
  try {
    return sourcesHash();
  } catch {
    const commit = execFileSync('git', ['rev-parse', 'HEAD']).toString();
    return createHash('sha256').update(commit).digest('hex').slice(0, 16);
  }
}
