import { afterEach, describe, expect, it } from 'vitest';
import { StorageRefused } from '../../../../src/server/adapters/files/file-store.ts';
import type { App } from '../../../../src/server/app/app.ts';
import type { Pictures } from '../../../../src/server/http/pictures/pictures.ts';
import { type BareFront, openBareFront, requestText } from '../bare-front.ts';

const PICTURE = '/img/320/products/abc123abc123abc/golem.webp';
const BUCKET = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};
let front: BareFront;
afterEach(() => front.close());

/** What a visitor is answered who asks for a picture that is not kept here. */
async function answered(
  get: () => Promise<Buffer | null>,
  { isAway = false, env = BUCKET as Record<string, string> } = {},
): Promise<string> {
  const has = async () => {
    if (isAway) throw new StorageRefused('storage-away', new Error('no connection'));
    return false;
  };
  const visibility = { isPublic: async () => true, knows: () => true };
  front = await openBareFront({
    env,
    app: { assets: { files: { has } } } as unknown as Partial<App>,
    http: { visibility } as unknown as Partial<App['http']>,
    pictures: { get } as unknown as Pictures,
  });
  const line = front.connect();
  line.send(requestText('GET', PICTURE));
  const heard = await line.until('\r\n\r\n');
  line.socket.destroy();
  return heard.toLowerCase();
}
const AWAY = /^http\/1\.1 503 .*cache-control: no-store.*retry-after: 5\r\n/s;

describe('a picture that is not kept here', () => {
  it('is away while its bucket is, which nobody keeps', async () => {
    // PocketBase says then that there is no such file.
    expect(await answered(async () => null, { isAway: true })).toMatch(AWAY);
  });

  it('is away where it takes too long or the database is away', async () => {
    const late = () => Promise.reject(new DOMException('too late', 'TimeoutError'));
    expect(await answered(late, { isAway: true })).toMatch(AWAY);
    await front.close();
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }),
    });
    expect(await answered(() => Promise.reject(refused), { env: {} })).toMatch(AWAY);
  });

  it('does not exist where the bucket answers, and where there is none', async () => {
    expect(await answered(async () => null)).toMatch(/^http\/1\.1 404 .*cache-control: no-store/s);
    await front.close();
    expect(await answered(async () => null, { isAway: true, env: {} })).toMatch(/^http\/1\.1 404 /);
  });

  it('that cannot be read for another reason is a fault', async () => {
    const broken = () => Promise.reject(new Error('the backend answered 500 for a picture'));
    expect(await answered(broken)).toMatch(/^http\/1\.1 500 /);
  });
});
