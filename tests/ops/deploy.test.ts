import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/ops/bootstrap.mjs';
import { ROOT } from '../structure/source.ts';

const FOLDER = join(ROOT, 'docs/deploy');
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const files = [...readdirSync(FOLDER).map((name) => `docs/deploy/${name}`), 'Dockerfile'];
const settings = new Set([...text('.env.example').matchAll(/^#? ?([A-Z_0-9]+)=/gm)].map(([, name]) => name));
/** Names of these files themselves, and of the programs that read them. */
const OWN =
  /^(DOMAIN|SITES|VISITORS|SITE_\d|NODE_ENV|CMD|ALL|ENV|ARG|RUN|COPY|FROM|USER|VOLUME|EXPOSE|WORKDIR)$/;

describe('what docs/deploy says', () => {
  it.each(files)('%s names only commands and scripts that exist', (path) => {
    const commands = [...text(path).matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name]) => String(name));
    expect(commands.filter((name) => !(name in COMMANDS))).toEqual([]);
    const scripts = [...text(path).matchAll(/src\/[\w/-]+\.ts/g)].map(([name]) => name);
    expect(scripts.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
  });

  it.each(files)('%s names only settings that exist', (path) => {
    const named = [...text(path).matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name);
    const set = [...text(path).matchAll(/\b([A-Z][A-Z0-9]+)=/g)].map(([, name]) => String(name));
    expect([...named, ...set].filter((name) => !settings.has(name) && !OWN.test(name))).toEqual([]);
  });

  it('behind Varnish and haproxy all visitors had one address, and shared its limits', () => {
    // Sites read the last address; Varnish has named the visitor's, and haproxy added that of Varnish.
    const lines = text('docs/deploy/haproxy.cfg')
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toContain('option forwardfor except "$CACHE"');
    expect(lines).toContain('presetenv CACHE 127.0.0.1');
  });

  it('a public setting, or a folder or port from .env, kept every container from starting', () => {
    const [image, compose] = [text('Dockerfile'), text('docs/deploy/compose.yaml')];
    // With other public settings than those of the image a site would be built anew, where nothing may be written.
    const shown = [...settings].map(String).filter((name) => name.startsWith('PUBLIC_'));
    expect(shown.length).toBeGreaterThan(5);
    for (const name of shown) {
      expect(image).toMatch(new RegExp(`^ARG ${name}(=|$)`, 'm'));
      expect(image).toContain(`${name}=$${name}`);
      expect(compose).toContain(`${name}: \${${name}`);
    }
    const places = compose.slice(compose.indexOf('x-places:'), compose.indexOf('services:'));
    for (const name of ['DATA_DIR', 'CACHE_DIR', 'MODELS_DIR', 'HOST', 'PORT', 'POCKETBASE_GATE_PORT'])
      expect(places).toMatch(new RegExp(`^  ${name}: `, 'm'));
    expect(compose.match(/<<: \*(places|site)/g)).toHaveLength(3);
  });

  it('links only files that exist, and names every file of the folder', () => {
    const page = text('docs/deploy/many.md');
    const links = [...page.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, link]) => String(link));
    expect(links.filter((link) => !existsSync(join(FOLDER, link)))).toEqual([]);
    expect(readdirSync(FOLDER).filter((name) => !page.includes(name) && name !== 'many.md')).toEqual([]);
  });
});
