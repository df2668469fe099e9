import { SETTING_KINDS, type SettingSections } from './setting-kinds.ts';

const { address, addressOrNone, cents, gigabytes, megabytes, one, port, text } = SETTING_KINDS;

/** The settings of a site: where it is, who runs it, its backend, and its folders. */
export const SITE_SETTINGS = {
  Addresses: {
    PUBLIC_SITE_URL: {
      is: address,
      fallback: 'http://127.0.0.1:4321',
      says: [
        'The origin people see. In production it begins with https://. Built into the pages: a change builds again.',
      ],
    },
    PUBLIC_SITE_NAME: { is: text, fallback: 'Guildhall' },
    PUBLIC_PB_API_URL: {
      is: addressOrNone,
      says: [
        "pbApiUrl: the backend's base URL as browsers reach it, for pictures of people. Empty: the site's own origin, which passes on",
        'what is open. Read at the start: a change needs no new build.',
      ],
    },
    HOST: { is: text, fallback: '127.0.0.1', says: ['Where the site listens.'] },
    PORT: { is: port, fallback: '4321' },
    ALLOWED_HOSTS: { is: text, says: ['Further host names the site answers to, with commas between.'] },
    BEHIND_PROXY: {
      is: one,
      says: [
        '1 where a proxy of yours stands in front and sets X-Forwarded-For; its last entry is then the visitor.',
      ],
    },
  },
  'Who runs the place (shown in the legal texts, the imprint, the footer and on invoices)': {
    PUBLIC_OPERATOR_NAME: {
      is: text,
      says: [
        "The seller of record. In production name, e-mail, address and country are needed, and what the country's law wants besides;",
        'the start says what is missing. "none" says that there is no register or VAT number.',
      ],
    },
    PUBLIC_OPERATOR_EMAIL: { is: text },
    OPERATOR_ADDRESS: {
      is: text,
      says: ['The postal address, its lines separated by semicolons, without the country.'],
    },
    OPERATOR_COUNTRY: { is: text, says: ['A code of two letters, such as DE.'] },
    OPERATOR_REGISTER: {
      is: text,
      says: ['The register and the number in it, such as "Amtsgericht Köln, HRB 12345".'],
    },
    OPERATOR_VAT_ID: { is: text },
    OPERATOR_PHONE: { is: text },
    OPERATOR_RESPONSIBLE: { is: text, says: ['The person who is responsible for the content.'] },
    PUBLIC_HELP_URL: {
      is: text,
      says: [
        "A help desk of your own; empty leads to the site's help pages. Social links show only where they are set.",
      ],
    },
    PUBLIC_YOUTUBE_URL: { is: text },
    PUBLIC_X_URL: { is: text },
    PUBLIC_INSTAGRAM_URL: { is: text },
  },
  PocketBase: {
    POCKETBASE_PORT: { is: port, fallback: '8090', says: ['It always listens on the loopback address.'] },
    POCKETBASE_URL: {
      is: address,
      says: ['Where the site finds it, where that is not this port; npm start tells it the site it starts.'],
    },
    POCKETBASE_HOST: {
      is: text,
      says: [
        'For sites on other machines: a private address of this machine on which they reach it, at POCKETBASE_GATE_PORT, if they',
        'show the same POCKETBASE_SECRET (32 characters or more). Empty: nobody but this machine does.',
      ],
    },
    POCKETBASE_GATE_PORT: { is: port, fallback: '8091' },
    POCKETBASE_SECRET: { is: text, isSecret: true },
    POCKETBASE_BIN: {
      is: text,
      says: [
        'A program of your own; empty takes the npm package on a laptop and the pinned official release in production.',
      ],
    },
    POCKETBASE_EMAIL: {
      is: text,
      fallback: 'service@guildhall.test',
      says: [
        "The service's login. A laptop makes one by itself (.pocketbase/service.json); production wants 16 characters or more.",
      ],
    },
    POCKETBASE_PASSWORD: { is: text, isSecret: true },
  },
  'More than one site (docs/operating.md)': {
    REDIS_URL: {
      is: text,
      isSecret: true,
      says: [
        'Redis or Valkey, such as redis://10.0.0.5:6379, where several sites count every limit together and wake each other when',
        'something changes. Without it each site counts for itself. While it is away, each goes on with its part of the limits.',
      ],
    },
    SEARCH_URL: {
      is: text,
      isSecret: true,
      says: [
        'OpenSearch for a marketplace of millions of products, such as https://name:password@10.0.0.6:9200/models?shards=3&replicas=1:',
        'all sites ask it, and one of them feeds it. Empty: each site has an index of its own in memory (docs/operating.md).',
      ],
    },
  },
  Folders: {
    DATA_DIR: { is: text, fallback: '.pocketbase' },
    CACHE_DIR: { is: text, fallback: '.cache' },
    MODELS_DIR: { is: text, fallback: '.pocketbase/models' },
    DESK_LIMIT_GB: {
      is: gigabytes,
      fallback: '10',
      says: ['The most that local copies of files in a bucket may weigh, in GB; see the next section.'],
    },
    STORE_QUOTA_GB: {
      is: gigabytes,
      fallback: '50',
      says: [
        "The most one store's uploads and product files may weigh together, in GB: on the free plan, and on Pro.",
      ],
    },
    STORE_QUOTA_PRO_GB: { is: gigabytes, fallback: '250' },
    PRO_MONTHLY_CENTS: {
      is: cents,
      fallback: '1500',
      says: [
        'What Pro costs a seller, in cents: by the month and by the year. Who has it keeps the price he joined at.',
      ],
    },
    PRO_ANNUAL_CENTS: { is: cents, fallback: '15000' },
    ZIPS_LIMIT_GB: {
      is: gigabytes,
      fallback: '100',
      says: [
        'The most all packed archives of products may weigh together, in GB. Beyond it those asked for longest ago are cleared;',
        'whoever asks for one of them waits until it is packed again.',
      ],
    },
    PAGE_CACHE_MB: {
      is: megabytes,
      fallback: '32',
      says: ['How much memory finished pages may take, in MB. 0 keeps none: every visit renders its page.'],
    },
  },
} as const satisfies SettingSections;
