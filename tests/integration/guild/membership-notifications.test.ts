import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { goalsOfGuild } from '../../../src/data/guild/guild-goals.ts';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { guildById } from '../../../src/data/guild/guilds.ts';
import { grantsOfMember } from '../../../src/data/guild/membership-periods.ts';
import { switchOfMail } from '../../../src/data/notifications/mail-switches.ts';
import { saveSwitch } from '../../../src/data/notifications/notification-switches.ts';
import { GOAL_REFUSAL_TEXTS } from '../../../src/domain/guild/guild-goal.ts';
import { monthOf } from '../../../src/domain/kernel/month.ts';
import { openCancelLinks } from '../../../src/server/account/cancel-links.ts';
import {
  cancelRenewal,
  mailCancelLinks,
  remindOfRenewals,
  renewalOfLink,
} from '../../../src/server/account/renewals.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { deleteGoal, tellOfGoals, writeGoal } from '../../../src/server/guild/guild-goals.ts';
import { changeTier, tierOffer } from '../../../src/server/guild/membership-changes.ts';
import {
  notifyOfClosing,
  notifyOfMonth,
  notifyOfPause,
  notifyOfRelease,
  proposePrice,
} from '../../../src/server/guild/membership-notifications.ts';
import { runReleaseJob } from '../../../src/server/guild/releases.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  daysPass,
  joined,
  later,
  newUser,
  type PaidGuild,
  type Person,
  paidGuild,
  release,
} from './guild-commerce.ts';

let commerce: TestCommerce;
let guild: PaidGuild;

beforeEach(async () => {
  commerce = await openTestCommerce();
  guild = await paidGuild(commerce);
});
afterEach(() => commerce.close());
afterEach(() => expect(commerce.errors.splice(0)).toEqual([]));

/** Mails to somebody, apart from their invoices. */
async function mailsTo({ email }: Person) {
  const list = await commerce.pb.collection('mails').getFullList({
    filter: commerce.pb.filter("to = {:email} && mailKey !~ 'bill:%'", { email }),
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

describe('notifications of a member', () => {
  it('a welcome with the guild’s text comes once and can be switched off by its link', async () => {
    const person = await joined(commerce, guild);
    const [mail, ...more] = await mailsTo(person);
    expect(more).toEqual([]);
    expect(mail?.subject).toMatch(/^Welcome to Guild/);
    expect(mail?.body).toContain('> Welcome in, take a seat.');
    expect(mail?.body).toContain(`http://127.0.0.1:4321/account/memberships/${guild.id}`);
    expect(await switchOfMail(commerce.pb, mail?.id ?? '')).toMatchObject({
      userId: person.id,
      of: 'guild-news',
    });
  });

  it('of a release come once to all holders who want such mails', async () => {
    const id = await release(commerce, guild);
    const [reader, other] = [await joined(commerce, guild), await joined(commerce, guild)];
    const off = { kind: 'release', storeId: null, inApp: null, mail: 'off' } as const;
    await saveSwitch(commerce.pb, other.id, off, commerce.now());
    await notifyOfRelease(commerce, { id, guildId: guild.id });
    await notifyOfRelease(commerce, { id, guildId: guild.id });
    const mails = (await mailsTo(reader)).filter(({ kind }) => kind === 'release');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toMatch(/It is\sin your library/);
    expect((await mailsTo(other)).filter(({ kind }) => kind === 'release')).toHaveLength(0);
  });

  it('of a release reach members once who get it only with a later payment', async () => {
    const own = await paidGuild(commerce);
    const there = await release(commerce, own);
    const monthly = await joined(commerce, own);
    const annual = await joined(commerce, own, { billing: 'annual' });
    const newsTo = async (person: Person) =>
      (await mailsTo(person)).flatMap(({ kind, subject }) => (kind === 'release' ? [subject] : []));
    const next = await release(commerce, own, 'low', 1);
    const publishedAt = new Date(commerce.now() + 3_600_000).toISOString();
    const { title } = await commerce.pb.collection('releases').update(next, { publishedAt });
    await daysPass(commerce, 1);
    for (const id of [there, next]) await notifyOfRelease(commerce, { id, guildId: own.id });
    for (const person of [monthly, annual]) expect(await newsTo(person)).toHaveLength(1);
    await daysPass(commerce, 31);
    const onMonth = (member: { id: string; guildId: string }) => notifyOfMonth(commerce, member);
    for (const _ of [1, 2]) {
      await reconcile(commerce);
      await runReleaseJob({ ...commerce, onMonth });
    }
    for (const person of [monthly, annual]) {
      const [, news, ...more] = await newsTo(person);
      expect(news).toContain(title);
      expect(more).toEqual([]);
    }
  });

  it('of a release do not come for releases before joining or from an upgrade', async () => {
    const own = await paidGuild(commerce);
    await release(commerce, own);
    const person = await joined(commerce, own);
    const month = monthOf(commerce.now());
    await daysPass(commerce, 5);
    // Of the month that was paid, which may be over by now.
    await release(commerce, own, 'high', monthOf(commerce.now()) === month ? 0 : -1);
    const whose = { userId: person.id, guildId: own.id };
    const offer = await tierOffer(commerce, whose, own.tiers.high);
    if (typeof offer === 'string') throw new Error(offer);
    expect(await changeTier(commerce, whose, own.tiers.high, offer)).toBeNull();
    await commerce.standIn.deliveries.idle();
    const member = await membershipOfUser(commerce.pb, person.id, own.id);
    expect(await grantsOfMember(commerce.pb, member?.id ?? '')).toHaveLength(2);
    expect((await mailsTo(person)).filter(({ kind }) => kind === 'release')).toEqual([]);
  });

  it('of a pause, of closing and of a new price come once to the members concerned', async () => {
    const [low, high] = [await joined(commerce, guild), await joined(commerce, guild, { tier: 'high' })];
    expect(await notifyOfPause(commerce, guild.id)).toBe('no-pause');
    const from = commerce.now() + 4 * 86_400_000;
    const guilds = commerce.pb.collection('guilds');
    await guilds.update(guild.id, { pausesAt: new Date(from), resumesAt: new Date(from + 30 * 86_400_000) });
    for (const _ of [1, 2]) expect(await notifyOfPause(commerce, guild.id)).toBeNull();
    await commerce.pb.collection('guild_tiers').update(guild.tiers.high, { monthlyCents: 2000 });
    expect(await proposePrice(commerce, guild.id, guild.tiers.high)).toBe(1);
    expect(await proposePrice(commerce, guild.id, guild.tiers.high)).toBe(0);
    await guilds.update(guild.id, { state: 'closing' });
    for (const _ of [1, 2]) await notifyOfClosing(commerce, guild.id);
    const about = (subjects: string[]) =>
      subjects.flatMap((subject) => /pauses|price|closes/.exec(subject)?.[0] ?? []);
    expect(about(await subjectsTo(low)).sort()).toEqual(['closes', 'pauses']);
    expect(about(await subjectsTo(high)).sort()).toEqual(['closes', 'pauses', 'price']);
  });

  it('a goal is reached once and told once, also after somebody left and joined again and with two processes', async () => {
    const { pb } = commerce;
    const own = await paidGuild(commerce);
    const save = async (id: string | null, members: number, title = 'A dragon', text = '') => {
      const stored = await guildById(pb, own.id);
      if (!stored) throw new Error('no guild');
      const draft = { members, title, text, productId: null, releaseId: null };
      return writeGoal(pb, stored, id, draft, commerce.now());
    };
    const join = async ({ id: user }: Person) => {
      const at = new Date(commerce.now()).toISOString();
      const stay = { state: 'active', billing: 'monthly', since: at, joinedAt: at };
      return (
        await pb.collection('guild_members').create({ guild: own.id, tier: own.tiers.low, user, ...stay })
      ).id;
    };
    const [first, second, late] = [await newUser(commerce), await newUser(commerce), await newUser(commerce)];
    await join(first);
    expect(await save(null, 1)).toMatchObject({ field: 'members' });
    expect([await save(null, 2), await save(null, 3)]).toEqual([null, null]);
    expect(await save(null, 3)).toMatchObject({ field: 'members' });
    const leaving = await join(second);
    // Gone before the job runs: it was reached all the same.
    await pb.collection('guild_members').update(leaving, { state: 'left' });
    const [reached, next] = await goalsOfGuild(pb, own.id);
    if (!reached || !next) throw new Error('two goals were wanted');
    expect([reached.reachedAt !== null, next.reachedAt]).toEqual([true, null]);

    const told = async () =>
      (await pb.collection('notifications').getFullList({ filter: "kind = 'guild-goal'", sort: 'id' })).map(
        ({ user }) => String(user),
      );
    await Promise.all([tellOfGoals(commerce), tellOfGoals(commerce)]);
    const { owner } = await pb.collection('stores').getOne(own.storeId);
    expect((await told()).sort()).toEqual([first.id, String(owner)].sort());
    await pb.collection('guild_members').update(leaving, { state: 'active' });
    await pb.collection('guild_members').update(leaving, { state: 'left' });
    await tellOfGoals(commerce);
    expect(await told()).toHaveLength(2);
    expect((await goalsOfGuild(pb, own.id))[0]?.reachedAt).toBe(reached.reachedAt);

    expect(await save(reached.id, 9)).toMatchObject({ sentence: GOAL_REFUSAL_TEXTS.reached });
    expect(await save(reached.id, 2, 'A dragon', 'It is in the making.')).toBeNull();
    expect(await deleteGoal(pb, own.id, reached.id)).toMatchObject({ sentence: GOAL_REFUSAL_TEXTS.reached });
    expect(await save(next.id, 4)).toBeNull();
    await join(late);
    expect(await deleteGoal(pb, own.id, next.id)).toBeNull();
    expect(await goalsOfGuild(pb, own.id)).toMatchObject([{ members: 2, text: 'It is in the making.' }]);
    expect(await deleteGoal(pb, guild.id, reached.id)).toBe('not-found');
  });

  it('of a failed payment come on the day, after three and after six days, and not after the membership lapsed', async () => {
    // Its days pass in the app only, so it comes last and has a guild of its own.
    const own = await paidGuild(commerce);
    const person = await joined(commerce, own, { card: 'later' });
    await daysPass(commerce, 31);
    const member = await membershipOfUser(commerce.pb, person.id, own.id);
    const { failedSince } = member ?? expect.fail('no member');
    const failed = async () => (await mailsTo(person)).filter(({ kind }) => kind === 'dunning').length;
    const counts: number[] = [];
    for (const day of [1.5, 2.9, 3.1, 5.9, 6.1, 7.1]) {
      later(commerce, ((failedSince ?? 0) - commerce.now()) / 86_400_000 + day);
      await reconcile(commerce);
      counts.push(await failed());
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3]);
    expect((await subjectsTo(person)).at(-1)).toMatch(/^Last days to keep your place/);
  });
});

describe('a yearly membership', () => {
  // The guild of the stories above is closed.
  beforeEach(async () => {
    guild = await paidGuild(commerce);
  });
  const links = openCancelLinks('a secret of this installation');
  const tokenIn = (body = '') => /cancel-membership\/(\S+)/.exec(body)?.[1] ?? '';
  const ofKind = async (person: Person, kind: string) =>
    (await mailsTo(person)).filter((mail) => mail.kind === kind);
  const stateOf = async ({ id }: Person) => (await membershipOfUser(commerce.pb, id, guild.id))?.state;

  it('is reminded of once, 30 days before it renews, with a link that cancels without signing in', async () => {
    const person = await joined(commerce, guild, { billing: 'annual' });
    await remindOfRenewals(commerce, links);
    expect(await ofKind(person, 'renewal')).toEqual([]);
    await daysPass(commerce, 340);
    await Promise.all([remindOfRenewals(commerce, links), remindOfRenewals(commerce, links)]);
    await remindOfRenewals(commerce, links);
    const [mail, ...more] = await ofKind(person, 'renewal');
    expect(more).toEqual([]);
    expect(mail?.body).toContain('$80.00 is');
    const found = await renewalOfLink(commerce, links, tokenIn(mail?.body));
    expect(found).toMatchObject({ kind: 'member', guildId: guild.id, userId: person.id, isEnding: false });
    if (!found) return;
    expect(await cancelRenewal(commerce, found)).toBe(true);
    expect(await cancelRenewal(commerce, found)).toBe(true);
    expect(await stateOf(person)).toBe('cancelling');
    expect(await ofKind(person, 'cancellation')).toHaveLength(1);
    expect(await renewalOfLink(commerce, links, tokenIn(mail?.body))).toMatchObject({ isEnding: true });
  });

  it('is not cancelled by a link of another installation, for another member, or after its time', async () => {
    const [person, other] = [await joined(commerce, guild), await joined(commerce, guild)];
    await mailCancelLinks(commerce, links, person.email.toUpperCase());
    await mailCancelLinks(commerce, links, person.email);
    const [mail, ...more] = await ofKind(person, 'cancellation');
    expect(more).toEqual([]);
    const token = tokenIn(mail?.body);
    const otherId = (await membershipOfUser(commerce.pb, other.id, guild.id))?.id ?? '';
    const ownId = (await membershipOfUser(commerce.pb, person.id, guild.id))?.id ?? '';
    expect(await renewalOfLink(commerce, links, token)).toMatchObject({ id: ownId });
    expect(await renewalOfLink(commerce, links, token.replace(ownId, otherId))).toBeNull();
    expect(await renewalOfLink(commerce, openCancelLinks('another secret'), token)).toBeNull();
    expect(await renewalOfLink(commerce, links, `${token}x`)).toBeNull();
    later(commerce, 2);
    expect(await renewalOfLink(commerce, links, token)).toBeNull();
    expect(await stateOf(person)).toBe('active');
  });

  it('nobody is mailed at an address without one', async () => {
    await mailCancelLinks(commerce, links, 'nobody@guildhall.test');
    const mails = await commerce.pb
      .collection('mails')
      .getFullList({ filter: "to = 'nobody@guildhall.test'" });
    expect(mails).toEqual([]);
  });
});
