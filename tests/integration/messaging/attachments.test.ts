import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backendCreatedAt, STORAGE_KEY_COLLECTIONS } from '../../../src/data/assets/stored-keys.ts';
import { renewTokenKey } from '../../../src/data/identity/users.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { openConversation } from '../../../src/data/messaging/conversation-writing.ts';
import { sendPushHint } from '../../../src/data/notifications/live.ts';
import {
  ATTACHED_TOTAL_MAX_BYTES,
  type Attachment,
  UNSENT_ATTACHMENT_TTL_MS,
} from '../../../src/domain/messaging/message.ts';
import { paths } from '../../../src/paths.ts';
import { deleteDueFiles } from '../../../src/server/assets/deleted-files.ts';
import { ORPHAN_GRACE_MS, sweepOrphans } from '../../../src/server/assets/orphaned-files.ts';
import { ARRIVING_MAX } from '../../../src/server/http/attachments.ts';
import { removeStaleAttachments } from '../../../src/server/messaging/attachments.ts';
import { sendMessage } from '../../../src/server/messaging/conversations.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { listen } from '../../pocketbase/listener.ts';
import { aZip } from '../../server/assets/uploads/a-zip.ts';
import { deleteLeftFiles } from '../assets/deleted.ts';
import { aSeller, type TestSeller } from '../commerce/sellers.ts';

/** Files beside messages, and what pages hear, at the real front. */
let backend: TestBackend;
let front: TestFront;
let seller: TestSeller;
let buyer: TestSeller;
let other: TestSeller;
let conversation: string;
let picture: Buffer;

beforeAll(async () => {
  backend = await openTestBackend();
  front = await openTestFront(backend, { RATE_LIMITS: 'off' });
  seller = await aSeller(backend, 'mira');
  other = await aSeller(backend, 'dorin');
  buyer = await aSeller(backend, 'wren', false);
  const pair = { buyerId: buyer.id, storeId: seller.storeId };
  conversation = await openConversation(backend.pb, pair, { productId: null, orderId: null }, Date.now());
  const pixels = sharp({ create: { width: 60, height: 40, channels: 3, background: '#1d6f63' } });
  picture = await pixels
    .withExif({ IFD0: { Artist: 'a secret place' } })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

const bytesOf = (bytes: Buffer) => new Uint8Array(bytes);
const post = (who: { cookie: string } | null, name: string, bytes: Buffer, to = conversation) =>
  fetch(front.url + paths.attach(to, name), {
    method: 'POST',
    headers: who ? { cookie: who.cookie } : {},
    body: bytesOf(bytes),
  });
const attached = async (name: string, bytes: Buffer, who: TestSeller = buyer) => {
  const answer = await post(who, name, bytes);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Attachment;
};
const get = (who: { cookie: string } | null, id: string) =>
  fetch(front.url + paths.attachment(id), { headers: who ? { cookie: who.cookie } : {} });
const talkerOf = ({ id, storeId }: TestSeller) => ({ userId: id, storeId: storeId === '' ? null : storeId });
const sent = (who: TestSeller, attachments: string[], key = crypto.randomUUID()) =>
  sendMessage(
    front.app.messaging.conversations,
    talkerOf(who),
    { id: who.id, since: 0, strikes: 0 },
    {
      id: conversation,
      key,
      text: '',
      attachments,
    },
  );
const halfFiles = () => readdir(join(backend.modelsDir, 'uploads'));
const rows = () =>
  backend.pb.collection('message_attachments').getFullList<{ id: string; storageKey: string }>();

describe('an attachment', () => {
  it('can be read by the two sides only', async () => {
    const model = randomBytes(40_000);
    const { id, kind, name, sizeBytes } = await attached('arm.lys', model);
    expect({ kind, name, sizeBytes }).toEqual({ kind: 'file', name: 'arm.lys', sizeBytes: 40_000 });
    // Until it is sent, it is its sender's alone.
    expect((await get(buyer, id)).status).toBe(200);
    expect((await get(seller, id)).status).toBe(404);
    expect(await sent(buyer, [id])).toHaveProperty('message.attachments.0.id', id);
    for (const who of [buyer, seller]) {
      const answer = await get(who, id);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toContain('attachment; filename="arm.lys"');
      const hash = createHash('sha256').update(Buffer.from(await answer.arrayBuffer()));
      expect(hash.digest('hex')).toBe(createHash('sha256').update(model).digest('hex'));
    }
    expect((await get(other, id)).status).toBe(404);
    expect((await get(null, id)).status).toBe(401);
    expect((await get(buyer, 'aaaaaaaaaaaaaaa')).status).toBe(404);
    // What a report hides is hidden with its files.
    const { message } = await backend.pb.collection('message_attachments').getOne<{ message: string }>(id);
    await backend.pb.collection('messages').update(message, { hiddenAt: new Date().toISOString() });
    for (const who of [buyer, seller]) expect((await get(who, id)).status).toBe(404);
  });

  it('that is a picture is re-encoded', async () => {
    const { id, kind, name, width, height } = await attached('My golem.JPG', picture);
    expect({ kind, name, width, height }).toEqual({
      kind: 'picture',
      name: 'My golem.webp',
      width: 60,
      height: 40,
    });
    const answer = await get(buyer, id);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('content-disposition')).toBe('inline');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 60 });
    expect(bytes.includes('a secret place')).toBe(false);
  });

  it.each<[string, string, Buffer]>([
    ['a page', 'x.html', Buffer.from('<script>')],
    ['a page that says it is a text', 'x.txt', Buffer.from('<html><script>alert(1)</script>')],
    ['a program', 'x.exe', Buffer.from('MZ')],
    ['a program that says it is a project', 'x.lys', Buffer.from('MZ......')],
    ['a drawing', 'x.svg', Buffer.from('<svg/>')],
    ['a picture that is none', 'x.png', Buffer.from('GIF89a')],
    ['a model that is none', 'x.stl', Buffer.from('solid but not really')],
    ['nothing', 'x.lys', Buffer.alloc(0)],
    ['no name', '', Buffer.from('x')],
    ['a way out of an archive', 'x.zip', aZip([{ path: '../../evil.lys', bytes: randomBytes(9) }])],
    ['a bomb', 'x.zip', aZip([{ path: 'a.lys', bytes: Buffer.alloc(9_000_000) }])],
    ['a program in an archive', 'x.zip', aZip([{ path: 'a/run.exe', bytes: randomBytes(9) }])],
    ['a picture over 10 MB', 'x.png', Buffer.alloc(10 * 1024 * 1024 + 1)],
  ])('is not %s', async (_what, name, bytes) => {
    const before = (await rows()).length;
    const answer = await post(buyer, name, bytes);
    expect([400, 413]).toContain(answer.status);
    expect(((await answer.json()) as { message: string }).message).toMatch(/^[A-Z].*\.$/);
    expect((await rows()).length).toBe(before);
    expect(await halfFiles()).toEqual([]);
  });

  it('is sent by the two sides only', async () => {
    expect((await post(other, 'a.lys', randomBytes(9))).status).toBe(404);
    expect((await post(null, 'a.lys', randomBytes(9))).status).toBe(401);
    expect((await post(buyer, 'a.lys', randomBytes(9), 'aaaaaaaaaaaaaaa')).status).toBe(404);
    expect((await post(buyer, 'a.lys', randomBytes(9), '')).status).toBe(404);
  });

  it('belongs to one message of its uploader', async () => {
    const { id } = await attached('a.lys', randomBytes(99));
    expect(await sent(seller, [id])).toMatchObject({ refused: 'attachments' });
    const key = crypto.randomUUID();
    expect(await sent(buyer, [id], key)).toHaveProperty('message.number');
    expect(await sent(buyer, [id], key)).toHaveProperty('message.number');
    expect(await sent(buyer, [id])).toMatchObject({ refused: 'attachments' });
  });

  it('is forgotten after a day without a message, and its bytes with it', async () => {
    const bytes = randomBytes(500);
    const kept = await attached('kept.lys', bytes);
    const twin = await attached('twin.lys', bytes);
    const lost = await attached('lost.lys', randomBytes(500));
    await sent(buyer, [kept.id]);
    const keyOf = new Map((await rows()).map(({ id, storageKey }) => [id, storageKey]));
    const {
      messaging: { attachments },
      assets: { files },
    } = front.app;
    await removeStaleAttachments({
      ...attachments,
      now: () => Date.now() + UNSENT_ATTACHMENT_TTL_MS + 60_000,
    });
    expect((await get(buyer, kept.id)).status).toBe(200);
    for (const { id } of [twin, lost]) expect((await get(buyer, id)).status).toBe(404);
    await deleteLeftFiles(backend.pb, files);
    expect(await files.has(keyOf.get(kept.id) ?? '', 500)).toBe(true);
    expect(await files.has(keyOf.get(lost.id) ?? '', 500)).toBe(false);
  });

  it('leaves no bytes behind where an operator deletes the conversation in the dashboard', async () => {
    const shared = randomBytes(700);
    const [lost, twin] = [await attached('lost.lys', randomBytes(700)), await attached('twin.lys', shared)];
    await sent(buyer, [lost.id, twin.id]);
    const elsewhere = await openConversation(
      backend.pb,
      { buyerId: buyer.id, storeId: other.storeId },
      { productId: null, orderId: null },
      Date.now(),
    );
    expect((await post(buyer, 'kept.lys', shared, elsewhere)).status).toBe(201);
    const keyOf = new Map((await rows()).map(({ id, storageKey }) => [id, storageKey]));
    const [lostKey, twinKey] = [keyOf.get(lost.id) ?? '', keyOf.get(twin.id) ?? ''];
    await backend.pb.collection('conversations').delete(conversation);
    expect((await get(buyer, lost.id)).status).toBe(404);
    const {
      messaging: { attachments },
      assets: { files },
    } = front.app;
    // Not at once: what a restored backup names must still be there.
    const { onError } = attachments;
    await deleteDueFiles({ pb: backend.pb, files, onError });
    expect(await files.has(lostKey, 700)).toBe(true);
    await deleteLeftFiles(backend.pb, files);
    expect(await files.has(lostKey, 700)).toBe(false);
    expect(await files.has(twinKey, 700)).toBe(true);
    const pair = { buyerId: buyer.id, storeId: seller.storeId };
    conversation = await openConversation(backend.pb, pair, { productId: null, orderId: null }, Date.now());
  });

  it('is swept where no tombstone says that no record names it', async () => {
    const {
      messaging: { attachments },
      assets: { files },
    } = front.app;
    const lost = await attached('lost.lys', randomBytes(700));
    const [{ storageKey: lostKey } = { storageKey: '' }] = (await rows()).filter(({ id }) => id === lost.id);
    await backend.pb.collection('message_attachments').delete(lost.id);
    await transaction(backend.pb)
      .exec(sql`DELETE FROM tombstones WHERE storageKey = {:lostKey}`, { lostKey })
      .run();
    const sweep = async (now: number) => {
      await sweepOrphans({ ...attachments, now: () => now }, lostKey.slice(0, 2));
      await deleteLeftFiles(backend.pb, files);
    };
    await sweep(Date.now() + ORPHAN_GRACE_MS - 3_600_000);
    expect(await files.has(lostKey, 700)).toBe(true);
    // What is older than the backend is let be: somebody may have started it with an empty folder by mistake.
    const began = Math.min(
      ...(await backend.pb.collection('_superusers').getFullList()).map(({ created }) => Date.parse(created)),
    );
    expect(await backendCreatedAt(backend.pb)).toBe(began);
    await sweep(Date.now() + ORPHAN_GRACE_MS + 3_600_000);
    expect(await files.has(lostKey, 700)).toBe(false);
  });

  it('is among what names bytes, like every record with a key of the file store', async () => {
    const collections = await backend.pb.collections.getFullList();
    const naming = collections.filter(({ fields }) => fields.some((field) => field['name'] === 'storageKey'));
    expect(naming.map(({ name }) => name).sort()).toEqual([...STORAGE_KEY_COLLECTIONS].sort());
  });

  it('counts towards what one person may attach', async () => {
    const heavy = { conversation, owner: seller.id, by: 'store', kind: 'file', name: 'a.lys' };
    const attachments = backend.pb.collection('message_attachments');
    const all = await attachments.getFullList({ filter: `owner = '${seller.id}'` });
    const attached = all.reduce((sum, one) => sum + Number(one['sizeBytes']), 0);
    const row = await attachments.create({ ...heavy, sizeBytes: ATTACHED_TOTAL_MAX_BYTES - attached - 100 });
    expect((await post(seller, 'a.lys', randomBytes(101))).status).toBe(413);
    expect((await post(seller, 'a.lys', randomBytes(100))).status).toBe(201);
    await attachments.delete(row.id);
  });

  it('is refused with 429 while its sender has too many others on the way, and nobody else waits', async () => {
    const { hostname, port } = new URL(front.url);
    const begun = Array.from({ length: ARRIVING_MAX }, () =>
      http.request({
        ...{ hostname, port, path: paths.attach(conversation, 'slow.lys'), method: 'POST' },
        headers: { cookie: buyer.cookie, 'content-length': '1000' },
      }),
    );
    for (const request of begun) {
      request.on('error', () => undefined);
      request.write('x');
    }
    await expect.poll(async () => (await halfFiles()).length).toBe(ARRIVING_MAX);
    const refused = await post(buyer, 'a.lys', randomBytes(9));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('2');
    // Others are not kept waiting by it.
    expect((await post(seller, 'a.lys', randomBytes(9))).status).toBe(201);
    for (const request of begun) request.destroy();
    await expect.poll(async () => (await post(buyer, 'a.lys', randomBytes(9))).status).toBe(201);
  });
});

describe('pages that listen through the front', () => {
  const tokenOf = ({ cookie }: TestSeller) =>
    (JSON.parse(decodeURIComponent(cookie.replace('pb_auth=', ''))) as { token: string }).token;

  it('hear of a message at both sides, and nobody else does', async () => {
    const pages = await Promise.all(
      [buyer, seller, other].map((who) => listen(front.url, tokenOf(who), 'inbox')),
    );
    const [mine, theirs, none] = pages;
    const { id } = await attached('b.lys', randomBytes(99));
    const answer = await sent(buyer, [id]);
    const number = 'message' in answer ? answer.message.number : 0;
    for (const page of [mine, theirs]) {
      await page?.first;
      expect(page?.said.map((said) => JSON.parse(said))).toEqual([
        { kind: 'message', conversationId: conversation, number, by: 'buyer' },
      ]);
    }
    expect(none?.heard).toEqual([]);
    for (const page of pages) page.close();
  });

  it('hear nothing more once their login was ended', async () => {
    const thief = await listen(front.url, tokenOf(other), 'inbox');
    const pair = { buyerId: buyer.id, storeId: other.storeId };
    const theirs = await openConversation(backend.pb, pair, { productId: null, orderId: null }, Date.now());
    const say = (number: number) =>
      sendPushHint(backend.pb, [other.id], { kind: 'message', conversationId: theirs, number, by: 'buyer' });
    await say(1);
    await thief.first;
    expect(thief.heard).toHaveLength(1);
    await renewTokenKey(backend.pb, other.id);
    await say(2);
    const page = await listen(front.url, tokenOf(buyer), 'inbox');
    await sendPushHint(backend.pb, [other.id, buyer.id], {
      kind: 'message',
      conversationId: theirs,
      number: 3,
      by: 'buyer',
    });
    // What was said to both has come to the one who may hear it.
    await page.first;
    expect(thief.heard).toHaveLength(1);
    thief.close();
    page.close();
  });

  it.each([
    ['nobody', () => '', 'inbox', 401],
    ['somebody who asks for another topic', () => tokenOf(other), 'messages/*', 404],
    ['somebody who asks for a conversation', () => tokenOf(other), `conversations/${'a'.repeat(15)}`, 404],
  ])('are not %s', async (_who, token, topic, status) => {
    const page = await listen(front.url, token(), topic);
    expect(page.status).toBe(status);
    page.close();
  });
});
