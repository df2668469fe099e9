import type PocketBase from 'pocketbase';
import type { MemberState } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';

/** A selection of a guild's members. */
export interface MemberSegment {
  /** Part of a username or e-mail address; "" for all. */
  text: string;
  states: readonly MemberState[];
  tierId: string | null;
  /** Joined at or after this moment; null for all. */
  joinedFrom?: Instant | null;
}

/** The PocketBase filter of a segment. */
export function memberSegmentFilter(
  pb: PocketBase,
  guildId: string,
  { text, states, tierId, joinedFrom = null }: MemberSegment,
): string {
  const filters = [pb.filter('guild = {:guildId}', { guildId })];
  if (states.length > 0)
    filters.push(`(${states.map((state) => pb.filter('state = {:state}', { state })).join(' || ')})`);
  if (tierId !== null) filters.push(pb.filter('tier = {:tierId}', { tierId }));
  if (text !== '') filters.push(pb.filter('(user.username ~ {:text} || user.email ~ {:text})', { text }));
  if (joinedFrom !== null) filters.push(pb.filter('joinedAt >= {:from}', { from: dateOf(joinedFrom) }));
  return filters.join(' && ');
}
