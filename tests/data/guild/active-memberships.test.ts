import { afterAll, beforeAll, expect, it } from 'vitest';
import { activeMemberships, memberDiscountsOf } from '../../../src/data/guild/active-memberships.ts';
import { membersToHold } from '../../../src/data/guild/guild-holds.ts';
import { MEMBER_STATES, memberIsIn } from '../../../src/domain/guild/member.ts';
import { type GuildBackend, openGuildBackend } from './guild-backend.ts';

let backend: GuildBackend;

beforeAll(async () => {
  backend = await openGuildBackend();
}, 60_000);
afterAll(() => backend.close());

it.each(MEMBER_STATES)(
  'the database counts a member in the state %s as current exactly where the rule does',
  async (state) => {
    const { pb } = backend;
    const guild = await backend.guild({ memberDiscountPercent: 15 });
    const member = await backend.member(guild);
    await pb.collection('guild_members').update(member.id, { state, subscriptionId: `sub_${member.id}` });
    const { user } = await pb.collection('guild_members').getOne(member.id);
    const isIn = memberIsIn(state);
    expect((await activeMemberships(pb, String(user))).map(({ guildId }) => guildId)).toEqual(
      isIn ? [guild.id] : [],
    );
    expect([...(await memberDiscountsOf(pb, String(user)))]).toEqual(isIn ? [[guild.storeId, 15]] : []);
    await pb.collection('guilds').update(guild.id, { heldAt: new Date() });
    const held = await membersToHold(pb, 100);
    expect(held.some(({ id }) => id === member.id)).toBe(isIn);
  },
);
