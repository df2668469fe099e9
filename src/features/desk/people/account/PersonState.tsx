import type { DeskPersonRow } from '../../../../data/desk/people.ts';
import { ROLE_NAMES } from '../../../../domain/identity/role.ts';
import { counted } from '../../../../domain/kernel/plural.ts';

/** What there is to know about an account at a glance. */
export function PersonState({
  person,
}: {
  person: Pick<DeskPersonRow, 'verified' | 'suspended' | 'strikes' | 'role'>;
}) {
  const words = [
    ...(person.suspended ? ['Suspended'] : []),
    ...(person.verified ? [] : ['Address not confirmed']),
    ...(person.strikes > 0 ? [counted(person.strikes, 'strike')] : []),
    ...(person.role ? [ROLE_NAMES[person.role]] : []),
  ];
  if (words.length === 0) return <span className="text-ink-3">Active</span>;
  return <span className={person.suspended ? 'font-semibold text-wax' : ''}>{words.join(', ')}</span>;
}
