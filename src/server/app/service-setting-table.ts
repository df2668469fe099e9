import { SETTING_KINDS, type SettingSections } from './setting-kinds.ts';

const { address, addressOrNone, milliseconds, onOrOff, one, port, text } = SETTING_KINDS;

/** The settings of what a site uses: snapshots, a bucket, mail, payments and the sign-in of others; and how it runs. */
export const SERVICE_SETTINGS = {
  'Snapshots: npm run snapshot and npm run restore, see docs/deploy/many.md': {
    SNAPSHOT_TO: {
      is: text,
      says: [
        'Where snapshots go: a folder, on another disk or a mounted share, or s3://name/folder for a bucket at the server of the',
        'S3_ settings. Empty takes none.',
      ],
    },
    SNAPSHOT_MINUTES: {
      is: text,
      says: [
        'A snapshot every so many minutes while the database runs here; what is newer is lost with the machine. 0 takes none.',
        '60 where SNAPSHOT_TO is set.',
      ],
    },
    SNAPSHOT_KEEP: {
      is: text,
      fallback: '48h,29d,0m',
      says: [
        'How long one snapshot of each hour, day and month is kept. /privacy promises that backups are replaced within 30 days.',
      ],
    },
    SNAPSHOT_KEY: {
      is: text,
      isSecret: true,
      says: [
        'Seals snapshots: the public key (age1…) on the server, the secret one (AGE-SECRET-KEY-1…) to restore.',
        'npm run snapshot -- key makes the pair. Production does not start with a SNAPSHOT_TO and without a key.',
      ],
    },
  },
  'Replica of the database: Litestream beside npm run backend, see docs/deploy/many.md': {
    REPLICA_TO: {
      is: text,
      says: [
        'Where the database is copied to while it is written, a second behind: a folder on another disk, or s3://name/folder for a bucket',
        'at the server of the S3_ settings, another one than S3_BUCKET. It is not sealed: let the provider encrypt it. Empty copies none.',
      ],
    },
    LITESTREAM_BIN: {
      is: text,
      says: [
        'The program, version 0.3.13. Empty takes litestream on the PATH, or that of the npm package @flydotio/litestream-linux-x64.',
      ],
    },
  },
  'Files in an S3-compatible store (docs/files.md)': {
    S3_ENDPOINT: {
      is: address,
      says: [
        "Model files, previews, archives, attachments and PocketBase's pictures go to this bucket; all empty: to the folders above.",
        'AWS: https://s3.eu-central-1.amazonaws.com and its region; R2: the account\'s address and the region "auto"; MinIO, Ceph and',
        "Swift: their address, and S3_PATH_STYLE=1, which puts the bucket's name into the path.",
      ],
    },
    S3_REGION: { is: text, fallback: 'us-east-1' },
    S3_BUCKET: { is: text },
    S3_ACCESS_KEY: { is: text, isSecret: true },
    S3_SECRET_KEY: { is: text, isSecret: true },
    S3_PATH_STYLE: { is: one },
    S3_PROXY: {
      is: one,
      says: [
        '1 sends downloads through the site; otherwise browsers are redirected to a link of the bucket that is good for 15 minutes.',
      ],
    },
    FILES_IN: {
      is: text,
      fallback: 'bucket',
      says: [
        '"folder" while files are moved back from the bucket: new files go to the folders, old ones are read where they are.',
      ],
    },
  },
  Mail: {
    SMTP_HOST: {
      is: text,
      says: ['Without a host, a laptop catches every mail and shows it at http://127.0.0.1:4322.'],
    },
    SMTP_PORT: { is: port, fallback: '587' },
    SMTP_USERNAME: { is: text },
    SMTP_PASSWORD: { is: text, isSecret: true },
    SMTP_TLS: {
      is: one,
      says: ['1 for TLS from the first byte (port 465); otherwise STARTTLS is used where it is offered.'],
    },
    SMTP_FROM: { is: text, fallback: 'hall@guildhall.test' },
    MAIL_PAGE_PORT: { is: port, fallback: '4322' },
    MAIL_SMTP_PORT: { is: port, fallback: '4323' },
  },
  Payments: {
    STRIPE_SECRET_KEY: {
      is: text,
      isSecret: true,
      says: [
        'Without a key, a stand-in of Stripe runs beside the site and takes test cards; no money moves. Production wants a live',
        'key and the secrets of three webhooks that lead to /api/stripe, with commas between. npm run stripe:setup makes them,',
        'with the customer portal and the prices of Pro, and prints the secrets. They bring',
        "  your account's own events: checkout.session.completed, checkout.session.async_payment_succeeded,",
        '    checkout.session.async_payment_failed, checkout.session.expired, charge.updated, charge.refunded,',
        '    charge.dispute.created, charge.dispute.updated, charge.dispute.closed, charge.dispute.funds_withdrawn,',
        '    charge.dispute.funds_reinstated, refund.created, refund.updated, refund.failed, customer.subscription.created,',
        '    customer.subscription.updated, customer.subscription.deleted, customer.subscription.paused,',
        '    customer.subscription.resumed, customer.subscription.trial_will_end, invoice.paid, invoice.payment_failed,',
        '    invoice.payment_action_required, invoice.finalization_failed, radar.early_fraud_warning.created,',
        '    radar.early_fraud_warning.updated',
        '  events of connected accounts: account.updated, payout.failed',
        '  thin events of accounts: v2.core.account[configuration.recipient].capability_status_updated,',
        '    v2.core.account[requirements].updated, v2.core.account.closed',
      ],
    },
    STRIPE_WEBHOOK_SECRET: { is: text, isSecret: true },
    STRIPE_API_URL: { is: text, says: ['Only for the stand-in; empty with a key of your own.'] },
    STRIPE_TAX: {
      is: text,
      says: [
        '"on" lets Stripe Tax compute sales tax and VAT on its page, for the countries registered there. Both tax settings count',
        'until an operator saves others at the desk.',
      ],
    },
    TAX_PRICES: {
      is: text,
      fallback: 'exclusive',
      says: [
        'Whether prices contain this tax: "exclusive" adds it to prices, "inclusive" makes prices what everybody pays, and the tax of',
        "the buyer's country is a part of them. Decide before the first sale: members keep the prices they joined at.",
      ],
    },
    WALLETS: {
      is: text,
      says: [
        "Wallets that are switched on at the provider (Stripe's dashboard: Settings, Payment methods), as buyers read them in the",
        'cart, with commas between: Apple Pay, Google Pay. Empty names cards only.',
      ],
    },
    PAYMENTS_PORT: { is: port, fallback: '4324' },
    CLOCK_FILE: {
      is: text,
      says: [
        'Only for the stand-in, whose clock may be moved on: the file that says how far. npm start names it; refused in production.',
      ],
    },
  },
  'Sign-in with Google; shown only where an id is set': {
    GOOGLE_CLIENT_ID: { is: text },
    GOOGLE_CLIENT_SECRET: { is: text, isSecret: true },
    GOOGLE_AUTH_URL: { is: text, says: ["Only for a stand-in; empty means Google's own addresses."] },
    GOOGLE_TOKEN_URL: { is: text },
    GOOGLE_USER_INFO_URL: { is: text },
  },
  Running: {
    NODE_ENV: {
      is: text,
      says: ['production refuses missing secrets, leaves out the demo world and the mail sink.'],
    },
    DEMO_WORLD: { is: text, says: ['"off" starts an empty marketplace.'] },
    DEMO: {
      is: text,
      says: ['Which demo world is seeded: "full" (without this setting), or "small", the one of the tests.'],
    },
    RATE_LIMITS: { is: text, says: ['"off" takes the limits from a test run; refused in production.'] },
    JOBS: {
      is: onOrOff,
      fallback: 'on',
      says: [
        'off: this site leaves the periodic work to a process that npm run jobs started, or to other sites.',
      ],
    },
    PURGE_URL: {
      is: addressOrNone,
      says: [
        'A cache in front of the sites, such as Varnish or a CDN: where it is told which pages are outdated, and the token for it.',
        'With an address, pages say how long they may be kept there and name their tags (Cache-Tag, Surrogate-Key).',
      ],
    },
    PURGE_TOKEN: { is: text, isSecret: true },
    DRAIN_NOTICE_MS: {
      is: milliseconds(60_000),
      says: [
        'How long a site that stops still serves, in ms, while /readyz says 503 and load balancers send visitors elsewhere.',
        'Empty: 5000 in production, else 0.',
      ],
    },
    LOG_LEVEL: { is: text, says: ['silent, error, warn, info or debug'] },
    CHROMIUM: { is: text, says: ['Chrome or Chromium for tests and measurements; empty looks for one.'] },
  },
} as const satisfies SettingSections;
