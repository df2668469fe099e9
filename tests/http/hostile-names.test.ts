import { beforeAll, describe, expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { type LibraryRows, libraryItems } from '../../src/domain/library/library-rows.ts';
import { paths } from '../../src/paths.ts';
import { HOSTILE, HOSTILE_NAME, unsafeCharacters } from '../hostile-texts.ts';
import {
  activeMarkup,
  type ConversationPartners,
  openConversationPartners,
} from './conversation-partners.ts';
import { request, world } from './request.ts';

/** Hostile texts as names: of guilds and their parts, access groups, shelves, lists, coupons, gifts and files. */

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
const cut = (text: string, most: number) => text.slice(0, most).toWellFormed();
const idOf = (data: unknown) => (data as { id: string }).id;
const row = async (collection: string, data: object) =>
  (await pb.collection(collection).create({ ...data })).id;

let partners: ConversationPartners;
const ids = {
  ...{ guild: '', tier: '', release: '', bundle: '', reward: '', member: '' },
  ...{ group: '', shelf: '', list: '', conversation: '' },
};

beforeAll(async () => {
  partners = await openConversationPartners(pb, 'Fen', 'Golem');
  const { buyer, seller, storeId, productId } = partners;
  ids.guild = await row('guilds', {
    store: storeId,
    name: 'Fen',
    state: 'live',
    grantRule: 'one_per_payment',
    billings: ['monthly'],
  });
  const inGuild = { guild: ids.guild, description: '' };
  const tier = { ...inGuild, state: 'public', licence: 'personal', monthlyCents: 800, benefits: [] };
  ids.tier = await row('guild_tiers', { ...tier, name: 'Low' });
  ids.release = await row('releases', {
    ...{ ...inGuild, title: 'A month', month: '2026-11', state: 'published' },
    ...{ products: [productId], tiers: [ids.tier], publishedAt: new Date() },
  });
  ids.bundle = await row('entry_bundles', { ...inGuild, name: 'Welcome', state: 'draft' });
  const reward = { guild: ids.guild, name: 'A year', state: 'draft', kind: 'streak', months: 12 };
  ids.reward = await row('loyalty_rewards', reward);
  ids.member = await row('guild_members', {
    ...{ guild: ids.guild, tier: ids.tier, user: buyer.id, state: 'active', billing: 'monthly' },
    ...{ since: '2026-11-01 00:00:00.000Z', joinedAt: '2026-11-01 00:00:00.000Z' },
  });
  const [group, shelf, list, conversation] = await Promise.all([
    seller.call('accessGroups.create', { name: 'Backers' }),
    seller.call('shelves.add', { name: 'Ruins', slug: 'ruins', productIds: [productId] }),
    buyer.call('library.createList', { name: 'Next' }),
    buyer.call('conversations.start', { storeId }),
  ]);
  ids.group = idOf(group.data);
  ids.shelf = idOf(shelf.data);
  ids.list = idOf(list.data);
  ids.conversation = idOf(conversation.data);
}, 30_000);

/** Each field a text can be sent in; the functions return the status of the answer. */
const FIELDS: Record<string, (text: string, partners: ConversationPartners) => Promise<number>> = {
  'a guild': async (text, { seller }) => {
    const front = { name: cut(text, 50), tagline: cut(text, 80), welcome: cut(text, 2000) };
    return (await seller.call('guilds.change', front)).status;
  },
  'a tier': async (text, { seller }) => {
    const terms = { monthlyCents: 800, annualCents: null, seats: null, licence: 'personal' };
    const texts = { name: cut(text, 40), description: text, benefits: [cut(text, 80)] };
    const tier = { ...terms, ...texts, includesLower: true, earlyBird: null, trialDays: 0 };
    return (await seller.call('guildTiers.change', { id: ids.tier, ...tier })).status;
  },
  'a release': async (text, { seller, productId }) => {
    const texts = { title: cut(text, 60), description: text };
    const what = { month: '2026-11', productIds: [productId], tierIds: [ids.tier] };
    const release = { id: ids.release, ...texts, ...what, publishAt: null, backCents: null };
    return (await seller.call('releases.change', release)).status;
  },
  'an entry bundle': async (text, { seller }) => {
    const when = { validFrom: null, validTo: null, minPaidPeriods: 1 };
    const bundle = { ...when, name: cut(text, 60), description: text, productIds: [], tierIds: [] };
    return (await seller.call('entryBundles.change', { id: ids.bundle, ...bundle })).status;
  },
  'a reward': async (text, { seller }) => {
    const reward = { name: cut(text, 60), kind: 'streak', months: 12, productIds: [] };
    return (await seller.call('loyaltyRewards.change', { id: ids.reward, ...reward })).status;
  },
  'the information of a guild': async (text, { seller }) => {
    const blocks = [
      { kind: 'text', heading: cut(text, 80), text },
      {
        kind: 'faq',
        heading: cut(text, 80),
        questions: [{ question: cut(text, 100), answer: cut(text, 500) }],
      },
    ];
    return (await seller.call('guildInformation.keep', { blocks })).status;
  },
  'a note about a member': async (text, { seller }) => {
    const note = { id: ids.member, note: cut(text, 500), tenureMonths: 0 };
    return (await seller.call('guildMembers.note', note)).status;
  },
  'an access group': async (text, { seller }) =>
    (await seller.call('accessGroups.change', { groupId: ids.group, name: cut(text, 60) })).status,
  'an import of people': async (text, { seller }) => {
    const person = [2, `p-${crypto.randomUUID().slice(0, 8)}@guildhall.test`, cut(text, 200), cut(text, 200)];
    const list = { groupId: ids.group, fileName: cut(text, 200), rows: [person] };
    return (await seller.call('accessImports.check', list)).status;
  },
  'a shelf': async (text, { seller, productId }) => {
    const shelf = { id: ids.shelf, name: cut(text, 40), slug: 'ruins', productIds: [productId] };
    return (await seller.call('shelves.change', shelf)).status;
  },
  'a library list': async (text, { buyer }) =>
    (await buyer.call('library.renameList', { listId: ids.list, name: cut(text, 60) })).status,
  'a coupon': async (text, { seller }) => {
    const when = { from: null, to: null, minimumCents: 0, maxUses: null, maxUsesPerBuyer: null };
    const what = { percent: 10, fixedCents: null, scope: 'all', productIds: [], shelfIds: [] };
    return (await seller.call('coupons.add', { code: cut(text, 200), ...when, ...what })).status;
  },
  'a gift': async (text, { seller }) => {
    const gift = { email: 'tobias@guildhall.test', message: cut(text, 1000) };
    const cart = { productIds: [world.products.other], codes: [], gift, shownCents: 900 };
    return (await seller.call('checkout.checkOut', cart)).status;
  },
  'the name of an attachment': async (text, { buyer }) => {
    const name = `${cut(text, 180)}.txt`;
    const upload = await request('anonymous', paths.attach(ids.conversation, name), {
      method: 'POST',
      headers: { cookie: buyer.cookie, 'content-type': 'application/octet-stream' },
      body: 'Sit down and paint.',
    });
    if (upload.status !== 201) return upload.status;
    const id = idOf(await upload.json());
    const message = { id: ids.conversation, key: crypto.randomUUID(), text: '', attachments: [id] };
    expect((await buyer.call('conversations.send', message)).status).toBe(200);
    const file = await request('anonymous', paths.attachment(id), { headers: { cookie: buyer.cookie } });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[ !#-[\]-~]*\.txt"; filename\*=UTF-8''[\w.~!%*-]*\.txt$/,
    );
    await file.arrayBuffer();
    return 201;
  },
};

/** All of them in one text, each shortened, so that the rows stored last hold all of them. */
const ALL = [HOSTILE_NAME, ...Object.values(HOSTILE).map((text) => cut(text, 60))].join(' | ');

/** Texts that could break storage. What could break a page is in `ALL` and in hostile-posts.test.ts. */
const ALONE = [
  ...['right to left', 'zalgo', 'huge', 'one huge word', 'null bytes', 'half a character'],
  ...['a mail header', 'a filter', 'a key of every object', 'an entity'],
].map((name) => [name, HOSTILE[name] ?? ''] as const);

it.each([...ALONE, ['everything at once', ALL] as const])(
  'a name with %s is stored or refused in every field',
  async (_, text) => {
    const answers = await Promise.all(
      Object.entries(FIELDS).map(async ([name, field]) => [name, await field(text, partners)] as const),
    );
    // 413: longer than the body of an action may be.
    for (const [name, status] of answers) expect([200, 201, 400, 409, 413], name).toContain(status);
  },
);

describe('a hostile name', () => {
  it('is stored without unsafe characters', async () => {
    const rows = await Promise.all([
      pb.collection('guilds').getOne(ids.guild),
      pb.collection('guild_tiers').getOne(ids.tier),
      pb.collection('releases').getOne(ids.release),
      pb.collection('guild_members').getOne(ids.member),
      pb.collection('access_groups').getOne(ids.group),
      pb.collection('shelves').getOne(ids.shelf),
      pb.collection('library_lists').getOne(ids.list),
    ]);
    for (const { collectionName, description: _, information: __, ...fields } of rows)
      expect(textsIn(fields).flatMap(unsafeCharacters), collectionName).toEqual([]);
    // Each of them was stored.
    for (const row of rows) expect(JSON.stringify(row), row.collectionName).toContain('onerror=');
    const orders = await pb.collection('orders').getFullList({
      filter: pb.filter('buyer = {:buyer}', { buyer: partners.seller.id }),
    });
    expect(JSON.stringify(orders)).toContain('invoice_fdp.exe');
    expect(orders.flatMap(textsIn).flatMap(unsafeCharacters)).toEqual([]);
  });

  it('is plain text on every page', async () => {
    const { buyer, seller, storeSlug, productId } = partners;
    expect((await seller.call('guildInformation.publish', undefined)).status).toBe(200);
    for (const path of [
      paths.storeGuild(storeSlug),
      paths.storeCategories(storeSlug),
      paths.store(storeSlug),
      paths.product(productId),
      paths.joinGuild(storeSlug, ids.tier, 'monthly'),
      paths.giveMembership(storeSlug, ids.tier),
      paths.guildPreview(),
    ]) {
      const page = await (path === paths.guildPreview() ? seller : buyer).page(path);
      expect(activeMarkup(page), path).toEqual([]);
      expect(unsafeCharacters(page), path).toEqual([]);
    }
    // The names are shown, escaped.
    const shown = () => buyer.page(paths.storeGuild(storeSlug));
    const isShown = async () => (await shown()).includes('&gt;&lt;img src=x onerror=window.hit=1&gt;');
    await expect.poll(isShown, { timeout: 15_000, interval: 50 }).toBe(true);
  });

  it('is plain text in every answer and in exported tables', async () => {
    const { buyer, seller } = partners;
    const anyMember = { text: '', state: null, tierId: null, joinedFrom: null };
    const answers = await Promise.all([
      seller.call('guilds.mine', undefined),
      seller.call('guildMembers.list', { filter: anyMember, after: null }),
      seller.call('accessGroups.mine', undefined),
      seller.call('groupPeople.table', { groupId: ids.group }),
      seller.call('shelves.mine', undefined),
      seller.call('coupons.mine', undefined),
      seller.call('checkout.myOrders', { page: 1 }),
      buyer.call('library.all', undefined).then(asTheLibraryReads),
      buyer.call('conversations.one', { id: ids.conversation }),
      buyer.exported(),
      seller.exported(),
    ]);
    for (const [at, { status, data }] of answers.entries()) {
      expect(status, `answer ${at}`).toBe(200);
      expect(textsIn(data).flatMap(unsafeCharacters), `answer ${at}`).toEqual([]);
    }
    const { data } = await seller.call('guildMembers.csv', anyMember);
    expect(textsIn(data).join('\n')).toContain('window.hit=1');
  });
});

/** A library comes as lines of fields; what is between them is no text of anybody. */
function asTheLibraryReads({ status, data }: { status: number; data: unknown }) {
  return { status, data: libraryItems((data as { rows: LibraryRows }).rows) };
}

function textsIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (typeof data !== 'object' || data === null) return [];
  return Object.values(data).flatMap(textsIn);
}
