import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { backendSettings } from '../../../src/ops/service-account.ts';
import { SERVICE_SETTINGS } from '../../../src/server/app/service-setting-table.ts';
import type { SettingSections } from '../../../src/server/app/setting-kinds.ts';
import { SITE_SETTINGS } from '../../../src/server/app/setting-table.ts';
import { BadSetting, readSettings } from '../../../src/server/app/settings.ts';

const ROOT = '/srv/guildhall';
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_SITE_URL: 'https://guildhall.example',
  POCKETBASE_PASSWORD: 'a secret long enough',
  SMTP_HOST: 'mail.example',
  STRIPE_SECRET_KEY: 'sk_live_of_the_operator',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_operator',
  PUBLIC_OPERATOR_NAME: 'Miniatures Ltd',
  PUBLIC_OPERATOR_EMAIL: 'office@guildhall.example',
  OPERATOR_ADDRESS: '1 Main Street; Springfield',
  OPERATOR_COUNTRY: 'US',
};

const BUCKET = {
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_BUCKET: 'models',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};

describe('settings', () => {
  it('suit a laptop without a single one set', () => {
    const settings = readSettings({}, ROOT);
    expect(settings).toMatchObject({
      production: false,
      host: '127.0.0.1',
      port: 4321,
      siteUrl: 'http://127.0.0.1:4321',
      siteName: 'Guildhall',
      hosts: ['127.0.0.1:4321', 'localhost:4321'],
      behindProxy: false,
      limits: true,
      smtp: null,
      google: null,
    });
    expect(settings.modelsDir).toBe(join(ROOT, '.pocketbase', 'models'));
    expect(settings.pocketbase.url).toBe('http://127.0.0.1:8090');
  });

  it('take empty ones for unset ones, so that the example file changes nothing', () => {
    expect(readSettings({ PORT: '', PUBLIC_SITE_NAME: ' ', NODE_ENV: '' }, ROOT)).toEqual(
      readSettings({}, ROOT),
    );
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '99999'],
    ['PORT', 'http'],
    ['PORT', '80.5'],
    ['POCKETBASE_PORT', '-1'],
    ['STORE_QUOTA_GB', '0'],
    ['STORE_QUOTA_GB', 'much'],
    ['ZIPS_LIMIT_GB', '-1'],
    ['REDIS_URL', 'localhost:6379'],
    ['REDIS_URL', 'redis://10.0.0.5/limits'],
    ['SEARCH_URL', 'https://search.example:9200'],
    ['SEARCH_URL', 'search.example:9200/models'],
    ['PUBLIC_SITE_URL', 'guildhall.example'],
    ['PUBLIC_SITE_URL', 'ftp://guildhall.example'],
  ])('name the one that cannot be used: %s=%s', (name, value) => {
    expect(() => readSettings({ [name]: value }, ROOT)).toThrow(BadSetting);
    expect(() => readSettings({ [name]: value }, ROOT)).toThrow(name);
  });

  it('serve one host in production, and those that are listed', () => {
    expect(readSettings(PRODUCTION, ROOT).hosts).toEqual(['guildhall.example']);
    expect(readSettings({ ...PRODUCTION, ALLOWED_HOSTS: 'www.guildhall.example, ' }, ROOT).hosts).toEqual([
      'guildhall.example',
      'www.guildhall.example',
    ]);
  });

  it.each([
    ['PUBLIC_SITE_URL', undefined],
    ['PUBLIC_SITE_URL', 'http://guildhall.example'],
    ['POCKETBASE_PASSWORD', undefined],
    ['POCKETBASE_PASSWORD', 'short'],
    ['SMTP_HOST', undefined],
    ['RATE_LIMITS', 'off'],
    ['STRIPE_SECRET_KEY', undefined],
    ['STRIPE_SECRET_KEY', 'sk_test_local'],
    ['STRIPE_WEBHOOK_SECRET', undefined],
    ['STRIPE_API_URL', 'http://127.0.0.1:4324'],
    ['CLOCK_FILE', '/srv/guildhall/clock'],
    ['PUBLIC_OPERATOR_NAME', undefined],
    ['OPERATOR_ADDRESS', ' ; '],
    ['OPERATOR_COUNTRY', undefined],
    ['OPERATOR_COUNTRY', 'Germany'],
  ])('refuse to start in production with %s=%s', (name, value) => {
    expect(() => readSettings({ ...PRODUCTION, [name]: value }, ROOT)).toThrow(name);
  });

  it('demand what the imprint needs in Germany, and name all of it at once', () => {
    const germany = { ...PRODUCTION, OPERATOR_COUNTRY: 'de' };
    const refusal = () => readSettings(germany, ROOT);
    for (const name of ['OPERATOR_REGISTER', 'OPERATOR_VAT_ID', 'OPERATOR_PHONE', 'OPERATOR_RESPONSIBLE'])
      expect(refusal).toThrow(`${name} must be set`);
    const whole = {
      ...germany,
      OPERATOR_REGISTER: 'none',
      OPERATOR_VAT_ID: 'DE123456789',
      OPERATOR_PHONE: '+49 221 1',
      OPERATOR_RESPONSIBLE: 'Ada Weber',
    };
    expect(readSettings(whole, ROOT).operator).toMatchObject({
      country: 'DE',
      address: ['1 Main Street', 'Springfield'],
      vatId: 'DE123456789',
    });
    expect(readSettings({ ...whole, NODE_ENV: '', OPERATOR_PHONE: '' }, ROOT).operator.phone).toBe('');
  });

  it('refuse a key of the payment provider without the secret that proves its webhooks', () => {
    expect(() => readSettings({ STRIPE_SECRET_KEY: 'sk_test_own' }, ROOT)).toThrow('STRIPE_WEBHOOK_SECRET');
    const own = readSettings({ STRIPE_SECRET_KEY: 'sk_test_own', STRIPE_WEBHOOK_SECRET: 'whsec_own' }, ROOT);
    expect(own.payments.apiUrl).toBeNull();
    expect(readSettings({}, ROOT).payments.apiUrl).toBe('http://127.0.0.1:4324');
  });

  it('let no other machine reach the backend without a secret', () => {
    const reached =
      (host: string, secret = '') =>
      () =>
        readSettings({ POCKETBASE_HOST: host, POCKETBASE_SECRET: secret }, ROOT).pocketbase.host;
    for (const host of ['10.0.0.2', '0.0.0.0', '::', 'fd00::2'])
      expect(reached(host)).toThrow('POCKETBASE_SECRET must be set');
    expect(reached('10.0.0.2', 'x'.repeat(31))).toThrow('POCKETBASE_SECRET must have at least 32');
    expect(reached('10.0.0.2', 'x'.repeat(32))()).toBe('10.0.0.2');
    expect(reached('127.0.0.1')()).toBe('127.0.0.1');
    expect(reached('db.internal', 'x'.repeat(32))).toThrow('POCKETBASE_HOST must be an address');
  });

  it('list all that production lacks at once', () => {
    const refusal = (env: Record<string, string>, read = readSettings as (...given: never) => unknown) => {
      try {
        read(...([env, ROOT] as never));
      } catch (reason) {
        return String((reason as Error).message).split('\n');
      }
      return [];
    };
    const lacks = refusal({ NODE_ENV: 'production' });
    for (const name of ['PUBLIC_SITE_URL', 'POCKETBASE_PASSWORD', 'SMTP_HOST', 'STRIPE_SECRET_KEY'])
      expect(lacks.filter((line) => line.startsWith(name))).toHaveLength(1);
    for (const name of ['STRIPE_WEBHOOK_SECRET', 'PUBLIC_OPERATOR_NAME'])
      expect(
        lacks.some((line) => line.includes(name)),
        name,
      ).toBe(true);
    // A site needs the address of its backend besides.
    expect(refusal({ NODE_ENV: 'production' }, backendSettings)).toEqual([
      expect.stringMatching(/^POCKETBASE_URL/),
      ...lacks,
    ]);
  });

  it('are refused with the name of one that is wrong', () => {
    expect(() => readSettings({ JOBS: 'no' }, ROOT)).toThrow('JOBS must be on or off.');
    expect(() => readSettings({ DRAIN_NOTICE_MS: '5s' }, ROOT)).toThrow('DRAIN_NOTICE_MS must be');
    expect(readSettings(PRODUCTION, ROOT).drainNoticeMs).toBe(5_000);
    expect(readSettings({}, ROOT).drainNoticeMs).toBe(0);
    expect(() => readSettings({ PUBLIC_PB_API_URL: 'files.example' }, ROOT)).toThrow(
      'PUBLIC_PB_API_URL must be an address',
    );
  });

  it('name the backend as browsers reach it: the site itself, or another address without a slash at its end', () => {
    expect(readSettings({}, ROOT).pbApiUrl).toBe('');
    expect(readSettings({ PUBLIC_PB_API_URL: 'https://files.example/' }, ROOT).pbApiUrl).toBe(
      'https://files.example',
    );
  });

  it('refuse a bucket that is half named, and name the rest', () => {
    const whole = { ...BUCKET, S3_ENDPOINT: 'http://127.0.0.1:9000/' };
    expect(readSettings(whole, ROOT).bucket).toEqual({
      endpoint: 'http://127.0.0.1:9000',
      region: 'us-east-1',
      name: 'models',
      accessKey: 'key',
      secretKey: 'secret',
      pathStyle: false,
    });
    expect(() => readSettings({ ...whole, S3_ACCESS_KEY: '', S3_BUCKET: '' }, ROOT)).toThrow(
      'S3_BUCKET, S3_ACCESS_KEY must be set too',
    );
    expect(() => readSettings({ S3_SECRET_KEY: 'secret' }, ROOT)).toThrow('S3_ENDPOINT, S3_BUCKET');
    expect(() => readSettings({ ...whole, S3_BUCKET: 'My bucket' }, ROOT)).toThrow('S3_BUCKET must be');
    expect(() => readSettings({ ...whole, S3_ENDPOINT: 'minio' }, ROOT)).toThrow(
      'S3_ENDPOINT must be an address',
    );
    expect(() => readSettings({ FILES_IN: 'cloud' }, ROOT)).toThrow('FILES_IN must be');
  });

  it('are in .env.example as their table says, which changes nothing', async () => {
    const sections = Object.entries({ ...SITE_SETTINGS, ...SERVICE_SETTINGS } as SettingSections);
    const lines = sections.flatMap(([title, rows]) => [
      `# --- ${title} ${'-'.repeat(Math.max(3, 110 - title.length))}`,
      ...Object.entries(rows).flatMap(([name, { fallback = '', says = [] }]) => [
        ...says.map((line) => `# ${line}`),
        `${name}=${fallback}`,
      ]),
      '',
    ]);
    const head = [
      '# Every setting of Guildhall, with its default. Copy to .env and change what you need; npm start reads it.',
      '# None of them is needed on a laptop. Written from the tables in src/server/app by their test (vitest -u).',
      '',
    ];
    const written = [...head, ...lines].join('\n');
    await expect(written).toMatchFileSnapshot(join(import.meta.dirname, '../../../.env.example'));
    expect(readSettings(parseEnv(written), ROOT)).toEqual(readSettings({}, ROOT));
  });

  it('that are secrets have no default', () => {
    const rows = Object.values({ ...SITE_SETTINGS, ...SERVICE_SETTINGS } as SettingSections).flatMap(
      (section) => Object.entries(section),
    );
    const secrets = rows.filter(([, { isSecret }]) => isSecret);
    expect(secrets.filter(([, { fallback }]) => fallback !== undefined)).toEqual([]);
    const named = rows.filter(([name]) => /(SECRET|PASSWORD|TOKEN|_KEY)$/.test(name)).map(([name]) => name);
    expect(secrets.map(([name]) => name)).toEqual(expect.arrayContaining(named));
  });
});
