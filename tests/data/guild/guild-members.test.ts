import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { memberOfGuild, membersOfGuild } from '../../../src/data/guild/guild-members.ts';
import { type GuildBackend, openGuildBackend } from './guild-backend.ts';

let backend: GuildBackend;

beforeAll(async () => {
  backend = await openGuildBackend();
}, 60_000);
afterAll(() => backend.close());

describe("a seller's view of a member", () => {
  const everyone = { text: '', states: [], tierId: null, after: null, limit: 10 };

  it("a member's licence key does not reach the seller", async () => {
    const guild = await backend.guild();
    const { id } = await backend.member(guild, guild.merchant);
    const key = 'thekeyofalicencepage';
    await backend.pb.collection('guild_members').update(id, { licenceKey: key });
    expect((await memberOfGuild(backend.pb, guild.id, id))?.licenceKey).toBe(key);
    expect(JSON.stringify(await membersOfGuild(backend.pb, guild.id, everyone))).not.toContain(key);
  });

  it("no id of the payment provider's reaches the seller, only whether the member pays", async () => {
    const guild = await backend.guild();
    const [payer, free] = await backend.members(guild, 2);
    if (!payer || !free) throw new Error('two members are needed');
    const provider = {
      customerId: 'cus_secret',
      subscriptionId: 'sub_secret',
      subscriptionItemId: 'si_secret',
      stripePriceId: 'price_secret',
    };
    await backend.pb.collection('guild_members').update(payer.id, provider);
    await backend.pb.collection('guild_members').update(free.id, { subscriptionId: '' });
    const { members } = await membersOfGuild(backend.pb, guild.id, everyone);
    expect(JSON.stringify(members)).not.toContain('_secret');
    expect(Object.fromEntries(members.map(({ id, pays }) => [id, pays]))).toEqual({
      [payer.id]: true,
      [free.id]: false,
    });
  });

  it('comes page by page, each member once, of one state as of all', async () => {
    const guild = await backend.guild();
    const all = await backend.members(guild, 5);
    for (const states of [[], ['active'], ['active', 'past_due']] as const) {
      const seen: string[] = [];
      let after: { joinedAt: number; id: string } | null = null;
      for (let more = true; more; ) {
        const page: Awaited<ReturnType<typeof membersOfGuild>> = await membersOfGuild(backend.pb, guild.id, {
          ...everyone,
          states,
          after,
          limit: 2,
        });
        seen.push(...page.members.map(({ id }) => id));
        after = page.members.at(-1) ?? null;
        more = page.more && seen.length < 10;
      }
      expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    }
  });

  it('holds these fields and no other', async () => {
    const guild = await backend.guild();
    await backend.member(guild);
    const { members } = await membersOfGuild(backend.pb, guild.id, everyone);
    expect(Object.keys(members[0] ?? {}).sort()).toEqual([
      'billing',
      'email',
      'failedSince',
      'guildId',
      'id',
      'joinedAt',
      'months',
      'nextChargeAt',
      'nextTierId',
      'note',
      'pays',
      'priceCents',
      'since',
      'state',
      'streak',
      'tenureMonths',
      'tierId',
      'userId',
      'username',
    ]);
  });
});
