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
