import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import { serviceClient } from '../../data/client.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { openDeliveries } from '../access-imports.ts';
import { type AttachmentParts, openAttachmentSweep } from '../attachments.ts';
import { openCases } from '../cases.ts';
import { type ChangeFeed, followChanges } from '../change-feed.ts';
import { followClock, openClock } from '../clock.ts';
import type { CommerceContext } from '../commerce/commerce-context.ts';
import { openMessageNews } from '../conversations.ts';
import { type CouponTries, openCouponTries } from '../coupon-tries.ts';
import { openDigests } from '../digests.ts';
import { type FileStore, openFolderStore } from '../file-store.ts';
import { openFollowNews } from '../follow-news.ts';
import { openGuildLetters } from '../guild-letters.ts';
import { Pictures } from '../http/pictures.ts';
import { Visibility } from '../http/visibility.ts';
import type { PeriodicJob } from '../jobs/periodic-job.ts';
import { tellOfMonth, tellOfRelease } from '../membership-news.ts';
import { openOutbox } from '../outbox.ts';
import { type OwnModels, openOwnModels } from '../own-models.ts';
import { tagsOf } from '../page-tags.ts';
import { openPayments } from '../payments.ts';
import { openPreviews, type Previews } from '../previews.ts';
import { openProductSchedule } from '../product-schedule.ts';
import { openReconciler } from '../reconciler.ts';
import { openRefundRequests, type RefundParts } from '../refund-requests.ts';
import { openReleases } from '../releases.ts';
import { openSaleAlerts } from '../sale-alerts.ts';
import { openSearch } from '../search-feed.ts';
import { openSearchLooks } from '../search-looks.ts';
import type { Settings } from '../settings.ts';
import { openSignInLimits, type SignInLimits } from '../sign-in-limits.ts';
import { openSpeechLimits, type SpeechLimits } from '../speech-limits.ts';
import { openStraySweep } from '../stray-bytes.ts';
import { openUploads, type Uploads } from '../uploads/uploads.ts';
import { openViewCounter, type ViewCounter } from '../view-counts.ts';
import { openZipClearing } from '../zip-clearing.ts';
import { openZips, type Zips } from '../zips.ts';

/**
 * Everything the running process gives to pages and actions, as `Astro.locals.app`. The production entry opens it once
 * and passes it through the adapter; development finds it in registry.ts.
 */
export interface App {
  settings: Settings;
  /** The service's client: may read and write everything, so access is decided by the name of the data function. */
  pb: PocketBase;
  search: SearchEngine;
  pages: PageCache;
  /** What use cases that move money need. */
  commerce: CommerceContext;
  /** What stores deliver outside the shop. */
  deliveries: PeriodicJob;
  /** Releases on their way to guild members. */
  releases: PeriodicJob;
  /** What sellers write to many members. */
  guildLetters: PeriodicJob;
  /** Where the model files lie. */
  files: FileStore;
  /** Files on their way into stores. */
  uploads: Uploads;
  /** Light models for looking at. */
  previews: Previews;
  ownModels: OwnModels;
  /** Archives of what people own. */
  zips: Zips;
  /** Public pictures as they are sent. */
  pictures: Pictures;
  /** Who may see pictures of what. */
  visibility: Visibility;
  /** How often somebody may try a password, a code or a mail. */
  signInLimits: SignInLimits;
  /** How much somebody may say. */
  speechLimits: SpeechLimits;
  /** What conversations need: the commerce context and the speech limits. */
  talk: RefundParts;
  /** Where files beside messages are judged and lie. */
  attachments: AttachmentParts;
  /** How many coupon codes somebody may get wrong. */
  couponTries: CouponTries;
  /** What visitors look at. */
  views: ViewCounter;
  /** Resolves when every change until now has reached page cache and search. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface PageCache {
  /** Forgets every cached page that carries one of these tags. */
  purge(tags: string[]): void;
}

/** Opens the app: service client, search engine, and the change feed that keeps page cache and search up to date. */
export async function openApp(
  settings: Settings,
  pages: PageCache,
  onError: (reason: unknown) => void,
): Promise<App> {
  const { url, email, password } = settings.pocketbase;
  const pb = serviceClient({ url, email, password });
  const now = openClock(settings.clockFile);
  const visibility = new Visibility(pb);
  const files = await openFolderStore(settings.modelsDir);
  const uploads = await openUploads({
    pb,
    files,
    folder: join(settings.modelsDir, 'uploads'),
    storage: settings.planStorage,
    now: Date.now,
    onError,
  });
  const previews = await openPreviews({
    pb,
    files,
    folder: join(settings.modelsDir, 'previews'),
    now: Date.now,
    onError,
  });
  const ownModels = await openOwnModels({ files, folder: join(settings.modelsDir, 'own-models') });
  const search = await openSearch({ pb, cacheDir: settings.cacheDir, onError });
  const feed: ChangeFeed = followChanges(
    pb,
    async (changes) => {
      for (const { collection, record } of changes) visibility.forget(collection, record);
      await search.follow(changes);
      pages.purge(tagsOf(changes));
      if (changes.some(({ collection }) => collection === 'cases')) void cases.wake();
      previews.look(
        changes.filter(({ collection }) => collection === 'products').map(({ record }) => record),
      );
    },
    onError,
  );
  const commerce: CommerceContext = {
    pb,
    payments: openPayments(settings.payments),
    siteUrl: settings.siteUrl,
    siteName: settings.siteName,
    now,
    mailQueued: () => void outbox?.wake(),
    onError,
  };
  const outbox = settings.smtp
    ? openOutbox({
        pb,
        smtp: settings.smtp,
        siteUrl: settings.siteUrl,
        siteName: settings.siteName,
        now,
        onError,
      })
    : null;
  const reconciler = openReconciler(commerce);
  const saleAlerts = openSaleAlerts(commerce);
  const followNews = openFollowNews(commerce);
  const searchLooks = openSearchLooks({ ...commerce, search: search.engine });
  const cases = openCases(commerce);
  const digests = openDigests(commerce);
  const zipClearing = openZipClearing({
    pb,
    limitBytes: settings.zipsLimitBytes,
    release: uploads.release,
    now: Date.now,
    onError,
  });
  const speechLimits = openSpeechLimits(settings.limits);
  const talk: RefundParts = { ...commerce, speechLimits };
  const attachments: AttachmentParts = {
    pb,
    files,
    half: uploads.half,
    release: uploads.release,
    now: commerce.now,
    onError,
  };
  const attachmentSweep = openAttachmentSweep(attachments);
  const straySweep = openStraySweep({ pb, files, release: uploads.release, now: Date.now, onError });
  const messageNews = openMessageNews(talk);
  const refundRequests = openRefundRequests(talk);
  const deliveries = openDeliveries(commerce);
  const releases = openReleases({
    ...commerce,
    onPublished: (release) => tellOfRelease(commerce, release),
    onMonth: (member) => tellOfMonth(commerce, member),
  });
  const guildLetters = openGuildLetters(commerce);
  const schedule = openProductSchedule(pb, now, onError);
  const views = openViewCounter({ pb, limits: settings.limits, now: Date.now, onError });
  const stopClock = followClock(settings.clockFile, () => {
    for (const due of [reconciler, releases, schedule, saleAlerts, messageNews, refundRequests])
      void due.wake();
    void outbox?.wake();
  });
  return {
    settings,
    pb,
    search: search.engine,
    pages,
    commerce,
    deliveries,
    releases,
    guildLetters,
    files,
    uploads,
    previews,
    ownModels,
    zips: openZips(pb, files, onError),
    pictures: new Pictures(url, settings.cacheDir),
    visibility,
    signInLimits: openSignInLimits(settings.limits),
    speechLimits,
    talk,
    attachments,
    couponTries: openCouponTries(settings.limits),
    views,
    settled: () => feed.wake(),
    async close() {
      stopClock();
      feed.stop();
      await schedule.close();
      await views.close();
      await reconciler.close();
      await saleAlerts.close();
      await followNews.close();
      await searchLooks.close();
      await cases.close();
      await digests.close();
      await messageNews.close();
      await attachmentSweep.close();
      await straySweep.close();
      await refundRequests.close();
      await zipClearing.close();
      await deliveries.close();
      await releases.close();
      await guildLetters.close();
      await uploads.close();
      await previews.close();
      await ownModels.close();
      await outbox?.close();
      await search.close();
    },
  };
}
