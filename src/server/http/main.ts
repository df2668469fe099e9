import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadBuiltPages, loadBuiltSite } from '../../front/astro/built-pages.ts';
import { withNeighbourFiles } from '../../front/astro/neighbour-files.ts';
import { openRelease } from '../../front/astro/release.ts';
import { renderAnonymous } from '../../front/astro/render.ts';
import { openAdmission, Refused } from '../../front/load-shedding/admission.ts';
import { FrontPageCache } from '../../front/page-cache.ts';
import { BARE_POLICY, SECURITY_HEADERS } from '../../front/send.ts';
import { openStartupServer, type StartupServer } from '../../front/startup-server.ts';
import { staticFiles } from '../../front/static-files.ts';
import { openFirstPaint } from '../../front/styles/first-paint.ts';
import { openPurger } from '../adapters/cdn/purger.ts';
import type { RedisLog } from '../adapters/redis/redis.ts';
import { openPaymentSetup } from '../adapters/stripe/setup/payment-setup.ts';
import { bucketAdvice } from '../app/file-storage.ts';
import { openApp } from '../app/open.ts';
import { missingEventsLine } from '../app/payment-subscriptions.ts';
import { registerApp } from '../app/registry.ts';
import { BadSetting, readSettings } from '../app/settings.ts';
import { openFailureLog } from '../kernel/failure-log.ts';
import { collectUnderPressure, keepThreadsSmall } from '../kernel/garbage-collection.ts';
import { openLog } from '../kernel/log.ts';
import { busySender } from './busy.ts';
import { openFront } from './front.ts';
import { urgencyOf } from './routes.ts';

/**
 * The site's process: opens the app, loads the built site, listens, and drains on a stop signal. It keeps to the release that is
 * the current one at its start. `node main.ts FOLDER` takes another folder of releases, for tests.
 */
const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const DRAIN_WITHIN_MS = 15_000;

async function main(): Promise<void> {
  keepThreadsSmall();
  const settings = readSettings(process.env, ROOT);
  const log = openLog(settings.logLevel);
  const releases = process.argv[2] ?? join(ROOT, 'dist');
  const release = openRelease(releases);
  const handler = await loadBuiltSite(release.serverDir);
  const host = new URL(settings.siteUrl).host;
  const failures = openFailureLog(log);
  const admission = openAdmission();
  const files = staticFiles(release.clientDir, join(release.clientDir, '../_headers.json'));
  const firstPaint = openFirstPaint(files);
  const pages: FrontPageCache = new FrontPageCache({
    render: (path, asker) =>
      admission.run(
        urgencyOf(path, asker?.isMember),
        async () => firstPaint(await renderAnonymous(handler, path, host, { app })),
        asker?.key,
      ),
    limitBytes: settings.pageCacheBytes,
    tagged: settings.purge !== null,
    onError: (path, reason) => {
      // In a crowd the page that is held is sent once more; that is expected.
      if (!(reason instanceof Refused)) failures.note('a page could not be rendered again', reason, { path });
    },
  });
  const report = (reason: unknown) => failures.note('background work failed', reason);
  const purger = settings.purge && openPurger(settings.purge, { onError: report });
  const caches = {
    purge(tags: string[]) {
      pages.purge(tags);
      purger?.purge(tags);
    },
  };
  let startup: Promise<StartupServer> | null = null;
  const orphaned = () => process.exit(0);
  process.once('disconnect', orphaned);
  const waiting = () => {
    log.warn({ port: settings.port }, 'the database does not answer; waiting for it');
    const headers = { ...SECURITY_HEADERS, 'content-security-policy': BARE_POLICY };
    const refuse = busySender(headers, 'The site is starting and waits for its database');
    startup = openStartupServer(settings.port, settings.host, refuse);
    // Where the port is taken, the front server says so.
    startup.catch(() => undefined);
    process.send?.('waiting');
  };
  const notice: RedisLog = (line, fields) => log.warn(fields, line);
  const app = await openApp(settings, caches, report, { notice, waiting });
  process.off('disconnect', orphaned);
  registerApp(app);
  const front = openFront({
    app,
    log,
    failures,
    pages,
    admission,
    astro: handler,
    files: withNeighbourFiles(files, releases, release.id),
    pictures: app.http.pictures,
    release,
  });
  await (startup as Promise<StartupServer> | null)?.then((open) => open.close()).catch(() => undefined);
  await new Promise<void>((resolve, reject) => {
    front.server.once('error', reject);
    front.server.listen(settings.port, settings.host, resolve);
  });
  log.info({ port: settings.port }, 'listening');
  process.send?.('listening');
  void bucketAdvice(settings).then((line) => line !== null && log.warn(line));
  if (settings.production)
    void missingEventsLine(openPaymentSetup(settings.payments), settings.siteUrl).then(
      (line) => line !== null && log.warn(line),
    );
  loadBuiltPages(release.serverDir).catch((reason) =>
    log.warn({ reason: String(reason) }, 'a module of the built site could not be preloaded'),
  );

  collectUnderPressure();

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    log.info('draining');
    await front.drain(DRAIN_WITHIN_MS, settings.drainNoticeMs);
    await app.close();
    await purger?.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The parent process is gone.
  process.once('disconnect', stop);
}

main().catch((reason) => {
  if (reason instanceof BadSetting) console.error(reason.message);
  else if (reason?.code === 'EADDRINUSE')
    console.error(`Port ${process.env['PORT'] ?? 4321} is taken; set PORT to a free one.`);
  else console.error(reason);
  process.exit(1);
});
