import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { imprintProblems, type Operator } from '../../domain/kernel/operator.ts';
import { TAX_BEHAVIORS } from '../../domain/payments/price-tax.ts';
import type { PlanPrices, PlanStorage } from '../../domain/payments/seller-plan.ts';
import type { PurgeSettings } from '../adapters/cdn/purger.ts';
import type { BucketSettings } from '../adapters/files/bucket.ts';
import type { OpenSearchAddress } from '../adapters/opensearch/client.ts';
import type { PaymentSettings } from '../adapters/stripe/payments.ts';
import type { SmtpSettings } from '../notifications/outbox.ts';
import { redisUrlOf, searchEngineOf } from './engine-settings.ts';

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

/** An invalid setting; its message is one sentence for the operator. */
export class BadSetting extends Error {}

const refuse = (sentence: string): never => {
  throw new BadSetting(sentence);
};

/** Keys of the payment stand-in; worthless anywhere else. */
export const STAND_IN_KEY = 'sk_test_local';
export const STAND_IN_WEBHOOK_SECRET = 'whsec_local';

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings from an environment. Everything has a default for development; production requires its secrets.
 * @throws BadSetting with a line for each setting that is wrong or missing.
 */
export function readSettings(env: Environment, root: string): Settings {
  const text = (name: string, fallback = '') => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? fallback : value;
  };
  const port = (name: string, fallback: number) => {
    const value = Number(text(name, String(fallback)));
    if (!Number.isInteger(value) || value < 1 || value > 65_535)
      throw new BadSetting(`${name} must be a port from 1 to 65535.`);
    return value;
  };
  const gigabytes = (name: string, fallback: number) => {
    const value = Number(text(name, String(fallback)));
    if (!(value > 0 && value <= 1_000_000))
      throw new BadSetting(`${name} must be a number of gigabytes above 0.`);
    return Math.round(value * 1000 ** 3);
  };
  const megabytes = (name: string, fallback: number) => {
    const value = Number(text(name, String(fallback)));
    if (!(value >= 0 && value <= 1_000_000))
      throw new BadSetting(`${name} must be a number of megabytes from 0.`);
    return Math.round(value * 1024 ** 2);
  };
  const cents = (name: string, fallback: number) => {
    const value = Number(text(name, String(fallback)));
    if (!Number.isInteger(value) || value < 50 || value > 1_000_000)
      throw new BadSetting(`${name} must be a whole number of cents from 50 to 1000000.`);
    return value;
  };
  const milliseconds = (name: string, fallback: number, most: number) => {
    const value = Number(text(name, String(fallback)));
    if (!Number.isInteger(value) || value < 0 || value > most)
      throw new BadSetting(`${name} must be a whole number of milliseconds from 0 to ${most}.`);
    return value;
  };
  const address = (name: string, fallback: string) => {
    const value = text(name, fallback);
    if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
      throw new BadSetting(`${name} must be an address such as https://guildhall.example.`);
    }
    return value.replace(/\/+$/, '');
  };
  const switched = (name: string, fallback: boolean) => {
    const value = text(name, fallback ? 'on' : 'off');
    if (value !== 'on' && value !== 'off') throw new BadSetting(`${name} must be on or off.`);
    return value === 'on';
  };
  const folder = (name: string, fallback: string) => resolve(root, text(name, fallback));

  const production = env['NODE_ENV'] === 'production';
  /** All that is wrong or missing is told together: whoever starts the first time should not need a start for each. */
  const wrong: string[] = [];
  const sitePort = port('PORT', 4321);
  const siteUrl = address('PUBLIC_SITE_URL', `http://127.0.0.1:${sitePort}`);
  if (production && !siteUrl.startsWith('https://')) {
    wrong.push(
      'PUBLIC_SITE_URL must begin with https:// in production, because the session cookie is sent over TLS only.',
    );
  }
  const password = text('POCKETBASE_PASSWORD');
  if (production && password.length < 16) {
    wrong.push('POCKETBASE_PASSWORD must be set to a secret of at least 16 characters in production.');
  }
  const secret = text('POCKETBASE_SECRET');
  if (secret !== '' && !/^[\x21-\x7e]{32,}$/.test(secret)) {
    wrong.push(
      'POCKETBASE_SECRET must have at least 32 letters, digits or signs without spaces; it is the same for backend and sites.',
    );
  }
  const backendHost = text('POCKETBASE_HOST');
  if (backendHost !== '' && isIP(backendHost) === 0 && backendHost !== 'localhost')
    wrong.push('POCKETBASE_HOST must be an address of this machine, such as 10.0.0.2.');
  if (backendHost !== '' && secret === '' && !isLoopback(backendHost)) {
    wrong.push(
      'POCKETBASE_SECRET must be set where POCKETBASE_HOST is an address that other machines reach, because the backend would trust them all.',
    );
  }
  if (production && text('RATE_LIMITS') === 'off') {
    wrong.push('RATE_LIMITS must not be off in production.');
  }
  if (production && text('SMTP_HOST') === '') {
    wrong.push(
      'SMTP_HOST must name a mail server in production, because sign-up and password reset send mails.',
    );
  }
  const stripeKey = text('STRIPE_SECRET_KEY');
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET');
  if (production && !/^(sk|rk)_live_/.test(stripeKey)) {
    wrong.push(
      'STRIPE_SECRET_KEY must be a live key of Stripe in production, because nothing may be sold against the stand-in.',
    );
  }
  if (production && text('STRIPE_API_URL') !== '') {
    wrong.push('STRIPE_API_URL must be empty in production; it is the address of the stand-in.');
  }
  if ((production || stripeKey !== '') && webhookSecret === '') {
    wrong.push('STRIPE_WEBHOOK_SECRET must be set, because without it webhook events could be forged.');
  }
  if (production && text('CLOCK_FILE') !== '') {
    wrong.push('CLOCK_FILE must be empty in production, where only the system clock is used.');
  }
  const operator: Operator = {
    name: text('PUBLIC_OPERATOR_NAME'),
    email: text('PUBLIC_OPERATOR_EMAIL'),
    address: text('OPERATOR_ADDRESS')
      .split(';')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    country: text('OPERATOR_COUNTRY').toUpperCase(),
    register: text('OPERATOR_REGISTER'),
    vatId: text('OPERATOR_VAT_ID'),
    phone: text('OPERATOR_PHONE'),
    responsible: text('OPERATOR_RESPONSIBLE'),
  };
  const missing = production ? imprintProblems(operator) : [];
  wrong.push(...missing);
  const taxPrices = TAX_BEHAVIORS.find((known) => known === text('TAX_PRICES', 'exclusive'));
  if (taxPrices === undefined) {
    wrong.push(
      'TAX_PRICES must be exclusive, where tax is added to prices, or inclusive, where prices contain it.',
    );
  }
  const dataDir = folder('DATA_DIR', '.pocketbase');
  const own = [`127.0.0.1:${sitePort}`, `localhost:${sitePort}`];
  const named = text('ALLOWED_HOSTS')
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  if (!['', 'bucket', 'folder'].includes(text('FILES_IN'))) {
    wrong.push('FILES_IN must be "bucket" or "folder".');
  }
  if (wrong.length > 0 || taxPrices === undefined) throw new BadSetting(wrong.join('\n'));
  const smtpHost = text('SMTP_HOST');
  const googleId = text('GOOGLE_CLIENT_ID');
  return {
    production,
    host: text('HOST', '127.0.0.1'),
    port: sitePort,
    siteUrl,
    pbApiUrl: text('PUBLIC_PB_API_URL') === '' ? '' : address('PUBLIC_PB_API_URL', ''),
    siteName: text('PUBLIC_SITE_NAME', 'Guildhall'),
    hosts: [...new Set([new URL(siteUrl).host, ...(production ? [] : own), ...named])],
    behindProxy: text('BEHIND_PROXY') === '1',
    pocketbase: {
      url: address('POCKETBASE_URL', `http://127.0.0.1:${port('POCKETBASE_PORT', 8090)}`),
      secret,
      host: backendHost,
      email: text('POCKETBASE_EMAIL', 'service@guildhall.test'),
      password,
      binary: text('POCKETBASE_BIN') || undefined,
    },
    jobs: switched('JOBS', true),
    limits: text('RATE_LIMITS') !== 'off',
    redisUrl: redisUrlOf(text('REDIS_URL'), refuse),
    searchEngine: searchEngineOf(text('SEARCH_URL'), refuse),
    dataDir,
    cacheDir: folder('CACHE_DIR', '.cache'),
    planStorage: { free: gigabytes('STORE_QUOTA_GB', 50), pro: gigabytes('STORE_QUOTA_PRO_GB', 250) },
    planPrices: { monthly: cents('PRO_MONTHLY_CENTS', 1500), annual: cents('PRO_ANNUAL_CENTS', 15_000) },
    pageCacheBytes: megabytes('PAGE_CACHE_MB', 32),
    zipsLimitBytes: gigabytes('ZIPS_LIMIT_GB', 100),
    bucket: bucketOf(text, address),
    filesLeaveBucket: text('FILES_IN', 'bucket') === 'folder',
    bucketProxied: text('S3_PROXY') === '1',
    deskBytes: gigabytes('DESK_LIMIT_GB', 10),
    modelsDir: folder('MODELS_DIR', join(dataDir, 'models')),
    smtp:
      smtpHost === ''
        ? null
        : {
            host: smtpHost,
            port: port('SMTP_PORT', 587),
            username: text('SMTP_USERNAME'),
            password: text('SMTP_PASSWORD'),
            tls: text('SMTP_TLS') === '1',
            from: text('SMTP_FROM', 'hall@guildhall.test'),
          },
    payments: {
      secretKey: stripeKey === '' ? STAND_IN_KEY : stripeKey,
      webhookSecret: webhookSecret === '' ? STAND_IN_WEBHOOK_SECRET : webhookSecret,
      apiUrl:
        stripeKey === '' || stripeKey === STAND_IN_KEY
          ? address('STRIPE_API_URL', 'http://127.0.0.1:4324')
          : text('STRIPE_API_URL') || null,
      automaticTax: text('STRIPE_TAX') === 'on',
      taxBehavior: taxPrices,
    },
    operator,
    clockFile: text('CLOCK_FILE') === '' ? null : folder('CLOCK_FILE', ''),
    google:
      googleId === ''
        ? null
        : {
            clientId: googleId,
            clientSecret: text('GOOGLE_CLIENT_SECRET'),
            authUrl: text('GOOGLE_AUTH_URL'),
            tokenUrl: text('GOOGLE_TOKEN_URL'),
            userInfoUrl: text('GOOGLE_USER_INFO_URL'),
          },
    purge: text('PURGE_URL') === '' ? null : { url: address('PURGE_URL', ''), token: text('PURGE_TOKEN') },
    drainNoticeMs: milliseconds('DRAIN_NOTICE_MS', production ? 5_000 : 0, 60_000),
    logLevel: text('LOG_LEVEL', production ? 'info' : 'warn'),
  };
}

/** Whether only this machine reaches an address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** The bucket that the S3_* settings name, all or none of them. @throws BadSetting */
function bucketOf(
  text: (name: string, fallback?: string) => string,
  address: (name: string, fallback: string) => string,
): BucketSettings | null {
  const needed = {
    S3_ENDPOINT: text('S3_ENDPOINT'),
    S3_BUCKET: text('S3_BUCKET'),
    S3_ACCESS_KEY: text('S3_ACCESS_KEY'),
    S3_SECRET_KEY: text('S3_SECRET_KEY'),
  };
  const missing = Object.entries(needed).filter(([, value]) => value === '');
  if (missing.length === 4) return null;
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(', ');
    throw new BadSetting(`${names} must be set too, because other S3_ settings name a bucket for files.`);
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(needed.S3_BUCKET)) {
    throw new BadSetting(
      'S3_BUCKET must be the name of a bucket: 3 to 63 small letters, digits, dots or hyphens.',
    );
  }
  return {
    endpoint: address('S3_ENDPOINT', ''),
    region: text('S3_REGION', 'us-east-1'),
    name: needed.S3_BUCKET,
    accessKey: needed.S3_ACCESS_KEY,
    secretKey: needed.S3_SECRET_KEY,
    pathStyle: text('S3_PATH_STYLE') === '1',
  };
}
