import { latestChange } from '../../data/kernel/changes.ts';
import { serviceClient } from '../../data/kernel/client.ts';
import { BRAND } from '../../domain/kernel/brand.ts';
import { answersWithin } from '../../front/readiness.ts';
import { openRedis, type RedisLog } from '../adapters/redis/redis.ts';
import { openPayments } from '../adapters/stripe/payments.ts';
import { claimsIn } from '../assets/deleted-files.ts';
import { openHeartbeat } from '../desk/heartbeat.ts';
import { Pictures } from '../http/pictures/pictures.ts';
import { Sessions } from '../http/sessions.ts';
import { Visibility } from '../http/visibility.ts';
import { openAfterAnswers } from '../jobs/after-answers.ts';
import { openAskedWork } from '../kernel/asked-work.ts';
import { followChanges } from '../kernel/change-feed.ts';
import { followClock, openClock } from '../kernel/clock.ts';
import { type CommerceContext, orderSeal, withMore } from '../kernel/commerce-context.ts';
import { tellListeners } from '../kernel/feed-listeners.ts';
import { openLeases } from '../kernel/leases.ts';
import { openOwnWrites } from '../kernel/own-writes.ts';
import { memoryLimits } from '../kernel/rate-limits.ts';
import { sharedLimits } from '../kernel/shared-limits.ts';
import { openSiteSettings } from '../kernel/site-settings.ts';
import { openPostingLimits } from '../moderation/posting-limits.ts';
import { openBackendMails } from '../notifications/backend-mails.ts';
import { openOutbox } from '../notifications/outbox.ts';
import { invoiceToRead } from '../payments/invoice-printing.ts';
import { openSharePicture } from '../site/share-picture.ts';
import type { App, MessagingServices, PageCache } from './app.ts';
import { feedListeners } from './feed-listeners.ts';
import { openFileStorage } from './file-storage.ts';
import { openJobs } from './jobs.ts';
import { needsOf } from './needs.ts';
import { type AppParts, openParts } from './parts.ts';
import { openAssets } from './services/assets.ts';
import { openCatalogue } from './services/catalogue.ts';
import { openCommerce } from './services/commerce.ts';
import { openLibrary } from './services/library.ts';
import { openPeople } from './services/people.ts';
import { openSettingDates } from './setting-dates.ts';
import type { Settings } from './settings.ts';
import { settingDefaults, settingsThatHold } from './site-settings.ts';

/** How long a visitor waits at most to see what they wrote through another process. In ms. */
const CATCH_UP_WITHIN_MS = 1_000;

/** Who is told what happens besides failures. */
export interface Told {
  /** What the operator should know and nobody can mend here, such as that Redis is away. */
  notice?: RedisLog;
  /** The backend is away, so opening waits for it. */
  waiting?: () => void;
}

/**
 * Opens the app: stores, search, jobs, and the change feed that keeps page cache and search up to date. Where a part
 * cannot be opened, the parts before it are closed again. While the backend is away it waits.
 * @param kind what the process is for: visitors, or the periodic work alone.
 */
export async function openApp(
  settings: Settings,
  pages: PageCache,
  onError: (reason: unknown) => void,
  told: Told = {},
  kind: 'site' | 'jobs' = 'site',
): Promise<App> {
  const parts = openParts(onError);
  try {
    return await openInto(parts, settings, pages, onError, told, kind);
  } catch (reason) {
    await parts.close();
    throw reason;
  }
}

/** Opens one part after the other. They close in reverse order, so a part comes after everything it uses. */
async function openInto(
  parts: AppParts,
  environment: Settings,
  pages: PageCache,
  onError: (reason: unknown) => void,
  { notice = () => undefined, waiting }: Told,
  kind: 'site' | 'jobs',
): Promise<App> {
  const { modelsDir, siteUrl, smtp } = environment;
  const { url, secret, email, password } = environment.pocketbase;
  const backend = { url, secret };
  const pb = serviceClient(
    { ...backend, email, password },
    (collection, record) => http.sessions.forget(collection, record),
    (position) => ownWrites.note(position),
  );
  const opened = await openSiteSettings(pb, settingDefaults(environment), onError, waiting);
  const site = parts.add('site settings', opened);
  const settings = settingsThatHold(environment, site);
  const ownWrites = openOwnWrites(password, () => latestChange(pb), siteUrl.startsWith('https://'));
  const now = openClock(settings.clockFile);
  /** The site's name, asked for at each use. */
  const named = {
    get siteName() {
      return site.get(BRAND).name;
    },
  };
  const { redisUrl } = settings;
  const redis = redisUrl === null ? null : parts.add('redis', await openRedis(redisUrl, notice));
  const rateLimits = redis ? sharedLimits(redis.counts) : memoryLimits();
  const http = {
    visibility: new Visibility(pb),
    sessions: new Sessions(pb, backend),
    pictures: new Pictures(backend, settings.cacheDir),
  };
  const storage = parts.add('files', await openFileStorage(settings, claimsIn(pb), onError));
  const { files } = storage;
  const leases = openLeases(pb);
  const common = { pb, settings, leases, onError };
  const assets = await openAssets(parts, { ...common, storage });
  const library = await openLibrary(parts, { ...common, files });
  const catalogue = await openCatalogue(parts, { ...common, site, storage });
  const outbox =
    smtp && settings.jobs
      ? parts.addJob('outbox', openOutbox(withMore(named, { pb, smtp, siteUrl, now, onError })))
      : null;
  const money: CommerceContext = withMore(named, {
    pb,
    payments: openPayments(settings.payments),
    siteUrl,
    operator: settings.operator,
    orderSeal: orderSeal(password),
    now,
    mailQueued: () => void outbox?.wake(),
    onError,
  });
  const backendMails = openBackendMails(pb, withMore(named, { siteUrl }), onError);
  await backendMails.follow();
  const askedWork = openAskedWork(password, rateLimits);
  const commerce = openCommerce(parts, money, { settings, rateLimits, askedWork });
  const postingLimits = openPostingLimits(settings.limits, rateLimits);
  const { identity, account, moderation } = openPeople(pb, settings, rateLimits);
  const messaging: MessagingServices = {
    conversations: withMore(money, { postingLimits }),
    attachments: { pb, files, partial: storage.received, now, onError },
  };
  const { cases, preOrders, ...jobs } = openJobs(parts, {
    ...common,
    ...{ files, site, commerce, search: catalogue.search },
    ...messaging,
    cancelLinks: account.cancelLinks,
    objectionLinks: moderation.objectionLinks,
  });
  const listeners = feedListeners({
    ...{ ...http, ...catalogue, pages, cases, preOrders, previews: assets.previews },
    async reloadSettings() {
      await site.reload();
      await backendMails.follow();
    },
  });
  const feed = parts.add(
    'change feed',
    followChanges(pb, (changes) => tellListeners(listeners, changes), onError, redis?.signal),
  );
  parts.addJob('dates of settings', openSettingDates(site, pages, now, onError));
  const afterAnswers = parts.add('work after answers', openAfterAnswers(onError));
  const asked = needsOf(pb, files, modelsDir);
  parts.addJob(
    'heartbeat',
    openHeartbeat({
      pb,
      kind,
      jobs: settings.jobs,
      folder: modelsDir,
      limits: redis ? 'shared' : 'memory',
      checks: async () => [
        ...(await Promise.all(
          asked.map(async (need) => ({ name: need.name, answers: await answersWithin(need) })),
        )),
        ...(redis ? [{ name: 'Redis', answers: redis.isThere() }] : []),
      ],
      searchReady: async () => (await catalogue.search.suggest('a', 1)) !== null,
      clockAheadMs: () => commerce.payments.clockAheadMs(),
      jobRuns: parts.jobRuns,
      onError,
    }),
  );
  parts.add('clock', { close: followClock(settings.clockFile, parts.wakeJobs) });
  return {
    ...{ settings, site, pb, pages, leases, rateLimits, postingLimits, askedWork, afterAnswers, ownWrites },
    ...{ catalogue, assets, library, commerce, identity, account, moderation, messaging, http, jobs },
    payments: { invoiceFile: (invoice) => invoiceToRead({ pb, files, now, onError }, invoice) },
    sharePicture: openSharePicture(),
    needs: asked,
    settled: () => feed.wake(),
    seen: async (cookies) => {
      const position = ownWrites.neededBy(cookies);
      if (position !== null) await feed.reach(position, CATCH_UP_WITHIN_MS);
    },
    close: parts.close,
  };
}
