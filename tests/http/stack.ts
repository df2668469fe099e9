import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type BackendTemplate, backendTemplate, copyTemplate } from '../../src/dev/backend-template.ts';
import { openDevStack } from '../../src/dev/stack.ts';
import { buildSite } from '../../src/ops/build/site.ts';
import { freePorts } from '../../src/ops/ports.ts';
import { ROOT } from '../structure/source.ts';
import { type JoinedSite, openJoinedSite } from './limits/joined-site.ts';
import { fillWorld, type World } from './world.ts';

declare module 'vitest' {
  interface ProvidedContext {
    world: World;
    /** The address of a site with limits, behind a cache that is told for how long and by which tags it keeps pages. */
    limitedUrl: string;
    /** A database with its schema, to be copied. */
    databaseTemplate: BackendTemplate;
  }
}

/**
 * One stack for all HTTP tests: the built site in its own process, with PocketBase, the payment stand-in and the mail
 * sink, without the demo data. Rate limits are off, and each request may set its own IP address, so that the backend's
 * limits do not apply either.
 */
export default async function openSite(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-site-'));
  const template = await backendTemplate();
  await copyTemplate(template, join(folder, 'data'));
  const stack = await openDevStack({
    ports: await freePorts(),
    dataDir: join(folder, 'data'),
    cacheDir: join(folder, 'cache'),
    env: {
      ...{ LOG_LEVEL: 'silent', RATE_LIMITS: 'off', BEHIND_PROXY: '1' },
      NODE_OPTIONS: `--import ${new URL('trip-counter.ts', import.meta.url).href}`,
    },
    demo: false,
    site: 'built',
    buildSite: () => buildSite(ROOT, (line) => console.log(line)),
    progress: () => undefined,
  });
  // Is told which pages are outdated, and does nothing about it.
  const cache = http.createServer((_, answer) => answer.writeHead(204).end()).listen(0, '127.0.0.1');
  let limited: JoinedSite | undefined;
  const close = async () => {
    cache.close();
    await limited?.close();
    await stack.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await once(cache, 'listening');
    const { port } = cache.address() as AddressInfo;
    const purge = { PURGE_URL: `http://127.0.0.1:${port}/`, PURGE_TOKEN: 'a token of the tests' };
    limited = await openJoinedSite(stack.env, { RATE_LIMITS: 'on', ...purge });
    project.provide('limitedUrl', limited.url);
    project.provide('world', await fillWorld(stack));
    project.provide('databaseTemplate', template);
    return close;
  } catch (reason) {
    await close();
    throw reason;
  }
}
