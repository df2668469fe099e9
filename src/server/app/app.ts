import type PocketBase from 'pocketbase';
import type { InvoiceFile, StoredInvoice } from '../../data/payments/tax-invoices.ts';
import type { Need } from '../../front/readiness.ts';
import type { ApiLimits } from '../account/api-limits.ts';
import type { CancelLinks } from '../account/cancel-links.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import type { FilePreviews } from '../assets/file-previews.ts';
import type { Previews } from '../assets/previews.ts';
import type { Uploads } from '../assets/uploads/uploads.ts';
import type { ProductFinder } from '../catalogue/finder.ts';
import type { Listings } from '../catalogue/listings.ts';
import type { ProductSearch } from '../catalogue/search-feed.ts';
import type { SearchMisses } from '../catalogue/search-misses.ts';
import type { SearchRules } from '../catalogue/search-rules.ts';
import type { CouponTries } from '../commerce/coupon-tries.ts';
import type { PageLookups } from '../commerce/page-lookups.ts';
import type { ViewCounter } from '../commerce/view-counts.ts';
import type { WithdrawalTries } from '../commerce/withdrawal/withdrawal-tries.ts';
import type { Withdrawal } from '../commerce/withdrawal/withdrawals.ts';
import type { Pictures } from '../http/pictures/pictures.ts';
import type { Sessions } from '../http/sessions.ts';
import type { Visibility } from '../http/visibility.ts';
import type { FactorSeal } from '../identity/authenticator.ts';
import type { KnownDevices } from '../identity/known-devices.ts';
import type { SignInLimits } from '../identity/sign-in-limits.ts';
import type { AfterAnswers } from '../jobs/after-answers.ts';
import type { PeriodicJob } from '../jobs/periodic-job.ts';
import type { AskedWork } from '../kernel/asked-work.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import type { Leases } from '../kernel/leases.ts';
import type { OwnWrites } from '../kernel/own-writes.ts';
import type { RateLimits } from '../kernel/rate-limits.ts';
import type { SiteSettings } from '../kernel/site-settings.ts';
import type { Archives } from '../library/archives.ts';
import type { OpenLinks } from '../library/open-links.ts';
import type { SlicerModels } from '../library/slicer-models.ts';
import type { AttachmentParts } from '../messaging/attachments.ts';
import type { RefundParts } from '../messaging/refund-requests.ts';
import type { ObjectionLinks } from '../moderation/objection-links.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';
import type { openSharePicture } from '../site/share-picture.ts';
import type { Suggestions } from '../site/suggestions.ts';
import type { Settings } from './settings.ts';

/**
 * The services of the running process for pages and actions, as `Astro.locals.app`. The production entry opens it once
 * and passes it through the adapter; development finds it in registry.ts.
 */
export interface App {
  /** The environment; prices and storage of plans are those that hold now. */
  settings: Settings;
  /** What operators set at the desk. */
  site: SiteSettings;
  /** The service account's client: it may read and write everything, so the data function called decides access. */
  pb: PocketBase;
  search: ProductSearch;
  /** Finds products by words and filters, the same way everywhere. */
  finder: ProductFinder;
  pages: PageCache;
  /** Context of use cases that move money. */
  commerce: CommerceContext;
  /** Grants products that were sold outside the shop. */
  deliveries: Pick<PeriodicJob, 'wake'>;
  /** Grants releases to guild members. */
  releases: Pick<PeriodicJob, 'wake'>;
  /** Sends broadcasts of guilds to their members. */
  broadcasts: Pick<PeriodicJob, 'wake'>;
  /** Refunds buyers of what was taken down. */
  takedowns: Pick<PeriodicJob, 'wake'>;
  /** Pauses payments of members whose store is not open, and resumes them. */
  guildHolds: Pick<PeriodicJob, 'wake'>;
  /** Sends mails to everybody. */
  mailings: Pick<PeriodicJob, 'wake'>;
  /** Tells sellers' programs what happened in their stores. */
  webhooks: Pick<PeriodicJob, 'wake'>;
  /** Moves the products of merged categories. */
  categoryMoves: Pick<PeriodicJob, 'wake'>;
  /** What only one process does at a time. */
  leases: Leases;
  /** The store of model files. */
  files: FileStore;
  /** Uploads of sellers. */
  uploads: Uploads;
  /** Reduced 3D models for the product page. */
  previews: Previews;
  filePreviews: FilePreviews;
  /** Owned models as 3MF, for programs that open nothing else. */
  slicerModels: SlicerModels;
  /** Zip archives of owned products. */
  archives: Archives;
  /** The file of an invoice, printed now if it was not before; null where it cannot be printed at the moment. */
  invoiceFile(invoice: StoredInvoice): Promise<InvoiceFile | null>;
  /** Resized pictures. */
  pictures: Pictures;
  /** What lists show, in memory. */
  listings: Listings;
  /** Which records are public. */
  visibility: Visibility;
  /** Who sends many small requests. */
  sessions: Sessions;
  /** Where all limits come from: this process alone, or all that share a Redis. */
  rateLimits: RateLimits;
  /** Limits on what programs ask through the API. */
  apiLimits: ApiLimits;
  /** Limits on sign-in attempts, codes and mails. */
  signInLimits: SignInLimits;
  /** Browsers that have signed in before. */
  knownDevices: KnownDevices;
  /** Encrypts the secrets of authenticator apps. */
  factorSeal: FactorSeal;
  /** Signs and reads links that cancel a subscription. */
  cancelLinks: CancelLinks;
  /** Signs and reads links that open an owned file in a slicer. */
  openLinks: OpenLinks;
  /** The picture of the site where a page is shared, for a version of its brand. */
  sharePicture: ReturnType<typeof openSharePicture>;
  /** Signs and reads links by which people without an account object to a decision. */
  objectionLinks: ObjectionLinks;
  /** Work that goes on after a request was answered. */
  afterAnswers: AfterAnswers;
  /** Limits on posts and messages. */
  postingLimits: PostingLimits;
  /** Context of conversations: the commerce context and the posting limits. */
  conversations: RefundParts;
  /** Checks and stores message attachments. */
  attachments: AttachmentParts;
  /** Limits on wrong coupon codes. */
  couponTries: CouponTries;
  /** Limits on questions about unknown payment pages. */
  pageLookups: PageLookups;
  /** What operators make of searches. */
  searchRules: SearchRules;
  /** What is suggested while somebody types in the header. */
  suggestions: Suggestions;
  /** Searches by their words, counted. */
  searchMisses: SearchMisses;
  /** Work that is asked of a browser where a refusal would close somebody's last way. */
  askedWork: AskedWork;
  /** Limits on withdrawals that visitors ask for. */
  withdrawalTries: WithdrawalTries;
  /** What a mailed link to withdraw shows; null for one that is not valid. */
  withdrawalOf(token: string): Promise<Withdrawal | 'unreachable' | null>;
  /** Page views. */
  views: ViewCounter;
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

export interface PageCache {
  /** Invalidates every cached page with one of these tags. */
  purge(tags: string[]): void;
}
