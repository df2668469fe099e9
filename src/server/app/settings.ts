import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { walletsOf } from '../../domain/commerce/checkout/ways-to-pay.ts';
import { imprintProblems, type Operator } from '../../domain/kernel/operator.ts';
import { TAX_BEHAVIORS } from '../../domain/payments/price-tax.ts';
import type { PlanPrices, PlanStorage } from '../../domain/payments/seller-plan.ts';
import type { PurgeSettings } from '../adapters/cdn/purger.ts';
import type { BucketSettings } from '../adapters/files/bucket.ts';
import type { OpenSearchAddress } from '../adapters/opensearch/client.ts';
import type { PaymentSettings } from '../adapters/stripe/payments.ts';
import type { SmtpSettings } from '../notifications/outbox.ts';
import { redisUrlOf, searchEngineOf } from './engine-settings.ts';
import { SERVICE_SETTINGS } from './service-setting-table.ts';
import { BadSetting, type MergedRows, type SettingRow } from './setting-kinds.ts';
import { SITE_SETTINGS } from './setting-table.ts';

export { BadSetting } from './setting-kinds.ts';

/** Settings of the process, read once from the environment. */
export interface Settings {
  production: boolean;
  host: string;
  port: number;
  /** The public origin, without a trailing slash. */
  siteUrl: string;
  /** The backend's base URL as browsers reach it, without a trailing slash; "" is the site's own origin. */
  pbApiUrl: string;
  siteName: string;
  /** Hosts that the site serves, with port unless it is the default. */
  hosts: string[];
  /** Whether a proxy in front sets X-Forwarded-For; its last entry is then the visitor's address. */
  behindProxy: boolean;
  pocketbase: {
    url: string;
    /** What a site shows the gate in front of the backend, where they are on different machines; or "". */
    secret: string;
    /** The private address on which sites of other machines reach the backend; "" for none. */
    host: string;
    email: string;
    password: string;
    binary: string | undefined;
  };
  /** Whether this process does the periodic work; where a process does it alone, sites do not. */
  jobs: boolean;
  /** Whether rate limits apply; only tests switch them off. */
  limits: boolean;
  /** Redis or Valkey, where several sites count limits together and wake each other; null counts in memory. */
  redisUrl: string | null;
  /** An engine outside that all processes search; null for the one in each process. */
  searchEngine: OpenSearchAddress | null;
  dataDir: string;
  cacheDir: string;
  modelsDir: string;
  /** Where files are stored if not in folders. */
  bucket: BucketSettings | null;
  /** Whether new files go to the folders although there is a bucket, while they are moved back from it. */
  filesLeaveBucket: boolean;
  /** Whether downloads from the bucket pass through the site. */
  bucketProxied: boolean;
  /** Local copies of files in the bucket, in bytes. */
  deskBytes: number;
  /** Storage quota of a store by plan, for uploads and product files together. In bytes. */
  planStorage: PlanStorage;
  planPrices: PlanPrices;
  /** Maximum size of all archives together before the oldest are deleted, in bytes. */
  zipsLimitBytes: number;
  /** Memory for finished pages; 0 keeps none. */
  pageCacheBytes: number;
  smtp: SmtpSettings | null;
  payments: PaymentSettings;
  /** Wallets that the payment page takes besides cards, by their names. */
  wallets: string[];
  /** Who runs the marketplace, for the imprint and invoices. */
  operator: Operator;
  /** File with the offset of the payment stand-in's clock; null uses the system clock. */
  clockFile: string | null;
  google: {
    clientId: string;
    clientSecret: string;
    authUrl: string;
    tokenUrl: string;
    userInfoUrl: string;
  } | null;
  /** How long the site goes on serving after it was told to stop, so that load balancers notice. In ms. */
  drainNoticeMs: number;
  /** A cache in front of the sites that is told which pages are outdated; null for none. */
  purge: PurgeSettings | null;
  logLevel: string;
}

const refuse = (sentence: string): never => {
  throw new BadSetting(sentence);
};

/** Keys of the payment stand-in; worthless anywhere else. */
export const STAND_IN_KEY = 'sk_test_local';
export const STAND_IN_WEBHOOK_SECRET = 'whsec_local';

type Environment = Record<string, string | undefined>;

const ROWS = Object.assign({}, ...Object.values({ ...SITE_SETTINGS, ...SERVICE_SETTINGS })) as SettingRows;
type SettingRows = MergedRows<typeof SITE_SETTINGS> & MergedRows<typeof SERVICE_SETTINGS>;
export type SettingName = keyof SettingRows;
type ValueOf<Name extends SettingName> = ReturnType<SettingRows[Name]['is']>;

/**
 * Reads the settings from an environment. Each has a row in a table, with its default for development; production requires its
 * secrets.
 * @throws BadSetting with a line for each setting that is wrong or missing.
 */
export function readSettings(env: Environment, root: string): Settings {
  /** @param otherwise what it is where it is not set, if that depends on others */
  const read = <Name extends SettingName>(name: Name, otherwise = ''): ValueOf<Name> => {
    const { is, fallback = '' }: SettingRow = ROWS[name];
    return is(name, env[name]?.trim() || otherwise || fallback) as ValueOf<Name>;
  };
  const isSet = (name: SettingName) => (env[name]?.trim() ?? '') !== '';
  const folder = (name: 'DATA_DIR' | 'CACHE_DIR' | 'MODELS_DIR' | 'CLOCK_FILE', otherwise = '') =>
    resolve(root, read(name, otherwise));

  const production = env['NODE_ENV'] === 'production';
  /** All that is wrong or missing is told together: whoever starts the first time should not need a start for each. */
  const wrong: string[] = [];
  const sitePort = read('PORT');
  const siteUrl = read('PUBLIC_SITE_URL', `http://127.0.0.1:${sitePort}`);
  if (production && !siteUrl.startsWith('https://')) {
    wrong.push(
      'PUBLIC_SITE_URL must begin with https:// in production, because the session cookie is sent over TLS only.',
    );
  }
  const password = read('POCKETBASE_PASSWORD');
  if (production && password.length < 16) {
    wrong.push('POCKETBASE_PASSWORD must be set to a secret of at least 16 characters in production.');
  }
  const secret = read('POCKETBASE_SECRET');
  if (secret !== '' && !/^[\x21-\x7e]{32,}$/.test(secret)) {
    wrong.push(
      'POCKETBASE_SECRET must have at least 32 letters, digits or signs without spaces; it is the same for backend and sites.',
    );
  }
  const backendHost = read('POCKETBASE_HOST');
  if (backendHost !== '' && isIP(backendHost) === 0 && backendHost !== 'localhost')
    wrong.push('POCKETBASE_HOST must be an address of this machine, such as 10.0.0.2.');
  if (backendHost !== '' && secret === '' && !isLoopback(backendHost)) {
    wrong.push(
      'POCKETBASE_SECRET must be set where POCKETBASE_HOST is an address that other machines reach, because the backend would trust them all.',
    );
  }
  if (production && read('RATE_LIMITS') === 'off') {
    wrong.push('RATE_LIMITS must not be off in production.');
  }
  if (production && !isSet('SMTP_HOST')) {
    wrong.push(
      'SMTP_HOST must name a mail server in production, because sign-up and password reset send mails.',
    );
  }
  const stripeKey = read('STRIPE_SECRET_KEY');
  const webhookSecret = read('STRIPE_WEBHOOK_SECRET');
  if (production && !/^(sk|rk)_live_/.test(stripeKey)) {
    wrong.push(
      'STRIPE_SECRET_KEY must be a live key of Stripe in production, because nothing may be sold against the stand-in.',
    );
  }
  if (production && isSet('STRIPE_API_URL')) {
    wrong.push('STRIPE_API_URL must be empty in production; it is the address of the stand-in.');
  }
  if ((production || stripeKey !== '') && webhookSecret === '') {
    wrong.push('STRIPE_WEBHOOK_SECRET must be set, because without it webhook events could be forged.');
  }
  if (production && isSet('CLOCK_FILE')) {
    wrong.push('CLOCK_FILE must be empty in production, where only the system clock is used.');
  }
  const operator: Operator = {
    name: read('PUBLIC_OPERATOR_NAME'),
    email: read('PUBLIC_OPERATOR_EMAIL'),
    address: read('OPERATOR_ADDRESS')
      .split(';')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    country: read('OPERATOR_COUNTRY').toUpperCase(),
    register: read('OPERATOR_REGISTER'),
    vatId: read('OPERATOR_VAT_ID'),
    phone: read('OPERATOR_PHONE'),
    responsible: read('OPERATOR_RESPONSIBLE'),
  };
  const missing = production ? imprintProblems(operator) : [];
  wrong.push(...missing);
  const taxPrices = TAX_BEHAVIORS.find((known) => known === read('TAX_PRICES'));
  if (taxPrices === undefined) {
    wrong.push(
      'TAX_PRICES must be exclusive, where tax is added to prices, or inclusive, where prices contain it.',
    );
  }
  const wallets = walletsOf(read('WALLETS'));
  if (wallets === null)
    wrong.push('WALLETS must be at most six names with commas between, such as Apple Pay, Google Pay.');
  const dataDir = folder('DATA_DIR');
  const own = [`127.0.0.1:${sitePort}`, `localhost:${sitePort}`];
  const named = read('ALLOWED_HOSTS')
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  if (!['bucket', 'folder'].includes(read('FILES_IN'))) {
    wrong.push('FILES_IN must be "bucket" or "folder".');
  }
  if (wrong.length > 0 || taxPrices === undefined || wallets === null) throw new BadSetting(wrong.join('\n'));
  const smtpHost = read('SMTP_HOST');
  const googleId = read('GOOGLE_CLIENT_ID');
  return {
    production,
    host: read('HOST'),
    port: sitePort,
    siteUrl,
    pbApiUrl: read('PUBLIC_PB_API_URL'),
    siteName: read('PUBLIC_SITE_NAME'),
    hosts: [...new Set([new URL(siteUrl).host, ...(production ? [] : own), ...named])],
    behindProxy: read('BEHIND_PROXY'),
    pocketbase: {
      url: read('POCKETBASE_URL', `http://127.0.0.1:${read('POCKETBASE_PORT')}`),
      secret,
      host: backendHost,
      email: read('POCKETBASE_EMAIL'),
      password,
      binary: read('POCKETBASE_BIN') || undefined,
    },
    jobs: read('JOBS'),
    limits: read('RATE_LIMITS') !== 'off',
    redisUrl: redisUrlOf(read('REDIS_URL'), refuse),
    searchEngine: searchEngineOf(read('SEARCH_URL'), refuse),
    dataDir,
    cacheDir: folder('CACHE_DIR'),
    planStorage: { free: read('STORE_QUOTA_GB'), pro: read('STORE_QUOTA_PRO_GB') },
    planPrices: { monthly: read('PRO_MONTHLY_CENTS'), annual: read('PRO_ANNUAL_CENTS') },
    pageCacheBytes: read('PAGE_CACHE_MB'),
    zipsLimitBytes: read('ZIPS_LIMIT_GB'),
    bucket: bucketOf(read, isSet),
    filesLeaveBucket: read('FILES_IN') === 'folder',
    bucketProxied: read('S3_PROXY'),
    deskBytes: read('DESK_LIMIT_GB'),
    modelsDir: folder('MODELS_DIR', join(dataDir, 'models')),
    smtp:
      smtpHost === ''
        ? null
        : {
            host: smtpHost,
            port: read('SMTP_PORT'),
            username: read('SMTP_USERNAME'),
            password: read('SMTP_PASSWORD'),
            tls: read('SMTP_TLS'),
            from: read('SMTP_FROM'),
          },
    payments: {
      secretKey: stripeKey === '' ? STAND_IN_KEY : stripeKey,
      webhookSecret: webhookSecret === '' ? STAND_IN_WEBHOOK_SECRET : webhookSecret,
      apiUrl:
        stripeKey === '' || stripeKey === STAND_IN_KEY
          ? read('STRIPE_API_URL', 'http://127.0.0.1:4324')
          : read('STRIPE_API_URL') || null,
      automaticTax: read('STRIPE_TAX') === 'on',
      taxBehavior: taxPrices,
    },
    wallets,
    operator,
    clockFile: isSet('CLOCK_FILE') ? folder('CLOCK_FILE') : null,
    google:
      googleId === ''
        ? null
        : {
            clientId: googleId,
            clientSecret: read('GOOGLE_CLIENT_SECRET'),
            authUrl: read('GOOGLE_AUTH_URL'),
            tokenUrl: read('GOOGLE_TOKEN_URL'),
            userInfoUrl: read('GOOGLE_USER_INFO_URL'),
          },
    purge: isSet('PURGE_URL') ? { url: read('PURGE_URL'), token: read('PURGE_TOKEN') } : null,
    drainNoticeMs: read('DRAIN_NOTICE_MS', production ? '5000' : '0'),
    logLevel: read('LOG_LEVEL', production ? 'info' : 'warn'),
  };
}

/** Whether only this machine reaches an address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** The bucket that the S3_* settings name, all or none of them. @throws BadSetting */
function bucketOf(
  read: <Name extends SettingName>(name: Name) => ValueOf<Name>,
  isSet: (name: SettingName) => boolean,
): BucketSettings | null {
  const needed = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
  const missing = needed.filter((name) => !isSet(name));
  if (missing.length === needed.length) return null;
  if (missing.length > 0)
    throw new BadSetting(
      `${missing.join(', ')} must be set too, because other S3_ settings name a bucket for files.`,
    );
  const name = read('S3_BUCKET');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name)) {
    throw new BadSetting(
      'S3_BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, dots or hyphens.',
    );
  }
  return {
    endpoint: read('S3_ENDPOINT'),
    region: read('S3_REGION'),
    name,
    accessKey: read('S3_ACCESS_KEY'),
    secretKey: read('S3_SECRET_KEY'),
    pathStyle: read('S3_PATH_STYLE'),
  };
}
