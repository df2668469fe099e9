import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../src/data/guild-members.ts';
import { switchOfMail } from '../../src/data/mail-switches.ts';
import { handoutsOfMember } from '../../src/data/membership-periods.ts';
import { keepSwitch } from '../../src/data/notification-switches.ts';
import { changeTier, tierOffer } from '../../src/server/membership-changes.ts';
import {
  proposePrice,
  tellOfClosing,
  tellOfMonth,
  tellOfPause,
  tellOfRelease,
} from '../../src/server/membership-news.ts';
import { reconcile } from '../../src/server/reconciler.ts';
import { workOffReleases } from '../../src/server/releases.ts';
import { openCounter, type TestCounter } from './counter.ts';
import { daysPass, joined, later, type PaidGuild, type Person, paidGuild, release } from './guild-counter.ts';

let counter: TestCounter;
let guild: PaidGuild;

beforeAll(async () => {
  counter = await openCounter();
  guild = await paidGuild(counter);
});
afterEach(() => expect(counter.errors.splice(0)).toEqual([]));
afterAll(() => counter.close());

async function mailsTo({ email }: Person) {
  const list = await counter.pb.collection('mails').getFullList({
    filter: counter.pb.filter('to = {:email}', { email }),
    sort: 'created,id',
  });
  return list.map((row) => ({
    id: row.id,
    kind: String(row['kind']),
    subject: String(row['subject']),
    body: String(row['body']),
  }));
}
const subjectsTo = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject);

describe('what a member is told', () => {
  it('is a welcome with the guild’s words, once, which can be switched off by its own link', async () => {
    const person = await joined(counter, guild);
    const [mail, ...more] = await mailsTo(person);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Welcome to Guild/);
    expect(mail?.body).toContain('> Welcome in, take a seat.');
    expect(mail?.body).toContain(`http://127.0.0.1:4321/account/memberships/${guild.id}`);
    expect(await switchOfMail(counter.pb, mail?.id ?? '')).toMatchObject({
      userId: person.id,
      of: 'guild-news',
    });
  });

  it('of a release comes once to everybody who holds it and wants such mails', async () => {
    const id = await release(counter, guild);
    const [reader, other] = [await joined(counter, guild), await joined(counter, guild)];
    const off = { kind: 'release', storeId: null, inApp: null, mail: 'off' } as const;
    await keepSwitch(counter.pb, other.id, off, counter.now());
    await tellOfRelease(counter, { id, guildId: guild.id });
    await tellOfRelease(counter, { id, guildId: guild.id });
    const told = (await mailsTo(reader)).filter(({ kind }) => kind === 'release');
    expect(told).toHaveLength(1);
    expect(told[0]?.body).toMatch(/It is\sin your library/);
    expect((await mailsTo(other)).filter(({ kind }) => kind === 'release')).toHaveLength(0);
  });

  it('of a release reaches, once, whoever has it only with the month he pays later', async () => {
    const own = await paidGuild(counter);
    const there = await release(counter, own);
    const monthly = await joined(counter, own);
    const annual = await joined(counter, own, { billing: 'annual' });
    const newsTo = async (person: Person) =>
      (await mailsTo(person)).flatMap(({ kind, subject }) => (kind === 'release' ? [subject] : []));
    const next = await release(counter, own, 'low', 1);
    const publishedAt = new Date(counter.now() + 3_600_000).toISOString();
    const { title } = await counter.pb.collection('releases').update(next, { publishedAt });
    await daysPass(counter, 1);
    for (const id of [there, next]) await tellOfRelease(counter, { id, guildId: own.id });
    for (const person of [monthly, annual]) expect(await newsTo(person)).toHaveLength(1);
    await daysPass(counter, 31);
    const onMonth = (member: { id: string; guildId: string }) => tellOfMonth(counter, member);
    for (const _ of [1, 2]) {
      await reconcile(counter);
      await workOffReleases({ ...counter, onMonth });
    }
    for (const person of [monthly, annual]) {
      const [, news, ...more] = await newsTo(person);
      expect(news).toContain(title);
      expect(more).toEqual([]);
    }
  });

  it('says nothing of releases that were there when he joined, nor of what going up brings', async () => {
    const own = await paidGuild(counter);
    await release(counter, own);
    const person = await joined(counter, own);
    await daysPass(counter, 5);
    await release(counter, own, 'high');
    const whose = { userId: person.id, guildId: own.id };
    const offer = await tierOffer(counter, whose, own.tiers.high);
    if (typeof offer === 'string') throw new Error(offer);
    expect(await changeTier(counter, whose, own.tiers.high, offer)).toBeNull();
    await counter.house.deliveries.idle();
    const member = await membershipOfUser(counter.pb, person.id, own.id);
    expect(await handoutsOfMember(counter.pb, member?.id ?? '')).toHaveLength(2);
    expect((await mailsTo(person)).filter(({ kind }) => kind === 'release')).toEqual([]);
  });

  it('of a pause, of closing and of another price comes to those it is about, once', async () => {
    const [low, high] = [await joined(counter, guild), await joined(counter, guild, { tier: 'high' })];
    expect(await tellOfPause(counter, guild.id)).toBe('no-pause');
    const from = counter.now() + 4 * 86_400_000;
    const guilds = counter.pb.collection('guilds');
    await guilds.update(guild.id, { pausesAt: new Date(from), resumesAt: new Date(from + 30 * 86_400_000) });
    for (const _ of [1, 2]) expect(await tellOfPause(counter, guild.id)).toBeNull();
    await counter.pb.collection('guild_tiers').update(guild.tiers.high, { monthlyCents: 2000 });
    expect(await proposePrice(counter, guild.id, guild.tiers.high)).toBe(1);
    expect(await proposePrice(counter, guild.id, guild.tiers.high)).toBe(0);
    await guilds.update(guild.id, { state: 'closing' });
    for (const _ of [1, 2]) await tellOfClosing(counter, guild.id);
    const about = (subjects: string[]) =>
      subjects.flatMap((subject) => /pauses|price|closes/.exec(subject)?.[0] ?? []);
    expect(about(await subjectsTo(low)).sort()).toEqual(['closes', 'pauses']);
    expect(about(await subjectsTo(high)).sort()).toEqual(['closes', 'pauses', 'price']);
  });

  it('of a failed payment comes on the day, after three and after six, and not after he has lapsed', async () => {
    // Its days pass here and not at the provider, so it comes last and has a guild of its own.
    const own = await paidGuild(counter);
    const person = await joined(counter, own, { card: 'later' });
    await daysPass(counter, 31);
    const member = await membershipOfUser(counter.pb, person.id, own.id);
    const { failedSince } = member ?? expect.fail('no member');
    const failed = async () => (await mailsTo(person)).filter(({ kind }) => kind === 'dunning').length;
    const counts: number[] = [];
    for (const day of [1.5, 2.9, 3.1, 5.9, 6.1, 7.1]) {
      later(counter, ((failedSince ?? 0) - counter.now()) / 86_400_000 + day);
      await reconcile(counter);
      counts.push(await failed());
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
    expect((await subjectsTo(person)).at(-1)).toMatch(/^Last days to keep your place/);
  });
});
