import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  coverMonths,
  grantDueMonths,
  grantsOfMember,
  type MemberRef,
  membersDue,
  periodsOfMember,
  restorePayment,
  revokePayment,
  upgradeMonth,
} from '../../../src/data/guild/membership-periods.ts';
import { monthStart } from '../../../src/domain/kernel/month.ts';
import { type GuildBackend, openGuildBackend, paidMonth, TEXTS, type TestGuild } from './guild-backend.ts';

let backend: GuildBackend;
let guild: TestGuild;
const NOW = Date.parse('2026-11-21T12:00:00Z');

beforeEach(async () => {
  backend = await openGuildBackend();
  guild = await backend.guild();
});
afterEach(() => backend.close());

const live = async (member: MemberRef) =>
  (await grantsOfMember(backend.pb, member.id)).filter(({ revokedAt }) => revokedAt === null);
const grants = (member: MemberRef) =>
  backend.rows('entitlements', 'user.id != "" && revokedAt = ""').then(async (all) => {
    const { user } = await backend.pb.collection('guild_members').getOne<{ user: string }>(member.id);
    return all.filter((one) => one['user'] === user);
  });
const pay = (member: MemberRef, paid: ReturnType<typeof paidMonth>, at = NOW) =>
  coverMonths(backend.pb, member, paid, TEXTS, at);

/** What everybody has who has paid for November. */
async function offered(): Promise<void> {
  await backend.release(guild, '2026-11');
  await backend.bundle(guild);
}

describe('a payment', () => {
  it('stores its month with release and bundle, and counts it, in one transaction', async () => {
    const release = await backend.release(guild, '2026-11');
    await backend.release(guild, '2026-10');
    const bundle = await backend.bundle(guild);
    const member = await backend.member(guild);
    expect(await pay(member, paidMonth('2026-11', { tierId: guild.low }))).toBe('covered');
    expect((await live(member)).map(({ what }) => what).sort()).toEqual([release.id, bundle].sort());
    expect(await grants(member)).toMatchObject([{ licences: ['personal'] }, { licences: ['personal'] }]);
    expect(await backend.pb.collection('guild_members').getOne(member.id)).toMatchObject({
      months: 1,
      streak: 1,
    });
  });

  it('booked 200 times concurrently covers its month once', async () => {
    await offered();
    const member = await backend.member(guild);
    const paid = paidMonth('2026-11', { tierId: guild.low });
    const answers = await Promise.all(Array.from({ length: 200 }, () => pay(member, paid)));
    expect(answers.filter((answer) => answer === 'covered')).toHaveLength(1);
    expect(await periodsOfMember(backend.pb, member.id)).toHaveLength(1);
    expect(await live(member)).toHaveLength(2);
    expect(await grants(member)).toHaveLength(2);
  });

  it('beside others for the same month moves to a month of its own', async () => {
    await offered();
    const member = await backend.member(guild);
    const many = Array.from({ length: 8 }, () => paidMonth('2026-11', { tierId: guild.low }));
    expect(await Promise.all(many.map((paid) => pay(member, paid)))).toEqual(Array(8).fill('covered'));
    const periods = await periodsOfMember(backend.pb, member.id);
    expect(periods.map(({ month }) => month)).toEqual([
      '2026-11',
      '2026-12',
      ...[1, 2, 3, 4, 5, 6].map((month) => `2027-0${month}`),
    ]);
    expect(await live(member)).toHaveLength(2);
  });

  it('for a year grants each month when it begins', async () => {
    const later = await backend.guild();
    const [november, december] = [
      await backend.release(later, '2026-11'),
      await backend.release(later, '2026-12', { publishedAt: NOW }),
    ];
    const member = await backend.member(later);
    await pay(member, paidMonth('2026-11', { tierId: later.low, months: 12 }));
    expect((await live(member)).map(({ what }) => what)).toEqual([november.id]);
    const start = monthStart('2026-12') + 9 * 86_400_000;
    expect(await membersDue(backend.pb, start - 1, 50)).toEqual([]);
    const due = await membersDue(backend.pb, start, 50);
    expect(due).toContainEqual(member);
    await grantDueMonths(backend.pb, due, TEXTS, start);
    expect((await live(member)).map(({ what }) => what).sort()).toEqual([november.id, december.id].sort());
    expect(await membersDue(backend.pb, start, 50)).toEqual([]);
  });

  it('grants nothing to deleted accounts, and no suspended products', async () => {
    const other = await backend.guild();
    const product = await backend.product(other.storeId, { state: 'suspended' });
    const good = await backend.product(other.storeId);
    const release = await backend.release(other, '2026-11', { productIds: [product, good] });
    const [member, gone] = [await backend.member(other), await backend.member(other)];
    await backend.pb.collection('guild_members').update(gone.id, { user: '' });
    for (const one of [member, gone]) await pay(one, paidMonth('2026-11', { tierId: other.low }));
    expect((await live(member)).map(({ what }) => what)).toEqual([release.id]);
    expect(await grants(member)).toMatchObject([{ product: good }]);
    expect(await backend.rows('entitlements', 'product = {:good}', { good })).toHaveLength(1);
  });
});

describe('an upgrade within the month', () => {
  it('grants what the tier includes in addition, at once and once, with the merchant licence', async () => {
    await offered();
    const member = await backend.member(guild);
    const extra = await backend.release(guild, '2026-11', { tierIds: [guild.merchant] });
    await pay(member, paidMonth('2026-11', { tierId: guild.low }));
    const up = { paymentId: 'in_up_1', tierId: guild.merchant, paidCents: 900, at: NOW };
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => upgradeMonth(backend.pb, member, up, TEXTS, NOW)),
    );
    expect(answers.filter((answer) => answer === 'upgraded')).toHaveLength(1);
    const held = await live(member);
    expect(held.find(({ what }) => what === extra.id)).toMatchObject({
      licence: 'merchant',
      paymentId: 'in_up_1',
    });
    const lower = { ...up, paymentId: 'in_down', tierId: guild.high };
    expect(await upgradeMonth(backend.pb, member, lower, TEXTS, NOW)).toBe('known');
    await revokePayment(backend.pb, 'in_up_1', 'refund', TEXTS, NOW);
    expect(await live(member)).toHaveLength(2);
    expect(await grants(member)).toHaveLength(2);
  });

  it('waits until its month is booked', async () => {
    const member = await backend.member(guild);
    const up = { paymentId: 'in_up_2', tierId: guild.high, paidCents: 900, at: NOW };
    expect(await upgradeMonth(backend.pb, member, up, TEXTS, NOW)).toBe('no-month');
    await pay(member, paidMonth('2026-11', { tierId: guild.low }));
    expect(await upgradeMonth(backend.pb, member, up, TEXTS, NOW)).toBe('upgraded');
    expect(await upgradeMonth(backend.pb, member, up, TEXTS, NOW)).toBe('known');
  });
});

describe('a refund', () => {
  it('revokes what its own payment brought, and a new payment grants it again', async () => {
    await offered();
    const [member, other] = [await backend.member(guild), await backend.member(guild)];
    const paid = paidMonth('2026-11', { tierId: guild.low });
    await pay(member, paid);
    await pay(other, paidMonth('2026-11', { tierId: guild.low }));
    await revokePayment(backend.pb, paid.id, 'refund', TEXTS, NOW);
    await revokePayment(backend.pb, paid.id, 'refund', TEXTS, NOW);
    expect([await live(member), await grants(member)]).toEqual([[], []]);
    expect(await grants(other)).toHaveLength(2);
    expect(await periodsOfMember(backend.pb, member.id)).toMatchObject([{ kind: 'refunded' }]);
    expect(await pay(member, paid)).toBe('known');
    expect(await pay(member, paidMonth('2026-11', { tierId: guild.low }))).toBe('covered');
    expect(await grants(member)).toHaveLength(2);
  });

  it('by a dispute that is won is restored', async () => {
    await offered();
    const member = await backend.member(guild);
    const paid = paidMonth('2026-11', { tierId: guild.low });
    await pay(member, paid);
    await revokePayment(backend.pb, paid.id, 'dispute', TEXTS, NOW);
    expect(await grants(member)).toEqual([]);
    await restorePayment(backend.pb, paid.id, TEXTS, NOW);
    await restorePayment(backend.pb, paid.id, TEXTS, NOW);
    expect(await grants(member)).toHaveLength(2);
    expect(await periodsOfMember(backend.pb, member.id)).toMatchObject([{ kind: 'paid' }]);
  });
});

it('grants cannot be deleted', async () => {
  const member = await backend.member(guild);
  await pay(member, paidMonth('2026-11', { tierId: guild.low }));
  const [one] = await live(member);
  await expect(backend.pb.collection('guild_handouts').delete(one?.id ?? '')).rejects.toThrow();
});
