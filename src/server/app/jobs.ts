import type PocketBase from 'pocketbase';
import type { SearchEngine } from '../../search/engine.ts';
import { openDeliveries } from '../access-imports.ts';
import { type AttachmentParts, openAttachmentSweep } from '../attachments.ts';
import { openCases } from '../cases.ts';
import type { CommerceContext } from '../commerce/commerce-context.ts';
import { openMessageNews } from '../conversations.ts';
import { openDigests } from '../digests.ts';
import type { FileStore } from '../file-store.ts';
import { openFollowNews } from '../follow-news.ts';
import { openGuildLetters } from '../guild-letters.ts';
import type { PeriodicJob } from '../jobs/periodic-job.ts';
import { tellOfMonth, tellOfRelease } from '../membership-news.ts';
import { openProductSchedule } from '../product-schedule.ts';
import { openReconciler } from '../reconciler.ts';
import { openRefundRequests, type RefundParts } from '../refund-requests.ts';
import { openReleases } from '../releases.ts';
import { openSaleAlerts } from '../sale-alerts.ts';
import { openSearchLooks } from '../search-looks.ts';
import type { Settings } from '../settings.ts';
import { openStraySweep } from '../stray-bytes.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { openZipClearing } from '../zip-clearing.ts';
import type { Parts } from './parts.ts';

/** What the jobs of the app need. */
export interface JobNeeds {
  settings: Settings;
  pb: PocketBase;
  commerce: CommerceContext;
  talk: RefundParts;
  attachments: AttachmentParts;
  files: FileStore;
  uploads: Uploads;
  search: SearchEngine;
}

/** The jobs that pages, actions or other parts wake themselves. */
export interface WokenJobs {
  cases: PeriodicJob;
  deliveries: PeriodicJob;
  releases: PeriodicJob;
  guildLetters: PeriodicJob;
}

/** Opens every periodic job except the outbox and lists it in `parts`. A new job goes in here. */
export function openJobs(parts: Parts, needs: JobNeeds): WokenJobs {
  const { settings, pb, commerce, talk, attachments, files, uploads, search } = needs;
  const { onError } = commerce;
  const { release } = uploads;
  const limitBytes = settings.zipsLimitBytes;
  parts.addJob('reconciler', openReconciler(commerce));
  parts.addJob('sale alerts', openSaleAlerts(commerce));
  parts.addJob('follow news', openFollowNews(commerce));
  parts.addJob('saved searches', openSearchLooks({ ...commerce, search }));
  parts.addJob('digests', openDigests(commerce));
  parts.addJob('zip clearing', openZipClearing({ pb, limitBytes, release, now: Date.now, onError }));
  parts.addJob('attachment sweep', openAttachmentSweep(attachments));
  parts.addJob('stray files', openStraySweep({ pb, files, release, now: Date.now, onError }));
  parts.addJob('message news', openMessageNews(talk));
  parts.addJob('refund requests', openRefundRequests(talk));
  parts.addJob('product schedule', openProductSchedule(pb, commerce.now, onError));
  const releases = openReleases({
    ...commerce,
    onPublished: (published) => tellOfRelease(commerce, published),
    onMonth: (member) => tellOfMonth(commerce, member),
  });
  return {
    cases: parts.addJob('cases', openCases(commerce)),
    deliveries: parts.addJob('deliveries', openDeliveries(commerce)),
    releases: parts.addJob('releases', releases),
    guildLetters: parts.addJob('guild letters', openGuildLetters(commerce)),
  };
}
