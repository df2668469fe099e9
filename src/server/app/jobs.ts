import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import { FACET_OFFER } from '../../domain/catalogue/facet-offer.ts';
import { PRODUCT_REVIEW } from '../../domain/catalogue/product-review.ts';
import type { SettingReader } from '../../domain/kernel/setting-group.ts';
import { openDeletions } from '../account/account-deletion.ts';
import { openAnswerCleanup } from '../account/api-answers.ts';
import type { CancelLinks } from '../account/cancel-links.ts';
import { openRenewalReminders } from '../account/renewals.ts';
import { openWebhooks } from '../account/webhooks.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { openOutgoing } from '../adapters/outgoing/outgoing.ts';
import { openDeletedFiles } from '../assets/deleted-files.ts';
import { openModelMatches } from '../assets/model-matches.ts';
import { openOrphanSweep } from '../assets/orphaned-files.ts';
import { openProductCompanions } from '../assets/product-companions.ts';
import { openCategoryMoves } from '../catalogue/category-deeds.ts';
import { openPopularity } from '../catalogue/popularity.ts';
import { openProductSchedule } from '../catalogue/product-schedule.ts';
import { reviewHold } from '../catalogue/review-hold.ts';
import { openSaleWeekNews } from '../catalogue/sale-week-news.ts';
import { openSaleWeekTurns } from '../catalogue/sale-weeks.ts';
import { openSavedSearchJob } from '../catalogue/saved-search-job.ts';
import type { ProductSearch } from '../catalogue/search-feed.ts';
import { openMembershipGifts } from '../commerce/membership-gift-delivery.ts';
import { preOrderJob } from '../commerce/pre-order/pre-orders.ts';
import { openTakedowns } from '../commerce/takedowns.ts';
import { openFollowNews } from '../community/follow-news.ts';
import { openExpectedMembers } from '../guild/expected-members.ts';
import { openGuildGoals } from '../guild/guild-goals.ts';
import { openGuildHolds } from '../guild/guild-holds.ts';
import { notifyOfMonth, notifyOfRelease, notifyOfReturn } from '../guild/membership-notifications.ts';
import { openReleaseJob } from '../guild/releases.ts';
import { openTriesCleanup } from '../identity/sign-in-limits.ts';
import type { PeriodicJob } from '../jobs/periodic-job.ts';
import { type CommerceContext, withMore } from '../kernel/commerce-context.ts';
import { type Leases, openLeaseCleanup } from '../kernel/leases.ts';
import { openDeliveries } from '../library/access-imports.ts';
import { openArchiveCleanup } from '../library/archive-cleanup.ts';
import { openProductUpdates } from '../library/product-updates.ts';
import { openSaleAlerts } from '../library/sale-alerts.ts';
import { type AttachmentParts, openAttachmentSweep } from '../messaging/attachments.ts';
import { openBroadcasts } from '../messaging/broadcasts.ts';
import { openUnreadNotices } from '../messaging/conversations.ts';
import { openRefundRequests, type RefundParts } from '../messaging/refund-requests.ts';
import { openCases } from '../moderation/cases.ts';
import type { ObjectionLinks } from '../moderation/objection-links.ts';
import { openDigests } from '../notifications/digests.ts';
import { openMailings } from '../notifications/mailings.ts';
import { openInvoicePrinting } from '../payments/invoice-printing.ts';
import { openRetention } from '../site/retention.ts';
import type { AppParts } from './parts.ts';
import { openReconciler } from './reconciler.ts';
import type { Settings } from './settings.ts';

/** What the jobs of the app need. */
export interface JobNeeds {
  settings: Settings;
  pb: PocketBase;
  cancelLinks: CancelLinks;
  objectionLinks: ObjectionLinks;
  commerce: CommerceContext;
  conversations: RefundParts;
  attachments: AttachmentParts;
  files: FileStore;
  search: ProductSearch;
  /** What operators set at the desk. */
  site: SettingReader;
  leases: Leases;
}

/** A job that another process does; it sees at its next interval what is due. */
const ELSEWHERE: Pick<PeriodicJob, 'wake'> = { wake: async () => undefined };

/** The jobs that pages, actions, the change feed or other parts wake themselves. */
export interface WokenJobs {
  cases: Pick<PeriodicJob, 'wake'>;
  deliveries: Pick<PeriodicJob, 'wake'>;
  releases: Pick<PeriodicJob, 'wake'>;
  broadcasts: Pick<PeriodicJob, 'wake'>;
  takedowns: Pick<PeriodicJob, 'wake'>;
  mailings: Pick<PeriodicJob, 'wake'>;
  webhooks: Pick<PeriodicJob, 'wake'>;
  categoryMoves: Pick<PeriodicJob, 'wake'>;
  preOrders: Pick<PeriodicJob, 'wake'>;
  guildHolds: Pick<PeriodicJob, 'wake'>;
}

/**
 * Opens every periodic job except the outbox and lists it in `parts`, unless another process does them. A new job goes in
 * here.
 */
export function openJobs(parts: AppParts, needs: JobNeeds): WokenJobs {
  const { settings, pb, commerce, conversations, attachments, files, search, leases } = needs;
  const { onError } = commerce;
  const reviewScope = () => needs.site.get(PRODUCT_REVIEW).scope;
  const limitBytes = settings.zipsLimitBytes;
  const add = (name: string, open: () => PeriodicJob): Pick<PeriodicJob, 'wake'> =>
    settings.jobs ? parts.addJob(name, open()) : ELSEWHERE;
  add('reconciler', () => openReconciler(commerce));
  add('popularity', () => openPopularity(pb, onError));
  add('product companions', () => openProductCompanions(pb, onError));
  add('sale alerts', () => openSaleAlerts(commerce));
  add('follow news', () => openFollowNews(commerce));
  add('product updates', () => openProductUpdates(commerce));
  add('sale week news', () => openSaleWeekNews(commerce, needs.site));
  add('sale week turns', () => openSaleWeekTurns(commerce));
  add('saved searches', () =>
    openSavedSearchJob(withMore(commerce, { search, facetOffer: () => needs.site.get(FACET_OFFER) })),
  );
  add('renewal reminders', () => openRenewalReminders(commerce, needs.cancelLinks));
  add('gifts of memberships', () => openMembershipGifts(commerce));
  add('digests', () => openDigests(commerce));
  add('zip clearing', () => openArchiveCleanup({ pb, limitBytes, now: Date.now, onError }));
  add('invoice printing', () => openInvoicePrinting({ pb, files, now: commerce.now, onError }));
  add('attachment sweep', () => openAttachmentSweep(attachments));
  add('orphaned files', () => openOrphanSweep({ pb, files, now: Date.now, onError }));
  add('old answers of the API', () => openAnswerCleanup(pb, commerce.now, onError));
  add('retention', () => openRetention(commerce));
  add('deletions of accounts', () => openDeletions(commerce));
  add('old leases', () => openLeaseCleanup(pb, onError));
  add('old sign-in tries', () => openTriesCleanup(pb, onError));
  add('deleted files', () => openDeletedFiles({ pb, files, onError }));
  const folder = join(settings.modelsDir, 'compared');
  add('model matches', () => openModelMatches({ pb, files, leases, folder, now: Date.now, onError }));
  add('message news', () => openUnreadNotices(conversations));
  add('refund requests', () => openRefundRequests(conversations));
  add('goals of guilds', () => openGuildGoals(commerce));
  add('expected members', () => openExpectedMembers({ pb, now: commerce.now, onError }));
  add('product schedule', () => openProductSchedule(pb, commerce.now, reviewScope, onError));
  const releases = () =>
    openReleaseJob(
      withMore(commerce, {
        holdOf: (storeId: string) => reviewHold(pb, storeId, reviewScope()),
        onPublished: (published: Parameters<typeof notifyOfRelease>[1]) =>
          notifyOfRelease(commerce, published),
        onReturned: (...returned: [Parameters<typeof notifyOfReturn>[1], string]) =>
          notifyOfReturn(commerce, ...returned),
        onMonth: (member: Parameters<typeof notifyOfMonth>[1]) => notifyOfMonth(commerce, member),
      }),
    );
  return {
    cases: add('cases', () => openCases(commerce, needs.objectionLinks)),
    deliveries: add('deliveries', () => openDeliveries(commerce)),
    releases: add('releases', releases),
    broadcasts: add('guild letters', () => openBroadcasts(commerce)),
    takedowns: add('takedowns', () => openTakedowns(commerce, leases)),
    webhooks: add('webhooks', () => openWebhooks({ pb, outgoing: openOutgoing(), now: Date.now, onError })),
    guildHolds: add('guild holds', () => openGuildHolds(commerce)),
    preOrders: add('pre-orders', () => preOrderJob(commerce, leases)),
    categoryMoves: add('category moves', () => openCategoryMoves(pb, onError)),
    mailings: add('mails to everybody', () => openMailings(withMore(commerce, { leases }))),
  };
}
