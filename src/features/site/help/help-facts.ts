import { maxBytesOf, modelFormatsText, UPLOAD_MAX_BYTES } from '../../../domain/assets/file-kind.ts';
import { SELECTION_MAX_PRODUCTS } from '../../../domain/assets/variant.ts';
import { LIKE_STORE_SHARE, TOGETHER_BUYERS_MIN } from '../../../domain/catalogue/likeness.ts';
import { INTEREST_HALF_LIFE_DAYS } from '../../../domain/catalogue/popularity.ts';
import { FACETS_TO_PUBLISH } from '../../../domain/catalogue/product.ts';
import { MEMBERSHIP_GIFT_LIMITS } from '../../../domain/commerce/membership-gift.ts';
import { TRIAL_DAYS, TRIAL_REMINDED_BEFORE_MS } from '../../../domain/guild/free-trial.ts';
import { PAUSE_NOTICE_MS } from '../../../domain/guild/guild.ts';
import { GRACE_MS } from '../../../domain/guild/member.ts';
import { MINIMUM_PRICE_CENTS, priceText } from '../../../domain/kernel/money.ts';
import { REFUND_ANSWER_DAYS, REFUND_REQUEST_DAYS } from '../../../domain/messaging/refund-request.ts';
import { CASE_ANSWER_DAYS, CASE_APPEAL_MONTHS } from '../../../domain/moderation/case.ts';
import { COUNTER_NOTICE_DAYS } from '../../../domain/moderation/counter-notice.ts';
import { MAX_STRIKES, STRIKE_MONTHS } from '../../../domain/moderation/strikes.ts';
import { paths } from '../../../paths.ts';
import { BANDS_A_DOUBLING, STORE_RUN_MOST, STORE_SHARE } from '../../../search/ranking.ts';

/** Numbers as a choice: "7, 14 or 30". */
const listText = (numbers: readonly number[]) => numbers.join(', ').replace(/, (?=\d+$)/, ' or ');

/** What the help pages write as {{name}}: the code's own numbers, so that no help page is wrong after a change. */
export const HELP_FACTS: Readonly<Record<string, string>> = {
  refundDays: String(REFUND_REQUEST_DAYS),
  answerDays: String(REFUND_ANSWER_DAYS),
  caseDays: String(CASE_ANSWER_DAYS),
  appealMonths: String(CASE_APPEAL_MONTHS),
  counterLeast: String(COUNTER_NOTICE_DAYS.least),
  counterMost: String(COUNTER_NOTICE_DAYS.most),
  strikes: String(MAX_STRIKES),
  strikeMonths: String(STRIKE_MONTHS),
  selectionMost: String(SELECTION_MAX_PRODUCTS),
  modelFormats: modelFormatsText('and'),
  uploadMost: `${UPLOAD_MAX_BYTES / 1024 ** 3} GB`,
  stlMost: `${maxBytesOf('stl') / 1024 ** 2} MB`,
  popularityDays: String(INTEREST_HALF_LIFE_DAYS),
  rankingBand: String(Math.round(100 / BANDS_A_DOUBLING)),
  storeRun: String(STORE_RUN_MOST),
  storeShare: String(STORE_SHARE.most),
  storeShareOf: String(STORE_SHARE.of),
  likeStoreMost: String(LIKE_STORE_SHARE.most),
  likeFirst: String(LIKE_STORE_SHARE.first),
  togetherBuyers: String(TOGETHER_BUYERS_MIN),
  facetsLeast: String(FACETS_TO_PUBLISH),
  minimumPrice: priceText(MINIMUM_PRICE_CENTS),
  giftMonths: String(MEMBERSHIP_GIFT_LIMITS.validMonths),
  graceDays: String(GRACE_MS / 86_400_000),
  trialDays: listText(TRIAL_DAYS.filter((days) => days > 0)),
  trialReminderDays: String(TRIAL_REMINDED_BEFORE_MS.short / 86_400_000),
  pauseHours: String(PAUSE_NOTICE_MS / 3_600_000),
};

/** Where the help pages lead to, written as {{name}} too. */
export const HELP_LINKS: Readonly<Record<string, string>> = {
  search: paths.search(),
  categories: paths.categories(),
  artists: paths.artists(),
  guilds: paths.guilds(),
  terms: paths.terms(),
  privacy: paths.privacy(),
  licensing: paths.licensing(),
  join: paths.join(),
  copyright: `${paths.terms()}#takedowns`,
  library: paths.library(),
  wishList: paths.wishList(),
  myPrinters: paths.myPrinters(),
  payments: paths.payments(),
  memberships: paths.memberships(),
  messages: paths.messages(),
  reports: paths.reports(),
  profile: paths.profile(),
  accessTokens: paths.accessTokens(),
  libraryClient: paths.libraryClient(),
  apiDescription: paths.apiDescription(),
  webhooks: paths.webhooks(),
  storeSettings: paths.storeSettings(),
  partners: paths.partners(),
  businessAccount: paths.businessAccount(),
  products: paths.productList(),
  sales: paths.sales(),
  visits: paths.visits(),
  payouts: paths.payouts(),
  guild: paths.sellerGuild(),
  helpBuying: paths.helpPage('buying'),
};
