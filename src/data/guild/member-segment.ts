import type { MemberState } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { sql } from '../kernel/sql.ts';

/** A selection of a guild's members. */
export interface MemberSegment {
  /** Part of a username or e-mail address; "" for all. */
  text: string;
  states: readonly MemberState[];
  tierId: string | null;
  /** Joined at or after this moment; null for all. */
  joinedFrom?: Instant | null;
}

/** Members `m` of a segment by all but its words, with the values of `segmentValues`. */
export const IN_SEGMENT = sql`m.guild = {:guild} AND ({:tier} = '' OR m.tier = {:tier})
  AND ({:from} = '' OR m.joinedAt >= {:from})
  AND ({:anyState} OR m.state IN (SELECT value FROM json_each({:states})))`;

/** Those who have the segment's words in their username or e-mail address. */
export const WITH_TEXT = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = m.[[user]]
  AND (u.username LIKE {:text} ESCAPE '!' OR u.email LIKE {:text} ESCAPE '!'))`;

/** The values of both. */
export function segmentValues(
  guildId: string,
  { text, states, tierId, joinedFrom = null }: MemberSegment,
): { guild: string; tier: string; from: string; anyState: boolean; states: readonly string[]; text: string } {
  return {
    ...{ guild: guildId, tier: tierId ?? '', from: dateOf(joinedFrom) },
    ...{ anyState: states.length === 0, states },
    text: `%${text.replace(/[!%_]/g, '!$&')}%`,
  };
}
