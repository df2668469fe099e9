import type PocketBase from 'pocketbase';
import { type MemberRow, type MembersQuery, membersOfGuild } from '../../data/guild/guild-members.ts';
import { tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import type { MemberSegment } from '../../data/guild/member-segment.ts';
import { membersCsv } from '../../domain/guild/tenure-import.ts';

/** The most members in one CSV file. */
export const MEMBERS_AT_ONCE = 20_000;
const READ_AT_ONCE = 500;

/** A page of a segment of a guild's members. */
export async function nextMembers(
  pb: PocketBase,
  guildId: string,
  { text, states, tierId, joinedFrom = null }: MemberSegment,
  { after, limit }: Pick<MembersQuery, 'after' | 'limit'>,
): Promise<{ members: MemberRow[]; more: boolean }> {
  return membersOfGuild(pb, guildId, { text, states, tierId, joinedFrom, after, limit });
}

/** A segment of a guild's members as CSV; null if there are too many. */
export async function membersTable(
  pb: PocketBase,
  guildId: string,
  segment: MemberSegment,
): Promise<string | null> {
  const tiers = new Map((await tiersOfGuild(pb, guildId)).map(({ id, name }) => [id, name]));
  const all: MemberRow[] = [];
  for (let after: MembersQuery['after'] = null; ; ) {
    const { members, more } = await nextMembers(pb, guildId, segment, { after, limit: READ_AT_ONCE });
    all.push(...members);
    const last = members.at(-1);
    if (!more || !last) return membersCsv(all, (id) => tiers.get(id) ?? '');
    if (all.length >= MEMBERS_AT_ONCE) return null;
    after = { joinedAt: last.joinedAt, id: last.id };
  }
}
