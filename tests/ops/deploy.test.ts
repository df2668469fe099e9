import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/ops/bootstrap.mjs';
import { OPENED_BY_PATH, runtimePackages } from '../../src/ops/build/runtime-packages.ts';
import { RUNTIME_SETTINGS } from '../../src/ops/build/sources.ts';
import { TIMEOUT_MS } from '../../src/ops/shutdown.ts';
import { ROOT } from '../structure/source.ts';

const FOLDER = join(ROOT, 'docs/deploy');
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const files = [...readdirSync(FOLDER).map((name) => `docs/deploy/${name}`), 'Dockerfile'];
const settings = new Set([...text('.env.example').matchAll(/^#? ?([A-Z_0-9]+)=/gm)].map(([, name]) => name));
/** Names of these files themselves, and of the programs that read them. */
const OWN =
  /^(AF_\w+|NODE_IMAGE|DOMAIN|SITES|VISITORS|SITE_\d|NODE_ENV|CMD|ALL|ENV|ARG|RUN|COPY|FROM|USER|VOLUME|EXPOSE|WORKDIR)$/;

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

  it('behind Varnish and haproxy each visitor has an address of their own', () => {
    // Sites read the last address; Varnish has named the visitor's, and haproxy added that of Varnish.
    const lines = text('docs/deploy/haproxy.cfg')
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toContain('option forwardfor except "$CACHE"');
    expect(lines).toContain('presetenv CACHE 127.0.0.1');
  });

  it('the image is built with every public setting, and keeps its own folders and ports', () => {
    const [image, compose] = [text('Dockerfile'), text('docs/deploy/compose.yaml')];
    // With other public settings than those of the image a site would be built anew, where nothing may be written.
    const all = [...settings].map(String).filter((name) => name.startsWith('PUBLIC_'));
    const shown = all.filter((name) => !RUNTIME_SETTINGS.includes(name));
    expect(shown.length).toBeGreaterThan(5);
    for (const name of shown) {
      expect(image).toMatch(new RegExp(`^ARG ${name}(=|$)`, 'm'));
      expect(image).toContain(`${name}=$${name}`);
      expect(compose).toContain(`${name}: \${${name}`);
    }
    // These come with .env, when the image is started.
    for (const name of RUNTIME_SETTINGS) expect(image + compose).not.toContain(name);
    const places = compose.slice(compose.indexOf('x-places:'), compose.indexOf('services:'));
    for (const name of ['DATA_DIR', 'CACHE_DIR', 'MODELS_DIR', 'HOST', 'PORT', 'POCKETBASE_GATE_PORT'])
      expect(places).toMatch(new RegExp(`^  ${name}: `, 'm'));
    expect(compose.match(/<<: \*(places|site)/g)).toHaveLength(3);
  });

  it('sites under systemd have the folders and the service account of the backend', () => {
    const units = readdirSync(FOLDER).filter((name) => name.endsWith('.service'));
    expect(units).toHaveLength(3);
    const settingOf = (unit: string, key: string) =>
      new RegExp(`^(?:Environment=.* )?${key}=(\\S+)`, 'm').exec(unit)?.[1] ?? 'nothing';
    const all = units.map((name) => text(`docs/deploy/${name}`));
    for (const key of ['DATA_DIR', 'User', 'WorkingDirectory', 'EnvironmentFile', 'StateDirectory'])
      expect(new Set(all.map((unit) => settingOf(unit, key))).size, key).toBe(1);
    const [unit = ''] = all;
    // What systemd makes for them, and where they may write.
    expect(settingOf(unit, 'DATA_DIR')).toBe(`/var/lib/${settingOf(unit, 'StateDirectory')}`);
    const caches = all.map((each) => settingOf(each, 'CACHE_DIR'));
    expect(new Set(caches).size).toBe(3);
    for (const folder of caches) expect(folder).toMatch(/^\/var\/cache\/guildhall(\/|$)/);
    // The database that Litestream copies is the one that the backend opens.
    const copied = /- path: (\S+)/.exec(text('docs/deploy/litestream.yml'))?.[1];
    expect(copied).toBe(`${settingOf(unit, 'DATA_DIR')}/data/data.db`);
    expect(text('src/ops/snapshot/take.ts')).toContain("join(parts.dataDir, 'data', 'data.db')");
  });

  it('the image carries its database, and nothing that builds pages or stands in for neighbours', async () => {
    const image = text('Dockerfile');
    const [, first = '', second = ''] = image.split(/^FROM /m);
    expect(first).toMatch(/^\$NODE_IMAGE AS build\n/);
    expect(first).toContain('node src/ops/build/runtime-packages.ts /runtime');
    expect(second).not.toMatch(/npm|buildSite/);
    expect(second).toContain('COPY --from=build /runtime/bin/pocketbase /usr/local/bin/pocketbase');
    expect(second).toContain('POCKETBASE_BIN=/usr/local/bin/pocketbase');
    const needed = (await runtimePackages(ROOT)).map((path) => path.replace(/^node_modules\//, ''));
    for (const name of ['sharp', 'stripe', 'pocketbase', 'esbuild', 'pdfkit', 'zod', ...OPENED_BY_PATH])
      expect(needed).toContain(name);
    const tools = ['vite', 'rolldown', 'tailwindcss', 'typescript', 'smtp-server', 'node', 'vitest'];
    expect(tools.filter((name) => needed.includes(name))).toEqual([]);
    // The fonts that invoices open by path.
    const fonts = [...text('src/server/payments/invoice-fonts.ts').matchAll(/'(noto-sans[\w-]*|kosugi)'/g)];
    expect(fonts.length).toBeGreaterThan(1);
    expect(new Set(fonts.map(([, name]) => `@fontsource/${name}`))).toEqual(new Set(OPENED_BY_PATH));
  });

  it('a unit starts node itself, and may write only where it must', () => {
    const units = readdirSync(FOLDER).filter((name) => name.endsWith('.service'));
    for (const name of units) {
      const unit = text(`docs/deploy/${name}`);
      const [, command] = /^ExecStart=\/usr\/bin\/node src\/ops\/bootstrap\.mjs (\w+)$/m.exec(unit) ?? [];
      expect(Object.keys(COMMANDS), name).toContain(command);
      for (const line of ['ProtectSystem=strict', 'CapabilityBoundingSet=', 'UMask=0077', 'KillMode=mixed'])
        expect(unit.split('\n'), name).toContain(line);
      // Of what `@resources` forbids they need one call: `setPriority` throws where it is refused.
      const filters = unit.split('\n').filter((line) => line.startsWith('SystemCallFilter='));
      expect(filters.at(-1), name).toBe('SystemCallFilter=setpriority');
    }
    const rated = spawnSync('systemd-analyze', ['--version']).status === 0;
    for (const name of rated ? units : []) {
      const args = ['security', '--offline=true', '--threshold=30', join(FOLDER, name)];
      expect(spawnSync('systemd-analyze', args).status, name).toBe(0);
    }
  });

  it('units have a limit of memory, and the database goes last where the machine has none left', () => {
    const settingIn = (name: string, key: string) =>
      new RegExp(`^${key}=(\\S+)$`, 'm').exec(text(`docs/deploy/guildhall-${name}.service`))?.[1];
    const order = ['backend', 'site@', 'jobs'];
    const scores = order.map((name) => Number(settingIn(name, 'OOMScoreAdjust')));
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(new Set(scores).size).toBe(3);
    for (const name of order) {
      expect(settingIn(name, 'MemoryMax')).toMatch(/^\d+G$/);
      // Who supervises starts again what was ended.
      expect(settingIn(name, 'OOMPolicy')).toBe('continue');
    }
  });

  it('service managers give more time to stop than stopping takes', () => {
    const given = files.flatMap((path) =>
      [...text(path).matchAll(/(?:TimeoutStopSec=|stop_grace_period: )(\d+)/g)].map(([, s]) => Number(s)),
    );
    expect(given).toHaveLength(6);
    expect(Math.min(...given) * 1000).toBeGreaterThan(TIMEOUT_MS);
  });

  it('names addresses, cookies and headers that the site has', () => {
    const front = text('src/server/http/front.ts');
    const looked = ['docs/deploy/haproxy.cfg', 'docs/deploy/Caddyfile'].flatMap((path) =>
      [...text(path).matchAll(/\/(?:readyz|healthz)\b/g)].map(([address]) => address),
    );
    looked.push(
      ...[...text('src/ops/healthy.mjs').matchAll(/'(readyz|healthz)'/g)].map(([, name]) => `/${name}`),
    );
    expect(looked.length).toBeGreaterThan(3);
    for (const path of looked) expect(front).toContain(`'${path}'`);
    const varnish = text('docs/deploy/varnish.vcl');
    const cookies = (/Cookie ~ "[^"]*\(([a-z_|]+)\)="/.exec(varnish)?.[1] ?? '').split('|');
    const known = text('tests/structure/contract/browser.txt').split('\n');
    expect(cookies).toContain('guildhall_written');
    for (const cookie of cookies) expect(known).toContain(`cookie ${cookie}`);
    const headers = text('src/front/astro/cache-headers.ts');
    for (const name of ['Cache-Tag', 'CDN-Cache-Control']) {
      expect(varnish).toContain(`http.${name}`);
      expect(headers).toContain(`'${name}'`);
    }
  });

  it('keeps every container from writing outside its volumes and from being root', () => {
    const [image, compose] = [text('Dockerfile'), text('docs/deploy/compose.yaml')];
    expect(image).toContain('npm ci --omit=dev');
    // What follows may not be root any more.
    expect(image.slice(image.indexOf('USER node')).split('\n')[0]).toBe('USER node');
    expect(image.slice(image.indexOf('USER node'))).not.toMatch(/^(RUN|COPY)/m);
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'pids_limit: '])
      expect(compose).toContain(line);
    const services = compose.slice(compose.indexOf('services:'), compose.indexOf('\nnetworks:'));
    expect(services.match(/<<: \*guildhall/g)).toHaveLength(3);
    expect(services.match(/healthcheck:/g)).toHaveLength(3);
    expect(services.match(/src\/ops\/healthy\.mjs, (backend|ready)\]/g)).toHaveLength(2);
    expect(image).toMatch(/^HEALTHCHECK .*src\/ops\/healthy\.mjs/m);
    // A folder that is mounted belongs to the user only where the image has made it.
    // What is kept in memory counts against its limit: caches are on the disk, and the rest has a size.
    expect(services.match(/mem_limit: \d/g)).toHaveLength(4);
    const inMemory = [...compose.matchAll(/tmpfs: \[(.*)\]/g)].flatMap(([, list]) =>
      String(list).split(', '),
    );
    expect(inMemory.length).toBeGreaterThan(4);
    expect(inMemory.filter((one) => !/^"\/(tmp|data):.*size=\d+m"$/.test(one))).toEqual([]);
    expect(services.match(/"(backend-cache:)?\/cache"/g)).toHaveLength(3);
    const made = /mkdir -p ([^&\n]+?) &&/.exec(image)?.[1]?.split(' ') ?? [];
    const mounted = [...services.matchAll(/"[a-z]+:(\/[a-z]+)"/g)].map(([, folder]) => String(folder));
    for (const folder of mounted.filter((each) => each !== '/data')) expect(made).toContain(folder);
    expect(made).toContain('/data');
  });

  it('links only files that exist, and names every file of the folder', () => {
    const page = text('docs/deploy/many.md');
    const links = [...page.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, link]) => String(link));
    expect(links.filter((link) => !existsSync(join(FOLDER, link)))).toEqual([]);
    expect(readdirSync(FOLDER).filter((name) => !page.includes(name) && name !== 'many.md')).toEqual([]);
  });
});
