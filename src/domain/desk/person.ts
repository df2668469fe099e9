import type { Role } from '../identity/role.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/** A person as the operator desk shows them. */

interface PartFacts {
  label: string;
  /** What an empty list says. */
  none: string;
  /** Who needs it for their work: moderators see neither money nor mails. */
  by: readonly Role[];
}

/** The lists of a person's page, in their order. Private conversations are in none of them. */
export const PERSON_LISTS = {
  cases: { label: 'Cases', none: 'There is no case against this person.', by: ['operator', 'moderator'] },
  reported: { label: 'Reported', none: 'They have reported nothing.', by: ['operator', 'moderator'] },
  reviews: { label: 'Reviews', none: 'They have written no review.', by: ['operator', 'moderator'] },
  questions: { label: 'Questions', none: 'They have asked nothing.', by: ['operator', 'moderator'] },
  memberships: { label: 'Memberships', none: 'They are in no guild.', by: ['operator', 'moderator'] },
  bought: { label: 'Bought', none: 'They have bought nothing.', by: ['operator'] },
  sold: { label: 'Sold', none: 'They have sold nothing.', by: ['operator'] },
  mails: { label: 'Mails', none: 'No mail was sent to them.', by: ['operator'] },
  looks: { label: 'Looks', none: 'Nobody has looked at their account.', by: ['operator'] },
} as const satisfies Record<string, PartFacts>;
export type PersonPart = keyof typeof PERSON_LISTS;

/** The lists that a role may read. */
export function partsOf(role: Role | null): PersonPart[] {
  if (role === null) return [];
  return (Object.keys(PERSON_LISTS) as PersonPart[]).filter((part) =>
    (PERSON_LISTS[part].by as readonly Role[]).includes(role),
  );
}

/** One row of such a list. */
export interface PersonEntry {
  id: string;
  at: Instant;
  title: string;
  /** Words of the person, a reason or an error. */
  note: string;
  state: string;
  cents: Cents | null;
  /** The id of what it leads to; "" for nothing. */
  target: string;
}

/** Longest reason for a deed, in characters. The person it is about reads it. */
export const DESK_REASON_MAX = 500;

/** Why a deed cannot be done with this reason, or null. */
export function deskReasonRefusal(reason: string): string | null {
  const { length } = reason.trim();
  if (length < 5) return 'Give a reason; the person reads it.';
  return length > DESK_REASON_MAX ? `Use at most ${DESK_REASON_MAX} characters.` : null;
}

/** Why this person cannot be suspended by that one, or null. @param role the role of the one who would be suspended */
export function personSuspensionRefusal(byId: string, personId: string, role: Role | null): string | null {
  if (byId === personId) return 'You cannot suspend yourself.';
  return role === null ? null : 'This person works at the desk; a superuser takes the role away first.';
}
