import type PocketBase from 'pocketbase';
import type { InvoiceFile, StoredInvoice } from '../../data/payments/tax-invoices.ts';
import type { Need } from '../../front/readiness.ts';
import type { Pictures } from '../http/pictures/pictures.ts';
import type { Sessions } from '../http/sessions.ts';
import type { Visibility } from '../http/visibility.ts';
import type { AfterAnswers } from '../jobs/after-answers.ts';
import type { AskedWork } from '../kernel/asked-work.ts';
import type { Leases } from '../kernel/leases.ts';
import type { OwnWrites } from '../kernel/own-writes.ts';
import type { RateLimits } from '../kernel/rate-limits.ts';
import type { SiteSettings } from '../kernel/site-settings.ts';
import type { AttachmentParts } from '../messaging/attachments.ts';
import type { RefundParts } from '../messaging/refund-requests.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';
import type { openSharePicture } from '../site/share-picture.ts';
import type { WokenJobs } from './jobs.ts';
import type { AssetServices } from './services/assets.ts';
import type { CatalogueServices } from './services/catalogue.ts';
import type { CommerceServices } from './services/commerce.ts';
import type { LibraryServices } from './services/library.ts';
import type { AccountServices, IdentityServices, ModerationServices } from './services/people.ts';
import type { Settings } from './settings.ts';

/**
 * The services of the running process for pages and actions, as `Astro.locals.app`: what belongs to a context stands under its
 * name. The production entry opens it once
 * and passes it through the adapter; development finds it in registry.ts.
 */
export interface App {
  /** The environment; prices and storage of plans are those that hold now. */
  settings: Settings;
  /** What operators set at the desk. */
  site: SiteSettings;
  /** The service account's client: it may read and write everything, so the data function called decides access. */
  pb: PocketBase;
  pages: PageCache;
  catalogue: CatalogueServices;
  assets: AssetServices;
  library: LibraryServices;
  commerce: CommerceServices;
  identity: IdentityServices;
  account: AccountServices;
  moderation: ModerationServices;
  messaging: MessagingServices;
  payments: PaymentServices;
  http: HttpServices;
  /** The periodic jobs that pages and actions wake when they have made work for them. */
  jobs: Omit<WokenJobs, 'cases' | 'preOrders'>;
  /** What only one process does at a time. */
  leases: Leases;
  /** Where all limits come from: this process alone, or all that share a Redis. */
  rateLimits: RateLimits;
  /** Limits on posts and messages. */
  postingLimits: PostingLimits;
  /** Work that is asked of a browser where a refusal would close somebody's last way. */
  askedWork: AskedWork;
  /** Work that goes on after a request was answered. */
  afterAnswers: AfterAnswers;
  /** The picture of the site where a page is shared, for a version of its brand. */
  sharePicture: ReturnType<typeof openSharePicture>;
  /** What visitors wrote through this process, for the next one that answers them. */
  ownWrites: OwnWrites;
  /** Resolves when page cache, search and sessions know what this visitor wrote a moment ago, or after a second. */
  seen(cookieHeader: string | undefined): Promise<void>;
  /** What it cannot work without, for GET /readyz. */
  needs: Need[];
  /** Resolves when all changes so far have reached page cache and search. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface MessagingServices {
  /** Context of conversations: the commerce context and the posting limits. */
  conversations: RefundParts;
  /** Checks and stores message attachments. */
  attachments: AttachmentParts;
}

export interface PaymentServices {
  /** The file of an invoice, printed now if it was not before; null where it cannot be printed at the moment. */
  invoiceFile(invoice: StoredInvoice): Promise<InvoiceFile | null>;
}

/** What is kept in memory between requests. */
export interface HttpServices {
  /** Who sends many small requests. */
  sessions: Sessions;
  /** Which records are public. */
  visibility: Visibility;
  /** Resized pictures. */
  pictures: Pictures;
}

export interface PageCache {
  /** Invalidates every cached page with one of these tags. */
  purge(tags: string[]): void;
}
