import type PocketBase from 'pocketbase';
import type { SearchEngine } from '../../search/engine.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import type { FilePreviews } from '../assets/file-previews.ts';
import type { Previews } from '../assets/previews.ts';
import type { Uploads } from '../assets/uploads/uploads.ts';
import type { CouponTries } from '../commerce/coupon-tries.ts';
import type { ViewCounter } from '../commerce/view-counts.ts';
import type { Pictures } from '../http/pictures.ts';
import type { Visibility } from '../http/visibility.ts';
import type { SignInLimits } from '../identity/sign-in-limits.ts';
import type { PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import type { Archives } from '../library/archives.ts';
import type { AttachmentParts } from '../messaging/attachments.ts';
import type { RefundParts } from '../messaging/refund-requests.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';
import type { Settings } from './settings.ts';

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
  broadcasts: PeriodicJob;
  /** Where the model files lie. */
  files: FileStore;
  /** Files on their way into stores. */
  uploads: Uploads;
  /** Light models for looking at. */
  previews: Previews;
  filePreviews: FilePreviews;
  /** Archives of what people own. */
  archives: Archives;
  /** Public pictures as they are sent. */
  pictures: Pictures;
  /** Who may see pictures of what. */
  visibility: Visibility;
  /** How often somebody may try a password, a code or a mail. */
  signInLimits: SignInLimits;
  /** How much somebody may say. */
  postingLimits: PostingLimits;
  /** What conversations need: the commerce context and the speech limits. */
  conversations: RefundParts;
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
