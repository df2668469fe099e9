import { beforeAll, describe, expect, it } from 'vitest';
import { saveMembership } from '../../src/data/guild/guild-members.ts';
import { coverMonths } from '../../src/data/guild/membership-periods.ts';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { instantMonthsLater, monthAfter, monthOf, monthStart } from '../../src/domain/kernel/month.ts';
import { paths } from '../../src/paths.ts';
import { licenceTexts } from '../../src/server/catalogue/licence-texts.ts';
import { beginPublishing, runReleaseJob } from '../../src/server/guild/releases.ts';
import { settingStates } from '../dashboard-states.ts';
import { cookieOf, emailOf, PASSWORD, signedInUser } from './people.ts';
import { freshAddress, world } from './request.ts';

/** GuildRole can download a guild's releases: members who received them, and no one else. */

const pb = settingStates(serviceClient({ url: world.pocketbaseUrl, ...world.service }));
const ROLES = ['member', 'higher', 'lapsed', 'banned', 'stranger'] as const;
type GuildRole = (typeof ROLES)[number];
/** Releases of this month for each of the two tiers, one of an earlier month, and one that is scheduled. */
const RELEASES = ['low', 'high', 'old', 'announced'] as const;
type ReleaseName = (typeof RELEASES)[number];
/** The releases each role received. The lapsed and the banned member paid for the earlier month. */
const RECEIVED: Record<GuildRole, ReleaseName[]> = {
  member: ['low'],
  higher: ['low', 'high'],
  lapsed: ['old'],
  banned: ['old'],
  stranger: [],
};

const cookies = new Map<GuildRole, string>();
const models = new Map<ReleaseName, { product: string; file: string }>();
const guild = { id: '', low: '', high: '', slug: '' };

const row = async (collection: string, data: object) =>
  (await pb.collection(collection).create({ ...data })).id;

beforeAll(async () => {
  const now = Date.now();
  const mark = crypto.randomUUID().slice(0, 8);
  const owner = await row('users', {
    email: emailOf(`artist-${mark}`),
    username: `artist-${mark}`,
    password: PASSWORD,
    passwordConfirm: PASSWORD,
  });
  guild.slug = `guild-${mark}`;
  const store = await row('stores', { owner, slug: guild.slug, name: 'Fen', state: 'open' });
  guild.id = await row('guilds', {
    store,
    name: 'Fen',
    state: 'live',
    grantRule: 'one_per_payment',
    billings: ['monthly'],
  });
  for (const [position, name] of (['low', 'high'] as const).entries())
    guild[name] = await row('guild_tiers', {
      guild: guild.id,
      name,
      position,
      licence: 'personal',
      includesLower: true,
      state: 'public',
      monthlyCents: 800,
      benefits: [],
    });
  const like = await pb.collection('product_files').getOne(world.file);
  for (const name of RELEASES) {
    const product = await row('products', {
      store,
      name: `Model ${name}`,
      slug: name,
      state: 'draft',
      priceCents: 900,
      licences: ['personal'],
    });
    const { id: _, collectionId: __, collectionName: ___, created: ____, updated: _____, ...bytes } = like;
    models.set(name, { product, file: await row('product_files', { ...bytes, product }) });
  }
  for (const who of ROLES) {
    const person = await signedInUser(pb, `${who}-${mark}`);
    cookies.set(who, cookieOf(person.token, person.record));
    if (who === 'stranger') continue;
    const isOver = who === 'lapsed' || who === 'banned';
    const joinedAt = isOver ? monthStart(monthAfter(monthOf(now), -2)) : now - 60_000;
    const tierId = who === 'higher' ? guild.high : guild.low;
    const memberId = await saveMembership(
      pb,
      {
        guildId: guild.id,
        userId: person.id,
        tierId,
        state: who === 'lapsed' ? 'lapsed' : 'active',
        billing: 'monthly',
        priceCents: 800,
        joinedAt,
        nextChargeAt: null,
        nextTierId: null,
        failedSince: null,
        customerId: '',
        subscriptionId: '',
        subscriptionItemId: '',
        stripePriceId: '',
      },
      now,
    );
    const until = isOver ? instantMonthsLater(joinedAt, 1) : instantMonthsLater(now, 1);
    const paid = { id: `in_${who}_${mark}`, kind: 'paid' as const, tierId, joinedAt, paidCents: 800 };
    const member = { id: memberId, guildId: guild.id };
    await coverMonths(pb, member, { ...paid, from: joinedAt, until }, licenceTexts(), now);
    if (who === 'banned')
      await pb.collection('guild_members').update(memberId, { state: 'banned', banned: true });
  }
  const errors: unknown[] = [];
  const parts = { pb, now: () => now, onError: (reason: unknown) => errors.push(reason) };
  for (const name of RELEASES) {
    const month = name === 'old' ? monthAfter(monthOf(now), -2) : monthOf(now);
    const id = await row('releases', {
      guild: guild.id,
      title: `Release ${name}`,
      month,
      state: name === 'announced' ? 'scheduled' : 'draft',
      publishAt: new Date(now + 3_600_000).toISOString(),
    });
    await row('release_products', { release: id, product: models.get(name)?.product });
    await row('release_tiers', { release: id, tier: name === 'high' ? guild.high : guild.low });
    if (name === 'announced') continue;
    expect(await beginPublishing(parts, { id: guild.id, state: 'live' }, id)).toBeNull();
  }
  await runReleaseJob(parts);
  expect(errors).toEqual([]);
});

const statusOf = async (who: GuildRole, path: string) => {
  const answer = await fetch(world.url + path, {
    redirect: 'manual',
    headers: { cookie: cookies.get(who) ?? '', 'x-forwarded-for': freshAddress() },
  });
  await answer.arrayBuffer();
  return answer.status;
};
const callAs = (who: GuildRole, action: string, input: object) =>
  fetch(`${world.url}/_actions/${action}`, {
    method: 'POST',
    headers: {
      cookie: cookies.get(who) ?? '',
      'x-forwarded-for': freshAddress(),
      'content-type': 'application/json',
    },
    body: JSON.stringify(input),
  });

describe.each(ROLES)('a %s can download only the releases they received', (who) => {
  it.each(RELEASES)('of the release “%s”', async (name) => {
    const { product = '', file = '' } = models.get(name) ?? {};
    const expected = RECEIVED[who].includes(name) ? 200 : 404;
    expect(await statusOf(who, paths.downloadFile(product, file)), 'file').toBe(expected);
    expect(await statusOf(who, paths.downloadArchive(product)), 'archive').toBe(expected);
    expect((await callAs(who, 'library.one', { productId: product })).status, 'library').toBe(expected);
    // The models are not for sale: their product pages are not public.
    expect(await statusOf(who, paths.product(product)), 'page').toBe(404);
    expect(await statusOf(who, paths.productPreview(product)), 'preview').toBe(404);
    expect(await statusOf(who, paths.filePreview(product, file)), 'model').toBe(404);
    const bought = await callAs(who, 'checkout.quote', { productIds: [product], codes: [], gift: false });
    expect(await bought.text(), 'cart').toContain('gone');
  });

  it('sees every release on the guild’s page, without links to its models', async () => {
    const answer = await fetch(world.url + paths.storeGuild(guild.slug), {
      headers: { cookie: cookies.get(who) ?? '', 'x-forwarded-for': freshAddress() },
    });
    expect(answer.status).toBe(200);
    const page = await answer.text();
    for (const name of RELEASES) expect(page).toContain(`Release ${name}`);
    for (const { product } of models.values()) expect(page).not.toContain(product);
  });
});

it('a banned member reads that they cannot join again', async () => {
  const fields = new URLSearchParams({ tier: guild.low, billing: 'monthly' });
  const answer = await fetch(`${world.url}${paths.joinGuild(guild.slug)}?${fields}`, {
    headers: { cookie: cookies.get('banned') ?? '', 'x-forwarded-for': freshAddress() },
  });
  expect(await answer.text()).toContain('The artist has banned you from this guild.');
});
