import { deskPersonRow } from '../../data/desk/people.ts';
import { deskTransaction, withDeed } from '../../data/identity/roles.ts';
import { withFactorRemoved, withResetAllowed } from '../../data/identity/second-factors.ts';
import type { Actor } from '../../data/kernel/actor.ts';
import { refusalOf } from '../../data/kernel/refusal.ts';
import { withMail } from '../../data/notifications/mails.ts';
import { RESET_ALLOWED_MS, restoreRefusal } from '../../domain/identity/second-factor.ts';
import type { DeedOutcome, StaffParts } from './staff-deeds.ts';
import { staffMail } from './staff-mails.ts';

/** Which way into the account of somebody with a role is restored. */
export const RESTORABLE = ['password', 'factor'] as const;
export type Restorable = (typeof RESTORABLE)[number];

/**
 * Restores the access of another person with a role, who is mailed about it: lets them set one new password by mail, or removes
 * their second factor, so that they set up a new one.
 */
export async function restoreAccess(
  parts: StaffParts,
  staff: Actor,
  { personId, what, reason }: { personId: string; what: Restorable; reason: string },
): Promise<DeedOutcome> {
  const person = await deskPersonRow(parts.pb, personId, true);
  if (!person) return 'There is nothing with this id any more.';
  const refused = restoreRefusal(staff.id, personId, person.role !== null);
  if (refused !== null) return refused;
  const now = parts.now();
  const deed = {
    deed: 'access.restore',
    collection: 'users',
    record: personId,
    detail: `${what}: ${reason}`,
  };
  const steps = withDeed(deskTransaction(parts.pb, staff), deed, now);
  if (what === 'factor') withFactorRemoved(steps, personId, now);
  else withResetAllowed(steps, { userId: personId, until: now + RESET_ALLOWED_MS, now });
  const is = what === 'factor' ? 'factor-removed' : 'password-allowed';
  withMail(
    steps,
    staffMail(parts, { is }, { to: person.email, reason, occasion: `${is}:${personId}:${now}` }),
    now,
  );
  if ((await refusalOf(steps, ['not-found'])) !== null) return restoreRefusal(staff.id, personId, false);
  parts.mailQueued();
  return null;
}
