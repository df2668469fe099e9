import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { MAX_STRIKES } from '../../src/domain/moderation/strikes.ts';
import { publishDue } from '../../src/server/catalogue/product-schedule.ts';
import { runReleaseJob } from '../../src/server/guild/releases.ts';
import { settingStates } from '../dashboard-states.ts';
import { type ConversationPartners, openConversationPartners } from './conversation-partners.ts';
import { world } from './request.ts';

/** What a seller with three strikes can no longer do, and what their members still get. */

const pb = settingStates(serviceClient({ url: world.pocketbaseUrl, ...world.service }));
const row = async (collection: string, data: object) =>
  (await pb.collection(collection).create({ ...data })).id;
const HOUR = 3_600_000;

let partners: ConversationPartners;
let tier: string;
let bytes: object;
let releaseOf: (state: string, publishAt?: Date) => Promise<string>;
beforeAll(async () => {
  partners = await openConversationPartners(pb, 'Fen', 'Golem');
  const { storeId, productId, seller } = partners;
  const guild = await row('guilds', {
    ...{ store: storeId, name: 'Fen', state: 'live', grantRule: 'one_per_payment', billings: ['monthly'] },
  });
  tier = await row('guild_tiers', {
    ...{ guild, name: 'Low', state: 'public', licence: 'personal', monthlyCents: 800, benefits: [] },
  });
  const like = await pb.collection('product_files').getOne(world.file);
  const { id: _, collectionId: __, collectionName: ___, created: ____, updated: _____, ...rest } = like;
  bytes = rest;
  await row('product_files', { ...bytes, product: productId });
  releaseOf = async (state, publishAt = new Date(Date.now() + HOUR)) => {
    const id = await row('releases', { guild, title: 'A month', month: '2026-11', state, publishAt });
    await row('release_products', { release: id, product: productId });
    await row('release_tiers', { release: id, tier });
    return id;
  };
  await pb.collection('users').update(seller.id, { strikes: MAX_STRIKES });
}, 30_000);

describe('a seller with three strikes', () => {
  it('can neither schedule nor publish a release', async () => {
    const { seller } = partners;
    const draft = await releaseOf('draft');
    const announced = await releaseOf('scheduled');
    const answers = await Promise.all([
      seller.call('releases.move', { id: draft, deed: 'schedule' }),
      seller.call('releases.publish', { id: draft }),
      seller.call('releases.publish', { id: announced }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect((await pb.collection('releases').getOne(draft))['state']).toBe('draft');
  });

  it('can describe a scheduled release, but not add models to it', async () => {
    const { seller, productId, storeId } = partners;
    const id = await releaseOf('scheduled');
    const another = await row('products', {
      ...{ store: storeId, name: 'Troll', slug: 'troll', state: 'draft', priceCents: 900 },
    });
    const fields = { id, title: 'Another title', month: '2026-11', description: '', backCents: null };
    const release = { ...fields, tierIds: [tier], publishAt: Date.now() + HOUR };
    const more = { ...release, productIds: [productId, another] };
    expect((await seller.call('releases.change', more)).status).toBe(409);
    expect((await seller.call('releases.change', { ...release, productIds: [productId] })).status).toBe(200);
  });

  it('still delivers releases scheduled before, but publishes no scheduled product', async () => {
    const announced = await releaseOf('scheduled', new Date(Date.now() - 60_000));
    const errors: unknown[] = [];
    await runReleaseJob({ pb, now: Date.now, onError: (reason) => errors.push(reason) });
    expect(errors).toEqual([]);
    expect((await pb.collection('releases').getOne(announced))['state']).toBe('published');
    const { storeId, seller } = partners;
    const pixels = sharp({ create: { width: 64, height: 64, channels: 3, background: '#1d6f63' } });
    const picture = new File([new Uint8Array(await pixels.webp().toBuffer())], 'ogre.webp');
    const product = await row('products', {
      ...{ store: storeId, name: 'Ogre', slug: 'ogre', state: 'scheduled', free: true, images: [picture] },
      ...{ licences: ['personal'], type: 'figure', scale: '32', parts: 'single', ai: 'none' },
      publishAt: new Date(Date.now() - 60_000),
    });
    await row('product_files', { ...bytes, product });
    const stateAfterPublishing = async () => {
      await publishDue(pb, Date.now());
      return (await pb.collection('products').getOne(product))['state'];
    };
    expect(await stateAfterPublishing()).toBe('ready');
    await pb.collection('users').update(seller.id, { strikes: MAX_STRIKES - 1 });
    const again = { state: 'scheduled', publishAt: new Date(Date.now() - 60_000) };
    await pb.collection('products').update(product, again);
    expect(await stateAfterPublishing()).toBe('published');
  });

  it('can schedule again with one strike less, as soon as the change feed has told the site', async () => {
    const { seller } = partners;
    const draft = await releaseOf('draft');
    await pb.collection('users').update(seller.id, { strikes: MAX_STRIKES - 1 });
    await expect
      .poll(async () => (await seller.call('releases.move', { id: draft, deed: 'schedule' })).status)
      .toBe(200);
  });
});
