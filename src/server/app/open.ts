import { join } from 'node:path';
import { latestChange } from '../../data/kernel/changes.ts';
import { serviceClient } from '../../data/kernel/client.ts';
import { FACET_OFFER } from '../../domain/catalogue/facet-offer.ts';
import { BRAND } from '../../domain/kernel/brand.ts';
import { mailboxOf } from '../../domain/notifications/addressed-mail.ts';
import { answersWithin } from '../../front/readiness.ts';
import { openApiLimits } from '../account/api-limits.ts';
import { openCancelLinks } from '../account/cancel-links.ts';
import { openOpenSearch } from '../adapters/opensearch/engine.ts';
import { openRedis, type RedisLog } from '../adapters/redis/redis.ts';
import { openPayments } from '../adapters/stripe/payments.ts';
import { claimsIn } from '../assets/deleted-files.ts';
import { openFilePreviews } from '../assets/file-previews.ts';
import { openPreviews } from '../assets/previews.ts';
import { openUploads } from '../assets/uploads/uploads.ts';
import { openFinder } from '../catalogue/finder.ts';
import { listingsOf } from '../catalogue/listings.ts';
import { openOutsideSearch, openSearch } from '../catalogue/search-feed.ts';
import { openSearchMisses } from '../catalogue/search-misses.ts';
import { openSearchRules, searchByRules } from '../catalogue/search-rules.ts';
import { openCouponTries } from '../commerce/coupon-tries.ts';
import { openPageLookups } from '../commerce/page-lookups.ts';
import { openViewCounter } from '../commerce/view-counts.ts';
import { openWithdrawalTries } from '../commerce/withdrawal/withdrawal-tries.ts';
import { reachableWithdrawal } from '../commerce/withdrawal/withdrawals.ts';
import { openHeartbeat } from '../desk/heartbeat.ts';
import { Pictures } from '../http/pictures/pictures.ts';
import { Sessions } from '../http/sessions.ts';
import { Visibility } from '../http/visibility.ts';
import { factorSeal } from '../identity/authenticator.ts';
import { openKnownDevices } from '../identity/known-devices.ts';
import { openSignInLimits } from '../identity/sign-in-limits.ts';
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
import { openArchives } from '../library/archives.ts';
import { openOpenLinks } from '../library/open-links.ts';
import { openSlicerModels } from '../library/slicer-models.ts';
import type { AttachmentParts } from '../messaging/attachments.ts';
import type { RefundParts } from '../messaging/refund-requests.ts';
import { openObjectionLinks } from '../moderation/objection-links.ts';
import { openPostingLimits } from '../moderation/posting-limits.ts';
import { openBackendMails } from '../notifications/backend-mails.ts';
import { openOutbox } from '../notifications/outbox.ts';
import { invoiceToRead } from '../payments/invoice-printing.ts';
import { openSharePicture } from '../site/share-picture.ts';
import { openSuggestions } from '../site/suggestions.ts';
import type { App, PageCache } from './app.ts';
import { feedListeners } from './feed-listeners.ts';
import { openFileStorage } from './file-storage.ts';
import { openJobs } from './jobs.ts';
import { needsOf } from './needs.ts';
import { type AppParts, openParts } from './parts.ts';
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
    (collection, record) => sessions.forget(collection, record),
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
  const visibility = new Visibility(pb);
  const listings = listingsOf(pb);
  const sessions = new Sessions(pb, backend);
  const storage = parts.add('files', await openFileStorage(settings, claimsIn(pb), onError));
  const { files } = storage;
  const leases = openLeases(pb);
  const stored = { pb, files, now: Date.now, onError };
  const uploads = parts.add(
    'uploads',
    await openUploads({
      ...stored,
      leases,
      partial: storage.uploads,
      storage: () => settings.planStorage,
    }),
  );
  const previews = parts.add(
    'previews',
    await openPreviews({ ...stored, leases, folder: join(modelsDir, 'previews') }),
  );
  const filePreviews = parts.add(
    'own models',
    await openFilePreviews({ files, folder: join(modelsDir, 'own-models') }),
  );
  const slicerModels = parts.add(
    'models for slicers',
    await openSlicerModels({ files, folder: join(modelsDir, 'slicer-models') }),
  );
  const searchRules = await openSearchRules(pb);
  const search = searchByRules(
    parts.add(
      'search',
      settings.searchEngine
        ? openOutsideSearch({ pb, leases, engine: openOpenSearch(settings.searchEngine, onError), onError })
        : await openSearch({ pb, cacheDir: settings.cacheDir, shared: storage.searchSnapshot, onError }),
    ),
    searchRules,
  );
  const suggestions = openSuggestions({ pb, search, listings, site, onError });
  const views = parts.add(
    'view counts',
    openViewCounter({ pb, limits: settings.limits, counts: rateLimits, now: Date.now, onError }),
  );
  const outbox =
    smtp && settings.jobs
      ? parts.addJob('outbox', openOutbox(withMore(named, { pb, smtp, siteUrl, now, onError })))
      : null;
  const commerce: CommerceContext = withMore(named, {
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
  const postingLimits = openPostingLimits(settings.limits, rateLimits);
  const askedWork = openAskedWork(settings.pocketbase.password, rateLimits);
  const conversations: RefundParts = withMore(commerce, { postingLimits });
  const attachments: AttachmentParts = { pb, files, partial: storage.received, now, onError };
  const cancelLinks = openCancelLinks(settings.pocketbase.password);
  const objectionLinks = openObjectionLinks(settings.pocketbase.password);
  const needs = {
    settings,
    pb,
    cancelLinks,
    objectionLinks,
    commerce,
    conversations,
    attachments,
    files,
    search,
    site,
    leases,
  };
  const { cases, preOrders, ...jobs } = openJobs(parts, needs);
  const listeners = feedListeners({
    ...{
      visibility,
      sessions,
      listings,
      search,
      searchRules,
      suggestions,
      pages,
      cases,
      preOrders,
      previews,
    },
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
      searchReady: async () => (await search.suggest('a', 1)) !== null,
      clockAheadMs: () => commerce.payments.clockAheadMs(),
      jobRuns: parts.jobRuns,
      onError,
    }),
  );
  parts.add('clock', { close: followClock(settings.clockFile, parts.wakeJobs) });
  return {
    settings,
    site,
    pb,
    search,
    finder: openFinder({ search, listings, offer: () => site.get(FACET_OFFER) }),
    pages,
    commerce,
    ...jobs,
    leases,
    files,
    uploads,
    previews,
    filePreviews,
    slicerModels,
    archives: openArchives({ pb, files, leases, now: Date.now, onError }),
    invoiceFile: (invoice) => invoiceToRead({ pb, files, now, onError }, invoice),
    pictures: new Pictures(backend, settings.cacheDir),
    listings,
    visibility,
    sessions,
    rateLimits,
    apiLimits: openApiLimits(settings.limits, rateLimits),
    signInLimits: openSignInLimits(settings.limits, pb, rateLimits, Date.now, mailboxOf),
    afterAnswers,
    cancelLinks,
    openLinks: openOpenLinks(settings.pocketbase.password),
    objectionLinks,
    sharePicture: openSharePicture(),
    knownDevices: openKnownDevices(settings.pocketbase.password),
    factorSeal: factorSeal(settings.pocketbase.password),
    postingLimits,
    conversations,
    attachments,
    couponTries: openCouponTries(settings.limits, rateLimits),
    withdrawalOf: (token) => reachableWithdrawal(commerce, token),
    askedWork,
    withdrawalTries: openWithdrawalTries(settings.limits, askedWork, rateLimits),
    pageLookups: openPageLookups(settings.limits, rateLimits),
    views,
    searchRules,
    suggestions,
    searchMisses: parts.addJob('search misses', openSearchMisses(pb, onError)),
    needs: asked,
    settled: () => feed.wake(),
    ownWrites,
    seen: async (cookies) => {
      const position = ownWrites.neededBy(cookies);
      if (position !== null) await feed.reach(position, CATCH_UP_WITHIN_MS);
    },
    close: parts.close,
  };
}
